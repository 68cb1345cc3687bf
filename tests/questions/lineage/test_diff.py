"""What changed between two times, by which event, a page at a time."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from psycopg.types.json import Jsonb

from headwater.answers.lineage import Diff
from headwater.api.process import Process
from headwater.errors import BadParameterError
from headwater.model.ids import digest
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
    assert (answer.appeared, answer.vanished, answer.origin_changed) == (0, 0, 2)
    assert [
        (one.change, one.at, one.was, one.edge.origin, named(one.edge.source)) for one in answer.changes
    ] == [
        ("origin_changed", day(10), "sql", "lineage_facet", "a"),
        ("origin_changed", day(11), "sql", "lineage_facet", "b"),
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


def test_a_diff_up_to_a_time_before_anything_is_known_is_refused(world: World, process: Start) -> None:
    world.reads(world.dataset("a"), world.job("j"), since=day(7))
    with pytest.raises(BadParameterError, match="to: nothing is known of that time: lineage begins at 2026"):
        ask_diff(process(), day(2), day(4))


def test_changes_of_one_column_are_found_behind_any_number_of_others(world: World, process: Start) -> None:
    orders = world.dataset("orders")
    columns = ["amount int", *(f"c{number} int" for number in range(4))]
    for number in range(1, 5):
        world.schema(orders, *columns[: 5 - number], since=day(number), until=day(number + 1))
    world.schema(orders, "other int", since=day(5))
    world.column(orders, "amount")
    answer = ask_diff(process(), day(1, hour=1), asset="orders", column="amount", limit=1)
    assert (answer.schemas.total, [item.at for item in answer.schemas.items]) == (1, [day(5)])


def said(world: World, node: int, name: str, value: Any, since: int) -> UUID:
    """What a facet says of a node from a day on."""
    shape, event = digest("attribute", str(value)), uuid4()
    world.connection.execute(
        "insert into attribute_values (hash, value) values (%s, %s) on conflict do nothing",
        [shape, Jsonb(value)],
    )
    world.connection.execute(
        "insert into attribute_versions (node_id, name, valid_from, hash, event_id)"
        " values (%s, %s, %s, %s, %s)",
        [node, name, day(since), shape, event],
    )
    return event


def told(answer: Diff) -> list[tuple[str, str | None, tuple[str, ...], tuple[str, ...]]]:
    return [(one.attribute, one.column, one.old, one.new) for one in answer.attributes.items]


def test_a_diff_tells_owners_and_classes_that_changed_and_by_which_event(
    world: World, process: Start
) -> None:
    orders = world.dataset("orders")
    said(world, orders, "ownership", ["kira"], since=1)
    owner = said(world, orders, "headwater_asset.owner", "sam", since=10)
    said(
        world,
        orders,
        "tags",
        {"own": ["gold"], "columns": {"email": {"classification": "internal"}}},
        since=1,
    )
    said(world, orders, "tags", {"own": ["gold"], "columns": {"email": {"pii": True}}}, since=11)
    said(world, orders, "documentation", "One row an order.", since=2)
    world.column(orders, "email")
    running = process()
    answer = ask_diff(running, day(5), day(15))
    assert told(answer) == [
        ("owners", None, ("kira",), ("kira", "sam")),
        ("classification", "email", ("internal",), ()),
        ("pii", "email", (), ("yes",)),
    ]
    assert (answer.attributes.items[0].event_id, answer.attributes.total) == (owner, 1)
    assert told(ask_diff(running, day(5), day(9))) == []
    assert [place for place, *_ in told(ask_diff(running, day(5), asset="orders", column="email"))] == [
        "classification",
        "pii",
    ]


def test_what_is_new_or_was_taken_back_has_not_changed(world: World, process: Start) -> None:
    young, old = world.dataset("young", first_seen=day(7)), world.dataset("old")
    said(world, young, "ownership", ["kira"], since=7)
    for since, owner in ((1, "kira"), (7, "sam"), (8, "kira")):
        said(world, old, "ownership", [owner], since=since)
    answer = ask_diff(process(), day(5), day(15))
    assert (answer.attributes.items, answer.attributes.total) == ((), 0)


def test_a_first_word_on_something_known_is_a_change(world: World, process: Start) -> None:
    said(world, world.job("load"), "documentation", "Loads.", since=7)
    assert told(ask_diff(process(), day(5))) == [("description", None, (), ("Loads.",))]


def test_each_class_comes_with_the_event_that_said_it_first(world: World, process: Start) -> None:
    orders, columns = world.dataset("orders"), dict[str, Any]()
    events = []
    for since, column in ((2, "a"), (7, "b"), (9, "c")):
        columns = columns | {column: {"classification": "internal"}}
        events.append(said(world, orders, "tags", {"own": [], "columns": columns}, since=since))
    found = ask_diff(process(), day(5)).attributes.items
    assert [(one.column, one.at, one.event_id) for one in found] == [
        ("b", day(7), events[1]),
        ("c", day(9), events[2]),
    ]
