"""Whatever fails again and again at one position, the stream goes on: the event to blame is set aside."""

from collections.abc import Iterator
from functools import partial

import psycopg
import pyarrow as pa
import pytest
from psycopg import Connection

from headwater.log.postgres import INSERT, _columns
from headwater.pipeline.batch import LogPipeline, connect
from headwater.pipeline.read import read_in_place
from headwater.pipeline.stream import publish_next
from headwater.store.publish import Publisher
from tests.builders import run_event, to_log

EVENTS, BAD = 60, 38
MANY = 200


@pytest.fixture
def publishing(database_url: str) -> Iterator[Connection]:
    with connect(database_url) as connection:
        sent = [to_log(run_event(f"r{number}", "COMPLETE", number)) for number in range(EVENTS)]
        connection.execute(INSERT, _columns(sent))
        yield connection


class Reading:
    """Reads a range in place, unless what was asked for happens."""

    def __init__(self, url: str, error: BaseException, bad: int = BAD, times: int = MANY) -> None:
        self.read, self.error, self.bad, self.times = partial(read_in_place, url), error, bad, times
        self.failed = 0

    def __call__(self, after: int, upto: int) -> pa.Table:
        if after < self.bad <= upto and self.failed < self.times:
            self.failed += 1
            raise self.error
        return self.read(after, upto)


def publish_all(connection: Connection, reading: Reading) -> None:
    pipeline = LogPipeline(Publisher(3), connection, reading)
    for _ in range(MANY):
        try:
            if publish_next(pipeline, 50) is None:
                return
        except (Exception, SystemExit):
            continue
    raise AssertionError("the stream does not end")


def set_aside(connection: Connection) -> list[tuple[int, str]]:
    return connection.execute("select position, reason from quarantine order by position").fetchall()


def test_an_event_that_fails_for_an_unforeseen_reason_is_set_aside_and_the_others_are_published(
    publishing: Connection, database_url: str
) -> None:
    reading = Reading(database_url, MemoryError("no room"))
    publish_all(publishing, reading)
    assert set_aside(publishing) == [(BAD, "it could not be published, 3 times: MemoryError: no room")]
    assert publishing.execute("select count(*) from runs").fetchone() == (EVENTS - 1,)
    assert reading.failed < 15


def test_an_event_that_ends_the_worker_is_set_aside(publishing: Connection, database_url: str) -> None:
    """A process that is killed notes nothing any more."""
    reading = Reading(database_url, SystemExit())
    publish_all(publishing, reading)
    assert set_aside(publishing) == [(BAD, "it could not be published, 3 times: the worker ended or hung")]


def test_after_it_batches_grow_again(publishing: Connection, database_url: str) -> None:
    publish_all(publishing, Reading(database_url, MemoryError(), bad=1))
    assert publishing.execute("select coalesce(try_events, 50) > 8 from worker_state").fetchone() == (True,)


def test_no_event_is_to_blame_for_a_full_disk(publishing: Connection, database_url: str) -> None:
    publish_all(publishing, Reading(database_url, psycopg.errors.DiskFull(), times=MANY - 10))
    assert set_aside(publishing) == []
    assert publishing.execute("select count(*) from runs").fetchone() == (EVENTS,)


def test_a_worker_killed_twice_at_one_position_loses_nothing(
    publishing: Connection, database_url: str
) -> None:
    publish_all(publishing, Reading(database_url, SystemExit(), times=3))
    assert set_aside(publishing) == []
