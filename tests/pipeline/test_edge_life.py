"""When edges are alive: worked out by SQL from spans, checked against the rule as one would say it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.builders import at, column_lineage, dataset, dataset_event, job_event, run_event, schema
from tests.pipeline.conftest import World

pytestmark = pytest.mark.spark

WINDOW = 3
DROP = {"lifecycleStateChange": {"lifecycleStateChange": "DROP"}}
Edge = tuple[str, str, str]

ALIVE = """
select source.name, target.name
from edge_spans
join edges on edges.id = edge_id
join nodes as source on source.id = source_id
join nodes as target on target.id = target_id
where alive_from <= %s and alive_to > %s and (flows or edges.kind <> edge_kind('writes'))
  and edges.kind in (edge_kind('reads'), edge_kind('writes'), edge_kind('feeds'))
"""


def alive(world: World, clock: str | int) -> set[tuple[str, str]]:
    return set(world.rows(ALIVE, at(clock), at(clock)))


def complete(run: str, clock: str | int, job: str = "daily", **parts: Any) -> dict[str, Any]:
    return run_event(run, "COMPLETE", clock, job=job, **parts)


def test_an_edge_outlives_runs_that_do_not_show_it_up_to_the_window(new_world: Callable[..., World]) -> None:
    world = new_world(WINDOW)
    world.take(
        [complete("r0", 0, inputs=("a",))], [complete(f"r{n}", n, inputs=("b",)) for n in (1, 2, 3, 4)]
    )

    assert alive(world, 2) == {("a", "daily"), ("b", "daily")}
    assert alive(world, 3) == {("b", "daily")}


SPANS = """
select source.name, to_char(alive_from at time zone 'UTC', 'HH24:MI'),
       coalesce(to_char(nullif(alive_to, 'infinity') at time zone 'UTC', 'HH24:MI'), 'infinity')
from edge_spans
join edges on edges.id = edge_id
join nodes as source on source.id = source_id
order by 1, 2
"""


@pytest.mark.parametrize("order", [(1, 2, 3, 4, 5), (1, 3, 4, 5, 2), (5, 4, 3, 2, 1)])
def test_the_example_of_spans_sql_is_true(new_world: Callable[..., World], order: tuple[int, ...]) -> None:
    shown = {1: ("a",), 2: ("a", "b"), 3: ("b",), 4: ("b",), 5: ("a",)}
    world = new_world(2).take(*([complete(f"r{n}", f"{n:02}:00", inputs=shown[n])] for n in order))

    assert world.rows(SPANS) == [
        ("a", "01:00", "04:00"),
        ("a", "05:00", "infinity"),
        ("b", "02:00", "infinity"),
    ]

    world.take([dataset_event("b", "03:30", **DROP)])

    assert world.rows(SPANS) == [
        ("a", "01:00", "04:00"),
        ("a", "05:00", "infinity"),
        ("b", "02:00", "03:30"),
        ("b", "04:00", "infinity"),
    ]


def test_a_start_without_datasets_erases_nothing(world: World) -> None:
    world.take([complete("r1", 0, inputs=("a",), outputs=("b",))], [run_event("r2", "START", 10)])

    assert alive(world, 20) == {("a", "daily"), ("daily", "b")}


def test_an_edge_is_not_alive_before_the_run_that_showed_it_completed(world: World) -> None:
    world.take([run_event("r1", "START", 5, inputs=("a",)), complete("r1", 10)])

    assert alive(world, 9) == set()
    assert alive(world, 10) == {("a", "daily")}


def test_until_a_job_has_completed_a_run_its_attempts_count(world: World) -> None:
    world.take([run_event("r1", "START", 5, inputs=("a",))], [run_event("r1", "FAIL", 8)])

    assert alive(world, 9) == {("a", "daily")}


def test_a_failed_run_counts_no_more_once_another_has_completed(world: World) -> None:
    world.take([run_event("r1", "FAIL", 5, inputs=("a",))], [complete("r2", 8, inputs=("b",))])

    assert alive(world, 9) == {("b", "daily")}


def test_a_streaming_job_counts_from_its_first_event(world: World) -> None:
    streaming = {"jobType": {"processingType": "STREAMING"}}
    world.take(
        [run_event("r1", "START", 5)], [run_event("r1", "RUNNING", 7, inputs=("a",), job_facets=streaming)]
    )

    assert alive(world, 6) == {("a", "daily")}


def test_a_declaration_lives_until_the_next_one(world: World) -> None:
    world.take(
        [job_event("j", 0, inputs=("a",), outputs=("b",))],
        [job_event("j", 5, facets={"documentation": {"description": "says nothing of edges"}})],
        [job_event("j", 10, inputs=("c",))],
    )

    assert alive(world, 7) == {("a", "j"), ("j", "b")}
    assert alive(world, 10) == {("c", "j")}


def test_a_dropped_dataset_stops_connecting_until_it_is_shown_again(world: World) -> None:
    world.take(
        [complete("r1", 0, inputs=("a",), outputs=("b",))],
        [dataset_event("a", 5, **DROP)],
        [complete("r2", 10, inputs=("a",))],
    )

    assert alive(world, 4) == {("a", "daily"), ("daily", "b")}
    assert alive(world, 6) == {("daily", "b")}
    assert alive(world, 10) == {("a", "daily"), ("daily", "b")}


def test_a_deleted_job_stops_connecting(world: World) -> None:
    world.take([complete("r1", 0, inputs=("a",), outputs=("b",))], [job_event("daily", 5, facets=DROP)])

    assert alive(world, 4) == {("a", "daily"), ("daily", "b")}
    assert alive(world, 5) == set()


def test_column_lineage_beats_inputs_times_outputs_over_the_whole_run(world: World) -> None:
    covered = dataset("b", columnLineage=column_lineage(x="a.x:IDENTITY"))
    world.take(
        [run_event("r1", "START", 0, inputs=("a", "unused"), outputs=("b",))],
        [complete("r1", 5, outputs=(covered,))],
    )

    assert alive(world, 6) == {("a", "daily"), ("unused", "daily"), ("a", "b")}


def test_the_explicit_facet_beats_column_lineage(world: World) -> None:
    entry = {"namespace": "warehouse", "name": "b", "inputs": [{"namespace": "warehouse", "name": "a"}]}
    covered = dataset("b", columnLineage=column_lineage(x="c.x:IDENTITY"))
    other = dataset("d", columnLineage=column_lineage(x="c.x:IDENTITY"))
    facets = {"lineage": {"entries": [entry]}}
    world.take([complete("r1", 0, inputs=("a", "c"), outputs=(covered, other), job_facets=facets)])

    assert alive(world, 1) == {("a", "daily"), ("c", "daily"), ("a", "b")}


def test_an_empty_list_of_inputs_means_that_nothing_feeds_the_target(world: World) -> None:
    facets = {"lineage": {"entries": [{"namespace": "warehouse", "name": "b", "inputs": []}]}}
    world.take([complete("r1", 0, inputs=("a",), outputs=("b",), job_facets=facets)])

    assert alive(world, 1) == {("a", "daily")}


def test_spans_tell_which_event_opened_and_which_closed_them(new_world: Callable[..., World]) -> None:
    world = new_world(1)
    world.take([complete("r1", 0, inputs=("a",)), complete("r2", 5, inputs=("b",))])

    opened, closed = world.rows(
        """
        select opened.event_time, closed.event_time
        from edge_spans
        join edges on edges.id = edge_id join nodes on nodes.id = source_id and nodes.name = 'a'
        join events as opened on opened.event_id = opened_by
        join events as closed on closed.event_id = closed_by
        """
    )[0]
    assert (opened, closed) == (at(0), at(5))


@pytest.mark.parametrize("seed", range(3))
def test_spans_agree_with_the_rule_for_random_histories_in_any_order(
    new_world: Callable[..., World], seed: int
) -> None:
    history = _random_history(Random(seed))
    shuffled = list(history)
    Random(seed + 100).shuffle(shuffled)
    world = new_world(WINDOW).take(*(shuffled[part::4] for part in range(4)))

    for minute in range(0, 70, 3):
        assert alive(world, minute) == _alive_by_the_rule(history, minute), f"at minute {minute}"


def _random_history(random: Random) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    for job in ("one", "two", "three", "four"):
        for number in range(random.randint(3, 14)):
            run, began = f"{job}-{number}", random.randint(0, 60)
            events.append(run_event(run, "START", began, job=job, inputs=_some(random, "abcd")))
            ending = random.choice(["COMPLETE", "COMPLETE", "COMPLETE", "FAIL", None])
            if ending:
                ended = began + random.randint(0, 5)
                events.append(run_event(run, ending, ended, job=job, outputs=_some(random, "wxyz")))
    events += [dataset_event(random.choice("abcdwxyz"), random.randint(0, 65), **DROP) for _ in range(3)]
    return events


def _some(random: Random, names: str) -> tuple[str, ...]:
    return tuple(random.sample(names, random.randint(0, 2)))


def _alive_by_the_rule(history: list[dict[str, Any]], minute: int) -> set[tuple[str, str]]:
    """One of the job's last runs completed by now showed it, and nothing it touches was dropped since."""
    now = at(minute).isoformat()
    drops = [
        (e["dataset"]["name"], e["eventTime"]) for e in history if "dataset" in e and e["eventTime"] <= now
    ]
    found: set[tuple[str, str]] = set()
    for job in {e["job"]["name"] for e in history if "run" in e}:
        for shown_at, edges in _showings(history, job, now):
            for edge in edges:
                if not any(name in edge and shown_at <= dropped for name, dropped in drops):
                    found.add(edge)
    return found


def _showings(history: list[dict[str, Any]], job: str, now: str) -> list[tuple[str, set[tuple[str, str]]]]:
    completed: list[Any] = []
    others: list[Any] = []
    for run in {e["run"]["runId"] for e in history if "run" in e and e["job"]["name"] == job}:
        events = [e for e in history if "run" in e and e["run"]["runId"] == run]
        edges = {(d["name"], job) for e in events for d in e["inputs"]}
        edges |= {(job, d["name"]) for e in events for d in e["outputs"]}
        done = [e["eventTime"] for e in events if e.get("eventType") == "COMPLETE"]
        (completed if done else others).append(
            (max(done) if done else min(e["eventTime"] for e in events), run, edges)
        )
    series = [one for one in sorted(completed, key=lambda one: one[:2]) if one[0] <= now]
    if not series:
        series = [one for one in sorted(others, key=lambda one: one[:2]) if one[0] <= now]
    return [(moment, edges) for moment, _run, edges in series[-WINDOW:]]


def test_a_schema_sighting_alone_draws_no_edge(world: World) -> None:
    world.take([dataset_event("a", 0, schema=schema("id int"))])

    assert alive(world, 1) == set()


def test_a_declaration_gives_way_to_what_runs_say_more_precisely(world: World) -> None:
    covered = dataset("b", columnLineage=column_lineage(x="a.x:IDENTITY"))
    world.take(
        [job_event("daily", 0, inputs=("a", "unused"), outputs=("b", "c"))],
        [complete("r1", 5, inputs=("a",), outputs=(covered,))],
    )

    assert ("daily", "b") in alive(world, 4)
    assert alive(world, 6) == {("a", "daily"), ("unused", "daily"), ("a", "b"), ("daily", "c")}
