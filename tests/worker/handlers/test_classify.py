"""Effective classes in the store: declared and inherited, with the reason, up to date with changes."""

import random
from typing import Any

import pytest
from pyspark.sql import SparkSession

from headwater.model.classification import Effect, Level
from headwater.model.edges import EdgeKind
from headwater.worker.handlers import partial_runs
from tests.worker.stored_graph import StoredGraph

MADE_BY: dict[Effect, dict[str, Any]] = {
    Effect.KEEPS: {},
    Effect.LOWERS: {"subtype": "AGGREGATION"},
    Effect.HASHES: {"masking": True, "description": "sha256(email)"},
    Effect.ENDS: {"masking": True},
}


def columns(stored: StoredGraph, count: int) -> list[int]:
    return [stored.world.column(stored.world.dataset(f"d{n}"), "c") for n in range(count)]


def feed(stored: StoredGraph, source: int, target: int, job: int, effect: Effect = Effect.KEEPS) -> int:
    return stored.world.edge(EdgeKind.COLUMN, source, target, owner=job, **MADE_BY[effect])


def story(stored: StoredGraph) -> list[int]:
    """A declared column, its copy, an aggregate of that, and a hash of that."""
    job, path = stored.world.job("etl"), columns(stored, 4)
    effects = (Effect.KEEPS, Effect.LOWERS, Effect.HASHES)
    for source, target, effect in zip(path, path[1:], effects, strict=False):
        feed(stored, source, target, job, effect)
    stored.label(path[0], "Restricted", True)
    stored.world.publish(job)
    return path


@pytest.mark.spark
def test_a_class_travels_and_is_lowered_and_says_where_it_comes_from(
    stored: StoredGraph, spark: SparkSession
) -> None:
    path = story(stored)
    state = stored.classify(spark)
    columns = "column_id, level, pii, declared_level, inherited_level, source_id, depth"
    assert stored.rows("effective_classes", columns) == [
        (path[0], 3, True, 3, 0, None, 0),
        (path[1], 3, True, None, 3, path[0], 1),
        (path[2], 2, False, None, 2, path[0], 2),
        (path[3], 1, False, None, 1, path[0], 3),
    ]
    assert (state.whole, state.changed) == (True, 4)


def test_the_reason_is_a_sentence(stored: StoredGraph) -> None:
    path = story(stored)
    stored.classify()
    source = "inherited from ecommerce_warehouse/d0#c"
    assert dict(stored.rows("effective_classes", "column_id, why")) == {
        path[0]: "declared restricted and personal",
        path[1]: f"restricted and personal data {source} over 1 hop",
        path[2]: f"confidential {source} over 2 hops, lowered by aggregation",
        path[3]: f"internal {source} over 3 hops, lowered by aggregation and hashing",
    }


def test_what_is_inherited_beyond_what_is_declared_is_undeclared(stored: StoredGraph) -> None:
    source, copy, labelled, under = columns(stored, 4)
    job = stored.world.job("etl")
    for target in (copy, labelled, under):
        feed(stored, source, target, job)
    stored.label(source, "confidential", True)
    stored.label(labelled, "restricted", True)
    stored.label(under, "internal", True)
    stored.world.publish(job)
    stored.classify()
    found = stored.rows("effective_classes", "column_id, level, inherited_level, undeclared")
    assert found == [(source, 2, 0, False), (copy, 2, 2, True), (labelled, 3, 2, False), (under, 2, 2, True)]


def test_edges_of_the_past_and_indirect_use_pass_nothing_on(stored: StoredGraph) -> None:
    source, once, filtered = columns(stored, 3)
    job = stored.world.job("etl")
    stored.world.edge(EdgeKind.COLUMN, source, once, owner=job, until="2026-04-02")
    stored.world.edge(EdgeKind.COLUMN_INDIRECT, source, filtered, owner=job)
    stored.label(source, "confidential")
    stored.world.publish(job)
    stored.classify()
    assert stored.rows("effective_classes", "column_id") == [(source,)]


def test_labels_of_an_alias_belong_to_its_canonical_column(stored: StoredGraph) -> None:
    canonical, alias = columns(stored, 2)
    stored.world.alias(alias, canonical)
    stored.label(alias, "internal")
    stored.label(canonical, None, True)
    stored.world.publish(0)
    stored.classify()
    assert stored.rows("effective_classes", "column_id, level, pii") == [(canonical, 2, True)]


def test_a_run_without_changes_changes_nothing(stored: StoredGraph) -> None:
    story(stored)
    stored.classify()
    again = stored.classify()
    assert (again.whole, again.changed) == (False, 0)


def test_a_label_that_goes_takes_what_was_inherited_with_it(stored: StoredGraph) -> None:
    story(stored)
    stored.classify()
    stored.connection.execute("delete from column_labels")
    state = stored.classify()
    assert (stored.rows("effective_classes"), state.whole) == ([], False)


def test_a_public_label_without_inheritance_is_not_a_change_for_ever(stored: StoredGraph) -> None:
    path = story(stored)
    stored.label(stored.world.column(stored.world.dataset("quiet"), "c"), "public")
    stored.label(path[1], "public")
    stored.classify()
    assert (stored.classify().changed, stored.rows("effective_classes", "count(*)")) == (0, [(4,)])


def test_history_that_is_gone_means_a_whole_run(stored: StoredGraph) -> None:
    story(stored)
    stored.classify()
    stored.connection.execute("update pipeline_state set batch = batch + 5000")
    assert stored.classify().whole


def test_an_edge_that_begins_in_the_future_counts_from_then_on(stored: StoredGraph) -> None:
    source, later = columns(stored, 2)
    job = stored.world.job("etl")
    edge = stored.world.edge(EdgeKind.COLUMN, source, later, owner=job, since="2100-01-01")
    stored.label(source, "internal")
    stored.world.publish(job)
    stored.classify()
    # The future comes: nothing is published, and the clock has passed the edge's beginning.
    stored.connection.execute(
        "update edge_spans set alive_from = clock_timestamp() where edge_id = %s", [edge]
    )
    stored._snapshot = None
    state = stored.classify()
    assert (state.whole, stored.rows("effective_classes", "column_id")) == (False, [(source,), (later,)])


@pytest.mark.parametrize("seed", range(12))
def test_partial_runs_end_where_a_whole_run_would(
    stored: StoredGraph, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random graphs and random changes: edges come, go and come back, labels change, parts are large."""
    monkeypatch.setattr(partial_runs, "SMALLEST", 1000)
    rng = random.Random(seed)
    nodes, jobs = columns(stored, 14), [stored.world.job(f"j{n}") for n in range(4)]
    edges: list[tuple[int, int]] = []
    for _step in range(8):
        touched = {_some_change(stored, rng, nodes, jobs, edges) for _ in range(rng.randint(1, 4))}
        stored.world.publish(*(job for job in touched if job))
        partial = stored.classify()
        kept = stored.rows("effective_classes")
        stored.classify(whole=True)
        assert kept == stored.rows("effective_classes")
    assert not partial.whole


def _some_change(
    stored: StoredGraph, rng: random.Random, nodes: list[int], jobs: list[int], edges: list[tuple[int, int]]
) -> int:
    """Change an edge or a label; return the job whose edges changed, if any."""
    chance = rng.random()
    if chance < 0.3:
        stored.label(
            rng.choice(nodes), rng.choice([None, *(level.word for level in Level)]), rng.random() < 0.4
        )
        return 0
    if chance < 0.5 and edges:
        edge, job = edges.pop(rng.randrange(len(edges)))
        stored.connection.execute("delete from edge_spans where edge_id = %s", [edge])
        return job
    job, effect = rng.choice(jobs), rng.choice([Effect.KEEPS, Effect.KEEPS, *Effect])
    edges.append((feed(stored, rng.choice(nodes), rng.choice(nodes), job, effect), job))
    return job
