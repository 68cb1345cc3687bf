"""Everything fails in turn while events go through a real broker, and what such a run counts.

An event that is lost, doubled or passed over has to show.
"""

import asyncio
import os
from typing import Any

import psycopg
import pytest
from benchmarks.events import events
from benchmarks.random_kills.__main__ import measure
from benchmarks.random_kills.estates import on_this_machine
from benchmarks.random_kills.outages import longest_gap
from benchmarks.random_kills.report import Kept, kept

from headwater.dialects.openlineage.translate import to_domain
from headwater.log.postgres import PostgresLog
from headwater.log.reader import newest_position
from headwater.pipeline.batch import LogPipeline, connect
from headwater.pipeline.read import RangeReader
from headwater.store.publish import Publisher
from tests.kafka_broker import needs_kafka

SENT = 7
# docs/reliability.md has the figures of a longer run.
MESSAGES = int(os.environ.get("HEADWATER_TEST_KAFKA_MESSAGES", "3000"))
RATE = 300.0
# Longer than the server waits for a broker; a whole minute where many events were asked for.
AWAY_SECONDS = min(60.0, max(10.0, MESSAGES / 1000))


@needs_kafka
@pytest.mark.server
@pytest.mark.timeout(1200 + MESSAGES // 50)
def test_what_was_acknowledged_is_there_once_whatever_fails(capsys: pytest.CaptureFixture[str]) -> None:
    with on_this_machine(AWAY_SECONDS) as estate:
        report = measure(estate, {**estate.kills, **estate.troubles}, MESSAGES, RATE, seed=5)

    with capsys.disabled():
        print(f"\n{report.text}")
    assert report.kept == Kept(events=report.sent, lost=0, doubled=0, unpublished=0, runs_missing=0)
    assert report.acknowledged == report.sent >= MESSAGES
    assert report.refused["503"] > 0
    assert {status for status in report.refused if status.isdecimal()} == {"503"}


class Stored:
    def __init__(self, url: str) -> None:
        self._url = url

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(self._url, autocommit=True) as connection:
            cursor = connection.execute(query, values or None)
            return cursor.fetchall() if cursor.description else []


@pytest.fixture
def stored(database_url: str) -> Stored:
    asyncio.run(_append(database_url))
    with connect(database_url) as connection:
        reader = RangeReader(None, database_url)  # type: ignore[arg-type]
        LogPipeline(Publisher(3), connection, reader).process(0, newest_position(connection))
    return Stored(database_url)


async def _append(url: str) -> None:
    log = PostgresLog(url, 100_000_000)
    await log.start()
    await log.append([to_domain(body) for body in events(SENT)])
    await log.stop()


def test_all_that_was_sent_is_kept(stored: Stored) -> None:
    assert kept(stored, SENT) == Kept(SENT, lost=0, doubled=0, unpublished=0, runs_missing=0)


def test_an_event_that_is_missing_is_lost(stored: Stored) -> None:
    stored.rows("delete from events where position = (select max(position) from events)")
    assert kept(stored, SENT).lost == 1


def test_an_event_that_is_there_under_two_ids_is_doubled(stored: Stored) -> None:
    columns = "stream, kind, event_time, received_at, run_id, body, state"
    stored.rows(
        f"insert into events (event_id, {columns}) select gen_random_uuid(), {columns} from events limit 1"
    )
    assert kept(stored, SENT).doubled == 1


def test_an_event_that_was_published_twice_and_a_run_that_is_gone_are_told(stored: Stored) -> None:
    stored.rows("update pipeline_state set events = events + 1")
    assert kept(stored, SENT).unpublished == 1
    assert kept(stored, SENT + 2).runs_missing == 1


def test_a_gap_counts_from_the_fault_and_lasts_until_now_where_nothing_followed() -> None:
    assert longest_gap([1.0, 11.0, 12.0, 18.0], since=10.0, until=19.0) == 6.0
    assert longest_gap([1.0], since=10.0, until=19.0) == 9.0
