"""Types of pipelines and types of addresses: registered, changed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol, TypeVar

from psycopg.errors import UniqueViolation

from headwater.errors import ConflictError, NotFoundError
from headwater.questions.pipelines.shared_names import check_new_name
from headwater.questions.record import record
from headwater.store.queries.pipelines.tables import Table
from headwater.store.queries.pipelines.types import ADDRESS_TYPES, PIPELINE_TYPES
from headwater.store.queries.rows import Connection

# As Watcher spells them.
MISSING = {PIPELINE_TYPES.name: "Pipeline Type Not Found", ADDRESS_TYPES.name: "Address Type Not Found"}


class Numbered(Protocol):
    @property
    def id(self) -> int: ...


TypeRow = TypeVar("TypeRow", bound=Numbered)


def register_type(
    connection: Connection, types: Table[TypeRow], values: Mapping[str, Any], now: datetime
) -> tuple[TypeRow, bool]:
    """Get the one of that name, or make it; and whether it is new."""
    if types.by_name(connection, values["name"]) is None:
        check_new_name()
    with connection.transaction():
        found, created = types.get_or_create(connection, values)
        if created:
            record(connection, {types.name: {found.id}}, now)
    return found, created


def update_type(
    connection: Connection, types: Table[TypeRow], number: int, changes: Mapping[str, Any], now: datetime
) -> TypeRow:
    # A type decides when the pipelines of all who use it are late.
    check_new_name()
    try:
        with connection.transaction():
            changed = types.update(connection, number, changes, now)
            if changed is None:
                raise NotFoundError(MISSING[types.name])
            record(connection, {types.name: {number}}, now)
    except UniqueViolation as error:
        raise ConflictError(f"another {types.name.replace('_', ' ')} has that name") from error
    return changed
