"""Paths between two nodes: shortest first, with their jobs, and whether there are more."""

from collections.abc import Callable
from typing import Any

import pytest

from headwater.answers.lineage import Paths
from headwater.api.process import Process
from headwater.errors import BadParameterError
from headwater.questions.lineage.paths import paths
from tests.world import World, day

Start = Callable[[], Process]


def ask_paths(process: Process, *arguments: Any, **more: Any) -> Paths:
    with process.reading() as reading:
        return paths(reading, *arguments, **more)


def test_paths_come_shortest_first_with_their_jobs(world: World, process: Start) -> None:
    a, b, c = (world.dataset(name) for name in "abc")
    straight, first, second = (world.job(name) for name in ("straight", "first", "second"))
    for source, job, target in ((a, straight, c), (a, first, b), (b, second, c)):
        world.reads(source, job)
        world.writes(job, target)
    answer = ask_paths(process(), "a", "c")
    assert [[node.name for node in path.nodes] for path in answer.paths] == [
        ["a", "straight", "c"],
        ["a", "first", "b", "second", "c"],
    ]
    assert [path.hops for path in answer.paths] == [1, 2]
    assert [edge.kind for edge in answer.paths[0].edges] == ["reads", "writes"]
    assert (answer.complete, answer.on_path) == (True, 3)


def test_more_paths_than_asked_for_is_said(world: World, process: Start) -> None:
    a, b = world.dataset("a"), world.dataset("b")
    for number in range(3):
        job = world.job(f"j{number}")
        world.reads(a, job)
        world.writes(job, b)
    answer = ask_paths(process(), "a", "b", limit=2)
    assert (len(answer.paths), answer.complete) == (2, False)


def test_no_path_between_a_column_and_a_job(world: World, process: Start) -> None:
    world.column(world.dataset("a"), "x")
    world.job("j")
    with pytest.raises(BadParameterError):
        ask_paths(process(), "a#x", "j")


def test_a_time_before_anything_is_known_is_refused(world: World, process: Start) -> None:
    a, b, job = world.dataset("a"), world.dataset("b"), world.job("j")
    world.reads(a, job, since=day(3))
    world.writes(job, b, since=day(3))
    with pytest.raises(
        BadParameterError, match="as_of: nothing is known of that time: lineage begins at 2026"
    ):
        ask_paths(process(), "a", "b", as_of=day(2))
