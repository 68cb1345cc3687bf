"""What the words around a `create` say of its table."""

from collections.abc import Sequence

from sqlglot import exp


def property_of(node: exp.Expr, kind: type[exp.Expr]) -> exp.Expr | None:
    return next((one.this for one in _properties(node) if isinstance(one, kind)), None)


def _properties(node: exp.Expr) -> Sequence[exp.Expr]:
    properties = node.args.get("properties")
    return properties.expressions if isinstance(properties, exp.Expr) else ()


def moves_no_rows(node: exp.Expr) -> bool:
    """`create table t as … with no data`: a table of the same shape."""
    return any(isinstance(one, exp.WithDataProperty) and one.args.get("no") for one in _properties(node))


def is_temporary(node: exp.Expr) -> bool:
    return any(isinstance(one, (exp.TemporaryProperty, exp.VolatileProperty)) for one in _properties(node))
