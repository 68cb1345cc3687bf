"""Labels of a wide table are matched in one pass, whatever plan PostgreSQL takes."""

import re
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from headwater.store.publish.steps import statements
from headwater.store.publish.workspace import prepare
from tests.world import World

COLUMNS = 200
# The worst that the planner may choose.
NESTED = "set local enable_hashjoin = off; set local enable_mergejoin = off"
FIGURES = re.compile(r"loops=(\d+)\)$|Rows Removed by (?:Join )?Filter: (\d+)$", re.MULTILINE)


def test_a_label_is_not_looked_for_among_all_columns_of_its_dataset(
    connection: psycopg.Connection[Any],
) -> None:
    world = World(connection)
    wide = world.dataset("wide")
    columns = [world.column(wide, f"c{number}") for number in range(COLUMNS)]
    tags = [{"key": "gold", "field": f"c{number}"} for number in range(COLUMNS)]
    world.facet(wide, "tags", {"tags": [*tags, {"key": "classification", "value": "Secret", "field": "c7"}]})
    (statement,) = [one for one in statements()["labels"] if "insert into new_labels" in one]
    values = {"budgets": Jsonb({"last_tag": 10**6, "last_owner": 10}), "word": 100}
    with connection.transaction():
        prepare(connection)
        connection.execute("insert into relabelled_datasets values (%s)", [wide])
        connection.execute(NESTED)
        plan = "\n".join(row for (row,) in connection.execute(f"explain (analyze) {statement}", values))
        labels = connection.execute("select column_id, classification, tags from new_labels").fetchall()
    assert sorted(column for column, *_ in labels) == columns
    assert (columns[7], "secret", ["classification:Secret", "gold"]) in labels
    loops = thrown_away = 0
    for again, rows in FIGURES.findall(plan):
        loops = int(again or loops)
        thrown_away += loops * int(rows or 0)
    assert thrown_away < 10 * COLUMNS, plan
