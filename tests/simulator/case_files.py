"""Reads the case files of the Simulator: tables in the head, then change, expectation and SQL."""

import re
from pathlib import Path
from typing import NamedTuple

from headwater.simulator.judge import JudgedQuery, Judgement, SchemaPair
from headwater.simulator.proposals import ChangeType, ProposedChange
from headwater.simulator.schema_changes import apply, schemas_of
from headwater.simulator.sqlglot_judge import SqlglotJudge
from headwater.sql.schemas import ColumnSchema, TableSchema

CASES = Path(__file__).parent.parent / "cases" / "simulator"
COLUMN = re.compile(r"(?P<name>\S+)\s+(?P<type>.*?)(?P<required>\s+not null)?(?P<default>\s+default)?$")


class Case(NamedTuple):
    name: str
    dialect: str | None
    schemas: dict[str, TableSchema]
    changes: tuple[ProposedChange, ...]
    text: str
    verdict: str
    reason: str
    fragment: str | None

    def judged(self) -> Judgement:
        pair = SchemaPair(self.schemas, apply(self.changes, self.schemas))
        return SqlglotJudge().judge(JudgedQuery(self.text, self.dialect), pair)


def paths() -> list[Path]:
    return sorted(CASES.glob("*/*.sql"))


def cases() -> list[Case]:
    return [case for path in paths() for case in read(path)]


def read(path: Path) -> list[Case]:
    head, *bodies = re.split(r"(?m)(?:^-- change: .*\n)+", path.read_text())
    changes = re.findall(r"(?m)(?:^-- change: .*\n)+", path.read_text())
    lines = head.splitlines()
    dialect = next((line.split(":")[1].strip() for line in lines if line.startswith("-- dialect:")), None)
    schemas = schemas_of(_table(line) for line in lines if line.startswith("-- table:"))
    return [
        _case(f"{path.parent.name}/{path.stem}-{place}", dialect, schemas, block, body)
        for place, (block, body) in enumerate(zip(changes, bodies, strict=True), start=1)
    ]


def _case(name: str, dialect: str | None, schemas: dict[str, TableSchema], block: str, body: str) -> Case:
    expected, _, text = body.partition("\n")
    words = expected.removeprefix("-- expect:").strip()
    fragment = re.search(r"`(.*)`", words)
    verdict, reason, *_ = words.split()
    listed = tuple(_change(line, schemas) for line in block.splitlines())
    return Case(
        name, dialect, schemas, listed, text.strip(), verdict, reason, fragment[1] if fragment else None
    )


def _table(line: str) -> TableSchema:
    name, _, inner = line.removeprefix("-- table:").strip().partition("(")
    return TableSchema(name.strip(), tuple(_column(word) for word in _split(inner.rstrip()[:-1])))


def _split(text: str) -> list[str]:
    """At commas outside of brackets."""
    found, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "(<") - (letter in ")>")
        if letter == "," and depth == 0:
            found.append(text[start:place])
            start = place + 1
    return [*found, text[start:]]


def _column(word: str) -> ColumnSchema:
    match = COLUMN.match(word.strip())
    assert match is not None, word
    return ColumnSchema(match["name"], match["type"].strip(), not match["required"], bool(match["default"]))


def _change(line: str, schemas: dict[str, TableSchema]) -> ProposedChange:
    kind, target, *rest = line.removeprefix("-- change:").split(maxsplit=2)
    more = rest[0].strip() if rest else ""
    if kind in ("drop_table", "rename_table"):
        return ProposedChange(ChangeType(kind), target, new_name=more or None)
    # What is behind the table's name may be a field of a structure: `shop.t.addr.zip`.
    table = next(name for name in schemas if target.startswith(f"{name}."))
    column = target[len(table) + 1 :]
    given: dict[str, object] = {}
    if kind == "rename_column":
        given["new_name"] = more
    elif kind == "change_type":
        given["new_type"] = more
    elif kind == "change_nullable":
        given["nullable"] = more == "true"
    elif kind == "reorder_columns":
        given["position"] = int(more)
    elif kind == "add_column":
        given["position"] = 1 if more.endswith(" first") else None
        plain = more.removesuffix(" first")
        given["nullable"] = not plain.endswith(" not null")
        given["new_type"] = plain.removesuffix(" not null")
        given["default"] = False
    return ProposedChange(ChangeType(kind), table, column, **given)  # type: ignore[arg-type]
