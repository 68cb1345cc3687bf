"""DuckDB's `pivot t on …` and `unpivot t on …`: queries of their own, also inside others."""

from collections.abc import Iterator

from sqlglot import exp

from headwater.sql.binding.binding import Role
from headwater.sql.binding.expressions import bind_all
from headwater.sql.binding.rows import BoundColumn, RowSet
from headwater.sql.binding.scopes import BindScope
from headwater.sql.binding.sources import add_source


def pivot_rows(node: exp.Expr, around: BindScope) -> RowSet:
    """What is neither spread nor summed stays as it is."""
    scope = BindScope(around.binding, around.ctes, around.parent)
    source = add_source(node.this, scope)
    group = node.args.get("group")
    keys = group.expressions if isinstance(group, exp.Group) else None
    using = [one for one in node.args.get("using") or () if isinstance(one, exp.Expr)]
    bind_all(node.expressions, scope, Role.GROUPED)
    bind_all(using, scope, Role.PROJECTED)
    bind_all(keys, scope, Role.GROUPED)
    used = set(_names([*node.expressions, *using]))
    kept = [one for one in source.rows.columns if one.name.lower() not in used]
    if keys is not None:
        kept = [scope.binding.value(one) for one in keys]
    if node.args.get("unpivot"):
        found = [one for name in sorted(used) for one in source.rows.index.get(name, ())]
        return RowSet([*kept, *_unpivoted(node, found)], source.rows.open_tables, source.rows.anything)
    # The columns that are made have the types of these; their names are values of the data.
    made = [*using, *(one for one in node.expressions if isinstance(one, exp.Column))]
    scope.binding.whole[id(node)] = (node, tuple(scope.binding.value(one) for one in made))
    return RowSet(kept, source.rows.open_tables, anything=True)


def _names(nodes: list[exp.Expr]) -> Iterator[str]:
    for node in nodes:
        yield from (column.name.lower() for column in node.find_all(exp.Column))


def _unpivoted(node: exp.Expr, found: list[BoundColumn]) -> Iterator[BoundColumn]:
    into = node.args.get("into")
    yield BoundColumn(into.this.name if isinstance(into, exp.Expr) else "name")
    names = [one.name for one in into.expressions] if isinstance(into, exp.Expr) else ["value"]
    yield from (BoundColumn(name, branches=tuple(found)) for name in names)
