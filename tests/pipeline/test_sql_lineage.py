"""Column lineage from SQL where producers send none: through the whole pipeline, in any order."""

import json
from collections.abc import Callable
from operator import itemgetter
from typing import Any

import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

from headwater.pipeline.sql_lineage import MAX_IN_PLACE, SparkAnalyst
from headwater.store.publish.sql_analyses import ASKED
from tests.builders import column_lineage, dataset, dataset_event, job_event, run_event, schema
from tests.pipeline.conftest import World
from tests.pipeline.served import served

pytestmark = pytest.mark.spark

RAW = schema("id int", "email text", "amount int", "day date")
QUERY = """
insert into mart.daily (day, total)
select day, sum(amount) as total from shop.orders where email is not null group by day
"""

COLUMNS = """
select source.name || '.' || source.field, target.name || coalesce('.' || nullif(target.field, ''), ''),
       subtype, origin, round(confidence::numeric, 2)::float
from edge_spans
join edges on edges.id = edge_id
join nodes as source on source.id = source_id
join nodes as target on target.id = target_id
where edges.kind in (edge_kind('column'), edge_kind('column_indirect'), edge_kind('column_to_dataset'))
  and alive_to = 'infinity'
order by 1, 2, 3
"""


def sql(query: str, **more: str) -> dict[str, Any]:
    return {"sql": {"query": query, **more}}


def run(name: str, clock: int, query: str = QUERY, **parts: Any) -> dict[str, Any]:
    given = {"inputs": ("shop.orders",), "outputs": ("mart.daily",)} | parts
    return run_event(name, "COMPLETE", clock, job_facets=sql(query), **given)


def alias(name: str) -> dict[str, Any]:
    return {"identifiers": [{"namespace": "warehouse", "name": name, "type": "TABLE"}]}


def columns(world: World) -> list[tuple[Any, ...]]:
    return world.rows(COLUMNS)


def test_a_run_with_sql_and_no_column_lineage_gets_it_from_the_sql(world: World) -> None:
    world.take([run("r1", 1, inputs=(dataset("shop.orders", schema=RAW),))])

    assert columns(world) == [
        ("shop.orders.amount", "mart.daily.total", "AGGREGATION", "sql", None),
        ("shop.orders.day", "mart.daily", "GROUP_BY", "sql", None),
        ("shop.orders.day", "mart.daily.day", "IDENTITY", "sql", None),
        ("shop.orders.email", "mart.daily", "FILTER", "sql", None),
    ]


def test_a_star_waits_for_the_schema_and_then_shows_its_columns(world: World) -> None:
    world.take([run("r1", 1, "insert into mart.daily select * from shop.orders")])
    before = columns(world)
    world.take([dataset_event("shop.orders", 0, schema=schema("id int", "email text"))])

    assert before == []
    assert [row[:2] for row in columns(world)] == [
        ("shop.orders.email", "mart.daily.email"),
        ("shop.orders.id", "mart.daily.id"),
    ]


def test_the_schema_of_the_time_counts_and_not_todays(world: World) -> None:
    star = "insert into mart.daily select * from shop.orders"
    world.take(
        [
            run("r1", 10, star, inputs=(dataset("shop.orders", schema=schema("id int", "old text")),)),
            dataset_event("shop.orders", 20, schema=schema("id int", "new text")),
        ]
    )
    assert [row[0] for row in columns(world)] == ["shop.orders.id", "shop.orders.old"]

    world.take([run(f"r{n}", 30 + n, star) for n in range(10)])
    assert [row[0] for row in columns(world)] == ["shop.orders.id", "shop.orders.new"]


def test_what_the_producer_tells_of_an_output_goes_before_the_sql(world: World) -> None:
    told = dataset("mart.daily", columnLineage=column_lineage(total="shop.orders.amount:IDENTITY"))
    world.take([run("r1", 1)], [run("r2", 2, outputs=(told,))])

    assert {row[3] for row in columns(world)} == {"column_facet"}


def test_a_column_of_an_unknown_schema_is_less_certain(world: World) -> None:
    joined = "insert into mart.daily select total from shop.orders join shop.items using (id)"
    world.take([run("r1", 1, joined, inputs=(dataset("shop.orders", schema=RAW), "shop.items"))])

    assert ("shop.items.total", "mart.daily.total", "IDENTITY", "sql", 0.6) in columns(world)


def test_a_text_that_differs_only_in_its_literals_is_analysed_once(world: World) -> None:
    daily = "insert into mart.daily select id from shop.orders where day = '2026-04-{}'"
    world.take([run("r1", 1, daily.format(20)), run("r2", 2, daily.format(21))])

    assert world.rows("select count(*) from sql_texts") == [(1,)]
    assert world.rows("select count(*) from sql_analyses") == [(1,)]


def test_an_escaped_quote_costs_no_column_lineage(world: World) -> None:
    text = (
        r"insert into mart.daily select amount as total from shop.orders where email <> 'o\'b' and day > '1'"
    )
    world.take(
        [
            run_event(
                "r1",
                "COMPLETE",
                1,
                inputs=("shop.orders",),
                outputs=("mart.daily",),
                job_facets=sql(text, dialect="mysql"),
            )
        ]
    )

    assert ("shop.orders.amount", "mart.daily.total") in {row[:2] for row in columns(world)}


def test_the_sql_of_a_static_event_counts_as_well(world: World) -> None:
    world.take([job_event("daily", 1, inputs=["shop.orders"], outputs=["mart.daily"], facets=sql(QUERY))])

    assert ("shop.orders.amount", "mart.daily.total") in {row[:2] for row in columns(world)}


def test_what_cannot_be_read_is_kept_with_its_reason(world: World) -> None:
    world.take([run("r1", 1, "insert into mart.daily selec nonsense from (")])

    assert columns(world) == []
    ((problems,),) = world.rows("select problems from sql_analyses")
    assert problems


def test_an_alias_of_an_alias_that_comes_late_is_a_name_to_find_a_table_by(world: World) -> None:
    """The run names one of three names that mean the same; the text has the one that is heard of last."""
    world.take([run("r1", 1, "insert into mart.daily select amount from old_orders")])
    world.take([dataset_event("shop.copy", 2, symlinks=alias("shop.orders"))])
    before = columns(world)
    world.take([dataset_event("shop.copy", 3, symlinks=alias("shop.old_orders"))])

    assert [row[0] for row in before] == ["mart.old_orders.amount"]
    assert [row[0] for row in columns(world)] == ["shop.orders.amount"]


def test_sql_in_one_event_and_datasets_in_another_belong_to_one_run(world: World) -> None:
    world.take(
        [run_event("r1", "START", 1, job_facets=sql(QUERY))],
        [run_event("r1", "COMPLETE", 2, inputs=("shop.orders",), outputs=("mart.daily",))],
    )

    assert ("shop.orders.amount", "mart.daily.total") in {row[:2] for row in columns(world)}


def test_the_order_in_which_texts_and_schemas_come_does_not_matter(new_world: Callable[[], World]) -> None:
    star = "insert into mart.daily select * from shop.orders"
    events = [
        run_event("r1", "START", 1, job_facets=sql(star)),
        run("r1", 5, star),
        run("r2", 8, QUERY),
        dataset_event("shop.orders", 3, schema=RAW),
        dataset_event("shop.orders", 7, schema=schema("id int", "total int")),
    ]
    in_order = new_world().take(events)
    one_by_one = new_world().take(*([event] for event in reversed(events)))

    assert served(one_by_one.connection) == served(in_order.connection)
    one_by_one.rebuild(2)
    assert served(one_by_one.connection) == served(in_order.connection)


def test_a_column_that_only_a_passing_analysis_named_leaves_no_trace(new_world: Callable[[], World]) -> None:
    link = {"identifiers": [{"namespace": "s3", "name": "export", "type": "TABLE"}]}
    star = "insert into orders select lost.x from raw join lost using (id)"
    events = [
        dataset_event("orders", 1, symlinks=link),
        run("r1", 2, star, inputs=("raw",), outputs=("s3/export",)),
        run("r1", 3, star, inputs=("raw",), outputs=("orders",)),
        run("r2", 4, star, inputs=("raw",), outputs=("orders",)),
        run("r1", 5, "select 1", inputs=("raw",), outputs=("orders",)),
    ]
    in_order = new_world().take(events)
    one_by_one = new_world().take(*([event] for event in events))

    assert served(one_by_one.connection) == served(in_order.connection)


def test_texts_read_in_tasks_say_what_they_say_in_place(spark: SparkSession) -> None:
    binding = [
        {"direction": 0, "namespace": "warehouse", "name": "t", "names": ["t"], "columns": ["a", "b"]},
        {"direction": 1, "namespace": "warehouse", "name": "u", "names": ["u"]},
    ]
    asked = pa.Table.from_pylist(
        [
            {"owner": f"{number:032x}", "analysis": f"{number:032x}", "dialect": None, "result": None}
            | {"text": f"insert into u select a + {number} as x from t", "binding": json.dumps(binding)}
            for number in range(MAX_IN_PLACE + 2)
        ],
        ASKED,
    )
    analyst = SparkAnalyst(spark)

    in_tasks = sorted(analyst(asked).to_pylist(), key=itemgetter("owner"))
    in_place = [
        row for number in range(asked.num_rows) for row in analyst(asked.slice(number, 1)).to_pylist()
    ]

    assert in_tasks == in_place
    assert all(row["edges"] and not row["problems"] for row in in_place)
