"""The columns whose data is traced: one by name, all of a class or tag, or all that look personal."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import NamedTuple

from headwater.errors import AmbiguousNameError, BadParameterError, EntityNotFoundError, NotReadyError
from headwater.model.classification import LEVELS, NOTHING, Mark, declared_mark
from headwater.model.nearest import nearest_names
from headwater.questions import resolve
from headwater.questions.change.subjects import Subject, current_columns, subject
from headwater.store.queries import labels, nodes
from headwater.store.queries.labels import ColumnLabel, DeclaredColumns
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import Number, RowPage, decode, encode
from headwater.store.queries.rows import Connection

# Nested columns have dots of their own: this many are tried as part of the column's name.
MAX_DOTS = 5
# This many columns of a dataset are named where the dataset was given instead of one of them.
NAMED = 20
# The one tag that a flag stands for as well.
PII = "pii"


class SourceCursor(NamedTuple):
    column: Number


@dataclass(frozen=True, slots=True)
class FlowSelection:
    """Exactly one of them, and of these columns those of a team if one is given."""

    column: str | None = None
    classification: str | None = None
    tag: str | None = None
    suggested: bool | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class DeclaredMark:
    """What was said of a column, None where nothing was; and what that counts as."""

    classification: str | None = None
    pii: bool | None = None
    mark: Mark = NOTHING


@dataclass(frozen=True, slots=True)
class TracedColumn:
    """A column and what was declared of it; `dataset` is where to look when the column has no number."""

    column: NodeName
    declared: DeclaredMark = DeclaredMark()
    dataset: int | None = None

    @property
    def mark(self) -> Mark:
        return self.declared.mark


def sources(
    connection: Connection, wanted: FlowSelection, as_of: datetime | None, limit: int, cursor: str | None
) -> RowPage[TracedColumn]:
    """A page of the columns that are asked for, by number."""
    _check(wanted)
    after = decode(cursor, SourceCursor)
    if wanted.column is not None:
        return _single(connection, wanted.column, after)
    # Numbers of nodes have 32 bits: a cursor that somebody made up must not overflow the statement.
    begin = min(max(after.column, -1), 2**31 - 1) if after else -1
    found = _found(connection, wanted, as_of, begin, limit + 1)
    if wanted.tag is not None and not found.total and wanted.team is None:
        _check_tag(connection, wanted.tag)
    shown = found.ids[:limit]
    more = cursor_after(shown[-1]) if shown and len(found.ids) > limit else None
    return RowPage(_sources(connection, shown), found.total, more)


def _found(
    connection: Connection, wanted: FlowSelection, as_of: datetime | None, begin: int, rows: int
) -> DeclaredColumns:
    if wanted.suggested:
        return labels.undecided(connection, as_of, begin, rows, wanted.team)
    if wanted.tag is not None:
        return labels.tagged(connection, wanted.tag, as_of, begin, rows, wanted.team)
    level = (wanted.classification or "").lower()
    return labels.declared_as(connection, level, as_of, begin, rows, wanted.team)


def cursor_after(column: int) -> str:
    return encode(column)


def _check(wanted: FlowSelection) -> None:
    given = {name: value for name, value in asdict(wanted).items() if name != "team"}
    used = [name for name, value in given.items() if value not in (None, False)]
    if len(used) != 1:
        field = used[1] if used else "column"
        raise BadParameterError(
            field, "give exactly one of `column`, `classification`, `tag` and `suggested`"
        )
    if wanted.column is not None and wanted.team is not None:
        raise BadParameterError("team", "one column has the team of its dataset; leave `team` out")
    if wanted.classification is not None and wanted.classification.lower() not in LEVELS:
        raise BadParameterError("classification", f"must be one of {', '.join(LEVELS)}")


def _check_tag(connection: Connection, tag: str) -> None:
    """A tag that no column ever had is a slip, and must not read as if there were nothing to find."""
    known = labels.column_tags(connection)
    if tag.lower() != PII and tag not in known:
        raise EntityNotFoundError("column tag", tag, nearest_names(tag, {*known, PII}))


def _single(connection: Connection, name: str, after: SourceCursor | None) -> RowPage[TracedColumn]:
    about = _column(connection, name)
    # The only source was on the page before.
    if after is not None:
        return RowPage((), 1)
    if about.roots:
        return RowPage(_sources(connection, about.roots), 1)
    return RowPage((TracedColumn(about.node, dataset=about.asset.id),), 1)


def _column(connection: Connection, name: str) -> Subject:
    """`dataset#column`, or `dataset.column`; the error of the likeliest reading is the one that is raised."""
    likeliest: EntityNotFoundError | None = None
    for dataset, field in _readings(name):
        try:
            found = subject(connection, dataset, field, field="column")
        except EntityNotFoundError as error:
            # A reading whose dataset is known names its nearest columns, and so helps more.
            if likeliest is None or error.name.partition("#")[2]:
                likeliest = error
            continue
        if found.column is not None:
            return found
    _check_no_dataset(connection, name)
    raise likeliest or BadParameterError("column", "must name a column, as `namespace/dataset#column`")


def _check_no_dataset(connection: Connection, name: str) -> None:
    try:
        dataset = resolve.entity(connection, name, resolve.DATASET, field="column")
    except (EntityNotFoundError, AmbiguousNameError):
        return
    names = [column.name for column in current_columns(connection, dataset)]
    of_it = f"one of its columns: {', '.join(names[:NAMED])}" if names else "a column; none of it is known"
    raise BadParameterError("column", f"`{dataset}` is a dataset; name `{dataset}#…` with {of_it}")


def _readings(name: str) -> list[tuple[str, str | None]]:
    if "#" in name:
        return [(name, None)]
    dots = [place for place, letter in enumerate(name) if letter == "."][-MAX_DOTS:]
    return [
        (name[:place], name[place + 1 :]) for place in reversed(dots) if name[:place] and name[place + 1 :]
    ]


def _sources(connection: Connection, ids: Sequence[int]) -> tuple[TracedColumn, ...]:
    names, said = nodes.names(connection, ids), declared(connection, ids)
    if len(names) < len(ids):
        raise NotReadyError("the store was rebuilt a moment ago")
    return tuple(TracedColumn(names[one], said.get(one, DeclaredMark())) for one in ids)


def declared(connection: Connection, ids: Sequence[int]) -> dict[int, DeclaredMark]:
    """What was declared of columns; names that are aliases of one column speak for it together."""
    said = defaultdict[int, list[ColumnLabel]](list)
    for label in labels.of_columns(connection, ids):
        said[label.id].append(label)
    return {column: _joined(labels_) for column, labels_ in said.items()}


def _joined(said: Sequence[ColumnLabel]) -> DeclaredMark:
    words = [label.classification for label in said if label.classification]
    flags = [label.pii for label in said if label.pii is not None]
    mark = NOTHING
    for label in said:
        mark = mark.joined(declared_mark(label.classification, label.pii))
    # A word that is no class of ours ranks below all that are.
    strictest = max(words, key=lambda word: LEVELS.get(word.lower(), -1), default=None)
    return DeclaredMark(strictest, any(flags) if flags else None, mark)
