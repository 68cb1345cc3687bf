"""What the search index is made of is read in one pass, however wide a table is."""

import re
from typing import Any

import psycopg
import pytest

from headwater.search.draft import MAX_TEXTS
from headwater.store.queries.search_rows import CHOSEN, MAX_TEXT, TEXTS
from tests.world import World

COLUMNS = 300


@pytest.mark.parametrize("chosen", [CHOSEN, "true"])
def test_descriptions_of_columns_are_read_once_for_each_schema(
    world: World, connection: psycopg.Connection[Any], chosen: str
) -> None:
    wide = world.dataset("wide")
    columns = [world.column(wide, f"c{number}") for number in range(COLUMNS)]
    listed = [{"name": f"c{number}", "description": f"text {number}"} for number in range(COLUMNS)]
    world.facet(wide, "schema", {"fields": listed})
    connection.execute("analyze nodes; analyze facets")
    values = {"nodes": columns, "letters": MAX_TEXT, "texts": MAX_TEXTS}
    query = TEXTS.format(chosen=chosen)
    assert sorted(connection.execute(query, values).fetchall()) == sorted(
        (column, f"text {number}") for number, column in enumerate(columns)
    )
    plan = "\n".join(row for (row,) in connection.execute(f"explain (analyze) {query}", values))
    assert "Bitmap Heap Scan on sql_lineage lineage" not in plan or "(never executed)" in plan, plan
    assert re.findall(r"Function Scan on jsonb_path_query listed.*loops=(\d+)", plan) == ["1"], plan
