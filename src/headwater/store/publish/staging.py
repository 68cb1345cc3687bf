"""The staging table of a batch, whose columns are the fields of a fact, and how facts are copied into it."""

from collections.abc import Sequence
from uuid import UUID

import pyarrow as pa
import pyarrow.compute as pc
from psycopg import Connection

from headwater.facts.fact import Fact, column_types
from headwater.store.binary_copy import (
    INFINITY,
    MICROSECONDS_2000,
    MINUS_INFINITY,
    copy_in_binary,
    to_uuids,
)

STAMPS = {
    "first_time": "timestamptz not null",
    "last_time": "timestamptz not null",
    "first_event": "uuid not null",
    "last_event": "uuid not null",
}
BATCH_COLUMNS = column_types() | STAMPS

FIRST_ID, LAST_ID = str(UUID(int=0)), str(UUID(int=2**128 - 1))
# The stamps of facts that no event stated: they are later than none and earlier than none.
NEVER = {
    **{"first_time": pa.scalar(INFINITY), "last_time": pa.scalar(MINUS_INFINITY)},
    **{"first_event": pa.scalar(LAST_ID), "last_event": pa.scalar(FIRST_ID)},
}
IDS = tuple(name for name, kind in BATCH_COLUMNS.items() if kind.startswith("uuid"))


def create_batch() -> str:
    """The statement that creates the staging table."""
    columns = ", ".join(f"{name} {kind}" for name, kind in BATCH_COLUMNS.items())
    return f"create temp table if not exists batch ({columns}) on commit preserve rows"


def copy_facts(connection: Connection, facts: pa.Table) -> None:
    columns = [to_uuids(facts[name]) if name in IDS else facts[name] for name in BATCH_COLUMNS]
    copy_in_binary(connection, "batch", pa.table(columns, names=list(BATCH_COLUMNS)))


def with_times(facts: pa.Table) -> pa.Table:
    """Folded facts with their stamps as PostgreSQL counts them."""
    for moment in ("first", "last"):
        times = pc.subtract(facts[f"{moment}_at"], MICROSECONDS_2000)
        facts = facts.append_column(f"{moment}_time", times)
    return facts


def without_times(facts: Sequence[Sequence[object]]) -> pa.Table:
    """Facts that no event stated: they have no time of their own."""
    columns = list(zip(*facts, strict=True)) or [()] * len(Fact._fields)
    table = pa.table([pa.array(column, pa.string()) for column in columns], names=list(Fact._fields))
    for name, value in NEVER.items():
        table = table.append_column(name, pa.repeat(value, table.num_rows))
    return table
