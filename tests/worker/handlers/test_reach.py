"""Reach counts in the store: the same walk as a lineage question, for every dataset, level with changes."""

import random
import time
from typing import Any

import pytest
from pyspark.sql import SparkSession

from headwater.graph import reach
from headwater.graph.analytics import reach_counts
from headwater.model.edges import EdgeKind
from headwater.worker.handlers import partial_runs
from headwater.worker.resources import CountedFlow
from tests.worker.stored_graph import StoredGraph

COUNTED = "dataset_id, downstream, upstream, downstream_jobs"


@pytest.mark.spark
def test_datasets_are_counted_through_jobs_and_along_edges_of_their_own(
    stored: StoredGraph, spark: SparkSession
) -> None:
    world = stored.world
    raw, staged = world.dataset("raw"), world.dataset("staged", owners=["ann", "bob"])
    board = world.dataset("board", type="DASHBOARD", tier="1", owners=["ann"])
    alone = world.dataset("alone")
    load, show = world.job("load"), world.job("show")
    world.reads(raw, load)
    world.writes(load, staged)
    world.edge(EdgeKind.FEEDS, staged, board, owner=show)
    world.publish(load, show)
    state = stored.count_reach(spark)
    columns = f"{COUNTED}, downstream_dashboards, downstream_critical, downstream_owners, exact"
    assert stored.rows("dataset_reach", columns) == [
        (raw, 2, 0, 2, 1, 1, 2, True),
        (staged, 1, 1, 1, 1, 1, 1, True),
        (board, 0, 2, 0, 0, 0, 0, True),
        (alone, 0, 0, 0, 0, 0, 0, True),
    ]
    assert (state.whole, state.changed) == (True, 4)


def test_what_a_job_writes_beside_its_flow_is_not_downstream_of_what_it_reads(stored: StoredGraph) -> None:
    world = stored.world
    read, written, job = world.dataset("read"), world.dataset("written"), world.job("job")
    world.reads(read, job)
    world.writes(job, written, flows=False)
    world.publish(job)
    stored.count_reach()
    assert stored.rows("dataset_reach", COUNTED) == [(read, 0, 0, 1), (written, 0, 0, 0)]


def test_what_an_alias_does_counts_for_its_canonical_dataset(stored: StoredGraph) -> None:
    world = stored.world
    canonical, alias, other = world.dataset("a"), world.dataset("b", tier="1"), world.dataset("c")
    world.alias(alias, canonical)
    world.edge(EdgeKind.FEEDS, other, alias, owner=alias)
    world.publish(0)
    stored.count_reach()
    found = stored.rows("dataset_reach", "dataset_id, downstream, upstream, downstream_critical")
    assert found == [(canonical, 0, 1, 0), (other, 1, 0, 1)]


def test_a_dataset_that_becomes_critical_is_counted_without_a_change_of_edges(stored: StoredGraph) -> None:
    world = stored.world
    first, second = world.dataset("first"), world.dataset("second")
    world.edge(EdgeKind.FEEDS, first, second, owner=second)
    world.publish(second)
    stored.count_reach()
    stored.connection.execute("update nodes set tags = '{tier:1}' where id = %s", [second])
    state = stored.count_reach()
    assert stored.rows("dataset_reach", "dataset_id, downstream_critical") == [(first, 1), (second, 0)]
    assert not state.whole


@pytest.mark.parametrize("remembers", [False, True])
@pytest.mark.parametrize("estimated", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_partial_runs_count_what_a_whole_run_would(
    stored: StoredGraph, seed: int, estimated: bool, remembers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random graphs and changes; the whole run in turn agrees with the walk that answers questions."""
    monkeypatch.setattr(partial_runs, "SMALLEST", 1000)
    if estimated:
        monkeypatch.setattr(reach_counts, "EXACT_ITEMS", 0)
        monkeypatch.setattr(reach_counts, "SMALL", 5)
    rng, world = random.Random(seed), stored.world
    datasets, jobs = [world.dataset(f"d{n}") for n in range(9)], [world.job(f"j{n}") for n in range(5)]
    edges: list[tuple[int, int]] = []
    for _step in range(6):
        touched = {_some_change(stored, rng, datasets, jobs, edges) for _ in range(rng.randint(1, 4))}
        world.publish(*(owner for owner in touched if owner))
        if not remembers:
            stored.counted = CountedFlow()
        partial = stored.count_reach()
        kept = stored.rows("dataset_reach")
        stored.count_reach(whole=True)
        assert kept == stored.rows("dataset_reach")
        assert _walked(stored, datasets) == stored.rows("dataset_reach", COUNTED)
    assert not partial.whole


def test_a_change_that_leaves_every_arc_as_it_was_counts_nothing_anew(
    stored: StoredGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partial_runs, "SMALLEST", 0)
    world = stored.world
    first, second, third = (world.dataset(name) for name in ("first", "second", "third"))
    world.edge(EdgeKind.FEEDS, first, second, owner=second)
    world.edge(EdgeKind.FEEDS, second, third, owner=third)
    world.publish(second, third)
    stored.count_reach()
    world.publish(second, third)
    state = stored.count_reach()
    assert (state.whole, state.changed) == (False, 0)


def test_a_worker_does_not_go_by_what_it_counted_before_another_did(stored: StoredGraph) -> None:
    world = stored.world
    first, second = world.dataset("first"), world.dataset("second")
    stored.count_reach()
    mine = stored.counted
    edge = world.edge(EdgeKind.FEEDS, first, second, owner=second)
    world.publish(second)
    stored.counted = CountedFlow()
    stored.count_reach()
    stored.counted = mine
    stored.connection.execute("delete from edge_spans where edge_id = %s", [edge])
    world.publish(second)
    stored.count_reach()
    assert stored.rows("dataset_reach", "dataset_id, downstream") == [(first, 0), (second, 0)]


def _some_change(
    stored: StoredGraph,
    rng: random.Random,
    datasets: list[int],
    jobs: list[int],
    edges: list[tuple[int, int]],
) -> int:
    """Change an edge or who owns a dataset; return the owner of the edges that changed, if any."""
    world, chance = stored.world, rng.random()
    dataset, other, job = rng.choice(datasets), rng.choice(datasets), rng.choice(jobs)
    if chance < 0.2:
        values = [[rng.choice("abc")], rng.choice(["1", "2", None]), dataset]
        stored.connection.execute("update nodes set owners = %s, tier = %s where id = %s", values)
        return 0
    if chance < 0.4 and edges:
        edge, owner = edges.pop(rng.randrange(len(edges)))
        stored.connection.execute("delete from edge_spans where edge_id = %s", [edge])
        return owner
    made: list[tuple[Any, ...]] = [
        (EdgeKind.READS, dataset, job),
        (EdgeKind.WRITES, job, dataset),
        (EdgeKind.FEEDS, dataset, other),
        (EdgeKind.JOB_FEEDS, rng.choice(jobs), job),
    ]
    kind, source, target = rng.choice(made)
    flows = kind != EdgeKind.WRITES or rng.random() < 0.8
    edges.append((world.edge(kind, source, target, owner=job, flows=flows), job))
    return job


def _walked(stored: StoredGraph, datasets: list[int]) -> list[tuple[int, int, int, int]]:
    assert stored._snapshot is not None
    graph, at = stored._snapshot.graph, int(time.time() * 1_000_000)
    rows = []
    for dataset in datasets:
        down = reach(graph, [dataset], "downstream", at=at)
        up = reach(graph, [dataset], "upstream", at=at)
        rows.append((dataset, len(down.nodes), len(up.nodes), len(down.jobs)))
    return rows


def test_a_growing_graph_that_passes_the_limit_of_exact_counting_is_counted_anew(
    stored: StoredGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = stored.world.dataset("first"), stored.world.dataset("second")
    stored.world.edge(EdgeKind.FEEDS, first, second, owner=second)
    stored.world.publish(second)
    assert stored.count_reach().estimated == []
    monkeypatch.setattr(reach_counts, "EXACT_ITEMS", 1)
    state = stored.count_reach()
    assert (state.whole, list(state.estimated)) == (True, ["downstream", "upstream"])
