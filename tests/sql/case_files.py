"""Reads the case files: relations in the head, SQL, and after `-- expect` what is true of it."""

import re
from pathlib import Path
from typing import NamedTuple

from headwater.sql.lineage import Analysis, Dependency, Relation, analyse

CASES = Path(__file__).parent.parent / "cases" / "sql"


class Case(NamedTuple):
    text: str
    dialect: str | None
    inputs: list[Relation]
    outputs: list[Relation]
    edges: set[str]
    problems: list[str]
    unknown: set[str]
    reads: set[str] | None

    def analysed(self) -> Analysis:
        return analyse(self.text, dialect=self.dialect, inputs=self.inputs, outputs=self.outputs)


def paths() -> list[Path]:
    return sorted(CASES.glob("*/*.sql"))


def read(path: Path) -> Case:
    head_and_text, _, expected = path.read_text().partition("-- expect")
    lines = head_and_text.splitlines()
    text = "\n".join(line for line in lines if not re.match(r"-- (dialect|input|output): ", line))
    expect = [line.removeprefix("--").strip() for line in expected.splitlines() if line.strip()]
    reads = _words(expect, "reads")
    return Case(
        text,
        next(iter(_words(lines, "-- dialect")), None),
        [_relation(word) for word in _words(lines, "-- input")],
        [_relation(word) for word in _words(lines, "-- output")],
        {" ".join(line.split()) for line in expect if " <- " in line},
        _words(expect, "problem"),
        set(_words(expect, "unknown")),
        {name.strip() for name in reads[0].split(",")} if reads else None,
    )


def edges(found: Analysis) -> set[str]:
    """What was found, written as the case files write it."""
    lines: set[str] = set()
    for one in found.written:
        lines.update(f"{one.relation} <- {_said(dependency)}" for dependency in one.whole)
        for column, dependencies in one.columns.items():
            lines.update(f"{one.relation}.{column} <- {_said(dependency)}" for dependency in dependencies)
    return lines


def _said(one: Dependency) -> str:
    flags = [("masking", one.masking), ("guessed", one.guessed), ("unreported", not one.reported)]
    words = [f"{one.relation}.{one.column}", one.subtype, *(word for word, holds in flags if holds)]
    return " ".join(words)


def _words(lines: list[str], key: str) -> list[str]:
    return [line.removeprefix(f"{key}:").strip() for line in lines if line.startswith(f"{key}:")]


def _relation(word: str) -> Relation:
    name, bracket, columns = word.rstrip(")").partition("(")
    return Relation(name.strip(), tuple(one.strip() for one in columns.split(",")) if bracket else None)
