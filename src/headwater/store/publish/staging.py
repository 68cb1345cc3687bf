"""The staging table of a batch, whose columns are the fields of a fact, and how facts are copied into it."""

import io
from collections.abc import Sequence
from uuid import UUID

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv
from psycopg import Connection

from headwater.facts.fact import Fact, column_types

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
    columns = ", ".join(BATCH_COLUMNS)
    with connection.cursor().copy(f"copy batch ({columns}) from stdin (format csv)") as copy:
        copy.write(_csv(facts.select(list(BATCH_COLUMNS))))


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


def _csv(facts: pa.Table) -> memoryview:
    """CSV in C++; a line that holds only `\\.` would end a COPY, even inside quotes."""
    for index, column in enumerate(facts.columns):
        if pa.types.is_string(column.type) and pc.any(pc.match_substring(column, "\n\\.")).as_py():
            facts = facts.set_column(
                index, facts.field(index), pc.replace_substring(column, "\n\\.", "\n \\.")
            )
    buffer = io.BytesIO()
    pacsv.write_csv(facts, buffer, pacsv.WriteOptions(include_header=False, quoting_style="needed"))
    return buffer.getbuffer()
