"""What a table or query yields to the query around it: columns, and what is not known of them."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from sqlglot import exp

from headwater.sql.schemas import TableSchema


class ColumnOrigin(NamedTuple):
    """A column of a table."""

    table: str
    column: str


@dataclass(frozen=True, slots=True)
class BoundColumn:
    """`origin` is the table's column that stands here unchanged, through stars and renamed sources."""

    name: str
    origin: ColumnOrigin | None = None
    type: exp.DataType | None = None
    nullable: bool | None = None
    named: bool = True
    value: exp.Expr | None = None
    """The expression of the select list that it stands for."""
    branches: "tuple[BoundColumn, ...]" = ()
    """The columns of a union, or of both sides of a full join, that it is made of."""
    inside: tuple[str, ...] = ()
    """Dotted names of the fields inside, where the schema lists them."""


@dataclass(slots=True)
class RowSet:
    """`open_tables` have columns that nobody listed; `anything` stands for a function's unknown columns."""

    columns: list[BoundColumn] = field(default_factory=list)
    open_tables: tuple[str, ...] = ()
    anything: bool = False
    _index: dict[str, list[BoundColumn]] | None = None

    @property
    def index(self) -> dict[str, list[BoundColumn]]:
        if self._index is None:
            self._index = {}
            for one in self.columns:
                self._index.setdefault(one.name.lower(), []).append(one)
        return self._index

    @property
    def complete(self) -> bool:
        return not self.open_tables and not self.anything

    def renamed(self, names: list[str]) -> "RowSet":
        """With the column names after an alias; what is beyond the list keeps its name."""
        if not names:
            return self
        if not self.complete and len(self.columns) < len(names):
            return RowSet([BoundColumn(name) for name in names], self.open_tables, self.anything)
        head = [replace(one, name=name, named=True) for name, one in zip(names, self.columns, strict=False)]
        return RowSet([*head, *self.columns[len(names) :]], self.open_tables, self.anything)


def table_rows(name: str, schema: TableSchema | None, types: "dict[str, exp.DataType | None]") -> RowSet:
    """A table's own columns; nested fields belong to the column that they are in."""
    if schema is None or schema.columns is None:
        return RowSet(open_tables=(name,))
    names = {one.name.lower() for one in schema.columns}
    nested = [name for name in names if "." in name and name.split(".")[0] in names]
    columns = []
    for one in schema.columns:
        if one.name.lower() in nested:
            continue
        prefix = f"{one.name.lower()}."
        inside = tuple(sorted(name for name in nested if name.startswith(prefix)))
        columns.append(
            BoundColumn(
                one.name,
                ColumnOrigin(name, one.name),
                types.get(one.type) if one.type else None,
                one.nullable,
                inside=inside,
            )
        )
    return RowSet(columns)
