"""A DDL script as proposed changes: alter, create or replace, drop and rename, in any dialect."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from headwater.errors import BadInputError
from headwater.simulator.proposals import ChangeType, ProposedChange, refused
from headwater.simulator.schema_changes import apply, diff
from headwater.simulator.type_changes import Harm, type_change
from headwater.sql import moves
from headwater.sql.binding.bind import bind_trees, dialect_named, parse
from headwater.sql.binding.rows import RowSet
from headwater.sql.limits import Budget
from headwater.sql.schemas import Catalog, ColumnSchema, TableSchema
from headwater.sql.statements import HARMLESS_KINDS
from headwater.sql.table_names import Parts, parts_of

FIELD = "ddl"
# What a migration does beside: rows, rights and the session, and no column.
NO_CHANGE = (exp.Query, exp.Insert, exp.Update, exp.Delete, exp.Merge, *HARMLESS_KINDS)
# Forms that sqlglot hands over as text: table, then what is done to it.
DROPS = re.compile(r"^\s*\(?\s*(?:column\s+)?(.*?)\)?\s*$", re.IGNORECASE | re.DOTALL)
MODIFIES = re.compile(
    r"table\s+(\S+)\s+modify\s*\(?\s*(?:column\s+)?(\S+)\s+(.+?)\)?\s*$", re.IGNORECASE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class SchemaMigration:
    """What a script changes, and in words the statements that it was not read from."""

    changes: tuple[ProposedChange, ...]
    problems: tuple[str, ...]


def read_ddl(
    text: str, *, dialect: str | None, schemas: Mapping[str, TableSchema], seconds: float = 5.0
) -> SchemaMigration:
    """The changes of a script, each against what those before it left.

    >>> schemas = {"shop.t": TableSchema("shop.t", (ColumnSchema("id", "int"), ColumnSchema("note")))}
    >>> found = read_ddl("alter table t drop column note", dialect="postgres", schemas=schemas)
    >>> [change.in_words() for change in found.changes]
    ['drop shop.t.note']
    """
    budget = Budget(seconds)
    statements = parse(text, dialect_named(dialect), budget)
    script = _Script(dialect or "", dict(schemas), budget, problems=list(statements.problems))
    for tree in statements.trees:
        script.run(tree)
    return SchemaMigration(tuple(script.changes), tuple(script.problems))


@dataclass(slots=True)
class _Script:
    dialect: str
    schemas: dict[str, TableSchema]
    budget: Budget
    changes: list[ProposedChange] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def run(self, tree: exp.Expr) -> None:
        self.budget.check()
        for kind, step in STATEMENTS:
            if isinstance(tree, kind):
                step(self, tree)
                return
        if not isinstance(tree, NO_CHANGE):
            self.problems.append(f"a statement of kind {tree.key.upper()} is not read as a change")

    def add(self, *changes: ProposedChange) -> None:
        """Made at once, so that the next one is checked against the result."""
        for change in changes:
            try:
                self.schemas = apply([change], self.schemas)
            except BadInputError as error:
                raise BadInputError(FIELD, f"{change.in_words()}: {error.reason}") from None
            self.changes.append(change)

    def table(self, parts: Parts) -> str:
        found = Catalog(self.schemas.values()).find(parts)
        if not found.given:
            name = ".".join(parts)
            raise refused(FIELD, f"no table named `{name}`", name, list(self.schemas))
        return found.name

    def knows(self, parts: Parts) -> bool:
        return Catalog(self.schemas.values()).find(parts).given

    def has(self, table: str, column: str) -> bool:
        return self.schemas[table].column(column) is not None


def _alter(script: _Script, node: exp.Expr) -> None:
    if not isinstance(node.this, exp.Table):
        return
    if node.args.get("exists") and not script.knows(parts_of(node.this)):
        return
    table = script.table(parts_of(node.this))
    for action in node.args.get("actions") or ():
        step = ACTIONS.get(type(action))
        if step is None:
            script.problems.append(f"{table}: {action.key} is not read as a change of columns")
        else:
            script.add(*step(script, table, action))
            renamed = bool(script.changes) and script.changes[-1].type is ChangeType.RENAME_TABLE
            table = script.changes[-1].new_name or table if renamed else table


def _added(script: _Script, table: str, node: exp.Expr) -> Iterator[ProposedChange]:
    if node.args.get("exists") and script.has(table, node.name):
        return
    place = node.args.get("position")
    position = None
    if isinstance(place, exp.Expr):
        position = _position(script.schemas[table], place)
    column = _column(node, script.dialect)
    yield ProposedChange(
        ChangeType.ADD_COLUMN,
        table,
        column.name,
        new_type=column.type,
        nullable=column.nullable,
        position=position,
        default=column.default,
    )


def _position(schema: TableSchema, node: exp.Expr) -> int:
    """`first`, or `after a`."""
    after = node.this.name.lower() if isinstance(node.this, exp.Expr) else ""
    names = [one.name.lower() for one in schema.columns or ()]
    return names.index(after) + 2 if after in names else 1


def _column(node: exp.Expr, dialect: str) -> ColumnSchema:
    kind = node.args.get("kind")
    constraints = [one.args.get("kind") for one in node.args.get("constraints") or ()]
    required = any(
        isinstance(one, exp.NotNullColumnConstraint) and not one.args.get("allow_null") for one in constraints
    )
    required = required or any(isinstance(one, exp.PrimaryKeyColumnConstraint) for one in constraints)
    filled = (
        exp.DefaultColumnConstraint,
        exp.GeneratedAsIdentityColumnConstraint,
        exp.AutoIncrementColumnConstraint,
    )
    default = any(isinstance(one, filled) for one in constraints)
    spelled = kind.sql(dialect or None) if isinstance(kind, exp.Expr) else None
    return ColumnSchema(node.name, spelled, not required, default)


def _added_list(script: _Script, table: str, node: exp.Expr) -> Iterator[ProposedChange]:
    for one in node.expressions:
        yield from _added(script, table, one)


def _dropped(script: _Script, table: str, node: exp.Expr) -> Iterator[ProposedChange]:
    if (node.args.get("kind") or "COLUMN").upper() not in ("COLUMN", "COLUMNS"):
        return
    listed = [node.this, *(node.args.get("tables") or ())]
    for one in listed:
        for column in one.expressions if isinstance(one, exp.Schema) else [one]:
            if isinstance(column, exp.Expr) and not (
                node.args.get("exists") and not script.has(table, column.name)
            ):
                yield ProposedChange(ChangeType.DROP_COLUMN, table, column.name)


def _dropped_in_text(script: _Script, table: str, node: exp.Expr) -> Iterator[ProposedChange]:
    """Oracle's `drop (a, b)`."""
    found = DROPS.match(str(node.expression)) if str(node.this).lower() == "drop" else None
    for name in found[1].split(",") if found else ():
        yield ProposedChange(ChangeType.DROP_COLUMN, table, name.strip().strip('"`[]'))


def _altered(script: _Script, table: str, node: exp.Expr) -> Iterator[ProposedChange]:
    name, kind = node.this.name, node.args.get("dtype")
    to = node.args.get("rename_to")
    if isinstance(kind, exp.Expr):
        new_type = kind.sql(script.dialect or None)
        yield ProposedChange(ChangeType.CHANGE_TYPE, table, name, new_type=new_type)
    allow = node.args.get("allow_null")
    # `set not null` comes as an action without any argument.
    bare = not any(
        node.args.get(key) for key in ("dtype", "default", "drop", "comment", "rename_to", "visible")
    )
    if allow is not None or bare:
        yield ProposedChange(ChangeType.CHANGE_NULLABLE, table, name, nullable=bool(allow))
    elif node.args.get("default") is not None or node.args.get("drop"):
        column = script.schemas[table].column(name)
        nullable = column.nullable if column else None
        default = node.args.get("default") is not None
        yield ProposedChange(ChangeType.CHANGE_NULLABLE, table, name, nullable=nullable, default=default)
    if isinstance(to, exp.Expr) and to.name.lower() != name.lower():
        yield ProposedChange(ChangeType.RENAME_COLUMN, table, name, new_name=to.name)


def _modified(script: _Script, table: str, node: exp.Expr) -> Iterator[ProposedChange]:
    """MySQL's `modify a bigint` and `change a b bigint`."""
    defined = node.this
    column, old = _column(defined, script.dialect), node.args.get("rename_from")
    name = old.name if isinstance(old, exp.Expr) else column.name
    yield ProposedChange(ChangeType.CHANGE_TYPE, table, name, new_type=column.type)
    yield ProposedChange(
        ChangeType.CHANGE_NULLABLE, table, name, nullable=column.nullable, default=column.default
    )
    place = defined.args.get("position")
    if isinstance(place, exp.Expr):
        position = _position(script.schemas[table], place)
        yield ProposedChange(ChangeType.REORDER_COLUMNS, table, name, position=position)
    if name.lower() != column.name.lower():
        yield ProposedChange(ChangeType.RENAME_COLUMN, table, name, new_name=column.name)


def _renamed_column(script: _Script, table: str, node: exp.Expr) -> Iterator[ProposedChange]:
    yield ProposedChange(ChangeType.RENAME_COLUMN, table, node.this.name, new_name=node.args["to"].name)


def _renamed_table(script: _Script, table: str, node: exp.Expr) -> Iterator[ProposedChange]:
    new = ".".join(parts_of(node.this))
    # `rename a to b`, without the word `column`, which the parser takes for a table and an option.
    options = node.parent.args.get("options") if node.parent else None
    for option in options or ():
        if isinstance(option, exp.ToTableProperty):
            yield ProposedChange(ChangeType.RENAME_COLUMN, table, new, new_name=option.this.name)
            return
    full = new if "." in new or "." not in table else f"{table.rpartition('.')[0]}.{new}"
    yield ProposedChange(ChangeType.RENAME_TABLE, table, new_name=full)


def _replaced(script: _Script, table: str, node: exp.Expr) -> Iterator[ProposedChange]:
    """Hive's `replace columns (…)`."""
    columns = tuple(_column(one, script.dialect) for one in node.expressions)
    yield from _becomes(script, table, columns)


def _becomes(script: _Script, table: str, columns: tuple[ColumnSchema, ...]) -> Iterator[ProposedChange]:
    old = script.schemas.get(table)
    kept = tuple(_kept(old.column(one.name) if old else None, one) for one in columns)
    yield from diff(script.schemas, {**script.schemas, table: TableSchema(table, kept)})


def _kept(old: ColumnSchema | None, new: ColumnSchema) -> ColumnSchema:
    """What is only spelled in another way, or not said again, is no change."""
    if old is None:
        return new
    same = type_change(old.type, new.type).harm is Harm.NONE
    unsaid = old.nullable is None or new.nullable is None
    return ColumnSchema(
        old.name if old.name.lower() == new.name.lower() else new.name,
        old.type if same else new.type,
        old.nullable if unsaid else new.nullable,
        old.default if not new.default and not old.default else new.default,
    )


def _create(script: _Script, node: exp.Expr) -> None:
    schema = node.this
    target = schema.this if isinstance(schema, exp.Schema) else schema
    if not isinstance(target, exp.Table):
        return
    parts = parts_of(target)
    known = script.knows(parts)
    if known and node.args.get("exists"):
        return
    columns = _created_columns(script, node)
    if columns is None:
        script.problems.append(f"the columns of {'.'.join(parts)} are not known from its statement")
        return
    script.add(*_becomes(script, script.table(parts) if known else ".".join(parts), columns))


def _created_columns(script: _Script, node: exp.Expr) -> tuple[ColumnSchema, ...] | None:
    schema, query = node.this, node.args.get("expression")
    listed = schema.expressions if isinstance(schema, exp.Schema) else []
    if not isinstance(query, exp.Query):
        defined = [one for one in listed if isinstance(one, exp.ColumnDef)]
        return tuple(_column(one, script.dialect) for one in defined) or None
    rows = output_of(query, script.schemas, script.dialect, script.budget)
    if rows is None or not rows.complete:
        return None
    return tuple(
        ColumnSchema(
            one.name, one.type.sql(script.dialect or None) if one.type is not None else None, one.nullable
        )
        for one in rows.renamed([one.name for one in listed]).columns
    )


def output_of(
    query: exp.Expr, schemas: Mapping[str, TableSchema], dialect: str, budget: Budget
) -> RowSet | None:
    """What a query yields, with types; None where it does not fit the schemas."""
    binding = bind_trees(
        [query],
        text="",
        catalog=Catalog(schemas.values()),
        dialect=dialect_named(dialect),
        dialect_name=dialect,
        budget=budget,
        typed=True,
    )
    return None if binding.errors else binding.outputs.get(id(query))


def _drop(script: _Script, node: exp.Expr) -> None:
    if (node.args.get("kind") or "").upper() not in ("TABLE", "VIEW"):
        return
    for table in (*(node.args.get("tables") or ()), node.args.get("this")):
        if isinstance(table, exp.Table) and (script.knows(parts_of(table)) or not node.args.get("exists")):
            script.add(ProposedChange(ChangeType.DROP_TABLE, script.table(parts_of(table))))


def _execute(script: _Script, node: exp.Expr) -> None:
    """T-SQL's `sp_rename`, of a table or of a column."""
    given = [one.name for one in node.expressions]
    if node.this.name.lower() == "sp_rename" and len(given) == 3 and given[2].upper() == "COLUMN":
        *table, column = given[0].replace("[", "").replace("]", "").lower().split(".")
        script.add(
            ProposedChange(
                ChangeType.RENAME_COLUMN, script.table(tuple(table)), column, new_name=given[1].strip("[]")
            )
        )
        return
    for move in moves.moves_in_execute(node):
        _move(script, move)


def _command(script: _Script, node: exp.Expr) -> None:
    expression = node.expression
    rest = expression.name if isinstance(expression, exp.Literal) else str(expression or "")
    found = list(moves.moves_in_text(f"{node.this} {rest}"))
    for move in found:
        _move(script, move)
    modified = MODIFIES.match(rest.strip())
    if modified and str(node.this).lower() == "alter":
        name = tuple(part.strip('"`').lower() for part in modified[1].split("."))
        script.add(
            ProposedChange(
                ChangeType.CHANGE_TYPE,
                script.table(name),
                modified[2].strip('"`'),
                new_type=modified[3].strip(),
            )
        )
    elif not found:
        script.problems.append(f"a statement of kind {str(node.this).upper()[:40]} is not read as a change")


def _move(script: _Script, move: moves.Move) -> None:
    if move.kind is moves.Kind.RENAME:
        script.add(
            ProposedChange(ChangeType.RENAME_TABLE, script.table(move.source), new_name=".".join(move.target))
        )
    else:
        script.problems.append(f"{'.'.join(move.source)}: rows are moved, which changes no column")


Action = Callable[[_Script, str, exp.Expr], Iterator[ProposedChange]]
ACTIONS: dict[type[exp.Expr], Action] = {
    exp.ColumnDef: _added,
    exp.Schema: _added_list,
    exp.Drop: _dropped,
    exp.AlterColumn: _altered,
    exp.ModifyColumn: _modified,
    exp.RenameColumn: _renamed_column,
    exp.AlterRename: _renamed_table,
    exp.ReplaceColumns: _replaced,
    exp.Command: _dropped_in_text,
}
STATEMENTS: tuple[tuple[type[exp.Expr], Callable[[_Script, exp.Expr], None]], ...] = (
    (exp.Alter, _alter),
    (exp.Create, _create),
    (exp.Drop, _drop),
    (exp.Execute, _execute),
    (exp.Command, _command),
)
