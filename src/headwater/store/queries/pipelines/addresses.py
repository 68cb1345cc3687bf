"""Addresses: each is a dataset under the name that clients of pipelines use."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from headwater.store.queries.pipelines.tables import Table
from headwater.store.queries.rows import Connection, fetch


@dataclass(frozen=True, slots=True)
class AddressRow:
    id: int
    name: str
    address_type_id: int
    database_name: str | None
    schema_name: str | None
    table_name: str | None
    primary_key: str | None
    deprecated: bool
    dataset_namespace: str
    dataset_name: str
    created_at: datetime
    updated_at: datetime | None


ADDRESSES = Table("address", AddressRow)


@dataclass(frozen=True, slots=True)
class MatchedAddress:
    """A name as it was asked for, and the address of that name. Case-insensitive."""

    asked: str
    id: int


# In one order for everybody: two requests that make the same addresses must not wait for each other.
INSERT_TYPES = """
insert into address_type (name, group_name)
select name, group_name from unnest(%(names)s::text[], %(groups)s::text[]) as new (name, group_name)
order by lower(name)
on conflict do nothing
returning id
"""

INSERT = """
insert into address (name, address_type_id, dataset_namespace, dataset_name)
select new.name, type.id, new.dataset_namespace, new.dataset_name
from unnest(%(names)s::text[], %(types)s::text[], %(namespaces)s::text[], %(datasets)s::text[])
    as new (name, type, dataset_namespace, dataset_name)
join address_type as type on lower(type.name) = lower(new.type)
order by lower(new.name)
on conflict do nothing
returning id
"""

BY_NAMES = """
select asked.name as asked, address.id
from unnest(%(names)s::text[]) as asked (name) join address on lower(address.name) = lower(asked.name)
"""


@dataclass(frozen=True, slots=True)
class AddressInsert:
    name: str
    type: str
    group: str | None
    dataset_namespace: str
    dataset_name: str


@dataclass(frozen=True, slots=True)
class InsertedAddresses:
    """Numbers of new rows."""

    types: tuple[int, ...] = ()
    addresses: tuple[int, ...] = ()


def insert(connection: Connection, new: Sequence[AddressInsert]) -> InsertedAddresses:
    """Those that are not there yet, types first."""
    names, types = [address.name for address in new], [address.type for address in new]
    # A statement of its own: rows that a WITH inserts are not visible to the rest of its statement.
    new_types = _numbers(
        connection, INSERT_TYPES, {"names": types, "groups": [address.group for address in new]}
    )
    values = {
        "names": names,
        "types": types,
        "namespaces": [address.dataset_namespace for address in new],
        "datasets": [address.dataset_name for address in new],
    }
    return InsertedAddresses(new_types, _numbers(connection, INSERT, values))


def _numbers(connection: Connection, statement: str, values: dict[str, Any]) -> tuple[int, ...]:
    with connection.cursor() as cursor:
        return tuple(number for (number,) in cursor.execute(statement, values).fetchall())


def by_names(connection: Connection, names: Sequence[str]) -> tuple[MatchedAddress, ...]:
    return fetch(connection, MatchedAddress, BY_NAMES, names=list(names))
