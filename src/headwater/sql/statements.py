"""What each kind of statement writes: one function a kind, listed in `KINDS`."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from sqlglot import exp
from sqlglot.dialects.tsql import TSQL

from headwater.sql import moves
from headwater.sql.commands import command
from headwater.sql.create_properties import is_temporary, moves_no_rows, property_of
from headwater.sql.dependencies import AS_IS, FILTER, INDIRECT, Dependency, distinct
from headwater.sql.expressions import dependencies_of
from headwater.sql.queries import rows_of, with_ctes
from headwater.sql.returned_rows import pass_over_returned, write_returned
from headwater.sql.row_changes import Inserted, delete, merge, on_conflict, update
from headwater.sql.row_sets import RowField, Rows
from headwater.sql.scope import Scope, Source
from headwater.sql.script import Script, Target
from headwater.sql.table_names import dropped_by, is_file
from headwater.sql.target_columns import by_name, created, inserted

HARMLESS_KINDS = (
    exp.Analyze, exp.Attach, exp.Comment, exp.Commit, exp.Declare, exp.Describe, exp.Detach, exp.EndStatement,
    exp.Grant, exp.Kill, exp.Null, exp.Pragma, exp.Refresh, exp.Revoke, exp.Rollback, exp.Semicolon, exp.Set,
    exp.Show, exp.Summarize, exp.Transaction, exp.TruncateTable, exp.Uncache, exp.Use,
)  # fmt: skip


TEXTS = (exp.Literal, exp.RawString, exp.Heredoc)


def run(node: exp.Expr, script: Script) -> None:
    """Adds what the statement writes; one of a kind that no rule knows is a problem."""
    script.context.budget.check()
    script.context.records_read.clear()
    for kind, step in KINDS:
        if isinstance(node, kind):
            step(node, script)
            return
    _unsupported(node, script)


def _harmless(node: exp.Expr, script: Script) -> None:
    """Its tables get no rows; a query for a variable, as in `set x = (select …)`, is left over."""
    if not isinstance(node, (exp.Declare, exp.Set)) or not node.find(exp.Query):
        script.context.visit(node)
    if isinstance(node, exp.Declare):
        _declare_tables(node, script)


def _declare_tables(node: exp.Expr, script: Script) -> None:
    """T-SQL's `declare @t table (a int)`."""
    for one in node.expressions:
        schema = one.args.get("kind")
        names = one.this if isinstance(one.this, list) else [one.this]
        if isinstance(schema, exp.Schema):
            _, columns = _table_and_columns(schema)
            for name in names:
                _empty(exp.Table(this=name), columns, script, temporary=True)


def _alter(node: exp.Expr, script: Script) -> None:
    actions: list[exp.Expr] = node.args.get("actions") or []
    queries = [one for one in actions if isinstance(one, exp.Query)]
    script.context.visit(node.this, *(one for one in actions if one not in queries))
    for move in moves.moves_in_alter(node):
        moves.apply(move, script)
    for change in (one for one in actions if isinstance(one, (exp.Delete, exp.Update))):
        # ClickHouse's `alter table t delete where …`; a new node around the same parts.
        run(type(change)(**{**change.args, "this": node.this}), script)
    for query in queries:  # `alter view v as select …`
        _create_as(rows_of(query, script.scope()), script.target(node.this), script)


def _execute(node: exp.Expr, script: Script) -> None:
    script.context.visit(node)
    found = list(moves.moves_in_execute(node))
    for move in found:
        moves.apply(move, script)
    if not found:
        script.context.problem(f"a statement of kind {node.key.upper()}")


def _unsupported(node: exp.Expr, script: Script) -> None:
    script.context.problem(f"a statement of kind {node.key.upper()}")
    script.context.visit(node)


def _export(node: exp.Expr, script: Script) -> None:
    """BigQuery's `export data … as select`: rows for the run's only output."""
    script.context.visit(node.args.get("connection"))
    source = node.this.this if isinstance(node.this, exp.Schema) else node.this
    if isinstance(source, (exp.Query, exp.Table)):
        script.export(rows_of(source, script.scope()))


def _copy(node: exp.Expr, script: Script) -> None:
    """`copy (select …) to 'file'` exports; what is copied in comes from files that nobody described."""
    if not node.args.get("kind"):
        _export(node, script)
        return
    sources: list[exp.Expr] = node.args.get("files") or []
    # Snowflake's `copy into @stage from t` goes the other way.
    if is_file(node.this) and len(sources) == 1 and not is_file(sources[0]):
        script.context.visited.add(id(node.this))
        script.export(rows_of(sources[0], script.scope()))
    else:
        _unsupported(node, script)


def _locking(node: exp.Expr, script: Script) -> None:
    """Teradata's `locking row for access select …`."""
    script.context.visit(node.this)
    run(node.expression, script)


def _block(node: exp.Expr, script: Script) -> None:
    """The statements inside; queries among them have no target."""
    for key in ("expressions", "body", "true", "false"):
        inner = node.args.get(key)
        for one in inner if isinstance(inner, list) else [inner]:
            # Rows of a query in a block go to nobody.
            if isinstance(one, exp.Expr) and not isinstance(one, exp.Query):
                run(one, script)


def _drop(node: exp.Expr, script: Script) -> None:
    script.context.visit(node)
    script.dropped.subtract(dropped_by(node))


def _query(node: exp.Expr, script: Script) -> None:
    rows = rows_of(node, script.scope())
    first = node
    while isinstance(first, exp.SetOperation):  # `select … into … union all …`: the first select names it
        first = first.this
    into = first.args.get("into")
    assigned = list(_assigned(first, into))
    if rows.sources:
        script.context.variables.update(assigned)
    if isinstance(into, exp.Expr) and script.into_variables and rows.sources:
        script.context.variables.update(one.name.lower() for one in (into.this, *into.expressions) if one)
    if assigned and (into is not None or isinstance(script.context.dialect, TSQL)):
        script.context.visit(into)  # no rows come back
    elif isinstance(into, exp.Expr) and isinstance(into.this, exp.Expr):
        temporary = bool(into.args.get("temporary")) or script.into_variables
        _create_as(rows, script.target(into.this, temporary=temporary), script)
    elif isinstance(into, exp.Expr):
        script.context.visit(into)  # Oracle's `select a, b into first, second`: variables
    elif rows.sources:
        script.queries.append(rows)


def _assigned(select: exp.Expr, into: exp.Expr | None) -> Iterator[str]:
    """The variables in `select … into @x`, T-SQL's `select @x = a` and MySQL's `select @x := a`."""
    pairs = [one for one in select.args.get("expressions") or () if isinstance(one, (exp.EQ, exp.PropertyEQ))]
    target = into.this.this if isinstance(into, exp.Expr) and isinstance(into.this, exp.Table) else None
    for one in (target, *(pair.this for pair in pairs)):
        if isinstance(one, exp.Parameter):
            yield one.name.lower()


def _create_as(rows: Rows, target: Target, script: Script, columns: list[str] | None = None) -> None:
    fields = created(rows, target, columns, script.context)
    # A table made and dropped by the same text never lives on: as good as temporary.
    staged = not target.match.reported and script.dropped[target.parts] > 0
    if target.temporary or staged:
        # Made anew, so what an earlier table of that name was filled from no longer counts.
        script.context.temporary.pop(".".join(target.parts), None)
        target = Target(target.parts, target.match, temporary=True)
    else:
        script.record_columns(target, fields, complete=not rows.open_relations)
    script.write(target, fields, rows)


def _create(node: exp.Expr, script: Script) -> None:
    table, columns = _table_and_columns(node.this)
    kind = (node.args.get("kind") or "").upper()
    if table is None or kind not in ("TABLE", "VIEW"):
        _create_other(node, kind, script)
        return
    script.context.visit(node.this, *(node.args.get("indexes") or ()))
    filled = property_of(node, exp.ToTableProperty)  # ClickHouse's view that fills another table
    table = filled if isinstance(filled, exp.Table) else table
    temporary = is_temporary(node)
    query = node.args.get("expression")
    clone = node.args.get("clone")
    if isinstance(clone, exp.Expr):
        query = exp.Select(expressions=[exp.Star()], from_=exp.From(this=clone.this))
    if kind == "TABLE" and script.context.dialect_name == "mysql":
        columns = None if isinstance(query, exp.Expr) else columns  # they stand beside those of the query
    if filled is not None:
        columns = None  # ClickHouse lists what the table has, and goes by the query's names
    if isinstance(query, (exp.Query, exp.Table)):
        around = Scope(script.context, with_ctes(node, script.scope()))
        rows = rows_of(query, around)
        if kind == "TABLE" and moves_no_rows(node):
            _empty(table, columns or [one.name for one in rows.fields], script, temporary=temporary)
        else:
            _create_as(rows, script.target(table, temporary=temporary), script, columns=columns)
    else:
        _create_without_query(node, table, columns, script)


def _create_without_query(node: exp.Expr, table: exp.Expr, columns: list[str] | None, script: Script) -> None:
    query, temporary = node.args.get("expression"), is_temporary(node)
    if isinstance(query, exp.Expr):
        script.context.problem(f"a query of kind {query.key.upper()}")
    elif property_of(node, exp.ExecuteAsProperty):
        script.context.problem("the rows of a prepared statement")
    elif temporary or columns:
        _empty(table, columns, script, temporary=temporary)


def _create_other(node: exp.Expr, kind: str, script: Script) -> None:
    """What is neither table nor view, and may hold or copy some nevertheless."""
    if node.find(exp.Query, exp.DML) or any(map(_holds_query, node.find_all(*TEXTS))):
        script.context.problem(f"a query in CREATE {kind}")
    if node.args.get("clone"):
        script.context.problem(f"a clone of all tables of a {kind.lower()}")
    if kind == "DICTIONARY":
        script.context.problem("the source of a dictionary")
    script.context.visit(node)


def _holds_query(text: exp.Expr) -> bool:
    """The body of a function as one string."""
    return re.search(r"\b(select|insert|update|delete|merge)\b", text.name, re.IGNORECASE) is not None


def _empty(table: exp.Expr, columns: list[str] | None, script: Script, *, temporary: bool) -> None:
    """`create table t (a int)`: nothing is written, but the schema is known from here on."""
    target = script.target(table, temporary=temporary)
    fields = [RowField(name, ()) for name in columns or ()]
    if target.temporary:
        script.write(target, fields, Rows())
    else:
        script.record_columns(target, fields, complete=bool(fields))


def _cache(node: exp.Expr, script: Script) -> None:
    query = node.args.get("expression")
    script.context.visited.add(id(node.this))
    if isinstance(query, exp.Query):
        _create_as(rows_of(query, script.scope()), script.target(node.this, temporary=True), script)


def _insert(node: exp.Expr, script: Script, query: exp.Expr | None = None) -> None:
    table, columns = _table_and_columns(node.this)
    query = query or node.args.get("expression") or node.args.get("source")
    scope = Scope(script.context, with_ctes(node, script.scope()))
    _pass_over(node, scope)
    if not isinstance(query, (exp.Query, exp.Table, exp.Values)):
        return
    rows = rows_of(query, scope)
    if table is None:
        script.export(rows)  # into a directory, or a table function of ClickHouse
    # Literal values come from no table: there is no lineage to write.
    elif rows.sources or not isinstance(query, exp.Values):
        _insert_rows(node, table, columns, rows, script)


def _pass_over(node: exp.Expr, scope: Scope) -> None:
    """What decides where rows go and not which: partitions, settings, what comes back."""
    if not isinstance(node.this, exp.Query):
        scope.context.visit(node.this)
    # Visited without a result, so that they are not reported as not read.
    for key in ("partition", "partition_by", "settings", "where"):
        value = node.args.get(key)
        scope.context.visit(*(value if isinstance(value, list) else [value]))
    conflict = node.args.get("conflict")
    literal = isinstance(node.args.get("expression"), exp.Values)
    if isinstance(conflict, exp.Expr) and literal and not conflict.find(exp.Query):
        scope.context.visit(conflict)
    pass_over_returned(node, scope)


def _insert_rows(
    node: exp.Expr, table: exp.Expr, columns: list[str] | None, rows: Rows, script: Script
) -> None:
    target = script.target(table)
    if node.args.get("by_name"):
        fields = by_name(rows, target, script.context)
    else:
        fields = inserted(rows, _without_static(target, table, node, script), columns, script.context)
    conflict = node.args.get("conflict")
    if isinstance(conflict, exp.Expr):
        changed = on_conflict(conflict, Inserted(table, target, fields), script)
        fields += changed.fields
        rows = replace(rows, whole=distinct((*rows.whole, *changed.whole)))
    script.write(target, fields, rows)
    own = script.context.relation(target.match)
    write_returned(node, own, fields, rows, script.scope(), script)


def _without_static(target: Target, table: exp.Expr, node: exp.Expr, script: Script) -> Target:
    """`partition (day = '…')`: a column with a fixed value takes no place; one without comes last."""
    clause = table.args.get("partition") or node.args.get("partition")
    script.context.visit(clause)
    if not isinstance(clause, exp.Expr) or not target.match.columns:
        return target
    fixed = {one.this.name.lower() for one in clause.expressions if isinstance(one, exp.EQ)}
    moved = [target.spelled(one.name) for one in clause.expressions if not isinstance(one, exp.EQ)]
    left = [one for one in target.match.columns if one.lower() not in fixed and one not in moved]
    return Target(target.parts, target.match._replace(columns=(*left, *moved)), target.temporary)


def _multiple(node: exp.Expr, script: Script) -> None:
    """Hive's `from t insert … insert …`, and Snowflake's `insert all … select`."""
    source = node.args.get("source")
    with script.inside(with_ctes(node, script.scope())):
        # Snowflake and Oracle read once and insert what each branch lists.
        if isinstance(source, exp.Select):
            _insert_all(node, source, script)
        else:
            _insert_each(node, source, script)


def _insert_each(node: exp.Expr, source: object, script: Script) -> None:
    for one in node.expressions:
        query = one.args.get("expression")
        if isinstance(source, exp.Expr) and isinstance(query, exp.Select) and not query.args.get("from_"):
            # A new node around the same parts: a parsed tree is never changed.
            query = exp.Select(**{**query.args, "from_": exp.From(this=source)})
        _insert(one, script, query)


def _insert_all(node: exp.Expr, source: exp.Select, script: Script) -> None:
    rows = rows_of(source, script.scope())
    before: list[Dependency] = []
    for branch in node.expressions:
        scope = Scope(script.context, {}, None, [Source("", (), rows)])
        insert, condition = branch.this, branch.args.get("expression")
        deciding = (
            dependencies_of(condition, scope, INDIRECT[FILTER]) if isinstance(condition, exp.Expr) else ()
        )
        before.extend(deciding)
        if branch.args.get("else_"):
            # Gets what all conditions before it left over.
            deciding = tuple(before)
        values = insert.args.get("expression")
        listed = isinstance(values, exp.Values)
        fields = list(_value_fields(values, scope)) if listed else rows.fields
        open_relations = () if listed else rows.open_relations
        given = Rows(fields, open_relations, distinct((*rows.whole, *deciding)), rows.sources)
        table, columns = _table_and_columns(insert.this)
        if table is not None:
            _insert_rows(insert, table, columns, given, script)


def _value_fields(values: exp.Values, scope: Scope) -> Iterator[RowField]:
    for place, one in enumerate(values.expressions[0].expressions):
        yield RowField(
            one.alias_or_name or f"_col_{place}", dependencies_of(one, scope, AS_IS), bool(one.alias_or_name)
        )


def _table_and_columns(node: object) -> tuple[exp.Table | None, list[str] | None]:
    if isinstance(node, exp.Schema):
        columns = [
            one.name
            for one in node.expressions
            if isinstance(one, (exp.Identifier, exp.ColumnDef, exp.Column))
        ]
        return (node.this if isinstance(node.this, exp.Table) else None), columns or None
    return (node, None) if isinstance(node, exp.Table) else (None, None)


Step = Callable[[exp.Expr, Script], None]

# The first kind that fits decides.
KINDS: tuple[tuple[type[exp.Expr] | tuple[type[exp.Expr], ...], Step], ...] = (
    ((exp.Query, exp.Pivot), _query),
    (exp.Insert, _insert),
    (exp.Create, _create),
    (exp.Merge, merge),
    (exp.Update, update),
    (exp.Delete, delete),
    (exp.MultitableInserts, _multiple),
    (exp.Cache, _cache),
    (exp.Drop, _drop),
    (exp.Alter, _alter),
    (exp.Execute, _execute),
    (exp.Export, _export),
    (exp.Command, command),
    ((exp.Block, exp.IfBlock, exp.WhileBlock), _block),
    (exp.Copy, _copy),
    (exp.LockingStatement, _locking),
    (HARMLESS_KINDS, _harmless),
)
