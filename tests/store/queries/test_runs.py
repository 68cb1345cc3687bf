"""Runs come newest first, and each knows its job, even when only its child ever spoke of it."""

from typing import Any
from uuid import UUID

from headwater.model.ids import NodeKind, node_key
from headwater.store.queries import runs
from headwater.store.queries.runs import RunFilter
from tests.world import JOBS, World, day


def listed(connection: Any, limit: int = 100, **wanted: Any) -> list[UUID]:
    """All pages, one after the other."""
    found, cursor = [], None
    while True:
        page = runs.listed(connection, RunFilter(**wanted), limit, cursor)
        found += [row.run_id for row in page.items]
        cursor = page.next_cursor
        if cursor is None:
            assert page.total == len(found)
            return found


def test_runs_come_newest_first_and_those_without_a_time_last(connection: Any, world: World) -> None:
    job = world.job("etl")
    old, new = world.run(job, day(1)), world.run(job, day(2))
    stubs = sorted([world.run(None), world.run(None), world.run(None)])
    for limit in (1, 2, 3, 100):
        assert listed(connection, limit) == [new, old, *stubs]


def test_runs_of_one_instant_are_paged_by_their_id(connection: Any, world: World) -> None:
    job = world.job("etl")
    same = sorted(world.run(job, day(1)) for _ in range(5))
    assert listed(connection, 2) == same


def test_a_run_known_only_by_its_child_has_the_job_that_the_child_named(
    connection: Any, world: World
) -> None:
    job = world.job("dag")
    key = UUID(node_key(NodeKind.JOB, JOBS, "dag"))
    stub = world.run(None, stub_job_key=key)
    row = runs.find(connection, stub)
    assert row is not None
    assert (row.job_name, row.state) == ("dag", "UNKNOWN")
    assert listed(connection, job=[job], job_keys=[key]) == [stub]


def test_filters_on_state_time_and_parent(connection: Any, world: World) -> None:
    job = world.job("etl")
    parent = world.run(job, day(1))
    failed = world.run(job, day(2), end_state="FAIL", ended_at=day(2, 1), parent_run_id=parent)
    assert listed(connection, state="fail") == [failed]
    assert listed(connection, since=day(2)) == [failed]
    assert listed(connection, until=day(2)) == [parent]
    assert listed(connection, parent=parent) == [failed]
    assert listed(connection, namespace="elsewhere") == []


def test_a_run_shows_what_it_read_and_wrote_by_canonical_name(connection: Any, world: World) -> None:
    job, orders, file = world.job("etl"), world.dataset("orders"), world.dataset("o", namespace="s3://lake")
    daily = world.dataset("daily")
    world.alias(file, orders)
    shown = [world.reads(file, job), world.writes(job, daily)]
    run = world.run(job, day(1), shown=shown)
    world.io_facet(run, daily, "output", "outputStatistics", {"rowCount": 3})
    found = [(row.kind, row.name) for row in runs.datasets(connection, run)]
    assert found == [(0, "orders"), (1, "daily")]


def test_the_parent_is_that_of_the_latest_run_that_has_one(connection: Any, world: World) -> None:
    dag, task = world.job("dag"), world.job("task")
    first, second = world.run(dag, day(1)), world.run(dag, day(2))
    world.run(task, day(1), parent_run_id=first)
    world.run(task, day(2), parent_run_id=second)
    world.run(task, day(3))
    parent = runs.parent_of_latest(connection, [task])
    assert parent is not None
    assert parent.run_id == second
