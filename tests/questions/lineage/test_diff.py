"""What changed between two times, by which event, a page at a time."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from headwater.answers.lineage import Diff
from headwater.api.process import Process
from headwater.errors import BadParameterError
from headwater.questions.lineage.diff import diff
from tests.world import World, day

Start = Callable[[], Process]


def ask_diff(process: Process, *arguments: Any, **more: Any) -> Diff:
    with process.reading() as reading:
        return diff(reading, *arguments, **more)


def named(node_id: str) -> str:
    """The name without kind and namespace."""
    return node_id.partition("/")[2]


def test_a_diff_tells_what_appeared_and_vanished_and_by_which_event(world: World, process: Start) -> None:
    a, b, job = world.dataset("a"), world.dataset("b"), world.job("j")
    opened, closed = uuid4(), uuid4()
    world.reads(a, job, since=day(1), until=day(10), closed_by=closed)
    world.reads(b, job, since=day(12), opened_by=opened)
    world.writes(job, world.dataset("c"), since=day(1))
    answer = ask_diff(process(), day(5), day(15))
    assert [
        (change.change, change.at, change.event_id, named(change.edge.source)) for change in answer.changes
    ] == [
        ("vanished", day(10), closed, "a"),
        ("appeared", day(12), opened, "b"),
    ]
    assert (answer.appeared, answer.vanished) == (1, 1)


def test_a_diff_is_paged_and_can_be_about_one_node(world: World, process: Start) -> None:
    a, b, job = world.dataset("a"), world.dataset("b"), world.job("j")
    world.reads(a, job, since=day(7))
    world.reads(b, job, since=day(7))
    running = process()
    first = ask_diff(running, day(5), limit=1)
    second = ask_diff(running, day(5), limit=1, cursor=first.next_cursor)
    found = [named(change.edge.source) for change in (*first.changes, *second.changes)]
    assert (found, first.appeared, second.next_cursor) == (["a", "b"], 2, None)
    assert ask_diff(running, day(5), asset="a").appeared == 1


def test_a_diff_backwards_in_time_is_refused(process: Start) -> None:
    with pytest.raises(BadParameterError, match="to: must not be before"):
        ask_diff(process(), day(5), day(4))


def test_an_edge_that_another_origin_says_now_is_retold(world: World, process: Start) -> None:
    a, b, job = world.dataset("a"), world.dataset("b"), world.job("j")
    opened = uuid4()
    world.reads(a, job, until=day(10), origin="sql")
    world.reads(a, job, since=day(10), origin="lineage_facet", opened_by=opened)
    world.reads(b, job, until=day(11), origin="sql")
    world.reads(b, job, origin="lineage_facet")
    answer = ask_diff(process(), day(5), day(15))
    assert (answer.appeared, answer.vanished, answer.retold) == (0, 0, 2)
    assert [
        (one.change, one.at, one.was, one.edge.origin, named(one.edge.source)) for one in answer.changes
    ] == [
        ("retold", day(10), "sql", "lineage_facet", "a"),
        ("retold", day(11), "sql", "lineage_facet", "b"),
    ]
    assert answer.changes[0].event_id == opened


def test_a_diff_tells_the_columns_that_came_went_or_changed_their_type(world: World, process: Start) -> None:
    orders = world.dataset("orders")
    world.schema(orders, "id int", "amount_usd numeric", "note text", until=day(10))
    world.schema(orders, "id bigint", "note text", "vat numeric", since=day(10))
    world.schema(world.dataset("new"), "id int", since=day(10))
    running = process()
    answer = ask_diff(running, day(5), day(15))
    (item,) = answer.schemas.items
    assert (item.dataset.name, item.at, answer.schemas.total) == ("orders", day(10), 1)
    assert [(one.column, one.change, one.old_type, one.new_type) for one in item.columns] == [
        ("id", "retyped", "int", "bigint"),
        ("amount_usd", "removed", "numeric", None),
        ("vat", "added", None, "numeric"),
    ]
    assert ask_diff(running, day(5), day(9)).schemas.total == 0
    assert ask_diff(running, day(5), day(15), asset="new").schemas.total == 0
