"""Addresses and their types: told of, found again, changed."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from psycopg.errors import ForeignKeyViolation, UniqueViolation
from psycopg_pool import ConnectionPool

from headwater.errors import ConflictError, NotFoundError
from headwater.questions.pipelines.names import datasets_of
from headwater.store.queries.pipelines.addresses import ADDRESSES, Address
from headwater.store.queries.pipelines.types import ADDRESS_TYPES, AddressType
from headwater.store.queries.rows import Connection

MISSING = "Address not found"
TYPE_MISSING = "Address Type Not Found"


class Addresses:
    def __init__(self, pool: ConnectionPool[Connection], now: Callable[[], datetime]) -> None:
        self._pool, self._now = pool, now

    def tell(
        self, name: str, type_name: str, group_name: str | None, settings: Mapping[str, Any]
    ) -> tuple[Address, bool]:
        """Get it, or make it; an address that was there is not changed."""
        with self._pool.connection() as connection:
            found = ADDRESSES.named(connection, name)
            if found is not None:
                return found, False
            kind, _ = ADDRESS_TYPES.created(connection, {"name": type_name, "group_name": group_name})
            dataset = datasets_of(connection, {name: kind.name})[name]
            values = {
                "name": name,
                "address_type_id": kind.id,
                "dataset_namespace": dataset.namespace,
                "dataset_name": dataset.name,
                **settings,
            }
            return ADDRESSES.created(connection, values)

    def listed(self) -> tuple[Address, ...]:
        with self._pool.connection() as connection:
            return ADDRESSES.listed(connection)

    def patch(self, number: int, changes: Mapping[str, Any]) -> Address:
        """The dataset that it is stays the same, whatever the address is called."""
        with self._pool.connection() as connection:
            try:
                changed = ADDRESSES.patched(connection, number, changes, self._now())
            except UniqueViolation as error:
                raise ConflictError("another address has that name") from error
            except ForeignKeyViolation as error:
                raise NotFoundError(TYPE_MISSING) from error
        if changed is None:
            raise NotFoundError(MISSING)
        return changed

    def tell_type(self, name: str, group_name: str | None) -> tuple[AddressType, bool]:
        with self._pool.connection() as connection:
            return ADDRESS_TYPES.created(connection, {"name": name, "group_name": group_name})

    def types(self) -> tuple[AddressType, ...]:
        with self._pool.connection() as connection:
            return ADDRESS_TYPES.listed(connection)

    def patch_type(self, number: int, changes: Mapping[str, Any]) -> AddressType:
        with self._pool.connection() as connection:
            try:
                changed = ADDRESS_TYPES.patched(connection, number, changes, self._now())
            except UniqueViolation as error:
                raise ConflictError("another address type has that name") from error
        if changed is None:
            raise NotFoundError(TYPE_MISSING)
        return changed
