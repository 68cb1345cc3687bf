"""A rebuild ends, whatever the log holds: an event that ends or fails it is found and set aside."""

from typing import Any

import pytest
from psycopg import Connection

from headwater.facts.fold import fold_events
from headwater.pipeline.batch import LogPipeline, connect, publish_events
from headwater.pipeline.rebuild import rebuild
from headwater.pipeline.replay import replay
from headwater.store.publish import Publisher
from tests.builders import run_event
from tests.pipeline.test_batch import entries
from tests.pipeline.test_retries import BAD, EVENTS, MANY, Reading, publish_all, publishing, set_aside

__all__ = ["publishing"]

STEP = 20


def rebuild_until_done(connection: Connection, reading: Reading) -> int:
    """How often it was begun. A process that is killed is started again, and begins again."""
    for number in range(1, MANY):
        try:
            rebuild(LogPipeline(Publisher(3), connection, reading), STEP, lambda done, total: None)
        except SystemExit:
            continue
        return number
    raise AssertionError("the rebuild does not end")


def runs(connection: Connection) -> int:
    row = connection.execute("select count(*) from runs").fetchone()
    return int(row[0]) if row else 0


def test_a_rebuild_over_an_event_that_ends_the_process_ends_without_it(
    publishing: Connection, database_url: str
) -> None:
    begun = rebuild_until_done(publishing, Reading(database_url, SystemExit()))
    assert set_aside(publishing) == [(BAD, "a rebuild ended at it, 3 times")]
    assert runs(publishing) == EVENTS - 1
    assert begun < 8


def test_what_the_stream_had_to_set_aside_is_not_tried_by_a_rebuild(
    publishing: Connection, database_url: str
) -> None:
    reading = Reading(database_url, SystemExit())
    publish_all(publishing, reading)
    before = set_aside(publishing)
    assert rebuild_until_done(publishing, reading) == 1
    assert set_aside(publishing) == before


@pytest.mark.parametrize(("times", "begun", "kept"), [(MANY, 2, EVENTS - 1), (0, 1, EVENTS)])
def test_by_newer_rules_it_is_tried_once_more(
    publishing: Connection, database_url: str, times: int, begun: int, kept: int
) -> None:
    publish_all(publishing, Reading(database_url, SystemExit()))
    publishing.execute("update fatal_events set rules = 0")
    assert rebuild_until_done(publishing, Reading(database_url, SystemExit(), times=times)) == begun
    assert runs(publishing) == kept


def test_an_event_that_can_not_be_read_is_set_aside_at_the_first_time(
    publishing: Connection, database_url: str
) -> None:
    assert rebuild_until_done(publishing, Reading(database_url, MemoryError("no room"))) == 1
    assert set_aside(publishing) == [(BAD, "MemoryError: no room")]
    assert runs(publishing) == EVENTS - 1


def test_a_rebuild_that_was_killed_by_chance_loses_nothing(publishing: Connection, database_url: str) -> None:
    assert rebuild_until_done(publishing, Reading(database_url, SystemExit(), times=2)) == 3
    assert set_aside(publishing) == []
    assert runs(publishing) == EVENTS


def test_steps_leave_gaps_of_the_log_in_peace(publishing: Connection, database_url: str) -> None:
    """Positions are not contiguous: repeats and other streams leave gaps, around a fatal event as well."""
    publishing.execute("delete from events where position between %s and %s", [BAD - 9, BAD - 1])
    publishing.execute("delete from events where position > %s", [BAD + 1])
    left = EVENTS - 9 - (EVENTS - BAD - 1)
    rebuild_until_done(publishing, Reading(database_url, SystemExit()))
    assert [position for position, _ in set_aside(publishing)] == [BAD]
    assert runs(publishing) == left - 1


def test_an_event_that_is_replayed_with_success_is_no_longer_passed_over(
    publishing: Connection, database_url: str
) -> None:
    reading = Reading(database_url, SystemExit())
    publish_all(publishing, reading)
    [(event_id,)] = publishing.execute("select event_id::text from fatal_events").fetchall()
    replay(publishing, Publisher(3), [event_id])
    assert publishing.execute("select from fatal_events").fetchall() == []
    assert runs(publishing) == EVENTS


def test_a_replay_reads_all_events_but_the_one_that_can_not_be_read(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = entries([run_event(f"r{number}", "COMPLETE", number) for number in range(5)])

    def fails(some: Any) -> Any:
        if any(one.position == 3 for one in some):
            raise RecursionError("too deep")
        return fold_events(some)

    monkeypatch.setattr("headwater.pipeline.batch.fold_events", fails)
    with connect(database_url) as connection:
        publish_events(Publisher(3), connection, whole, advance=False)
        assert set_aside(connection) == [(3, "RecursionError: too deep")]
        assert runs(connection) == 4
