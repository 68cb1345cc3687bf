"""The databases that tests are handed: equal to the template, whatever the test before did with its own."""

from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest

from tests.databases import Databases, borrowed
from tests.world import World


@pytest.fixture
def fresh(postgres_url: str) -> Iterator[Databases]:
    """Databases that no other test has used."""
    pool = Databases(postgres_url)
    yield pool
    pool.close()


def contents(url: str, table: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(f"select * from {table}").fetchall()


def test_a_database_that_comes_back_is_emptied_and_used_again(fresh: Databases) -> None:
    with borrowed(fresh) as first:
        state = contents(first, "pipeline_state")
        with psycopg.connect(first, autocommit=True) as connection:
            world = World(connection)
            first_id = world.dataset("orders")
            world.publish(world.job("load"))
    with borrowed(fresh) as second:
        assert second == first
        assert contents(second, "nodes") == []
        assert contents(second, "pipeline_state") == state
        with psycopg.connect(second, autocommit=True) as connection:
            assert World(connection).dataset("payments") == first_id


@pytest.mark.parametrize(
    "change",
    [
        "create table left_behind (id int)",
        "alter table nodes add column left_behind int",
        "alter table nodes drop column name cascade",
        "create function left_behind() returns int language sql return 1",
    ],
)
def test_a_database_that_was_changed_for_good_is_not_used_again(fresh: Databases, change: str) -> None:
    with borrowed(fresh) as first, psycopg.connect(first, autocommit=True) as connection:
        connection.execute("set session_replication_role = replica")
        connection.execute(change)
    with borrowed(fresh) as second:
        assert second != first


def test_tables_that_have_grown_or_were_analysed_begin_anew(fresh: Databases) -> None:
    def traits(url: str) -> list[tuple[object, ...]]:
        with psycopg.connect(url, autocommit=True) as connection:
            return connection.execute(
                "select relname, pg_relation_size(oid), reltuples, "
                "(select count(*) from pg_statistic where starelid = pg_class.oid) "
                "from pg_class where relname in ('facets', 'nodes', 'edges') order by 1"
            ).fetchall()

    with borrowed(fresh) as first, psycopg.connect(first, autocommit=True) as connection:
        before = traits(first)
        connection.execute("set session_replication_role = replica")
        connection.execute(
            "insert into facets (node_id, name, at, event_id)"
            " select n, repeat('x', 500), now(), gen_random_uuid() from generate_series(1, 9000) n"
        )
        World(connection).dataset("orders")
        connection.execute("analyze nodes")
        assert traits(first) != before
    with borrowed(fresh) as second:
        assert (second, traits(second)) == (first, before)
        assert contents(second, "facets") == []


def test_a_database_that_somebody_still_uses_is_not_used_again(fresh: Databases) -> None:
    with borrowed(fresh) as first:
        other = psycopg.connect(first, application_name=uuid4().hex)
    with borrowed(fresh) as second:
        assert second != first
    other.close()
