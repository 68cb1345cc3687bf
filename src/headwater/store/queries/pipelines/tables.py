"""What the tables of pipelines share: a row by number or name, all rows, a new row, a change of columns."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Generic, TypeVar

from psycopg.types.json import Jsonb

from headwater.errors import ConflictError
from headwater.store.queries.rows import Connection, fetch, fetch_one, int_array

Row = TypeVar("Row")

# Whoever stood in the way of an insert may be gone by the second look. One who is there and is not seen
# belongs to another team, and will be there for ever.
ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Table(Generic[Row]):
    """A table whose columns are the fields of `row`."""

    name: str
    row: type[Row]

    @property
    def columns(self) -> str:
        return ", ".join(field.name for field in fields(self.row))  # type: ignore[arg-type]

    def by_id(self, connection: Connection, number: int) -> Row | None:
        query = f"select {self.columns} from {self.name} where id = %(id)s"
        return fetch_one(connection, self.row, query, id=number)

    def locked(self, connection: Connection, number: int) -> Row | None:
        """The row, which nobody else can change before this transaction ends."""
        query = f"select {self.columns} from {self.name} where id = %(id)s for no key update"
        return fetch_one(connection, self.row, query, id=number)

    def all_locked(self, connection: Connection, numbers: Iterable[int]) -> dict[int, Row]:
        """The rows that there are, locked; whoever locks several does so in this order."""
        query = (
            f"select {self.columns} from {self.name} where id = any(%(ids)s) order by id for no key update"
        )
        rows = fetch(connection, self.row, query, ids=int_array(numbers))
        return {row.id: row for row in rows}  # type: ignore[attr-defined]

    def by_name(self, connection: Connection, name: str) -> Row | None:
        """Case-insensitive."""
        query = f"select {self.columns} from {self.name} where lower(name) = lower(%(name)s)"
        return fetch_one(connection, self.row, query, name=name)

    def all_rows(self, connection: Connection) -> tuple[Row, ...]:
        return fetch(connection, self.row, f"select {self.columns} from {self.name} order by id")

    def get_or_create(self, connection: Connection, values: Mapping[str, Any]) -> tuple[Row, bool]:
        """The row of that name, and whether it is new; two who ask at once get the same one."""
        names, places = ", ".join(values), ", ".join(f"%({name})s" for name in values)
        insert = f"insert into {self.name} ({names}) values ({places}) on conflict do nothing returning "
        for _ in range(ATTEMPTS):
            # Most of those who ask have asked before.
            if (found := self.by_name(connection, values["name"])) is not None:
                return found, False
            new = fetch_one(connection, self.row, insert + self.columns, **stored(values))
            if new is not None:
                return new, True
        raise ConflictError("that name is taken")

    def update(
        self, connection: Connection, number: int, changes: Mapping[str, Any], now: datetime
    ) -> Row | None:
        """Only what is in `changes`; None when there is no such row."""
        unknown = set(changes) - {field.name for field in fields(self.row)}  # type: ignore[arg-type]
        if unknown:
            raise ValueError(f"{self.name} has no {', '.join(sorted(unknown))}")
        settings = ", ".join(f"{name} = %({name})s" for name in [*changes, "updated_at"])
        query = f"update {self.name} set {settings} where id = %(number)s returning {self.columns}"
        values = stored(changes) | {"updated_at": now, "number": number}
        return fetch_one(connection, self.row, query, **values)


def stored(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _stored(value) for name, value in values.items()}


def _stored(value: Any) -> Any:
    return Jsonb(value) if isinstance(value, dict) else value


def stored_columns(rows: Sequence[Any]) -> dict[str, list[Any]]:
    """Of rows of one class: the values of each column, as `unnest` takes them."""
    columns = (field.name for field in fields(rows[0]))
    return {name: [_stored(getattr(row, name)) for row in rows] for name in columns}
