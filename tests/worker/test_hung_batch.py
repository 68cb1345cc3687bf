"""A batch that hangs ends: by a canceled statement, or with the worker."""

import threading

import psycopg
import pytest
from psycopg import Connection

from headwater.pipeline.batch import LogPipeline
from headwater.store.publish import Publisher
from headwater.worker.hung_batch import HUNG_SECONDS, LEAVE_SECONDS, HungBatch


class Moment:
    seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def pipeline(connection: Connection) -> LogPipeline:
    def read(after: int, upto: int) -> None:
        raise NotImplementedError

    return LogPipeline(Publisher(3), connection, read)


def test_a_batch_that_hangs_in_a_statement_is_canceled(pipeline: LogPipeline) -> None:
    clock, ended = Moment(), list[bool]()
    pipeline.busy_since = clock.seconds - HUNG_SECONDS - 1
    look = threading.Timer(0.2, HungBatch(pipeline, clock, lambda: ended.append(True)).end)
    look.start()
    with pytest.raises(psycopg.errors.QueryCanceled):
        pipeline.connection.execute("select pg_sleep(60)")
    look.join()
    assert not ended


def test_a_batch_that_hangs_elsewhere_ends_the_worker(pipeline: LogPipeline) -> None:
    clock, ended = Moment(), list[bool]()
    hung = HungBatch(pipeline, clock, lambda: ended.append(True))
    pipeline.busy_since = clock.seconds
    for seconds in (HUNG_SECONDS - 1, 2, LEAVE_SECONDS - 5):
        clock.seconds += seconds
        hung.end()
    assert not ended
    clock.seconds += 10
    hung.end()
    assert ended == [True]


def test_another_batch_has_its_own_time(pipeline: LogPipeline) -> None:
    clock, ended = Moment(), list[bool]()
    hung = HungBatch(pipeline, clock, lambda: ended.append(True))
    for _ in range(5):
        pipeline.busy_since = clock.seconds
        clock.seconds += HUNG_SECONDS - 1
        hung.end()
    assert not ended
