"""What teams saw of nodes is kept while nothing changes that decides it, and not a look longer."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from headwater.questions import viewers
from headwater.questions.reading import system_clock
from headwater.questions.viewers import Look, Viewers
from headwater.store.queries import edges
from headwater.store.visible_rows import SCHEMA, look_as
from tests.world import World

OURS = frozenset({"ours"})
TEAM = "insert into team (name, display_name, patterns, created_at) values (%s, %s, %s, now())"
GRANT = """
insert into access_grants (team, node_key, asset, granted_at, granted_by)
select 'ours', key, name, now(), 'test' from nodes where name = 'hidden'
"""

SWAP = """
update team
set patterns = case name when 'ours' then '{others.*}' else '{ours.*}' end::text[]
"""


@pytest.fixture
def shared(world: World, database_url: str, monkeypatch: pytest.MonkeyPatch) -> Viewers:
    """Each look is a new one, as if a second had passed; one dataset of ours and one of others."""
    monkeypatch.setattr(viewers, "FRESH_SECONDS", 0.0)
    world.connection.execute(TEAM, ["ours", "Ours", ["ours.*"]])
    world.connection.execute(TEAM, ["others", "Others", ["others.*"]])
    ours, others = world.job("load", namespace="ours.jobs"), world.job("load", namespace="others.jobs")
    world.writes(ours, world.dataset("seen"))
    world.writes(others, world.dataset("hidden"))
    world.publish(ours, others)

    @contextmanager
    def connect() -> Iterator[psycopg.Connection[Any]]:
        with psycopg.connect(database_url, autocommit=True) as connection:
            yield connection

    return Viewers(connect, system_clock)


def numbers(world: World) -> dict[str, int]:
    return dict(world.connection.execute("select name, id from nodes where kind = 'dataset'").fetchall())


@contextmanager
def looking(database_url: str, look: Look) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(f"set search_path to {SCHEMA}, public")
        look_as(connection, look.viewer)
        yield connection


def visible(shared: Viewers, world: World, database_url: str) -> set[str]:
    look = shared.look(OURS, 1)
    by_name = numbers(world)
    with looking(database_url, look) as connection:
        seen = look.seen.nodes(connection, by_name.values())
    return {name for name, id in by_name.items() if not seen[id].hidden}


def test_what_was_seen_stays_while_nothing_changes(shared: Viewers, world: World, database_url: str) -> None:
    before = shared.look(OURS, 1).seen
    assert visible(shared, world, database_url) == {"seen"}
    # A batch of events that say nothing new.
    world.publish(position=2)
    assert shared.look(OURS, 2).seen is before


@pytest.mark.parametrize(
    ("change", "now"),
    [
        (GRANT, {"seen", "hidden"}),
        (SWAP, {"hidden"}),
        ("update team set dataset_patterns = '{*hidden}' where name = 'ours'", {"seen", "hidden"}),
        ("update team set dataset_patterns = '{*seen}' where name = 'others'", set()),
        ("delete from team where name = 'ours'", set()),
    ],
)
def test_who_may_see_what_is_decided_anew_as_soon_as_it_changes(
    shared: Viewers, world: World, database_url: str, change: str, now: set[str]
) -> None:
    assert visible(shared, world, database_url) == {"seen"}
    world.connection.execute(change)
    assert visible(shared, world, database_url) == now


def test_a_grant_that_is_taken_back_hides_what_was_seen(
    shared: Viewers, world: World, database_url: str
) -> None:
    world.connection.execute(GRANT)
    assert visible(shared, world, database_url) == {"seen", "hidden"}
    world.connection.execute("delete from access_grants")
    assert visible(shared, world, database_url) == {"seen"}


def test_a_job_whose_events_name_another_team_takes_its_tables_along(
    shared: Viewers, world: World, database_url: str
) -> None:
    [(theirs,)] = world.connection.execute("select id from nodes where namespace = 'others.jobs'").fetchall()
    assert visible(shared, world, database_url) == {"seen"}
    world.facet(theirs, "headwater_team", {"team": "ours"})
    world.publish(position=2)
    assert visible(shared, world, database_url) == {"seen", "hidden"}
    world.connection.execute('update facets set value = \'{"team": "others"}\'')
    world.publish(position=3)
    assert visible(shared, world, database_url) == {"seen"}
    world.connection.execute('update facets set value = \'{"team": "ours"}\'')
    world.publish(position=4)
    assert visible(shared, world, database_url) == {"seen", "hidden"}
    world.connection.execute("delete from facets")
    world.publish(position=5)
    assert visible(shared, world, database_url) == {"seen"}


def test_a_table_that_is_written_for_the_first_time_is_judged_anew(
    shared: Viewers, world: World, database_url: str
) -> None:
    new = world.dataset("new")
    world.publish(position=2)
    assert visible(shared, world, database_url) == {"seen"}
    [(ours,)] = world.connection.execute("select id from nodes where namespace = 'ours.jobs'").fetchall()
    world.writes(ours, new)
    world.publish(ours, position=3)
    assert visible(shared, world, database_url) == {"seen", "new"}


def test_labels_that_change_are_seen_with_the_batch(shared: Viewers, world: World, database_url: str) -> None:
    seen = numbers(world)["seen"]
    look = shared.look(OURS, 1)
    with looking(database_url, look) as connection:
        assert look.seen.nodes(connection, [seen])[seen].label.owners == []
    world.connection.execute("update nodes set owners = '{ann}' where id = %s", [seen])
    world.publish(position=2)
    look = shared.look(OURS, 2)
    with looking(database_url, look) as connection:
        assert look.seen.nodes(connection, [seen])[seen].label.owners == ["ann"]


def test_edges_are_shown_as_the_view_shows_them(shared: Viewers, world: World, database_url: str) -> None:
    world.connection.execute("update edges set subtype = 'said', description = 'by ' || owner_id")
    ids = [id for (id,) in world.connection.execute("select id from edges").fetchall()]
    look = shared.look(OURS, 1)
    with looking(database_url, look) as connection:
        shown = look.seen.edges(connection, ids)
        assert shown == edges.details(connection, ids)
    assert sorted(edge.subtype is None for edge in shown.values()) == [False, True]
