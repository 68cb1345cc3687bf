"""Statements that move whole tables: swap, exchange, append, switch and rename."""

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from sqlglot import exp

from headwater.sql.row_sets import Rows
from headwater.sql.script import Script, Target
from headwater.sql.table_names import Parts, parts_of
from headwater.sql.target_columns import by_name

# Such statements are short, and the patterns cost more than the length of a text.
MOST_CHARACTERS = 2_000
NAME = r"([^\s,;()]+)"


class Kind(Enum):
    COPY = "rows of one go into the other"
    SWAP = "each gets what the other had"
    RENAME = "one takes the place of the other"


class Move(NamedTuple):
    kind: Kind
    source: Parts
    target: Parts


EXCHANGE = rf"alter\s+table\s+{NAME}\s+exchange\s+partition"
ALTERED = r"alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?"
CLONED = r"create\s+(?:or\s+replace\s+)?(?:\w+\s+)?table\s+(?:if\s+not\s+exists\s+)?"
# Of Snowflake, with the columns of its table.
STREAM = r"create\s+(?:or\s+replace\s+)?stream\s+(?:if\s+not\s+exists\s+)?"
# Forms that sqlglot hands over as text, with the groups in which source and target stand.
FORMS: tuple[tuple[re.Pattern[str], Kind, int, int], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE | re.DOTALL), kind, source, target)
    for pattern, kind, source, target in (
        (rf"alter\s+table\s+{NAME}\s+append\s+from\s+{NAME}", Kind.COPY, 2, 1),
        (rf"alter\s+table\s+{NAME}\s+switch\s+(?:partition\s+.*?\s+)?to\s+{NAME}", Kind.COPY, 1, 2),
        # Hive's moves rows, MySQL's swaps them.
        (rf"{EXCHANGE}\s*\(.*?\)\s*with\s+table\s+{NAME}", Kind.COPY, 2, 1),
        (rf"{EXCHANGE}\s+\S+\s+with\s+table\s+{NAME}", Kind.SWAP, 2, 1),
        (rf"alter\s+table\s+{NAME}\s+(?:replace|attach)\s+partition\s+.*?\s+from\s+{NAME}", Kind.COPY, 2, 1),
        # PostgreSQL's takes a whole table in.
        (rf"{ALTERED}{NAME}\s+attach\s+partition\s+{NAME}\s+(?:for\s+values|default)", Kind.COPY, 2, 1),
        (rf"alter\s+table\s+{NAME}\s+move\s+partition\s+.*?\s+to\s+table\s+{NAME}", Kind.COPY, 1, 2),
        (rf"{CLONED}{NAME}\s+(?:deep\s+|shallow\s+)?clone\s+{NAME}", Kind.COPY, 2, 1),
        (rf"{STREAM}{NAME}\s+.*?\bon\s+(?:external\s+)?(?:table|view)\s+{NAME}", Kind.COPY, 2, 1),
        (rf"exchange\s+tables\s+{NAME}\s+and\s+{NAME}", Kind.SWAP, 1, 2),
    )
)
RENAMED = re.compile(rf"{NAME}\s+to\s+{NAME}", re.IGNORECASE)


def moves_in_alter(node: exp.Expr) -> Iterator[Move]:
    own = parts_of(node.this)
    for action in node.args.get("actions") or ():
        if isinstance(action, exp.SwapTable):
            yield Move(Kind.SWAP, parts_of(action.this), own)
        elif isinstance(action, exp.ReplacePartition):
            yield Move(Kind.COPY, parts_of(action.args.get("source")), own)
        elif isinstance(action, exp.AlterRename):
            yield Move(Kind.RENAME, own, _beside(own, parts_of(action.this)))


def moves_in_text(text: str) -> Iterator[Move]:
    if len(text) > MOST_CHARACTERS:
        return
    for form, kind, source, target in FORMS:
        found = form.match(text)
        if found:
            yield Move(kind, _parts(found[source]), _parts(found[target]))
            return
    if re.match(r"rename\s+table\s", text, re.IGNORECASE):
        for old, new in RENAMED.findall(text.split(None, 2)[2]):
            yield Move(Kind.RENAME, _parts(old), _parts(new))


def moves_in_execute(node: exp.Expr) -> Iterator[Move]:
    """T-SQL's `exec sp_rename 'old', 'new'`."""
    given = [one.name for one in node.expressions]
    if node.this.name.lower() == "sp_rename" and len(given) == 2:
        old = _parts(given[0])
        yield Move(Kind.RENAME, old, _beside(old, _parts(given[1])))


def apply(move: Move, script: Script) -> None:
    if move.kind is Kind.RENAME:
        _rename(move, script)
        return
    _copy(move.source, script.target_of(move.target), script)
    if move.kind is Kind.SWAP:
        _copy(move.target, script.target_of(move.source), script)


def _copy(source: Parts, target: Target, script: Script) -> None:
    # Of a swap, the target is known among the outputs and read nevertheless.
    rows = script.context.table(source)
    script.context.needs_schemas(one.relation for one in rows.open_relations)
    script.write(target, by_name(rows, target, script.context), Rows(sources=rows.sources))


def _rename(move: Move, script: Script) -> None:
    """What this text wrote to the old name it wrote to the new one; else the old table's rows move."""
    target = script.target_of(move.target)
    if not script.rename(move.source, target) and target.match.reported:
        _copy(move.source, target, script)


def _parts(name: str) -> Parts:
    return tuple(part.strip('"`[]').lower() for part in name.split("."))


def _beside(old: Parts, new: Parts) -> Parts:
    """A new name without a schema stays in that of the old one."""
    return new if len(new) >= len(old) else (*old[: len(old) - len(new)], *new)
