"""The search index follows the store batch by batch, and equals one that is read anew."""

import time
from collections.abc import Iterator
from random import Random
from typing import Any

import psycopg
import pytest

from headwater.errors import NotReadyError
from headwater.questions import live_search
from headwater.questions.live_graph import LiveGraph
from headwater.questions.live_search import LiveSearch, refreshed
from headwater.questions.search_reader import read_all
from headwater.search.index import SearchIndex, SearchQuery
from headwater.search.segment import ResultKind
from tests.world import World, day

WORDS = ("orders", "sales", "items", "raw", "daily")


@pytest.fixture
def live(database_url: str) -> Iterator[LiveSearch]:
    search = LiveSearch(database_url, LiveGraph(database_url))
    yield search
    search.stop()


def loaded(live: LiveSearch) -> None:
    """A question waits for seconds; on a busy machine the first reading may take longer."""
    deadline = time.monotonic() + 60
    while True:
        try:
            live.index(0)
            return
        except NotReadyError:
            assert time.monotonic() < deadline


def found(index: SearchIndex, text: str) -> list[tuple[int, ...]]:
    matched = index.search(SearchQuery(text, dropped=True), None, 1000).matched
    # Owners and tags are counted now and then, not with each batch.
    nodes = (place for place in matched.places if place.kind < ResultKind.OWNER)
    return sorted((place.level, place.kind, place.number) for place in nodes)


def test_before_it_is_read_the_index_is_not_ready(live: LiveSearch) -> None:
    with pytest.raises(NotReadyError):
        live.index(0)


def test_a_batch_is_visible_at_its_position(live: LiveSearch, world: World) -> None:
    live.start()
    loaded(live)
    world.dataset("orders")
    world.publish(position=7)
    index = live.index(7)
    assert (index.position, len(found(index, "orders"))) == (7, 1)


def test_a_large_index_is_read_by_a_process_of_its_own_and_is_the_same(
    live: LiveSearch,
    world: World,
    connection: psycopg.Connection[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_search, "MANY_NODES", 0)
    random = Random(1)
    for _ in range(20):
        _change(world, random)
    world.publish(position=5)
    live.start()
    loaded(live)
    assert live._beside is not None
    assert live._beside.wait() == 0
    index, whole = live.index(5), read_all(connection)
    assert (index.position, index.largest) == (5, whole.largest)
    for text in (*WORDS, "or", "text"):
        assert found(index, text) == found(whole, text)


def test_a_process_that_reads_ends_with_whoever_waits_for_it(
    live: LiveSearch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(live_search, "MANY_NODES", 0)
    live.start()
    while live._beside is None:
        time.sleep(0.01)
    live.stop()
    assert live._beside.poll() is not None
    assert caplog.messages == []


def test_following_batches_ends_in_the_index_that_reading_everything_gives(
    world: World, connection: psycopg.Connection[Any]
) -> None:
    for seed in range(5):
        random, index = Random(seed), read_all(connection)
        for _ in range(12):
            _change(world, random)
            world.publish()
            index = refreshed(connection, index) or read_all(connection)
        whole = read_all(connection)
        for text in (*WORDS, "or", "team", "warehouse orders", "text", "s3 items"):
            assert found(index, text) == found(whole, text), (seed, text)


def _change(world: World, random: Random) -> None:
    """One of everything that can happen to what is searched."""
    name = f"{random.choice(WORDS)}.{random.choice(WORDS)}_{random.randrange(10**9)}"
    nodes = [node for (node,) in world.connection.execute("select id from nodes where kind = 'dataset'")]
    chosen = random.choice(nodes) if nodes else world.dataset(f"first.{name}")
    change = random.randrange(8)
    if change <= 1:
        world.column(world.dataset(name), random.choice(WORDS))
    elif change == 2:
        world.job(name)
    elif change == 3:
        world.alias(world.dataset(name, namespace="s3://items"), chosen)
    elif change == 4:
        _update(world, "owners = %s", [f"team:{random.choice(WORDS)}"], chosen)
    elif change == 5:
        _update(world, "dropped_at = %s", random.choice([None, day(3)]), chosen)
    elif change == 6:
        _update(world, "description = %s", f"text of {random.choice(WORDS)}", chosen)
    else:
        column = world.column(chosen, f"c{random.randrange(10**9)}_{random.choice(WORDS)}")
        world.label(column, None, None, random.choice(WORDS))


def _update(world: World, what: str, value: Any, node: int) -> None:
    world.connection.execute(f"update nodes set {what} where id = %s", [value, node])


def test_everything_is_read_again_after_a_rebuild_while_the_old_index_answers(
    live: LiveSearch, world: World
) -> None:
    world.dataset("orders")
    world.publish(position=1)
    live.start()
    loaded(live)
    assert len(found(live.index(1), "orders")) == 1
    # Without a word to the index, as the triggers are silent in a rebuild.
    with world.connection.transaction():
        world.connection.execute("select set_config('headwater.rebuilding', 'on', true)")
        world.connection.execute("update nodes set description = 'renewed'")
    told = "insert into search_changes (batch, node_id) select batch + 1, 0 from pipeline_state"
    world.connection.execute(told)
    world.publish(position=2)
    deadline = time.monotonic() + 10
    while not (renewed := found(live.index(2), "renewed")) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(renewed) == 1


def test_a_rebuild_has_everything_read_again(world: World, connection: psycopg.Connection[Any]) -> None:
    world.dataset("orders")
    world.publish()
    index = read_all(connection)
    # Without a word to the index, as the triggers are silent in a rebuild.
    with connection.transaction():
        connection.execute("select set_config('headwater.rebuilding', 'on', true)")
        connection.execute("update nodes set description = 'renewed'")
    connection.execute("insert into search_changes (batch, node_id) select batch + 1, 0 from pipeline_state")
    world.publish()
    assert refreshed(connection, index) is None


def test_a_reader_that_was_away_for_long_reads_everything(
    world: World, connection: psycopg.Connection[Any]
) -> None:
    index = read_all(connection)
    world.dataset("orders")
    connection.execute("update pipeline_state set batch = batch + 5000")
    assert refreshed(connection, index) is None
