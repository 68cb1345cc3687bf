"""Addresses and their types: registered, found again, changed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from psycopg.errors import ForeignKeyViolation, UniqueViolation

from headwater.errors import ConflictError, NotFoundError
from headwater.questions.pipelines.names import datasets_of
from headwater.questions.pipelines.shared_names import check_changes, check_new_name
from headwater.questions.pipelines.types import MISSING as MISSING_TYPES
from headwater.questions.record import record
from headwater.store.queries.pipelines.addresses import ADDRESSES, AddressRow
from headwater.store.queries.pipelines.types import ADDRESS_TYPES
from headwater.store.queries.rows import Connection

MISSING = "Address not found"


def register(
    connection: Connection,
    name: str,
    type_name: str,
    group_name: str | None,
    settings: Mapping[str, Any],
    now: datetime,
) -> tuple[AddressRow, bool]:
    """Get it, or make it, and whether it is new; an address that was there is not changed."""
    # Most who ask have registered it before: they need no transaction.
    known = ADDRESSES.by_name(connection, name)
    if known is not None:
        return known, False
    check_new_name()
    with connection.transaction():
        kind, new_type = ADDRESS_TYPES.get_or_create(
            connection, {"name": type_name, "group_name": group_name}
        )
        # The type as it is stored: the client may spell it in another case.
        dataset = datasets_of(connection, {name: kind.name})[name]
        values = {
            "name": name,
            "address_type_id": kind.id,
            "dataset_namespace": dataset.namespace,
            "dataset_name": dataset.name,
            **settings,
        }
        found, created = ADDRESSES.get_or_create(connection, values)
        written = {
            **({"address_type": {kind.id}} if new_type else {}),
            **({"address": {found.id}} if created else {}),
        }
        if written:
            record(connection, written, now)
    return found, created


def update(connection: Connection, number: int, changes: Mapping[str, Any], now: datetime) -> AddressRow:
    """The dataset that it is stays the same, whatever the address is called."""
    missing = MISSING_TYPES[ADDRESS_TYPES.name]
    check_changes(connection, changes, ADDRESS_TYPES, "address_type_id", missing)
    try:
        with connection.transaction():
            changed = ADDRESSES.update(connection, number, changes, now)
            if changed is None:
                raise NotFoundError(MISSING)
            record(connection, {"address": {number}}, now)
    except UniqueViolation as error:
        raise ConflictError("another address has that name") from error
    except ForeignKeyViolation as error:
        raise NotFoundError(missing) from error
    return changed
