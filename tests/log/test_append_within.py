"""Appending within somebody's transaction: seen with the rest of it, or not at all, and in order."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from uuid import uuid4

import psycopg
from psycopg import Connection

from headwater.log.postgres import append_within
from headwater.log.reader import newest_position
from headwater.model.events import Event, EventKind
from headwater.model.openlineage import to_event
from tests.builders import run_event


def an_event() -> Event:
    return to_event(run_event(uuid4().hex, "COMPLETE", "09:30"))


def test_what_is_appended_is_seen_when_the_transaction_commits(
    connection: Connection, database_url: str
) -> None:
    with psycopg.connect(database_url) as writer:
        position = append_within(writer, [an_event(), an_event()])
        assert newest_position(connection) == 0
        writer.commit()
    assert newest_position(connection) == position == 2


def test_what_is_rolled_back_was_never_appended(connection: Connection) -> None:
    with connection.transaction(force_rollback=True):
        append_within(connection, [an_event()])
    assert newest_position(connection) == 0


def test_a_duplicate_has_the_position_of_the_first(connection: Connection) -> None:
    event = an_event()
    first = append_within(connection, [event])
    append_within(connection, [an_event()])
    assert append_within(connection, [event]) == first


def test_a_reader_never_finds_a_smaller_position_later(database_url: str) -> None:
    """Transactions that dawdle before they commit would overtake each other without the lock."""
    stop, seen, gaps = threading.Event(), set[int](), list[int]()

    def watch() -> None:
        with psycopg.connect(database_url, autocommit=True) as reader:
            while not stop.is_set():
                found = {row[0] for row in reader.execute("select position from events").fetchall()}
                gaps.extend(one for one in found - seen if seen and one < max(seen))
                seen.update(found)

    def write(_: int) -> None:
        with psycopg.connect(database_url) as writer:
            append_within(writer, [an_event()])
            time.sleep(0.002)
            writer.commit()

    watcher = threading.Thread(target=watch)
    watcher.start()
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(write, range(40)))
    stop.set()
    watcher.join()
    assert gaps == []


def test_a_duplicate_keeps_its_position_beside_an_event_of_another_stream(
    connection: Connection,
) -> None:
    event, rows = an_event(), replace(an_event(), kind=EventKind.STORED_ROWS)
    first = append_within(connection, [event])
    assert append_within(connection, [rows, event]) == first == newest_position(connection)
