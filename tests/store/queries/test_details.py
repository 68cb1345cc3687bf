"""What hangs on an entity: facets, schemas, assertions, statistics, neighbours; and the state of it all."""

from typing import Any

from headwater.store.queries import assertions, facets, neighbours, pipeline, quarantine, schemas
from tests.world import World, day


def test_the_newest_facet_of_any_alias_stands_and_a_deleted_one_is_hidden(
    connection: Any, world: World
) -> None:
    orders, file = world.dataset("orders"), world.dataset("o", namespace="s3://lake")
    world.facet(orders, "custom", {"v": 1}, day(1))
    world.facet(file, "custom", {"v": 2}, day(2))
    world.facet(orders, "gone", {"v": 1}, day(1))
    world.facet(file, "gone", None, day(2))
    assert [(facet.name, facet.value) for facet in facets.of_nodes(connection, [orders, file])] == [
        ("custom", {"v": 2})
    ]


def test_the_current_schema_is_the_open_version(connection: Any, world: World) -> None:
    orders = world.dataset("orders")
    world.schema(orders, "id bigint", "amount numeric", since=day(1), until=day(20))
    world.schema(orders, "id bigint", since=day(20))
    current, history = schemas.current(connection, [orders]), schemas.versions(connection, [orders], 50)
    assert current is not None
    assert [field["name"] for field in current.fields] == ["id"]
    assert [version.valid_to for version in history.items] == [None, day(20)]
    assert (history.total, schemas.versions(connection, [orders], 1).total) == (2, 2)


def test_only_the_latest_result_of_an_assertion_counts_and_failures_come_first(
    connection: Any, world: World
) -> None:
    orders = world.dataset("orders")
    world.assertion(orders, "not_null", True, day(1), field="id")
    world.assertion(orders, "not_null", False, day(2), field="id")
    world.assertion(orders, "row_count", True, day(3))
    page = assertions.latest(connection, [orders], 10)
    assert [(row.name, row.success) for row in page.items] == [("not_null", False), ("row_count", True)]
    assert page.total == 2


def test_statistics_are_those_of_the_latest_run(connection: Any, world: World) -> None:
    job, orders = world.job("etl"), world.dataset("orders")
    run = world.run(job, day(1))
    world.io_facet(run, orders, "output", "outputStatistics", {"rowCount": 3})
    world.io_facet(run, orders, "output", "other", {})
    (found,) = facets.latest_statistics(connection, [orders])
    assert (found.name, found.value, found.run_id) == ("outputStatistics", {"rowCount": 3}, run)


def test_neighbours_are_told_once_with_those_of_today_first(connection: Any, world: World) -> None:
    orders, a, b = world.dataset("orders"), world.job("a"), world.job("b")
    world.reads(orders, a, until=day(5))
    world.reads(orders, b)
    world.reads(orders, b, origin="declared")
    page = neighbours.consumers(connection, [orders], 10)
    assert [(row.name, row.current) for row in page.items] == [("b", True), ("a", False)]
    assert page.total == 2
    assert neighbours.producers(connection, [orders], 10).total == 0
    assert [row.name for row in neighbours.inputs(connection, [b], 10).items] == ["orders"]


def test_quarantine_comes_newest_first_page_by_page(connection: Any, world: World) -> None:
    first, second = world.quarantined("bad fields", 1), world.quarantined("worse", 2)
    page = quarantine.listed(connection, None, 1)
    assert ([row.event_id for row in page.items], page.total) == ([second], 2)
    rest = quarantine.listed(connection, None, 1, page.next_cursor)
    assert ([row.event_id for row in rest.items], rest.next_cursor) == ([first], None)
    assert quarantine.listed(connection, "FIELDS", 10).total == 1


def test_lag_is_counted_in_events_and_from_the_oldest_that_waits(connection: Any, world: World) -> None:
    for hour in (1, 2, 3):
        world.event(received_at=day(1, hour))
    (head,) = connection.execute("select max(position) from events").fetchone()
    world.publish(position=head - 2)
    status = pipeline.status(connection, day(1, 4))
    assert (status.head, status.lag_events, status.lag_seconds) == (head, 2, 7200.0)
    world.publish(position=head)
    level = pipeline.status(connection, day(1, 4))
    assert (level.lag_events, level.lag_seconds) == (0, 0.0)


def test_totals_count_an_entity_with_several_names_once(connection: Any, world: World) -> None:
    orders, file = world.dataset("orders"), world.dataset("o", namespace="s3://lake")
    world.alias(file, orders)
    world.column(orders, "id")
    totals = pipeline.totals(connection)
    assert (totals.datasets, totals.jobs, totals.edges) == (1, 0, 0)
