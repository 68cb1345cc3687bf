"""Columns of datasets with several names are looked up by an index, however many nodes there are."""

from typing import Any

import psycopg
import pytest

from headwater.store.publish.steps import statements
from headwater.store.publish.workspace import prepare

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
