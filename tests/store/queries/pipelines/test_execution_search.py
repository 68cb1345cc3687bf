"""Executions are counted as they come and go, and the kept count is the one that counting gives."""

from uuid import UUID, uuid4

import pytest

from headwater.store.queries.pipelines.execution_search import (
    NO_EXECUTION,
    REPORTED,
    STARTED,
    ExecutionFilter,
    search,
)
from headwater.store.queries.rows import Connection
from tests.world import World, day

PIPELINE = """
insert into pipeline_type (name) values ('batch');
insert into pipeline (name, pipeline_type_id, job_namespace, job_name, job_key)
select 'load', id, 'jobs', 'load', gen_random_uuid() from pipeline_type
"""
STARTED_BY_CLIENTS = """
insert into pipeline_execution (run_id, pipeline_id, start_date)
select run, id, now() from pipeline cross join unnest(%s::uuid[]) as run
"""
COUNTED = (
    "select (select count(*) from pipeline_execution),"
    f" (select count(*) from runs as run where {NO_EXECUTION})"
)
KEPT = """
select coalesce(sum(rows) filter (where name = 'started'), 0)::bigint,
       coalesce(sum(rows) filter (where name = 'reported'), 0)::bigint
from kept_counts
"""


@pytest.fixture
def executions(world: World) -> list[UUID]:
    world.connection.execute(PIPELINE)
    started = [uuid4() for _ in range(3)]
    world.connection.execute(STARTED_BY_CLIENTS, [started])
    world.run(world.job("etl"), day(1))
    # Known as somebody's parent alone.
    world.run(None)
    return started


def kept(connection: Connection) -> tuple[int, int]:
    [(started, reported)] = connection.execute(KEPT).fetchall()
    assert connection.execute(COUNTED).fetchall() == [(started, reported)]
    return started, reported


def test_what_comes_is_counted(executions: list[UUID], connection: Connection) -> None:
    assert kept(connection) == (3, 1)


@pytest.mark.parametrize(
    ("change", "counted"),
    [
        ("delete from pipeline_execution where id = (select min(id) from pipeline_execution)", (2, 1)),
        ("truncate pipeline_execution", (0, 1)),
        ("delete from runs", (3, 0)),
        ("truncate runs", (3, 0)),
        ("update runs set first_seen = now() where began_at is null", (3, 2)),
        ("update runs set is_execution = true", (3, 0)),
        ("update runs set end_state = 'COMPLETE'", (3, 1)),
        ("update pipeline_execution set end_date = now()", (3, 1)),
    ],
)
def test_what_goes_or_changes_is_counted(
    executions: list[UUID], connection: Connection, change: str, counted: tuple[int, int]
) -> None:
    connection.execute(change)
    assert kept(connection) == counted


def test_an_execution_that_comes_back_from_the_log_is_counted_once(
    executions: list[UUID], world: World, connection: Connection
) -> None:
    world.run(world.job("load"), day(2), run_id=executions[0], is_execution=True)
    assert kept(connection) == (3, 1)


def test_a_page_tells_the_kept_count(executions: list[UUID], connection: Connection) -> None:
    page = search(connection, ExecutionFilter(), (STARTED, REPORTED), 2)
    assert (len(page.items), page.total) == (2, 4)
    connection.execute("update kept_counts set rows = rows + 10 where name = 'started'")
    assert search(connection, ExecutionFilter(), (STARTED, REPORTED), 2).total == 14
    # With a filter, they are counted.
    assert search(connection, ExecutionFilter(active=True), (STARTED, REPORTED), 2).total == 4
