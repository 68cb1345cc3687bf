"""The staging table of a batch, whose columns are the fields of a fact, and how facts are copied into it."""

from collections.abc import Sequence
from uuid import UUID

import pyarrow as pa
from psycopg import Connection

from headwater.facts.fact import Fact, column_types
from headwater.store.arrow_copy import copy_in

STAMPS = {
    "first_time": "timestamptz not null",
    "last_time": "timestamptz not null",
    "first_event": "uuid not null",
    "last_event": "uuid not null",
}
BATCH_COLUMNS = column_types() | STAMPS

FIRST_ID, LAST_ID = str(UUID(int=0)), str(UUID(int=2**128 - 1))
# The stamps of facts that no event stated: they are later than none and earlier than none.
NEVER = {"first_time": "infinity", "last_time": "-infinity", "first_event": LAST_ID, "last_event": FIRST_ID}


def create_batch() -> str:
    """The statement that creates the staging table."""
    columns = ", ".join(f"{name} {kind}" for name, kind in BATCH_COLUMNS.items())
    return f"create temp table if not exists batch ({columns}) on commit preserve rows"


def copy_facts(connection: Connection, facts: pa.Table) -> None:
    copy_in(connection, "batch", facts.select(list(BATCH_COLUMNS)))


def with_times(facts: pa.Table) -> pa.Table:
    """Folded facts with their stamps as PostgreSQL reads them."""
    for moment in ("first", "last"):
        times = facts[f"{moment}_at"].cast(pa.timestamp("us", tz="UTC"))
        facts = facts.append_column(f"{moment}_time", times)
    return facts


def without_times(facts: Sequence[Sequence[object]]) -> pa.Table:
    """Facts that no event stated: they have no time of their own."""
    columns = list(zip(*facts, strict=True)) or [()] * len(Fact._fields)
    table = pa.table([pa.array(column, pa.string()) for column in columns], names=list(Fact._fields))
    for name, value in NEVER.items():
        table = table.append_column(name, pa.array([value] * table.num_rows, pa.string()))
    return table
