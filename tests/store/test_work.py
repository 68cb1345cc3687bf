"""The queue: oldest first, nothing leaves it unfinished."""

from typing import Any

import psycopg

from headwater.store import work
from headwater.store.work import Task

Connection = psycopg.Connection[Any]


def test_the_oldest_request_is_taken_until_it_is_finished(connection: Connection) -> None:
    first = work.request(connection, "rebuild", {})
    second = work.request(connection, "closure", {"level": "column"})
    assert work.take(connection) == Task("rebuild", {}, first.id, tries=1)
    taken = work.take(connection)  # as a worker does that restarts
    assert taken == Task("rebuild", {}, first.id, tries=2)
    work.finish(connection, taken, {"positions": 3})
    assert work.take(connection) == Task("closure", {"level": "column"}, second.id)


def test_a_request_shows_how_far_it_is(connection: Connection) -> None:
    asked = work.request(connection, "rebuild", {})
    task = work.take(connection)
    assert task is not None
    work.report(connection, task, "1 of 2")
    found = work.find(connection, asked.id)
    assert found is not None
    assert (found.progress, found.finished_at) == ("1 of 2", None)
    work.finish(connection, task, {}, "out of space")
    found = work.find(connection, asked.id)
    assert found is not None
    assert (found.error, found.result, found.finished_at is None) == ("out of space", {}, False)


def test_nothing_is_taken_from_an_empty_queue(connection: Connection) -> None:
    assert work.take(connection) is None
