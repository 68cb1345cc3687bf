"""Batches of events published in place: the laws without a JVM, and events that can't be published."""

from collections.abc import Callable, Sequence
from random import Random
from string import ascii_letters, digits
from typing import Any
from uuid import UUID

import psycopg
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from headwater.facts.arrow import to_table
from headwater.facts.fold import fold_events
from headwater.model.events import LogEntry
from headwater.model.times import to_micros
from headwater.pipeline.batch import LogPipeline, connect, publish_events
from headwater.store.publish import Publisher
from tests.builders import run_event, to_log
from tests.pipeline.random_events import histories
from tests.pipeline.served import served

few = settings(
    max_examples=25,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)


def entries(history: Sequence[dict[str, Any]]) -> list[LogEntry]:
    taken = [to_log(event) for event in history]
    return [
        LogEntry(number + 1, event.event_id.hex, to_micros(event.event_time), event.kind, event.body)
        for number, event in enumerate(taken)
    ]


def rows(url: str, *batches: Sequence[LogEntry]) -> dict[str, list[tuple[Any, ...]]]:
    """What is served after these batches. Columns of SQL texts are left unread."""
    with connect(url) as connection:
        for batch in batches:
            if batch:
                publish_events(Publisher(3), connection, batch, advance=False)
        return served(connection)


@few
@given(history=histories, seed=st.integers(0, 1000), count=st.integers(1, 12))
def test_any_order_any_repeats_and_any_batches_end_in_the_same_rows(
    new_database: Callable[[], str], history: list[dict[str, Any]], seed: int, count: int
) -> None:
    whole = entries(history)
    shuffled = [*whole, *Random(seed).sample(whole, len(whole) // 2)]
    Random(seed).shuffle(shuffled)

    in_order = rows(new_database(), whole)
    otherwise = rows(new_database(), *(shuffled[start::count] for start in range(count)))

    assert otherwise == in_order


def test_events_that_another_thread_published_meanwhile_count_once(database_url: str) -> None:
    """The thread that publishes without Spark may end its batch when the stream has begun the same one."""
    history = entries([run_event(f"r{number}", "COMPLETE", number) for number in range(5)])

    def fold(after: int, upto: int) -> pa.Table:
        return to_table(fold_events(one for one in history if after < one.position <= upto))

    with connect(database_url) as late, connect(database_url) as stream:
        read_by_the_stream = fold(0, 5)
        LogPipeline(Publisher(3), late, fold).process(0, 3)
        LogPipeline(Publisher(3), stream, fold).publish(read_by_the_stream, 0, 5)
        assert stream.execute("select position, events from pipeline_state").fetchone() == (5, 5)


ALIVE = """
select source.name, target.name, owner.name
from edge_spans join edges on edges.id = edge_id
join nodes as source on source.id = source_id
join nodes as target on target.id = target_id
join nodes as owner on owner.id = edge_spans.owner_id
where alive_to = 'infinity' and edges.owner_id = edge_spans.owner_id
order by 1, 2, 3
"""
AS_TWO_JOBS = [
    run_event("r", "START", "09:00", job="app", inputs=("raw",)),
    run_event("r", "RUNNING", "09:10", job="app", outputs=("staging",)),
    run_event("r", "COMPLETE", "09:30", job="app.t1", inputs=("staging",), outputs=("mart",)),
]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (2, 0, 1)])
@pytest.mark.parametrize("batches", [1, 3])
def test_a_run_that_names_two_jobs_keeps_the_lineage_of_both(
    database_url: str, order: tuple[int, ...], batches: int
) -> None:
    whole = entries([AS_TWO_JOBS[place] for place in order])
    rows(database_url, *(whole[start::batches] for start in range(batches)))
    with connect(database_url) as connection:
        assert connection.execute(ALIVE).fetchall() == [
            ("app", "staging", "app"),
            ("app.t1", "mart", "app.t1"),
            ("raw", "app", "app"),
            ("staging", "app.t1", "app.t1"),
        ]


def test_a_job_that_lost_a_run_to_another_no_longer_counts_it(database_url: str) -> None:
    first = run_event("r", "COMPLETE", "09:00", job="app", inputs=("raw",))
    later = run_event("r", "COMPLETE", "09:30", job="app.t1")
    rows(database_url, entries([first]), entries([first, later])[1:])
    with connect(database_url) as connection:
        found = connection.execute("select name from runs join nodes on nodes.id = job_id").fetchall()
        assert (found, connection.execute(ALIVE).fetchall()) == ([("app.t1",)], [("raw", "app", "app")])


def test_an_event_that_cannot_be_published_is_set_aside_and_the_others_go_on(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = [
        {"eventType": "START", "eventTime": "2026-04-01T00:00:00Z", "run": {"runId": f"r{number}"}}
        for number in range(5)
    ]
    whole = entries([event | {"job": {"namespace": "n", "name": "j"}} for event in history])
    poisonous = whole[3].event_id
    publish = Publisher.publish

    def refuse(self: Publisher, connection: Any, folded: Any, *, advance: bool = True) -> Any:
        kinds = set(folded["kind"].to_pylist())
        if poisonous in folded["last_event"].to_pylist() and "run" in kinds:
            raise psycopg.DataError("no")
        return publish(self, connection, folded, advance=advance)

    monkeypatch.setattr(Publisher, "publish", refuse)
    found = rows(database_url, whole)

    assert len(found["runs"]) == 4
    assert [row[0] for row in found["quarantine"]] == [str(UUID(poisonous))]


@pytest.mark.parametrize("part", ["job", "run"])
def test_a_facet_name_beyond_the_limit_of_an_index_stops_nobody(database_url: str, part: str) -> None:
    """Random, as an index compresses what repeats."""
    name = "".join(Random(1).choices(ascii_letters + digits, k=10_000))
    facets: dict[str, Any] = {f"{part}_facets": {name: {"x": 1}}}
    poisonous = run_event("bad", "COMPLETE", "09:00", **facets)
    fine = [run_event(f"r{number}", "COMPLETE", "09:00", outputs=(f"t{number}",)) for number in range(4)]
    found = rows(database_url, entries([*fine[:2], poisonous, *fine[2:]]))
    assert len([row for row in found["nodes"] if str(row).count("'t")]) >= 4
    assert len(found["runs"]) >= 4
