"""A table or view as a warehouse describes it."""

from dataclasses import dataclass

from headwater.model.events import content_id


@dataclass(frozen=True, slots=True)
class TableColumn:
    name: str
    type: str
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class WarehouseTable:
    """`name` is whole: database, schema and table. `sql` is the SELECT of a view, `reads` what it names."""

    name: str
    columns: tuple[TableColumn, ...]
    is_view: bool = False
    comment: str | None = None
    sql: str | None = None
    reads: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        columns = [(column.name, column.type, column.comment) for column in self.columns]
        return content_id([columns, self.is_view, self.comment, self.sql, self.reads]).hex


@dataclass(frozen=True, slots=True)
class WarehouseSchema:
    namespace: str
    dialect: str | None
    tables: tuple[WarehouseTable, ...]
