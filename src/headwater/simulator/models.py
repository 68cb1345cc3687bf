"""Two versions of a model compared: which columns came, went or mean something else, and whether rows differ.

The meaning of a column is its expression with every name replaced by what that name means, down to the
tables, so that a renamed alias, another CTE or another order of joins is no change.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from headwater.errors import BadInputError
from headwater.simulator.meanings import ChangedMeaning
from headwater.simulator.proposals import ProposedChange, refused
from headwater.simulator.schema_changes import diff
from headwater.sql.binding.bind import bind_trees, dialect_named, parse
from headwater.sql.binding.binding import Binding
from headwater.sql.binding.rows import BoundColumn, RowSet
from headwater.sql.limits import Budget
from headwater.sql.schemas import Catalog, ColumnSchema, TableSchema
from headwater.sql.table_names import parts_of

ROW_CLAUSES = ("where", "group", "having", "qualify", "limit", "offset", "distinct", "sample")
MOST_MEANING = 20_000


@dataclass(frozen=True, slots=True)
class ModelComparison:
    """`rows` says in words which clauses decide other rows than before."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]
    rows: tuple[str, ...]
    columns: tuple[ColumnSchema, ...]
    """What the new version yields."""
    old_columns: tuple[ColumnSchema, ...] = ()
    fills: bool = False
    """An insert: it fills a table whose columns it can't change."""

    def meaning(self) -> ChangedMeaning:
        """What differs beside the schema. A column that an insert no longer fills, or fills now, is there."""
        filled = (*self.added, *self.removed) if self.fills else ()
        return ChangedMeaning(frozenset((*self.changed, *filled)), self.rows)

    def schema_changes(self, known: TableSchema) -> tuple[ProposedChange, ...]:
        """What becomes of the table that the model makes."""
        if self.fills:
            names = [one.name for one in known.columns or ()]
            for name in self.added:
                if known.columns is not None and known.column(name) is None:
                    raise refused("model_sql", f"`{known.name}` has no column {name}", name, names)
            return ()
        before = TableSchema(known.name, self.old_columns) if known.columns is None else known
        return diff({known.name: before}, {known.name: self._after(before)})

    def _after(self, known: TableSchema) -> TableSchema:
        """Columns that no version yields stay, and what is known of a column that did not change."""
        old = {one.name.lower(): one for one in self.old_columns}
        news = {one.name.lower(): _as_known(one, old, known) for one in self.columns}
        names = [one.name.lower() for one in known.columns or ()]
        if names == list(old):
            return TableSchema(known.name, tuple(news.values()))
        kept = [news.get(name, one) for name, one in zip(names, known.columns or (), strict=True)]
        stay = [one for one in kept if one.name.lower() in news or one.name.lower() not in old]
        more = [one for name, one in news.items() if name not in names]
        return TableSchema(known.name, (*stay, *more))


def _as_known(new: ColumnSchema, old: Mapping[str, ColumnSchema], known: TableSchema) -> ColumnSchema:
    was, stored = old.get(new.name.lower()), known.column(new.name)
    if stored is None or was is None:
        return stored or new
    return replace(
        stored,
        type=stored.type if was.type == new.type else new.type,
        nullable=stored.nullable if was.nullable == new.nullable else new.nullable,
    )


def compare_models(
    old: str,
    new: str,
    *,
    dialect: str | None,
    schemas: Mapping[str, TableSchema],
    target: TableSchema | None = None,
    seconds: float = 5.0,
) -> ModelComparison:
    """Compares two queries over the same tables; one that does not fit them is refused.

    `target` is the table that they make, whose columns an insert without a list fills in their order.

    >>> t = {"t": TableSchema("t", (ColumnSchema("a", "int"), ColumnSchema("b", "int")))}
    >>> found = compare_models("select a, b from t", "select a, b + 1 as b from t where a > 0",
    ...                        dialect=None, schemas=t)
    >>> found.changed, found.rows
    (('b',), ('where',))
    """
    budget = Budget(seconds)
    before = _read("old_sql", old, dialect, schemas, target, budget)
    after = _read("model_sql", new, dialect, schemas, target, budget)
    olds, news = before.columns(), after.columns()
    return ModelComparison(
        tuple(name for name in news if name not in olds),
        tuple(name for name in olds if name not in news),
        tuple(name for name in olds if name in news and olds[name] != news[name]),
        tuple(_different(before.rows(), after.rows())),
        after.schema(dialect or ""),
        before.schema(dialect or ""),
        before.is_insert or after.is_insert,
    )


def _different(before: Mapping[str, str], after: Mapping[str, str]) -> Iterable[str]:
    return [key for key in dict.fromkeys([*before, *after]) if before.get(key) != after.get(key)]


def is_model(text: str, dialect: str | None, seconds: float = 2.0) -> bool:
    """Whether it is one statement that makes a table of a query."""
    statements = parse(text, dialect_named(dialect), Budget(seconds))
    return not statements.problems and len(statements.trees) == 1 and _query(statements.trees[0]) is not None


def _query(tree: exp.Expr) -> exp.Query | None:
    query = tree.args.get("expression") if isinstance(tree, (exp.Create, exp.Insert)) else tree
    return query if isinstance(query, exp.Query) else None


def _read(
    field: str,
    text: str,
    dialect: str | None,
    schemas: Mapping[str, TableSchema],
    target: TableSchema | None,
    budget: Budget,
) -> "_Model":
    statements = parse(text, dialect_named(dialect), budget)
    if statements.problems or len(statements.trees) != 1:
        problem = statements.problems[0] if statements.problems else "must be one statement"
        raise BadInputError(field, problem)
    tree = statements.trees[0]
    query = _query(tree)
    if query is None:
        raise BadInputError(field, "must be a select, or a view, table or insert with one")
    binding = bind_trees(
        [query],
        text=text,
        catalog=Catalog(schemas.values()),
        dialect=dialect_named(dialect),
        dialect_name=dialect or "",
        budget=budget,
        typed=True,
    )
    if binding.errors:
        raise BadInputError(field, binding.errors[0].message)
    rows = binding.outputs[id(query)].renamed(_names(tree, target))
    if not rows.complete:
        raise BadInputError(field, "takes all columns of a table whose columns are not known")
    return _Model(query, binding, rows, isinstance(tree, exp.Insert))


def _names(tree: exp.Expr, target: TableSchema | None) -> list[str]:
    """How the columns are called in the table, where the text or the table says so."""
    if isinstance(tree, (exp.Create, exp.Insert)) and isinstance(tree.this, exp.Schema):
        return [one.name for one in tree.this.expressions]
    if isinstance(tree, exp.Insert) and target is not None and not tree.args.get("by_name"):
        return [one.name for one in target.columns or () if "." not in one.name]
    return []


class _Model:
    """A bound query, and what its columns and rows mean."""

    def __init__(self, query: exp.Expr, binding: Binding, rows: RowSet, is_insert: bool) -> None:
        self.is_insert = is_insert
        self._query = query
        self._binding = binding
        self._columns: Sequence[BoundColumn] = rows.columns
        self._meanings: dict[int, str] = {}

    def columns(self) -> dict[str, str]:
        return {one.name.lower(): self._column(one) for one in self._columns}

    def schema(self, dialect: str) -> tuple[ColumnSchema, ...]:
        return tuple(
            ColumnSchema(one.name, one.type.sql(dialect or None) if one.type else None, one.nullable)
            for one in self._columns
        )

    def rows(self) -> dict[str, str]:
        """What decides the rows, clause by clause, over all selects that the query is made of."""
        found: dict[str, list[str]] = {}
        for node in self._query.find_all(exp.Select, exp.SetOperation):
            for key, meaning in self._clauses(node):
                found.setdefault(key, []).append(meaning)
        return {key: " ; ".join(sorted(meanings)) for key, meanings in found.items()}

    def _clauses(self, node: exp.Expr) -> Iterable[tuple[str, str]]:
        if isinstance(node, exp.SetOperation):
            yield "union", f"{node.key} {node.args.get('distinct')}"
        for key in ROW_CLAUSES:
            clause = node.args.get(key)
            if isinstance(clause, exp.Expr):
                yield key, self._conjunction(clause)
        for table in self._tables(node):
            yield "tables", table
        for join in node.args.get("joins") or ():
            on = join.args.get("on")
            kind = (
                f"{join.args.get('side') or ''} {join.args.get('kind') or ''} {join.args.get('method') or ''}"
            )
            using = [one.name.lower() for one in join.args.get("using") or ()]
            yield "joins", f"{kind.strip()} {self._conjunction(on) if on else ''} {using}"

    def _tables(self, node: exp.Expr) -> Iterable[str]:
        start = node.args.get("from_")
        for one in (start, *(node.args.get("joins") or ())):
            table = one.this if one is not None else None
            if isinstance(table, exp.Table) and parts_of(table):
                found = self._binding.catalog.find(parts_of(table))
                if found.given:
                    yield found.name

    def _conjunction(self, node: exp.Expr) -> str:
        """The order of conditions does not matter."""
        inner = node.this if isinstance(node, (exp.Where, exp.Having, exp.Qualify)) else node
        parts = list(inner.flatten()) if isinstance(inner, exp.And) else [inner]
        return " and ".join(sorted(self._meaning(part) for part in parts))

    def _column(self, column: BoundColumn) -> str:
        if column.origin is not None:
            return ".".join(column.origin).lower()
        if column.branches:
            return f"({' | '.join(self._column(one) for one in column.branches)})"
        return self._meaning(column.value) if column.value is not None else column.name.lower()

    def _meaning(self, node: exp.Expr) -> str:
        known = self._meanings.get(id(node))
        if known is None:
            self._meanings[id(node)] = "itself"  # a recursive CTE leads back here
            known = self._meanings[id(node)] = self._expanded(node.unalias().unnest())
        return known

    def _expanded(self, node: exp.Expr) -> str:
        copy = node.copy()
        # A copy has the same columns in the same order as the original.
        for original, column in zip(
            list(node.find_all(exp.Column)), list(copy.find_all(exp.Column)), strict=True
        ):
            bound = self._binding.columns.get(id(original))
            if bound is not None:
                if column is copy:
                    return self._column(bound)
                column.replace(exp.Var(this=f"<{self._column(bound)}>"))
        return copy.sql(normalize=True, comments=False).lower()[:MOST_MEANING]
