"""Answers as text: tables for people, JSON as the server gave it, graphs as Mermaid and dot."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec


class Format(StrEnum):
    """What an answer that is a graph can be written as."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MERMAID = "mermaid"
    DOT = "dot"


class ListFormat(StrEnum):
    """What any other answer can be written as."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


@dataclass(frozen=True, slots=True)
class Grid:
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """A node to draw; its kind decides the outline."""

    id: str
    kind: str
    label: str

    @classmethod
    def from_id(cls, node_id: str) -> "Shape":
        kind, _, label = node_id.partition(":")
        return cls(node_id, kind, label)


@dataclass(frozen=True, slots=True)
class DrawnLine:
    source: str
    target: str
    label: str = ""
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """Nodes and lines; a line may name a node that is not among the shapes."""

    shapes: tuple[Shape, ...] = ()
    lines: tuple[DrawnLine, ...] = ()

    def __add__(self, other: "Drawing") -> "Drawing":
        return Drawing(_once(self.shapes + other.shapes), _once(self.lines + other.lines))

    def all_shapes(self) -> tuple[Shape, ...]:
        ends = (Shape.from_id(end) for line in self.lines for end in (line.source, line.target))
        known = {shape.id: shape for shape in self.shapes}
        return tuple({shape.id: known.get(shape.id, shape) for shape in (*self.shapes, *ends)}.values())


def _once(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(values))


MERMAID_OUTLINES = {"dataset": ("[", "]"), "job": ("([", "])"), "column": ("(", ")")}
# Mermaid writes characters as #name; or #number; within quotes.
MERMAID_CODES = {
    "#": "#35;",
    '"': "#quot;",
    "<": "#lt;",
    ">": "#gt;",
    "&": "#amp;",
    "`": "#96;",
    "\\": "#92;",
}


def mermaid(drawing: Drawing) -> str:
    """
    >>> print(mermaid(Drawing(lines=(DrawnLine("dataset:shop/a", "dataset:shop/b", "copy"),))), end="")
    flowchart LR
        n0["shop/a"]
        n1["shop/b"]
        n0 -->|"copy"| n1
    """
    shapes = drawing.all_shapes()
    # Mermaid allows few characters in an id, and names may hold any.
    numbers = {shape.id: f"n{number}" for number, shape in enumerate(shapes)}
    lines = ["flowchart LR"]
    for shape in shapes:
        opening, closing = MERMAID_OUTLINES.get(shape.kind, ("[", "]"))
        lines.append(f'    {numbers[shape.id]}{opening}"{_mermaid_text(shape.label)}"{closing}')
    for line in drawing.lines:
        arrow = "-.->" if line.dashed else "-->"
        label = f'|"{_mermaid_text(line.label)}"|' if line.label else ""
        lines.append(f"    {numbers[line.source]} {arrow}{label} {numbers[line.target]}")
    return "\n".join(lines) + "\n"


def _mermaid_text(text: str) -> str:
    return "".join(MERMAID_CODES.get(letter, letter) for letter in printable(text))


DOT_OUTLINES = {"dataset": "box", "job": "ellipse", "column": "plaintext"}


def dot(drawing: Drawing) -> str:
    """
    >>> print(dot(Drawing(lines=(DrawnLine("dataset:shop/a", "dataset:shop/b", dashed=True),))), end="")
    digraph lineage {
        rankdir=LR;
        "dataset:shop/a" [label="shop/a", shape=box];
        "dataset:shop/b" [label="shop/b", shape=box];
        "dataset:shop/a" -> "dataset:shop/b" [style=dashed];
    }
    """
    lines = ["digraph lineage {", "    rankdir=LR;"]
    for shape in drawing.all_shapes():
        outline = DOT_OUTLINES.get(shape.kind, "box")
        lines.append(f"    {_dot_text(shape.id)} [label={_dot_text(shape.label)}, shape={outline}];")
    for line in drawing.lines:
        more = [f"label={_dot_text(line.label)}"] * bool(line.label) + ["style=dashed"] * line.dashed
        attributes = f" [{', '.join(more)}]" if more else ""
        lines.append(f"    {_dot_text(line.source)} -> {_dot_text(line.target)}{attributes};")
    return "\n".join([*lines, "}"]) + "\n"


def _dot_text(text: str) -> str:
    escaped = printable(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def pretty_json(answer: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(answer), indent=2).decode() + "\n"


def csv_text(grid: Grid) -> str:
    """
    >>> csv_text(Grid(("name", "runs"), (("a, b", "3"),)))
    'name,runs\\r\\n"a, b",3\\r\\n'
    """
    buffer = io.StringIO()
    csv.writer(buffer).writerows([grid.headers, *([printable(cell) for cell in row] for row in grid.rows)])
    return buffer.getvalue()


def printable(text: str) -> str:
    """A name can hold anything, but must not steer a terminal or break a line.

    >>> printable("a\\x1b[31m\\nb")
    'a�[31m b'
    """
    spaced = re.sub(r"[\r\n\t]+", " ", text)
    return "".join(letter if letter.isprintable() else "�" for letter in spaced)


def printable_lines(text: str) -> str:
    """A text of several lines, each without what would steer a terminal."""
    return "\n".join(printable(line) for line in text.split("\n"))


def joined(values: Sequence[str], total: int | None = None) -> str:
    """
    >>> joined(["a", "b"], 5)
    'a, b and 3 more'
    """
    more = (total or 0) - len(values)
    return ", ".join(values) + (f" and {more} more" if more > 0 else "")
