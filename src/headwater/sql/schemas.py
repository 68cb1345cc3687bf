"""The tables that a text is bound to: their columns, with type and nullability where these are known."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from headwater.sql.analysis import Relation
from headwater.sql.table_names import Names, Parts


@dataclass(frozen=True, slots=True)
class ColumnSchema:
    """A nested field comes as a column of its own with its dotted name, after the column it is in."""

    name: str
    type: str | None = None
    nullable: bool | None = None
    default: bool | None = None
    """Whether the table fills it where an insert leaves it out; None where that is not known."""


@dataclass(frozen=True, slots=True)
class TableSchema:
    """`columns` is None where the table is known and its columns are not."""

    name: str
    columns: tuple[ColumnSchema, ...] | None = None

    def column(self, name: str) -> ColumnSchema | None:
        wanted = name.lower()
        return next((one for one in self.columns or () if one.name.lower() == wanted), None)


class Absent(Enum):
    """Why a name leads to no table."""

    DROPPED = "the table is gone after the change"


@dataclass(frozen=True, slots=True)
class Found:
    """A table of the text: its full name where a schema was given for it, else as it is written."""

    name: str
    given: bool
    schema: TableSchema | None
    absent: Absent | None = None


class Catalog:
    """Finds the table that dotted words mean; `before` gives the names where tables were since dropped."""

    def __init__(
        self,
        tables: Iterable[TableSchema],
        *,
        before: "Catalog | None" = None,
        namespace: Parts = (),
    ) -> None:
        self.tables: Mapping[str, TableSchema] = {table.name: table for table in tables}
        self._namespace = tuple(part.lower() for part in namespace)
        self._names = Names([Relation(name) for name in self.tables], ())
        self._before = before
        self._found: dict[Parts, Found] = {}
        self.doubts: dict[Parts, str] = {}
        self.rows: dict[tuple[str, str | None], object] = {}
        """What the binding makes of each table, kept here from one text to the next."""

    def find(self, parts: Parts) -> Found:
        known = self._found.get(parts)
        if known is None:
            known = self._found[parts] = self._find(parts)
        return known

    def _find(self, parts: Parts) -> Found:
        if self._before is not None:
            old = self._before.find(parts)
            # A name that meant a dropped table must not come to mean another one that ends alike.
            if old.given and old.name not in self.tables:
                exact = self.tables.get(".".join(parts))
                return (
                    Found(exact.name, True, exact) if exact else Found(old.name, True, None, Absent.DROPPED)
                )
            if old.given:
                return Found(old.name, True, self.tables[old.name])
        return self._lookup(parts)

    def _lookup(self, parts: Parts) -> Found:
        for candidate in (self._namespace + parts, parts) if self._namespace else (parts,):
            self._names.doubts.clear()
            match = self._names.read(candidate)
            if match.reported:
                return Found(match.name, True, self.tables[match.name])
            if self._names.doubts:
                self.doubts[parts] = next(iter(self._names.doubts))
        return Found(".".join(parts), False, None)
