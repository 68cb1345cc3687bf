"""Starts and ends that share a transaction: each has the outcome it would have alone, in the same order."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import psycopg
import pytest

from headwater.errors import ConflictError, NotFoundError
from headwater.questions.pipelines.execution_group import MAX_GROUP, ExecutionGroup
from headwater.questions.pipelines.executions import (
    Call,
    EndedExecution,
    ExecutionEnd,
    ExecutionStart,
    StartedExecution,
    start_and_end,
)

Connection = psycopg.Connection[Any]
NOW = datetime(2026, 4, 20, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def pipelines(connection: Connection) -> tuple[int, int]:
    return registered(connection)


def registered(connection: Connection) -> tuple[int, int]:
    """Numbers of two new pipelines."""
    connection.execute("insert into pipeline_type (name) values ('tests')")
    query = """
    insert into pipeline
        (name, pipeline_type_id, job_namespace, job_name, job_key, next_watermark, created_at)
    select name, 1, 'watcher', name, md5(name)::uuid, '150', '2026-04-01'
    from unnest(array['a', 'b']) as name
    returning id
    """
    first, second = (number for (number,) in connection.execute(query).fetchall())
    return first, second


NewId = Callable[[], UUID]


def ids() -> NewId:
    numbers = count(1)
    return lambda: UUID(int=next(numbers))


def alone(connection: Connection, calls: Sequence[Call], now: datetime, new_id: NewId) -> list[Any]:
    return [start_and_end(connection, [call], now, new_id)[0] for call in calls]


def at_once(connection: Connection, calls: Sequence[Call], now: datetime, new_id: NewId) -> list[Any]:
    return start_and_end(connection, calls, now, new_id)


def together(connection: Connection, calls: Sequence[Call]) -> list[Any]:
    return start_and_end(connection, calls, NOW)


def stored(connection: Connection) -> list[Any]:
    """All that calls change, but for positions and for when an event was received."""
    tables = ("pipeline", "pipeline_execution")
    rows = [connection.execute(f"select * from {table} order by id").fetchall() for table in tables]
    lineage = "select event_time, run_id, body from events where stream = 'lineage' order by position"
    return [*rows, connection.execute(lineage).fetchall()]


def test_calls_in_one_transaction_leave_what_they_leave_one_by_one(
    new_database: Callable[[], str],
) -> None:
    found = []
    for write in (alone, at_once):
        new_id = ids()
        with psycopg.connect(new_database(), autocommit=True) as connection:
            first, second = registered(connection)
            begun = write(
                connection,
                [ExecutionStart(first), ExecutionStart(second), ExecutionStart(first)],
                NOW,
                new_id,
            )
            one, other, again = (outcome.execution.id for outcome in begun)
            ends: list[Call] = [
                ExecutionEnd(one, inserts=1),
                ExecutionEnd(again, NOW + HOUR, updates=2, execution_metadata={"host": "w1"}),
                ExecutionStart(first, watermark="7", parent_id=other),
                ExecutionEnd(other, completed_successfully=False),
                ExecutionEnd(one),
                ExecutionStart(999),
            ]
            outcomes = [*begun, *write(connection, ends, NOW + HOUR, new_id)]
            said = [
                replace(one, position=0) if not isinstance(one, Exception) else str(one) for one in outcomes
            ]
            found.append((said, stored(connection)))
    assert found[0] == found[1]


def test_of_two_starts_at_once_the_second_sees_the_first(
    connection: Connection, pipelines: tuple[int, int]
) -> None:
    one, other = together(connection, [ExecutionStart(pipelines[0]), ExecutionStart(pipelines[0])])
    assert one.active_executions == ()
    assert (other.active_executions, other.overlaps) == ((one.execution.id,), (one.execution.id,))


def test_a_call_that_is_refused_changes_nothing_and_holds_up_nobody(
    connection: Connection, pipelines: tuple[int, int]
) -> None:
    [begun] = together(connection, [ExecutionStart(pipelines[0])])
    number = begun.execution.id
    calls: list[Call] = [
        ExecutionStart(999),
        ExecutionEnd(number),
        ExecutionEnd(number),
        ExecutionStart(pipelines[1]),
    ]
    missing, ended, again, started = together(connection, calls)
    assert isinstance(missing, NotFoundError)
    assert isinstance(ended, EndedExecution)
    assert isinstance(again, ConflictError)
    assert isinstance(started, StartedExecution)
    assert started.position == ended.position > 0
    [(rows,)] = connection.execute("select count(*) from pipeline_execution").fetchall()
    assert rows == 2


def grouped(connection: Connection, calls: Sequence[Call]) -> list[Any]:
    """All at once, through a group of callers."""

    @contextmanager
    def open_writing() -> Iterator[Any]:
        yield SimpleNamespace(connection=connection, clock=lambda: NOW)

    async def send_all() -> list[Any]:
        group = ExecutionGroup(open_writing)
        return await asyncio.gather(*map(group.outcome, calls), return_exceptions=True)

    return asyncio.run(send_all())


def test_those_who_come_together_share_a_transaction(
    connection: Connection, pipelines: tuple[int, int]
) -> None:
    outcomes = grouped(connection, [ExecutionStart(pipelines[n % 2]) for n in range(MAX_GROUP + 3)])
    assert all(isinstance(one, StartedExecution) for one in outcomes)
    [(transactions,)] = connection.execute(
        "select count(distinct xmin::text) from pipeline_execution"
    ).fetchall()
    assert transactions == 2


def test_one_that_the_store_can_not_keep_sinks_nobody_else(
    connection: Connection, pipelines: tuple[int, int]
) -> None:
    # Refused at the door; here it stands for whatever nobody foresaw.
    bad = ExecutionStart(pipelines[0], execution_metadata={"host": "\x00"})
    before, refused, after = grouped(
        connection, [ExecutionStart(pipelines[0]), bad, ExecutionStart(pipelines[1])]
    )
    assert isinstance(refused, psycopg.DataError)
    assert isinstance(before, StartedExecution)
    assert isinstance(after, StartedExecution)


def test_a_store_that_is_not_there_is_asked_once_for_all_who_wait() -> None:
    opened = count(1)

    @contextmanager
    def open_writing() -> Iterator[Any]:
        next(opened)
        raise psycopg.OperationalError("gone")
        yield

    async def send_all() -> list[Any]:
        group = ExecutionGroup(open_writing)
        return await asyncio.gather(
            *(group.outcome(ExecutionStart(n)) for n in range(5)), return_exceptions=True
        )

    outcomes = asyncio.run(send_all())
    assert all(isinstance(one, psycopg.OperationalError) for one in outcomes)
    assert next(opened) == 2


def test_a_pipeline_that_stays_locked_holds_up_its_own_calls_alone(
    database_url: str, connection: Connection, pipelines: tuple[int, int]
) -> None:
    locked, free = pipelines

    @contextmanager
    def open_writing() -> Iterator[Any]:
        with psycopg.connect(database_url, autocommit=True) as own:
            yield SimpleNamespace(connection=own, clock=lambda: NOW)

    async def send_all() -> tuple[Any, Any]:
        group = ExecutionGroup(open_writing)
        held = asyncio.create_task(group.outcome(ExecutionStart(locked)))
        others = await asyncio.gather(*(group.outcome(ExecutionStart(free)) for _ in range(3)))
        assert not held.done()
        connection.execute("rollback")
        return await held, others

    connection.execute("begin")
    connection.execute("select from pipeline where id = %s for update", [locked])
    held, others = asyncio.run(send_all())
    assert all(isinstance(one, StartedExecution) for one in [held, *others])
