"""Columns of datasets with several names are looked up by an index, however many nodes there are."""

from typing import Any

import psycopg
import pytest

from headwater.store.publish.steps import statements
from headwater.store.publish.workspace import prepare
from tests.builders import dataset, run_event
from tests.published import publish

# One at a time, as PostgreSQL plans where it expects a single dataset.
ONE_BY_ONE = (
    "set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off"
)


@pytest.mark.parametrize("step", ["alias_columns", "sql_sweep"])
def test_the_columns_of_a_dataset_are_found_without_reading_all_nodes(
    connection: psycopg.Connection[Any], step: str
) -> None:
    (statement,) = [one for one in statements()[step] if "same_columns" in one]
    with connection.transaction():
        prepare(connection)
        connection.execute(ONE_BY_ONE)
        plan = "\n".join(row for (row,) in connection.execute(f"explain {statement}"))
    assert "nodes_by_dataset" in plan, plan


def test_a_ring_of_names_reads_the_batch_a_fixed_number_of_times(connection: psycopg.Connection[Any]) -> None:
    """For each name once, it took 20 s of processor time for the ring that one event may hold."""
    # What PostgreSQL knows of the nodes is of a time at which none had another name.
    publish(connection, [run_event("first", "COMPLETE", "08:00", inputs=named("a", 2000))])
    connection.execute("analyze nodes")
    with connection.transaction():
        publish(connection, [run_event("second", "COMPLETE", "09:00", outputs=ring(2000))])
        counted = "select count(*), pg_stat_get_xact_tuples_returned('batch'::regclass) from batch"
        found = connection.execute(counted).fetchone()
    assert found is not None
    rows, read = found
    assert rows > 6000
    assert read < 60 * rows, f"{read:,} rows read of a batch of {rows:,}"


def named(prefix: str, count: int) -> tuple[str, ...]:
    return tuple(f"{prefix}{number}" for number in range(count))


def ring(count: int) -> tuple[dict[str, Any], ...]:
    """Datasets of which each says that the next is its other name."""
    names = named("ring", count)
    return tuple(
        dataset(name, symlinks={"identifiers": [{"namespace": "warehouse", "name": other}]})
        for name, other in zip(names, (*names[1:], names[0]), strict=True)
    )
