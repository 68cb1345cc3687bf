"""Walks over syntax trees that lineage and binding share: where joins, parts and lists of a node lie."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from sqlglot import exp

from headwater.sql.table_names import column_parts


class Visible(Protocol):
    """Sources of a from clause, as far as a condition in it can see them."""

    @property
    def sources(self) -> Sequence[object]: ...

    def may_have(self, words: Sequence[str], /) -> bool: ...


def joins_of(node: exp.Expr) -> Iterator[exp.Expr]:
    """A table in parentheses or under `update` carries its joins itself."""
    start = node.args.get("from_")
    if start is not None and isinstance(start.this, (exp.Table, exp.Subquery)):
        yield from start.this.args.get("joins") or ()
    yield from node.args.get("joins") or ()


def holds_tables(node: exp.Subquery) -> bool:
    """Parentheses around tables and joins, and not around a query."""
    inner = node.this
    if not isinstance(inner, exp.Subquery):
        return isinstance(inner, (exp.Table, exp.TableFromRows, exp.Unnest, exp.Lateral))
    return bool(inner.args.get("alias") or inner.args.get("joins")) or holds_tables(inner)


def set_operation_steps(node: exp.SetOperation) -> tuple[exp.Expr, list[exp.SetOperation]]:
    """The first part, and what is added to it step by step: unions lean to the left, thousands deep."""
    steps: list[exp.SetOperation] = []
    first: exp.Expr = node
    # A CTE in front of a part belongs to that part alone.
    while isinstance(first, exp.SetOperation) and (first is node or not first.args.get("with_")):
        steps.append(first)
        first = first.this
    return first, steps[::-1]


def resolves(condition: exp.Expr, visible: Visible, scope: Visible) -> bool:
    """Whether no name of a condition needs a source that comes later."""
    if len(visible.sources) == len(scope.sources):
        return True
    columns = (one for one in condition.find_all(exp.Column) if isinstance(one.this, exp.Identifier))
    return all(visible.may_have(one) or not scope.may_have(one) for one in map(column_parts, columns))


def listed(mark: exp.Expr, key: str) -> list[exp.Expr]:
    """Unfitting shapes are left out: sqlglot reads some dialects' lists as other nodes."""
    found = mark.args.get(key)
    every = found if isinstance(found, list) else [found]
    return [one for one in every if isinstance(one, exp.Expr)]
