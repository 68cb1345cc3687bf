"""Addresses: each is a dataset under the name that Watcher's clients use."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from headwater.store.queries.pipelines.tables import Table
from headwater.store.queries.rows import Connection, fetch


@dataclass(frozen=True, slots=True)
class Address:
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


ADDRESSES = Table("address", Address)


@dataclass(frozen=True, slots=True)
class Matched:
    """A name as it was asked for, and the address of that name, whatever the case."""

    asked: str
    id: int


# In one order for everybody: two requests that make the same addresses must not wait for each other.
INSERT_TYPES = """
insert into address_type (name, group_name)
select name, group_name from unnest(%(names)s::text[], %(groups)s::text[]) as new (name, group_name)
order by lower(name)
on conflict do nothing
"""

INSERT = """
insert into address (name, address_type_id, dataset_namespace, dataset_name)
select new.name, type.id, new.dataset_namespace, new.dataset_name
from unnest(%(names)s::text[], %(types)s::text[], %(namespaces)s::text[], %(datasets)s::text[])
    as new (name, type, dataset_namespace, dataset_name)
join address_type as type on lower(type.name) = lower(new.type)
order by lower(new.name)
on conflict do nothing
"""

BY_NAMES = """
select asked.name as asked, address.id
from unnest(%(names)s::text[]) as asked (name) join address on lower(address.name) = lower(asked.name)
"""


@dataclass(frozen=True, slots=True)
class NewAddress:
    name: str
    type: str
    group: str | None
    dataset_namespace: str
    dataset_name: str


def insert(connection: Connection, new: Sequence[NewAddress]) -> None:
    """Those that are not there yet, types first."""
    connection.execute(
        INSERT_TYPES, {"names": [one.type for one in new], "groups": [one.group for one in new]}
    )
    connection.execute(
        INSERT,
        {
            "names": [one.name for one in new],
            "types": [one.type for one in new],
            "namespaces": [one.dataset_namespace for one in new],
            "datasets": [one.dataset_name for one in new],
        },
    )


def by_names(connection: Connection, names: Sequence[str]) -> tuple[Matched, ...]:
    return fetch(connection, Matched, BY_NAMES, names=list(names))
