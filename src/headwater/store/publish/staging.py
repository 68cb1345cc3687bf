"""The staging table of a batch, whose columns are the fields of a fact, and how facts are copied into it."""

from collections.abc import Sequence
from itertools import pairwise
from uuid import UUID

import numpy as np
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


# Facts of a kind lie side by side, and nearly every statement asks for one kind: of a large batch it reads
# the pages of that kind alone. An index of ranges costs nothing until it is summarized.
CREATE_BATCH = """
create temp table if not exists batch ({columns}) on commit preserve rows;
create index if not exists batch_by_kind on batch using brin (kind) with (pages_per_range = 8)
"""
SUMMARIZE = "analyze batch; select brin_summarize_new_values('batch_by_kind')"
# Fewer are sorted for nothing.
MIN_SORTED = 1000


def create_batch() -> str:
    """The statements that create the staging table."""
    return CREATE_BATCH.format(columns=", ".join(f"{name} {kind}" for name, kind in BATCH_COLUMNS.items()))


def copy_facts(connection: Connection, facts: pa.Table) -> None:
    columns = [to_uuids(facts[name]) if name in IDS else facts[name] for name in BATCH_COLUMNS]
    rows = pa.table(columns, names=list(BATCH_COLUMNS))
    copy_in_binary(connection, "batch", rows if rows.num_rows < MIN_SORTED else by_kind(rows))


def summarize(connection: Connection) -> None:
    """Have PostgreSQL learn what the staging table holds, and where."""
    connection.execute(SUMMARIZE)


def by_kind(rows: pa.Table) -> pa.Table:
    """The same rows, those of a kind side by side in chunks of their own.

    >>> by_kind(pa.table({"kind": ["run", "edge", "run"]}))["kind"].to_pylist()
    ['run', 'run', 'edge']
    """
    codes = rows["kind"].combine_chunks().dictionary_encode().indices.to_numpy()
    ordered = rows.take(pa.array(np.argsort(codes, kind="stable"))).combine_chunks()
    bounds = [0, *np.cumsum(np.bincount(codes)).tolist()]
    return pa.concat_tables([ordered.slice(start, end - start) for start, end in pairwise(bounds)])


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
