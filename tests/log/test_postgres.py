"""The log: many appends share a commit, readers never miss one, and trouble is told, not swallowed."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg import Connection

from headwater.errors import BadEventError, OverloadedError, StoreUnavailableError
from headwater.log.postgres import APPEND_LOCK, PostgresLog
from headwater.log.protocol import Appended
from headwater.log.reader import newest_position, position_after, read_chosen, read_range
from headwater.model.events import STREAMS, Event, EventKind
from headwater.model.openlineage import to_event
from tests.builders import run_event

PLENTY = 1_000_000

# Between taking a position and committing it lies a moment, here one that can be seen.
SLOW_COMMITS = """
create function dawdle() returns trigger language plpgsql as
    $$ begin perform pg_sleep(random() * 0.004); return null; end $$;
create constraint trigger dawdle after insert on events deferrable initially deferred
    for each row execute function dawdle()
"""


def an_event(**more: Any) -> Event:
    return to_event(run_event(uuid4().hex, "COMPLETE", "09:30") | more)


@asynccontextmanager
async def started(url: str, max_pending_bytes: int = PLENTY) -> AsyncIterator[PostgresLog]:
    log = PostgresLog(url, max_pending_bytes)
    await log.start()
    yield log
    await log.stop()


def with_log(url: str, use: Callable[[PostgresLog], Awaitable[Any]], max_pending_bytes: int = PLENTY) -> Any:
    async def run() -> Any:
        async with started(url, max_pending_bytes) as log:
            return await asyncio.wait_for(use(log), 60)

    return asyncio.run(run())


def rows(connection: Connection, query: str) -> list[tuple[Any, ...]]:
    return connection.execute(query).fetchall()


def commits(connection: Connection) -> int:
    return len(rows(connection, "select distinct xmin::text from events"))


def test_concurrent_appends_are_all_durable_and_share_commits(
    database_url: str, connection: Connection
) -> None:
    events = [an_event() for _ in range(500)]

    async def use(log: PostgresLog) -> list[int]:
        appended = await asyncio.gather(*(log.append([event]) for event in events))
        return [one.position for one in appended if one.position is not None]

    positions = with_log(database_url, use)

    stored = dict(rows(connection, "select event_id, position from events"))
    assert stored.keys() == {event.event_id for event in events}
    told = zip(events, positions, strict=True)
    assert all(stored[event.event_id] <= position for event, position in told)
    assert commits(connection) < 50


def test_an_append_is_seen_by_others_when_it_returns(database_url: str, connection: Connection) -> None:
    async def use(log: PostgresLog) -> None:
        for _ in range(20):
            position = (await log.append([an_event()])).position
            assert newest_position(connection) == position

    with_log(database_url, use)


def test_an_event_is_stored_as_it_is(database_url: str, connection: Connection) -> None:
    event = an_event(text="naïve \\ ' \" \t", none=None)
    with_log(database_url, lambda log: log.append([event]))
    [row] = rows(connection, "select event_id, kind, event_time, run_id, body from events")
    assert row == (event.event_id, "run", event.event_time, event.run_id, event.body)


def test_a_duplicate_is_stored_once_and_told_where_it_stands(
    database_url: str, connection: Connection
) -> None:
    event, other = an_event(), an_event()

    async def use(log: PostgresLog) -> list[Appended]:
        return [
            await log.append([event]),
            await log.append([other]),
            await log.append([event]),
            await log.append([event, other, event]),
        ]

    first, second, again, mixed = with_log(database_url, use)
    assert (first.duplicates, second.duplicates) == (0, 0)
    assert again == Appended(first.position, 1)
    assert mixed == Appended(second.position, 3)
    assert rows(connection, "select count(*) from events") == [(2,)]


def test_a_reader_never_misses_an_event_while_two_logs_append(
    database_url: str, connection: Connection
) -> None:
    connection.execute(SLOW_COMMITS)
    count = 300
    stop = threading.Event()
    seen: list[int] = []

    def read_on() -> None:
        with psycopg.connect(database_url, autocommit=True) as reader:
            while True:
                ending = stop.is_set()
                last = seen[-1] if seen else 0
                found = reader.execute("select position from events where position > %s order by 1", [last])
                seen.extend(position for (position,) in found)
                if ending:
                    return

    async def append_through_two() -> None:
        async with started(database_url) as one, started(database_url) as other:
            for start in range(0, count, 30):
                batch = [an_event() for _ in range(30)]
                await asyncio.gather(
                    *((one, other)[n % 2].append([event]) for n, event in enumerate(batch, start))
                )

    reading = threading.Thread(target=read_on)
    reading.start()
    asyncio.run(append_through_two())
    stop.set()
    reading.join(30)

    assert seen == [position for (position,) in rows(connection, "select position from events order by 1")]
    assert len(seen) == count


def test_too_much_waiting_is_refused_and_takes_nothing(database_url: str, connection: Connection) -> None:
    events = [an_event(filling="x" * 1000) for _ in range(10)]

    async def use(log: PostgresLog) -> Sequence[Any]:
        with psycopg.connect(database_url) as other:
            other.execute("select pg_advisory_xact_lock(%s)", [APPEND_LOCK])
            waiting = [asyncio.ensure_future(log.append([event])) for event in events]
            await asyncio.sleep(0.3)
            other.rollback()
        return await asyncio.gather(*waiting, return_exceptions=True)

    told = with_log(database_url, use, max_pending_bytes=4000)

    refused = [one for one in told if isinstance(one, OverloadedError)]
    assert 0 < len(refused) < len(events)
    assert rows(connection, "select count(*) from events") == [(len(events) - len(refused),)]


def test_a_single_event_over_the_limit_is_taken_when_nothing_waits(database_url: str) -> None:
    taken = with_log(database_url, lambda log: log.append([an_event(filling="x" * 5000)]), 1024)
    assert taken == Appended(1, 0)


def test_a_database_that_is_down_is_told_and_recovered_from(
    postgres_url: str, database_url: str, connection: Connection
) -> None:
    name = connection.info.dbname
    ours = [name, connection.info.backend_pid]
    cut = "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s and pid <> %s"
    before, lost, after = an_event(), an_event(), an_event()

    async def use(log: PostgresLog) -> None:
        await log.append([before])
        with psycopg.connect(postgres_url, autocommit=True) as other:
            other.execute(f"alter database {name} with allow_connections false")
            other.execute(cut, ours)
            for _ in range(2):
                with pytest.raises(StoreUnavailableError) as told:
                    await log.append([lost])
                assert (told.value.retry_after, log.failing) == (1, True)
            other.execute(f"alter database {name} with allow_connections true")
        await log.append([after])
        assert not log.failing

    with_log(database_url, use)
    stored = rows(connection, "select event_id from events order by position")
    assert stored == [(before.event_id,), (after.event_id,)]


def test_of_requests_that_share_a_commit_the_first_sent_a_new_event(database_url: str) -> None:
    event, other = an_event(), an_event()

    async def use(log: PostgresLog) -> list[Appended]:
        return list(await asyncio.gather(log.append([event, event]), log.append([event, other])))

    assert [one.duplicates for one in with_log(database_url, use)] == [1, 1]


def test_an_event_that_cannot_be_stored_does_not_sink_those_that_share_its_commit(
    database_url: str, connection: Connection
) -> None:
    good = [an_event() for _ in range(5)]
    poison = Event(uuid4(), good[0].kind, good[0].event_time, None, "\x00")

    async def use(log: PostgresLog) -> Sequence[Any]:
        return await asyncio.gather(
            *(log.append([event]) for event in [*good, poison]), return_exceptions=True
        )

    *told, refused = with_log(database_url, use)
    assert isinstance(refused, BadEventError)
    assert all(isinstance(one, Appended) for one in told)
    assert rows(connection, "select count(*) from events") == [(5,)]


def test_stopping_answers_everyone_who_waits(database_url: str, connection: Connection) -> None:
    async def run() -> Sequence[Any]:
        log = PostgresLog(database_url, PLENTY)
        await log.start()
        with psycopg.connect(database_url) as other:
            other.execute("select pg_advisory_xact_lock(%s)", [APPEND_LOCK])
            waiting = [asyncio.ensure_future(log.append([an_event()]))]
            await asyncio.sleep(0.2)
            waiting += [asyncio.ensure_future(log.append([an_event()])) for _ in range(3)]
            await asyncio.sleep(0.1)
            await log.stop()
            other.rollback()
        waiting.append(asyncio.ensure_future(log.append([an_event()])))
        return await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 5)

    told = asyncio.run(run())
    assert [type(one) for one in told] == [OverloadedError] * 5
    time.sleep(0.2)
    assert rows(connection, "select count(*) from events") == [(0,)]


def test_someone_who_stops_waiting_does_not_disturb_the_rest(
    database_url: str, connection: Connection
) -> None:
    async def use(log: PostgresLog) -> None:
        waiting = [asyncio.ensure_future(log.append([an_event()])) for _ in range(10)]
        await asyncio.sleep(0)
        waiting[3].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await log.append([an_event()])

    with_log(database_url, use)
    assert rows(connection, "select count(*) from events") == [(11,)]


@pytest.fixture
def filled(database_url: str, connection: Connection) -> list[Event]:
    """A log with gaps, as repeats leave them."""
    events = [an_event(number=number) for number in range(12)]

    async def use(log: PostgresLog) -> None:
        for event in events:
            await log.append([event])
            await log.append([event])

    with_log(database_url, use)
    assert newest_position(connection) > 12
    return events


def test_a_range_is_read_in_order_with_ids_and_microseconds(
    connection: Connection, filled: list[Event]
) -> None:
    upto = position_after(connection, 0, 5)
    read = [entry for entries in read_range(connection, 0, upto) for entry in entries]
    assert [entry.event_id for entry in read] == [event.event_id.hex for event in filled[:5]]
    assert (read[0].at, read[0].kind, read[0].body) == (1776677400000000, filled[0].kind, filled[0].body)
    assert read[-1].position == upto


def test_the_next_events_are_counted_over_gaps(connection: Connection, filled: list[Event]) -> None:
    steps, position = [], 0
    while (following := position_after(connection, position, 5)) != position:
        steps.append(sum(len(entries) for entries in read_range(connection, position, following)))
        position = following
    assert (steps, position) == ([5, 5, 2], newest_position(connection))


def test_chosen_events_are_read_by_id(connection: Connection, filled: list[Event]) -> None:
    chosen = read_chosen(connection, [str(filled[3].event_id), str(filled[1].event_id), str(uuid4())])
    assert [entry.body for entry in chosen] == [filled[1].body, filled[3].body]
    assert read_chosen(connection, []) == []


def test_an_empty_log_has_no_position(connection: Connection) -> None:
    assert (newest_position(connection), position_after(connection, 0, 10)) == (0, 0)


def test_a_stream_is_read_without_the_events_of_others(
    database_url: str, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(STREAMS, EventKind("span"), "telemetry")
    lineage, span = an_event(number=1), replace(an_event(number=2), kind=EventKind("span"))

    async def use(log: PostgresLog) -> None:
        await log.append([lineage, span])

    with_log(database_url, use)
    upto = newest_position(connection, "telemetry")
    assert upto > newest_position(connection) == position_after(connection, 0, 10)
    [[read]] = read_range(connection, 0, upto, "telemetry")
    assert (read.kind, read.event_id) == ("span", span.event_id.hex)
    [[read]] = read_range(connection, 0, upto)
    assert read.event_id == lineage.event_id.hex


@pytest.mark.parametrize(("hours", "bound", "is_ahead"), [(20, 24, False), (30, 24, True), (30, 48, False)])
def test_an_event_further_ahead_than_the_bound_counts_from_its_receipt(
    database_url: str, connection: Connection, hours: int, bound: int, is_ahead: bool
) -> None:
    dated = datetime.now(UTC) + timedelta(hours=hours)

    async def run() -> None:
        log = PostgresLog(database_url, PLENTY, timedelta(hours=bound))
        await log.start()
        await log.append([an_event(eventTime=dated.isoformat())])
        await log.stop()

    asyncio.run(run())

    [(at, claimed, received)] = rows(connection, "select event_time, claimed_time, received_at from events")
    assert (at, claimed) == ((received, dated) if is_ahead else (dated, None))
