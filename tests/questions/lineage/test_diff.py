"""Paths between two nodes, and what changed between two times."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from headwater.api.services import Services
from headwater.errors import BadParameterError
from headwater.questions.lineage.diff import DiffQuestion
from headwater.questions.lineage.paths import PathQuestion
from tests.world import World, day

Start = Callable[[], Services]


def test_paths_come_shortest_first_with_their_jobs(world: World, services: Start) -> None:
    a, b, c = (world.dataset(name) for name in "abc")
    straight, first, second = (world.job(name) for name in ("straight", "first", "second"))
    for source, job, target in ((a, straight, c), (a, first, b), (b, second, c)):
        world.reads(source, job)
        world.writes(job, target)
    answer = services().paths.between(PathQuestion("a", "c"))
    assert [[node.name for node in path.nodes] for path in answer.paths] == [
        ["a", "straight", "c"],
        ["a", "first", "b", "second", "c"],
    ]
    assert [path.hops for path in answer.paths] == [1, 2]
    assert [edge.kind for edge in answer.paths[0].edges] == ["reads", "writes"]
    assert (answer.complete, answer.on_path) == (True, 3)


def test_more_paths_than_asked_for_is_said(world: World, services: Start) -> None:
    a, b = world.dataset("a"), world.dataset("b")
    for number in range(3):
        job = world.job(f"j{number}")
        world.reads(a, job)
        world.writes(job, b)
    answer = services().paths.between(PathQuestion("a", "b", limit=2))
    assert (len(answer.paths), answer.complete) == (2, False)


def test_no_path_between_a_column_and_a_job(world: World, services: Start) -> None:
    world.column(world.dataset("a"), "x")
    world.job("j")
    with pytest.raises(BadParameterError):
        services().paths.between(PathQuestion("a#x", "j"))


def test_a_diff_tells_what_appeared_and_vanished_and_by_which_event(world: World, services: Start) -> None:
    a, b, job = world.dataset("a"), world.dataset("b"), world.job("j")
    opened, closed = uuid4(), uuid4()
    world.reads(a, job, since=day(1), until=day(10), closed_by=closed)
    world.reads(b, job, since=day(12), opened_by=opened)
    world.writes(job, world.dataset("c"), since=day(1))
    answer = services().diff.between(DiffQuestion(day(5), day(15)))
    assert [
        (change.change, change.at, change.event_id, change.edge.source.name) for change in answer.changes
    ] == [
        ("vanished", day(10), closed, "a"),
        ("appeared", day(12), opened, "b"),
    ]
    assert (answer.appeared, answer.vanished) == (1, 1)


def test_a_diff_is_paged_and_can_be_about_one_node(world: World, services: Start) -> None:
    a, b, job = world.dataset("a"), world.dataset("b"), world.job("j")
    world.reads(a, job, since=day(7))
    world.reads(b, job, since=day(7))
    running = services()
    first = running.diff.between(DiffQuestion(day(5), limit=1))
    second = running.diff.between(DiffQuestion(day(5), limit=1, cursor=first.next_cursor))
    found = [change.edge.source.name for change in (*first.changes, *second.changes)]
    assert (found, first.appeared, second.next_cursor) == (["a", "b"], 2, None)
    assert running.diff.between(DiffQuestion(day(5), name="a")).appeared == 1


def test_a_diff_backwards_in_time_is_refused(services: Start) -> None:
    with pytest.raises(BadParameterError, match="to: must not be before"):
        services().diff.between(DiffQuestion(day(5), day(4)))
