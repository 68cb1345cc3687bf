"""The map of everything: each dataset once, jobs passed through, and what is cut is said."""

from collections.abc import Callable
from typing import Any

from headwater.answers.lineage import GraphMap
from headwater.api.process import Process
from headwater.questions.lineage.graph_map import graph_map
from tests.world import World, day

Start = Callable[[], Process]


def ask_map(process: Process, **asked: Any) -> GraphMap:
    with process.reading() as reading:
        return graph_map(reading, **asked)


def edges(answer: GraphMap) -> set[tuple[str, str]]:
    names = [dataset.name for dataset in answer.datasets]
    return {
        (names[source], names[target]) for source, target in zip(answer.sources, answer.targets, strict=True)
    }


def test_jobs_are_passed_through_and_each_pair_stands_once(world: World, process: Start) -> None:
    a, b, c, d = (world.dataset(name) for name in "abcd")
    for name in ("first", "second"):
        job = world.job(name)
        for source in (a, b):
            world.reads(source, job)
        for target in (c, d):
            world.writes(job, target)
    answer = ask_map(process())
    assert edges(answer) == {("a", "c"), ("a", "d"), ("b", "c"), ("b", "d")}
    assert (len(answer.sources), answer.total, answer.edges_truncated) == (4, 4, False)


def test_what_nothing_feeds_is_on_the_map_and_what_was_dropped_is_not(world: World, process: Start) -> None:
    world.dataset("lonely", tier="1", owners=["user:sam"], type="table")
    world.dataset("gone", dropped_at=day(3))
    answer = ask_map(process())
    assert [(one.name, one.tier, one.owner) for one in answer.datasets] == [("lonely", "1", "user:sam")]
    assert (answer.sources, answer.total) == ((), 1)


def test_what_is_cut_is_said_and_edges_to_it_are_left_out(world: World, process: Start) -> None:
    old, new = world.dataset("old"), world.dataset("new", last_seen=day(9))
    job = world.job("j")
    world.reads(old, job)
    world.writes(job, new)
    answer = ask_map(process(), limit=1)
    assert [dataset.name for dataset in answer.datasets] == ["new"]
    assert (answer.total, edges(answer)) == (2, set())


def test_a_job_with_too_many_ends_does_not_make_millions_of_edges(world: World, process: Start) -> None:
    job = world.job("wide")
    for number in range(12):
        world.reads(world.dataset(f"in{number}"), job)
        world.writes(job, world.dataset(f"out{number}"))
    answer = ask_map(process(), limit=24)
    assert answer.edges_truncated
    assert len(answer.sources) == 72
