"""The graph is loaded into arrays: canonical ids, microseconds, and the dataset of each column."""

from typing import Any

import numpy as np

from headwater.graph import FOREVER
from headwater.model.edges import EdgeKind
from headwater.model.times import to_micros
from headwater.store.queries import arcs
from tests.world import World, day


def test_arcs_carry_times_in_microseconds_and_infinity_as_the_extremes(connection: Any, world: World) -> None:
    orders, job = world.dataset("orders"), world.job("etl")
    world.reads(orders, job, since=day(1), until=day(2))
    world.reads(orders, job, since="-infinity", until="infinity", flows=False)
    loaded = arcs.arcs(connection, arcs.nodes(connection))
    assert sorted(zip(loaded.since.tolist(), loaded.until.tolist(), loaded.flows.tolist(), strict=True)) == [
        (int(np.iinfo(np.int64).min), FOREVER, False),
        (to_micros(day(1)), to_micros(day(2)), True),
    ]


def test_aliases_lead_to_the_node_that_speaks_for_them(connection: Any, world: World) -> None:
    orders, file, job = world.dataset("orders"), world.dataset("o", namespace="s3://lake"), world.job("etl")
    world.alias(file, orders)
    world.reads(file, job)
    loaded = arcs.arcs(connection, arcs.nodes(connection))
    assert (loaded.source.tolist(), loaded.target.tolist(), loaded.owner.tolist()) == ([orders], [job], [job])


def test_a_column_belongs_to_the_canonical_dataset_and_an_alias_of_it_nowhere(
    connection: Any, world: World
) -> None:
    orders, file = world.dataset("orders"), world.dataset("o", namespace="s3://lake")
    world.alias(file, orders)
    amount, same = world.column(orders, "amount"), world.column(file, "amount")
    world.alias(same, amount)
    nodes = arcs.nodes(connection)
    assert (nodes.parent[amount], nodes.parent[same], nodes.parent[orders]) == (orders, -1, -1)
    assert nodes.canonical[same] == amount


def test_nodes_that_came_since_are_added_to_those_known(connection: Any, world: World) -> None:
    orders = world.dataset("orders")
    known = arcs.nodes(connection)
    amount = world.column(orders, "amount")
    grown, whole = arcs.nodes(connection, known), arcs.nodes(connection)
    assert grown.parent[amount] == orders
    assert grown.parent.tolist() == whole.parent.tolist()
    assert grown.canonical.tolist() == whole.canonical.tolist()


def test_arcs_of_one_owner_include_what_its_aliases_make(connection: Any, world: World) -> None:
    orders, file = world.dataset("orders"), world.dataset("o", namespace="s3://lake")
    source, job = world.dataset("crm"), world.job("etl")
    world.alias(file, orders)
    declared = [
        world.edge(EdgeKind.FEEDS, source, orders, owner=orders),
        world.edge(EdgeKind.FEEDS, source, file, owner=file),
    ]
    world.reads(source, job)
    loaded = arcs.arcs(connection, arcs.nodes(connection), [orders])
    assert sorted(loaded.edge.tolist()) == declared
    assert set(loaded.owner.tolist()) == {orders}


def test_an_empty_store_gives_an_empty_graph(connection: Any) -> None:
    assert len(arcs.arcs(connection, arcs.nodes(connection))) == 0
