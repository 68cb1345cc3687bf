"""The walk through an expression: columns are bound, queries inside are bound in their turn."""

import re
from collections.abc import Iterable
from dataclasses import replace

from sqlglot import exp

from headwater.sql.binding.binding import Role
from headwater.sql.binding.rows import RowSet
from headwater.sql.binding.scopes import BindScope, BindSource, take_row
from headwater.sql.expressions import ABSOLUTE, DICTIONARY_FUNCTIONS
from headwater.sql.table_names import with_columns

# Arguments that look like columns to a parser and are none.
NO_VALUES = {"unit", "kind", "alias", "window"}
# Where a table is also a type.
ROW_TYPES = {"postgres", "redshift", "materialize", "risingwave"}
LEAVES = (exp.Literal, exp.Identifier, exp.Var, exp.DataType, exp.Parameter, exp.Placeholder, exp.Null)


def bind_all(nodes: Iterable[object] | None, scope: BindScope, role: Role) -> None:
    for node in nodes or ():
        bind(node, scope, role)


def bind(expression: object, scope: BindScope, role: Role) -> None:
    """Binds every column below; a stack, so that a long `or` cannot exhaust the frames."""
    stack: list[tuple[object, Role]] = [(expression, role)]
    count = 0
    while stack:
        node, here = stack.pop()
        count += 1
        if count % 512 == 0:
            scope.binding.budget.check()
        if not isinstance(node, exp.Expr) or _is_leaf(node, scope):
            continue
        if isinstance(node, exp.Column):
            _column(node, scope, here)
        elif isinstance(node, (exp.Query, exp.Comprehension)):
            _nested(node, scope, here)
        elif isinstance(node, exp.Dot):
            _dot(node, scope, here, stack)
        elif isinstance(node, (exp.Star, exp.Columns)):
            _unnamed(node, scope, stack, here)
        else:
            stack.extend(_children(node, here))


def _is_leaf(node: exp.Expr, scope: BindScope) -> bool:
    _tell_unbound(node, scope)
    return isinstance(node, LEAVES)


def _tell_unbound(node: exp.Expr, scope: BindScope) -> None:
    """Names that are no columns: Snowflake's `$1`, and the table in ClickHouse's `a in t`."""
    dialect = scope.binding.dialect_name
    if isinstance(node, exp.Parameter) and node.name.isdigit() and dialect == "snowflake":
        scope.binding.problem(f"column ${node.name} by its place")
    elif isinstance(node, exp.DataType) and node.this is exp.DType.USERDEFINED and dialect in ROW_TYPES:
        _row_type(node, scope)
    elif isinstance(node, exp.Parameter) and not node.name.isdigit() and dialect in ABSOLUTE:
        scope.binding.problem("a value behind the operator @")
    elif isinstance(node, exp.In) and isinstance(node.args.get("field"), exp.Column):
        scope.binding.problem("a name after IN, which may be a table")


def _row_type(node: exp.DataType, scope: BindScope) -> None:
    """`null::orders`: the name of a table is a type of all its columns."""
    name = node.args.get("kind")
    parts = tuple(one.name.lower() for one in name.find_all(exp.Identifier)) if name else ()
    if parts and scope.binding.catalog.find(parts).given:
        found, rows = scope.binding.table(parts)
        scope.binding.refer_star(node, (found.name,))
        scope.binding.whole[id(node)] = (node, tuple(rows.columns))


def _children(node: exp.Expr, role: Role) -> list[tuple[object, Role]]:
    if isinstance(node, exp.Count) and isinstance(node.this, exp.Star):
        return []
    if isinstance(node, exp.Window):
        order = node.args.get("order")
        keys = [*(node.args.get("partition_by") or ()), *(order.expressions if order else ())]
        return [(node.this, role), *((key, Role.WINDOWED) for key in keys)]
    if isinstance(node, exp.Kwarg) or (
        isinstance(node, exp.PropertyEQ) and not isinstance(node.this, exp.Column)
    ):
        return [(node.expression, role)]
    if isinstance(node, exp.Anonymous) and str(node.this).lower().startswith(DICTIONARY_FUNCTIONS):
        return [(one, role) for one in node.expressions[1:]]
    if isinstance(node, exp.Filter):
        return [(node.this, role), (node.expression, Role.FILTERED)]
    if isinstance(node, (exp.Order, exp.WithinGroup)):
        return [(value, Role.ORDERED if key != "this" else role) for key, value in _values(node)]
    return [
        (value, role) for key, value in _values(node) if key not in NO_VALUES or isinstance(value, exp.Query)
    ]


def _values(node: exp.Expr) -> Iterable[tuple[str, object]]:
    for key, value in node.args.items():
        if isinstance(value, list):
            yield from ((key, one) for one in value)
        else:
            yield key, value


def _column(node: exp.Column, scope: BindScope, role: Role) -> None:
    if isinstance(node.this, exp.Parameter):
        _tell_unbound(node.this, scope)
        return
    if not isinstance(node.this, exp.Star):
        scope.bind(node, role)
        return
    words = tuple(part.name.lower() for key in ("catalog", "db", "table") if (part := node.args.get(key)))
    source = scope.source(words)
    if source is None:
        _fields_of_structure(node, scope, role)
    # `count(t.*)` looks at the rows as such, `struct(t.*)` at every column.
    elif not isinstance(node.parent, exp.Count):
        take_row(node, scope, source)


def _fields_of_structure(node: exp.Column, scope: BindScope, role: Role) -> None:
    """`struct(s.*, id)`, where `s` is a column and no table: it is read whole."""
    named = [part.copy() for key in ("table", "db", "catalog") if (part := node.args.get(key))]
    column = exp.Column(**dict(zip(("this", "table", "db"), named, strict=False)))
    scope.binding.kept.append(column)
    scope.bind(column, role)


def _unnamed(node: exp.Expr, scope: BindScope, stack: list[tuple[object, Role]], role: Role) -> None:
    """`struct(*)`, and DuckDB's `columns(*)` and `columns('price.*')`: every column that fits."""
    inner = node.args.get("this")
    pattern = inner.name if isinstance(inner, exp.Literal) and inner.is_string else ""
    if isinstance(inner, exp.Array):
        names = [one.name for one in inner.expressions if isinstance(one, exp.Literal)]
        pattern = f"^({'|'.join(map(re.escape, names))})$"
        for name in names:  # each has to be there
            column = exp.Column(this=exp.to_identifier(name))
            scope.binding.kept.append(column)
            scope.bind(column, role)
    take_row(node, scope, None, pattern)
    if isinstance(inner, exp.Star):
        stack.extend((one, role) for one in inner.args.get("except_") or ())


def _nested(node: exp.Expr, scope: BindScope, role: Role) -> None:
    """A query, or `[x * 2 for x in prices if x > 1]`: both bring names of their own."""
    if isinstance(node, exp.Query):
        scope.binding.query(node, scope)
        return
    bind(node.args.get("iterator"), scope, role)
    value = BindSource(node.expression.name.lower(), (), RowSet(), value=True)
    inner = replace(scope, sources=[*scope.sources, value])
    bind(node.this, inner, role)
    bind(node.args.get("condition"), inner, Role.FILTERED)


def _dot(node: exp.Dot, scope: BindScope, role: Role, stack: list[tuple[object, Role]]) -> None:
    """`(t.a).b.c`: fields of what stands before; a dotted function has its arguments behind the dots."""
    path: list[str] = []
    head: exp.Expr = with_columns(node) if node.this.find(exp.Func) else node
    while isinstance(head, exp.Dot):
        if isinstance(head.expression, exp.Identifier):
            path.insert(0, head.expression.name)
        else:
            stack.append((head.expression, role))
        head = head.this
    if isinstance(head, exp.Column) and not isinstance(head.this, exp.Star):
        scope.bind(head, role, path)
    elif not isinstance(head, exp.Identifier):
        stack.append((head, role))
    elif path or isinstance(node.expression, exp.Func):
        _method(node, scope, role)


def _method(node: exp.Dot, scope: BindScope, role: Role) -> None:
    """`t.document.value('/a', 'int')` and DuckDB's `xs.list_sum()` read the column; `shop.tax(a)` none."""
    words = [one.copy() for one in node.this.find_all(exp.Identifier, bfs=False)]
    if len(words) == 1 and any(words[0].name.lower() in one.rows.index for one in scope.sources):
        column = exp.Column(this=words[0])
        scope.binding.kept.append(column)
        scope.bind(column, role)
        found = scope.binding.columns.get(id(column))
        scope.binding.whole[id(node)] = (node, (found,) if found else ())
    if len(words) > 1 and scope.source(tuple(word.name.lower() for word in words[:-1])) is not None:
        keys = ("this", "table", "db", "catalog")
        column = exp.Column(**dict(zip(keys, reversed(words), strict=False)))
        scope.binding.kept.append(column)
        scope.bind(column, role)
