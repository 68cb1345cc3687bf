"""Statements around queries: what they write is bound as well as what they read."""

import re
from collections.abc import Callable

from sqlglot import exp

from headwater.sql import moves
from headwater.sql.binding.binding import BindCode, InsertedRows, Role
from headwater.sql.binding.expressions import bind, bind_all
from headwater.sql.binding.queries import rows_of, with_ctes
from headwater.sql.binding.row_changes import assignments, delete, merge, update
from headwater.sql.binding.rows import BoundColumn, RowSet
from headwater.sql.binding.scopes import BindScope, BindSource
from headwater.sql.binding.targets import SHORT_INSERTS, name_of, returned, target_of, written
from headwater.sql.commands import HARMLESS
from headwater.sql.parsing import read
from headwater.sql.schemas import Found
from headwater.sql.statements import HARMLESS_KINDS
from headwater.sql.table_names import is_file, parts_of

EXPLAIN_OPTIONS = re.compile(
    r"^\s*(\([^()]*\)|analyze|verbose|extended|formatted|cost|codegen|plan\s+for|\s)*", re.I
)


def bind_statement(node: exp.Expr, around: BindScope) -> RowSet:
    """Binds one statement; yields what `returning` gives, or nothing."""
    binding = around.binding
    binding.budget.check()
    for kind, step in KINDS:
        if isinstance(node, kind):
            return step(node, around) or RowSet()
    binding.problem(f"a statement of kind {node.key.upper()}")
    return _tables_only(node, around)


def _query(node: exp.Expr, around: BindScope) -> RowSet:
    rows = rows_of(node, around)
    first = node
    while isinstance(first, exp.SetOperation):
        first = first.this
    into = first.args.get("into")
    if isinstance(into, exp.Expr) and isinstance(into.this, exp.Table):
        _make(into.this, rows, around)
    return rows


def _make(table: exp.Expr, rows: RowSet, around: BindScope) -> None:
    """A table that the text makes: later statements read what it was made of."""
    parts = parts_of(table)
    found = around.binding.catalog.find(parts)
    around.binding.refer_table(table, found, Role.WRITTEN)
    if not found.given:
        around.binding.made[".".join(parts)] = rows


def _create(node: exp.Expr, around: BindScope) -> None:
    schema = node.this
    table = schema.this if isinstance(schema, exp.Schema) else schema
    query = node.args.get("expression")
    if not isinstance(table, exp.Table):
        return
    names = [one.name for one in schema.expressions] if isinstance(schema, exp.Schema) else []
    scope = BindScope(around.binding, with_ctes(node, around))
    clone = node.args.get("clone")
    like = next(iter(node.find_all(exp.LikeProperty)), clone)
    if isinstance(like, exp.Expr) and isinstance(like.this, exp.Table):
        query = exp.Select(expressions=[exp.Star()], from_=exp.From(this=like.this))
        around.binding.kept.append(query)
        around.binding.whole[id(node)] = (node, tuple(rows_of(query, scope).columns))
    filled = _property(node, exp.ToTableProperty)
    if isinstance(filled, exp.Table):  # ClickHouse's view that fills another table
        around.binding.refer_table(
            name_of(filled), around.binding.catalog.find(parts_of(filled)), Role.WRITTEN
        )
    if isinstance(query, (exp.Query, exp.Table)):
        rows = rows_of(query, scope)
        if names and rows.complete and len(names) > len(rows.columns):
            words = f"{len(names)} names for {len(rows.columns)} columns"
            around.binding.error(BindCode.COLUMN_COUNT, words, table)
        _make(table, rows.renamed(names), around)
    elif isinstance(query, exp.DML):
        bind_statement(query, scope)
    else:
        defined = [one for one in schema.expressions if isinstance(one, exp.ColumnDef)] if names else []
        _make(table, RowSet([BoundColumn(one.name) for one in defined], anything=not defined), around)


def _property(node: exp.Expr, kind: type[exp.Expr]) -> object:
    properties = node.args.get("properties")
    listed = properties.expressions if isinstance(properties, exp.Expr) else ()
    return next((one.this for one in listed if isinstance(one, kind)), None)


def _insert(node: exp.Expr, around: BindScope) -> RowSet | None:
    table, listed = _table_and_list(node.this)
    scope = BindScope(around.binding, with_ctes(node, around))
    query = node.args.get("expression") or node.args.get("source")
    rows = rows_of(query, scope) if isinstance(query, (exp.Query, exp.Table, exp.Values)) else None
    if isinstance(query, exp.Values) and rows is not None:
        rows = RowSet(rows.columns)  # what its columns are called does not matter here
    if table is None:
        return None
    found, target = target_of(table, scope)
    own = BindSource((table.alias or parts_of(table)[-1]).lower(), parts_of(table), target)
    if rows is not None:
        _match_columns(node, found, own, listed, rows, scope)
    inner = BindScope(around.binding, scope.ctes, None, [own])
    conflict = node.args.get("conflict")
    if isinstance(conflict, exp.Expr):
        _conflict(conflict, inner)
    return returned(node, inner)


def _conflict(node: exp.Expr, scope: BindScope) -> None:
    own = scope.sources[0]
    bind_all(node.args.get("conflict_keys"), BindScope(scope.binding, {}, None, [own]), Role.FILTERED)
    excluded = BindSource("excluded", ("excluded",), own.rows, hidden=True)
    inner = BindScope(scope.binding, scope.ctes, None, [own, excluded])
    assignments(node.expressions, inner, own)
    bind(node.args.get("where"), inner, Role.FILTERED)


def _match_columns(
    node: exp.Expr,
    found: Found,
    own: BindSource,
    listed: list[exp.Expr] | None,
    rows: RowSet,
    scope: BindScope,
) -> None:
    """Which value goes into which column: by the list, by name, or by place."""
    by_name = bool(node.args.get("by_name"))
    positional = listed is None and not by_name
    scope.binding.refer_table(name_of(node.this), found, Role.WRITTEN, positional=positional)
    if listed is not None:
        inner = BindScope(scope.binding, {}, None, [own])
        columns = [written(one, inner) for one in listed]
    elif by_name:
        columns = [_by_name(node, one, own, scope) for one in rows.columns]
    else:
        columns = list(own.rows.columns)
    complete = own.rows.complete or listed is not None
    inner_table = node.this.this if isinstance(node.this, exp.Schema) else node.this
    partition = node.args.get("partition") or inner_table.args.get("partition")
    if complete and rows.complete and not by_name and not partition:
        _check_width(node, len(columns), len(rows.columns), listed is not None, scope)
    scope.binding.inserts.append(InsertedRows(node, found.name, tuple(columns), rows, positional, by_name))


def _by_name(node: exp.Expr, value: BoundColumn, own: BindSource, scope: BindScope) -> BoundColumn:
    """The column of the target that a value goes to; what has no column is refused."""
    known = own.rows.index.get(value.name.lower())
    if not known and own.rows.complete:
        words = f"the table has no column {value.name}"
        at = value.value if value.value is not None else name_of(node.this)
        scope.binding.error(BindCode.UNKNOWN_COLUMN, words, at)
    return known[0] if known else BoundColumn(value.name)


def _check_width(node: exp.Expr, wanted: int, brought: int, listed: bool, scope: BindScope) -> None:
    short = brought < wanted and not listed and scope.binding.dialect_name in SHORT_INSERTS
    if brought != wanted and not short:
        words = f"{brought} values for {wanted} columns"
        scope.binding.error(BindCode.COLUMN_COUNT, words, name_of(node.this))


def _table_and_list(node: object) -> tuple[exp.Table | None, list[exp.Expr] | None]:
    if isinstance(node, exp.Schema):
        kinds = (exp.Identifier, exp.ColumnDef, exp.Column)
        listed: list[exp.Expr] = [one for one in node.expressions if isinstance(one, kinds)]
        return (node.this if isinstance(node.this, exp.Table) else None), listed or None
    return (node, None) if isinstance(node, exp.Table) else (None, None)


def _multiple(node: exp.Expr, around: BindScope) -> None:
    """Hive's `from t insert … insert …`, and `insert all … select` of Snowflake and Oracle."""
    source = node.args.get("source")
    around = BindScope(around.binding, with_ctes(node, around))
    if isinstance(source, exp.Select):
        rows = rows_of(source, around)
        for branch in node.expressions:
            scope = BindScope(around.binding, {}, None, [BindSource("", (), rows)])
            bind(branch.args.get("expression"), scope, Role.FILTERED)
            _insert_branch(branch.this, scope, rows)
        return
    for one in node.expressions:
        query = one.args.get("expression")
        if isinstance(source, exp.Expr) and isinstance(query, exp.Select) and not query.args.get("from_"):
            query = exp.Select(**{**query.args, "from_": exp.From(this=source)})
            one = exp.Insert(**{**one.args, "expression": query})
        _insert(one, around)


def _insert_branch(insert: exp.Expr, scope: BindScope, rows: RowSet) -> None:
    values = insert.args.get("expression")
    given = rows
    if isinstance(values, exp.Values) and values.expressions:
        listed = values.expressions[0].expressions
        bind_all(listed, scope, Role.PROJECTED)
        given = RowSet([scope.binding.value(one) for one in listed])
    table, names = _table_and_list(insert.this)
    if table is not None:
        found, target = target_of(table, scope)
        own = BindSource(parts_of(table)[-1], parts_of(table), target)
        _match_columns(insert, found, own, names, given, scope)


def _with_query(node: exp.Expr, around: BindScope) -> None:
    """`cache table`, `export data`, `copy (select …) to`: a query with something around it."""
    copied = node.args.get("files") if isinstance(node, exp.Copy) and is_file(node.this) else None
    for given in (node.args.get("expression"), node.args.get("this"), *(copied or ())):
        inner = given.this if isinstance(given, exp.Schema) else given
        if isinstance(inner, exp.Query):
            rows_of(inner, around)
        elif isinstance(inner, exp.Table):
            role = Role.WRITTEN if isinstance(node, exp.Copy) and node.args.get("kind") else Role.PROJECTED
            around.binding.refer_table(name_of(inner), around.binding.catalog.find(parts_of(inner)), role)


def _locking(node: exp.Expr, around: BindScope) -> None:
    bind_statement(node.expression, around)


def _block(node: exp.Expr, around: BindScope) -> None:
    for key in ("expressions", "body", "true", "false"):
        inner = node.args.get(key)
        for one in inner if isinstance(inner, list) else [inner]:
            if isinstance(one, exp.Expr):
                bind_statement(one, around)


def _tables_only(node: exp.Expr, around: BindScope) -> RowSet:
    """`drop`, `alter`, `truncate`: the table as a whole."""
    for table in node.find_all(exp.Table):
        parts = parts_of(table)
        if not parts:
            continue
        found, _ = around.binding.table(parts)
        around.binding.refer_table(name_of(table), found, Role.WRITTEN)
        if found.absent is not None and not node.args.get("exists"):
            around.binding.error(BindCode.UNKNOWN_TABLE, f"there is no table {'.'.join(parts)}", table)
    return RowSet()


def _describing(node: exp.Expr, around: BindScope) -> None:
    """`explain select …` reads what the query reads; `describe t` yields a row for each column."""
    inner = node.this
    listed = isinstance(inner, exp.Query) and not node.args.get("style")
    if isinstance(inner, (exp.Query, exp.DML)):
        rows = bind_statement(inner, around)
    else:
        rows = rows_of(inner, around) if isinstance(inner, exp.Table) else RowSet()
    if listed or isinstance(inner, exp.Table):
        around.binding.whole[id(node)] = (node, tuple(rows.columns))


def _declare(node: exp.Expr, around: BindScope) -> None:
    """Variables of a script: names that are no columns."""
    for item in node.expressions:
        names = item.this if isinstance(item.this, list) else [item.this]
        around.binding.variables.update(one.name.lower() for one in names if isinstance(one, exp.Expr))
        bind(item.args.get("default"), around, Role.PROJECTED)


def _alter(node: exp.Expr, around: BindScope) -> None:
    _tables_only(node, around)
    for move in moves.moves_in_alter(node):
        _refer_moved(move, node, around)


def _refer_moved(move: moves.Move, node: exp.Expr, around: BindScope) -> None:
    """Swap, exchange, append and rename take one table as a whole and write another."""
    pairs = [(move.source, Role.PROJECTED), (move.target, Role.WRITTEN)]
    if move.kind is moves.Kind.SWAP:
        pairs += [(move.target, Role.PROJECTED), (move.source, Role.WRITTEN)]
    for parts, role in pairs:
        found = around.binding.catalog.find(parts)
        around.binding.refer_table(node, found, role, star=role is Role.PROJECTED)


def _execute(node: exp.Expr, around: BindScope) -> None:
    found = list(moves.moves_in_execute(node))
    for move in found:
        _refer_moved(move, node, around)
    if not found:
        around.binding.problem("a statement of kind EXECUTE")


def _explained(text: str, around: BindScope) -> None:
    """A statement in a statement; its names have no place in the text around."""
    for tree in read(text, around.binding.dialect, around.binding.budget).trees:
        if not isinstance(tree, exp.Command):
            bind_statement(tree, around)


def _command(node: exp.Expr, around: BindScope) -> None:
    """What the parser does not know comes as a first word and the rest as plain text."""
    expression = node.expression
    rest = expression.name if isinstance(expression, exp.Literal) else expression
    if str(node.this).upper() == "EXPLAIN":
        _explained(EXPLAIN_OPTIONS.sub("", str(rest or "")), around)
        return
    found = list(moves.moves_in_text(f"{node.this} {rest}"))
    for move in found:
        _refer_moved(move, node, around)
    word = str(node.this).upper()
    if not found and word.split(" ")[0] not in HARMLESS:
        around.binding.problem(f"a statement of kind {word[:40]}")


Step = Callable[[exp.Expr, BindScope], RowSet | None]

# The first kind that fits decides.
KINDS: tuple[tuple[type[exp.Expr] | tuple[type[exp.Expr], ...], Step], ...] = (
    ((exp.Query, exp.Pivot), _query),
    (exp.Insert, _insert),
    (exp.Create, _create),
    (exp.Merge, merge),
    (exp.Update, update),
    (exp.Delete, delete),
    (exp.MultitableInserts, _multiple),
    ((exp.Cache, exp.Export, exp.Copy), _with_query),
    (exp.LockingStatement, _locking),
    ((exp.Block, exp.IfBlock, exp.WhileBlock), _block),
    (exp.Command, _command),
    (exp.Alter, _alter),
    (exp.Execute, _execute),
    ((exp.Describe, exp.Summarize), _describing),
    (exp.Declare, _declare),
    ((exp.Drop, *HARMLESS_KINDS), _tables_only),
)
