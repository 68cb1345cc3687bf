"""The graph in memory follows the store batch by batch, and survives losing it."""

import asyncio
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from headwater.errors import NotReadyError, NotYetVisibleError
from headwater.graph import Arcs, Graph
from headwater.questions.live_graph import FixedGraph, LiveGraph
from headwater.store.queries.arcs import EMPTY
from headwater.store.snapshots import Snapshot
from tests.world import World, day


@pytest.fixture
def live(database_url: str) -> Iterator[LiveGraph]:
    graph = LiveGraph(database_url)
    yield graph
    graph.stop()


def edges(live: LiveGraph) -> list[int]:
    return sorted(set(live.snapshot.graph.arcs.edge.tolist()))


def test_the_graph_is_loaded_when_start_returns(live: LiveGraph, world: World) -> None:
    edge = world.reads(world.dataset("orders"), world.job("etl"))
    world.publish(position=7)
    live.start()
    assert (edges(live), live.position) == ([edge], 7)


def test_a_batch_replaces_the_arcs_of_its_owners_only(live: LiveGraph, world: World) -> None:
    orders, a, b = world.dataset("orders"), world.job("a"), world.job("b")
    first, second = world.reads(orders, a), world.reads(orders, b)
    world.publish(a, b)
    live.start()
    world.connection.execute("update edge_spans set alive_to = %s where edge_id = %s", [day(9), first])
    third = world.reads(world.dataset("new"), a)
    world.publish(a, position=20)
    live.wait_for(20, timeout=10)
    graph = live.snapshot.graph
    assert edges(live) == [first, second, third]
    assert len(graph.arcs) == 3


def test_what_another_owner_changed_without_a_word_is_not_read(live: LiveGraph, world: World) -> None:
    """Proof that refreshing reads the changed owners, not everything."""
    orders, a, b = world.dataset("orders"), world.job("a"), world.job("b")
    first = world.reads(orders, a)
    world.publish(a)
    live.start()
    world.reads(orders, b)
    world.publish(position=20)
    live.wait_for(20, timeout=10)
    assert edges(live) == [first]


def test_owner_zero_means_that_everything_is_read_again(live: LiveGraph, world: World) -> None:
    orders, file, job = world.dataset("orders"), world.dataset("o", namespace="s3://lake"), world.job("etl")
    world.reads(file, job)
    world.publish(job)
    live.start()
    world.alias(file, orders)
    world.publish(0, position=20)
    live.wait_for(20, timeout=10)
    assert live.snapshot.graph.arcs.source.tolist() == [orders]


def test_a_store_that_was_reset_is_read_again(live: LiveGraph, world: World) -> None:
    for _ in range(3):
        world.publish()
    live.start()
    edge = world.reads(world.dataset("orders"), world.job("etl"))
    world.connection.execute("update pipeline_state set batch = 1, position = 50")
    live.wait_for(50, timeout=10)
    assert edges(live) == [edge]


def test_a_graph_too_far_behind_is_read_again(live: LiveGraph, world: World) -> None:
    live.start()
    edge = world.reads(world.dataset("orders"), world.job("etl"))
    world.connection.execute("update pipeline_state set batch = batch + 500, position = 50")
    live.wait_for(50, timeout=10)
    assert edges(live) == [edge]


def test_new_columns_are_known_even_if_no_arc_changed(live: LiveGraph, world: World) -> None:
    orders = world.dataset("orders")
    live.start()
    amount = world.column(orders, "amount")
    world.publish(position=20)
    live.wait_for(20, timeout=10)
    assert live.snapshot.graph.parent[amount] == orders


def test_a_lost_connection_is_made_again_and_everything_is_read(live: LiveGraph, world: World) -> None:
    live.start()
    world.connection.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity"
        " where pid <> pg_backend_pid() and datname = current_database()"
    )
    edge = world.reads(world.dataset("orders"), world.job("etl"))
    world.publish(position=30)
    live.wait_for(30, timeout=15)
    assert edges(live) == [edge]


def test_waiting_for_what_does_not_come_says_what_is_visible(live: LiveGraph, world: World) -> None:
    world.publish(position=3)
    live.start()
    with pytest.raises(NotYetVisibleError, match=r"position 9 .* visible is 3"):
        live.wait_for(9, timeout=0.05)


def test_before_it_is_loaded_the_graph_says_so(live: LiveGraph) -> None:
    with pytest.raises(NotReadyError):
        _ = live.snapshot


def test_readers_keep_the_snapshot_they_took(live: LiveGraph, world: World, connection: Any) -> None:
    live.start()
    before = live.snapshot
    job = world.job("etl")
    world.reads(world.dataset("orders"), job)
    world.publish(job, position=20)
    live.wait_for(20, timeout=10)
    assert len(before.graph.arcs) == 0
    assert len(live.snapshot.graph.arcs) == 1


class CountedLooks(FixedGraph):
    """Shows what it is given, and counts how often somebody looks at the position."""

    def __init__(self) -> None:
        self.looks = 0
        super().__init__(_shown(1))

    @property
    def position(self) -> int:
        self.looks += 1
        return super().position


def _shown(position: int) -> Snapshot:
    return Snapshot(Graph.build(Arcs.from_rows(()), np.zeros(0, np.int32)), EMPTY, position, position)


async def _moved_on(live: CountedLooks, wanted: int, *positions: int) -> None:
    """As the thread that follows the store shows these positions, while a request waits for one."""
    waiting = asyncio.create_task(live.reach(wanted, timeout=10))
    for position in positions:
        await asyncio.sleep(0.05)
        await asyncio.to_thread(live._show, _shown(position))
    await waiting


def test_a_request_that_waits_is_woken_and_does_not_look_in_between() -> None:
    live = CountedLooks()
    asyncio.run(_moved_on(live, 5, 3, 5))
    # Before and as it begins to wait, twice; after the last batch; and for the answer.
    assert live.looks <= 7
    assert not live._wake


def test_a_request_that_waits_in_vain_is_told_what_is_visible() -> None:
    live = CountedLooks()
    with pytest.raises(NotYetVisibleError, match=r"position 9 .* visible is 1"):
        asyncio.run(live.reach(9, timeout=0.05))
    assert not live._wake
