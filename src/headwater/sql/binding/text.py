"""Where a name stands in its text."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlglot import exp

MOST_BRACKETS = 100


class Fragment(NamedTuple):
    """A piece of a text: line and column count from 1, length in characters."""

    line: int
    column: int
    length: int


class Lines:
    """Turns offsets into lines and columns."""

    def __init__(self, text: str) -> None:
        self._text = text

    def fragment(self, start: int, end: int) -> Fragment:
        """From the character at `start` to the one at `end`, both included."""
        line_start = self._text.rfind("\n", 0, start) + 1
        return Fragment(self._text.count("\n", 0, start) + 1, start - line_start + 1, end - start + 1)

    def of_node(self, node: exp.Expr) -> Fragment | None:
        """What the names and literals of a node span; None where the parser kept no place for them."""
        return self._span((node, *node.find_all(exp.Identifier, exp.Literal, exp.Star, exp.Var)))

    def of_name(self, table: exp.Table) -> Fragment | None:
        """A table's name, without its alias and what is joined to it."""
        parts = [
            part for key in ("catalog", "db", "this") if isinstance(part := table.args.get(key), exp.Expr)
        ]
        return self._span(
            parts if all(isinstance(one, exp.Identifier) for one in parts) else list(table.walk())
        )

    def _span(self, nodes: Iterable[exp.Expr]) -> Fragment | None:
        starts, ends = [], []
        for one in nodes:
            meta = one._meta
            # Code that came out of a string has offsets of its own, which can lie behind the text.
            if meta and "start" in meta and meta["end"] < len(self._text):
                starts.append(meta["start"])
                ends.append(meta["end"])
        return self.fragment(min(starts), self._closed(min(starts), max(ends))) if starts else None

    def _closed(self, start: int, end: int) -> int:
        """Brackets have no place in the tree: those that are open at the end are closed behind it."""
        inside = self._text[start : end + 1]
        for _ in range(min(inside.count("(") - inside.count(")"), MOST_BRACKETS)):
            place = end + 1
            while place < len(self._text) and self._text[place].isspace():
                place += 1
            if place == len(self._text) or self._text[place] != ")":
                break
            end = place
        return end

    def star(self, node: exp.Expr) -> Fragment | None:
        """The parser keeps no place for `*`: it is the last one before the names of its from clause."""
        select = node.find_ancestor(exp.Select)
        start = select.args.get("from_") if select is not None else None
        before = [
            one._meta["start"]
            for one in (start.find_all(exp.Identifier) if start is not None else ())
            if one._meta and "start" in one._meta
        ]
        place = self._text.rfind("*", 0, min(before)) if before else -1
        return self.fragment(place, place) if place >= 0 else None
