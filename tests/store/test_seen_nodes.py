"""What a viewer saw of nodes is kept for that viewer alone, and for a minute at most."""

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import psycopg
import pytest

from headwater.access.callers import ANYONE, Caller, current_caller
from headwater.api.process import build_process
from headwater.questions import viewers
from headwater.questions.node_labels import SeenLabels, StoredLabels
from headwater.questions.viewers import MOST_SEEN, Viewers
from headwater.store.seen_nodes import SeenNodes
from headwater.store.visible_rows import SCHEMA, Viewer, look_as
from tests.world import World, day

Connection = psycopg.Connection[Any]
OURS = frozenset({"ours"})


@pytest.fixture
def world(connection: Connection) -> World:
    return World(connection)


@pytest.fixture
def nodes(world: World) -> list[int]:
    return [
        world.dataset("crm", namespace="seen", owners=["ann", "bob"], tags=["tier:gold"]),
        world.dataset("board", namespace="seen", owners=["bob"], type="Dashboard", tier="silver"),
        world.dataset("plain", namespace="seen"),
        world.dataset("zebra", namespace="hidden", owners=["eve"], type="dashboard", tier="zinc"),
        world.job("ask", namespace="ours", type="query", owners=["ann"]),
        world.job("zebra_job", namespace="theirs", type="query", owners=["eve"]),
    ]


@pytest.fixture
def bound(database_url: str, nodes: list[int]) -> Iterator[Connection]:
    """A connection that looks as a team to which the others' nodes are hidden."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(f"set search_path to {SCHEMA}, public")
        look_as(connection, Viewer(("ours",), ("ours",), ("seen",), ("hidden",), ()))
        yield connection


def all_of(labels: SeenLabels | StoredLabels, ids: list[int]) -> tuple[object, ...]:
    return (
        labels.names(ids),
        {id: label for id, label in labels.of_nodes(ids).items() if label.type or label.owners or label.tier},
        labels.tiers_of(ids),
        set(labels.dashboards(ids)),
        set(labels.query_jobs(ids)),
        labels.owners(ids),
        labels.tiers(ids),
    )


def test_what_is_kept_is_what_the_views_show(bound: Connection, nodes: list[int]) -> None:
    ids, seen = [*nodes, 999_999], SeenNodes()
    expected = all_of(StoredLabels(bound), ids)
    assert "zebra" not in str(expected)
    assert "eve" not in str(expected)
    # Partly known, wholly unknown, and known.
    seen.nodes(bound, ids[:2])
    assert [all_of(SeenLabels(bound, seen), ids) for _ in range(2)] == [expected] * 2


def test_what_is_known_is_not_asked_for_again(bound: Connection, nodes: list[int]) -> None:
    seen = SeenNodes()
    known = seen.nodes(bound, nodes)
    bound.close()
    assert seen.nodes(bound, nodes) == known
    with pytest.raises(psycopg.OperationalError):
        seen.nodes(bound, [*nodes, 999_999])


def test_no_more_is_kept_than_fits(bound: Connection, nodes: list[int]) -> None:
    seen = SeenNodes(most=2)
    assert seen.nodes(bound, nodes).keys() == set(nodes)
    seen.nodes(bound, nodes[:2])
    seen.forget()
    assert seen.nodes(bound, nodes[:2]).keys() == set(nodes[:2])
    bound.close()
    with pytest.raises(psycopg.OperationalError):
        seen.nodes(bound, nodes[:1])


@pytest.fixture
def looking(world: World) -> Viewers:
    return Viewers(lambda: nullcontext(world.connection), lambda: day(20))


def test_another_team_sees_for_itself_and_everybody_does_after_a_minute(
    looking: Viewers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What else ends it stands in `tests/questions/test_viewers.py`."""
    now = 100.0
    monkeypatch.setattr("headwater.questions.viewers.time.monotonic", lambda: now)
    first = looking.look(OURS, 1).seen
    assert looking.look(OURS, 1).seen is first
    assert looking.look(frozenset({"theirs"}), 1).seen is not first
    now += viewers.FRESH_SECONDS
    assert looking.look(OURS, 1).seen is first
    now += viewers.SEEN_SECONDS
    assert looking.look(OURS, 1).seen is not first


def test_only_the_newest_viewers_keep_what_they_saw(looking: Viewers) -> None:
    found = [looking.look(frozenset({f"team {n}"}), 1).seen for n in range(MOST_SEEN + 1)]
    assert [seen.most == 0 for seen in found] == [True] + [False] * MOST_SEEN


def test_a_request_that_changes_something_shares_nothing_with_one_that_sees_more(database_url: str) -> None:
    process = build_process(database_url, pool_size=2, clock=lambda: day(20))
    process.start()
    try:
        seen = []
        for changes in (False, False, True):
            token = current_caller.set(Caller("ann", ANYONE.scopes, "key", OURS, changes))
            with process.reading() as reading:
                assert isinstance(reading.labels, SeenLabels)
                seen.append(reading.labels.seen)
            current_caller.reset(token)
    finally:
        process.stop()
    assert seen[0] is seen[1]
    assert seen[2] is not seen[0]
