"""Upstream and downstream: nodes by depth, the edges between them, totals, pages, and what is not known."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from headwater.answers.lineage import Walk
from headwater.api.process import Process
from headwater.errors import BadCursorError, BadParameterError
from headwater.model.edges import EdgeKind
from headwater.questions.lineage.walk import WalkRequest, walk
from tests.world import World, day

Start = Callable[[], Process]


def shown(answer: Walk) -> list[tuple[str, int]]:
    return [(reached.node.name, reached.depth) for reached in answer.nodes]


def drawn(answer: Walk) -> set[tuple[str, str, str]]:
    return {(named(edge.source), edge.kind, named(edge.target)) for edge in answer.edges}


def ask(process: Process, name: str, direction: Any = "downstream", **more: Any) -> Walk:
    with process.reading() as reading:
        return walk(reading, WalkRequest(name, direction, **more))


def named(node_id: str | None) -> str:
    """The name without kind and namespace."""
    return (node_id or "").partition("/")[2]


@pytest.fixture
def chain(world: World) -> World:
    """crm -> clean -> staging -> build -> mart"""
    crm, staging, mart = (world.dataset(name) for name in ("crm", "staging", "mart"))
    clean, build = world.job("clean"), world.job("build")
    world.reads(crm, clean)
    world.writes(clean, staging)
    world.reads(staging, build)
    world.writes(build, mart)
    return world


def test_jobs_are_shown_on_the_hop_that_leads_through_them(chain: World, process: Start) -> None:
    answer = ask(process(), "crm")
    assert shown(answer) == [("staging", 1), ("clean", 1), ("mart", 2), ("build", 2)]
    assert drawn(answer) == {
        ("crm", "reads", "clean"),
        ("clean", "writes", "staging"),
        ("staging", "reads", "build"),
        ("build", "writes", "mart"),
    }
    assert (answer.total.nodes, answer.total.datasets, answer.total.jobs) == (4, 2, 2)


@pytest.mark.parametrize("direction", ["upstream", "downstream"])
def test_folded_jobs_are_named_on_edges_between_datasets(
    chain: World, process: Start, direction: str
) -> None:
    answer = ask(process(), "staging", direction, jobs=False)
    (edge,) = answer.edges
    assert edge.job is not None
    shown_edge = (named(edge.source), named(edge.job), named(edge.target), edge.kind, edge.confidence)
    assert (
        shown_edge
        == {
            "upstream": ("crm", "clean", "staging", "feeds", 0.7),
            "downstream": ("staging", "build", "mart", "feeds", 0.7),
        }[direction]
    )
    assert len(answer.nodes) == 1


def test_pages_cover_all_nodes_once_and_every_page_gives_the_total(chain: World, process: Start) -> None:
    running, found, cursor = process(), [], None
    while True:
        answer = ask(running, "crm", limit=1, cursor=cursor)
        assert answer.total.nodes == 4
        found += shown(answer)
        cursor = answer.next_cursor
        if cursor is None:
            break
    assert found == shown(ask(running, "crm"))


def test_depth_cuts_and_says_so(chain: World, process: Start) -> None:
    running = process()
    near, far = ask(running, "crm", depth=1, jobs=False), ask(running, "crm", depth=2, jobs=False)
    assert (shown(near), near.truncated_by_depth) == ([("staging", 1)], True)
    assert far.truncated_by_depth is False


def test_the_graph_as_of_a_time_has_the_edges_of_that_time(world: World, process: Start) -> None:
    crm, job, mart = world.dataset("crm"), world.job("etl"), world.dataset("mart")
    world.reads(crm, job, since=day(1), until=day(10))
    world.writes(job, mart, since=day(1))
    running = process()
    assert shown(ask(running, "crm", as_of=day(5), jobs=False)) == [("mart", 1)]
    assert shown(ask(running, "crm", jobs=False)) == []


def test_a_job_can_be_asked_for(chain: World, process: Start) -> None:
    answer = ask(process(), "job:shopflow_airflow/build", "upstream", jobs=False)
    assert shown(answer) == [("staging", 1), ("crm", 2)]
    assert drawn(answer) == {("staging", "reads", "build"), ("crm", "feeds", "staging")}


def test_an_edge_stated_for_a_pair_keeps_its_origin_and_job(world: World, process: Start) -> None:
    crm, job, mart = world.dataset("crm"), world.job("etl"), world.dataset("mart")
    world.reads(crm, job, flows=False)
    world.writes(job, mart, flows=False)
    world.edge(EdgeKind.FEEDS, crm, mart, owner=job, origin="column_facet")
    (edge,) = ask(process(), "crm", jobs=False).edges
    assert edge.job is not None
    assert (edge.origin, edge.confidence, named(edge.job)) == ("column_facet", 0.95, "etl")


def test_an_edge_declared_without_a_job_has_none(world: World, process: Start) -> None:
    crm, mart = world.dataset("crm"), world.dataset("mart")
    world.edge(EdgeKind.FEEDS, crm, mart, owner=mart, origin="declared")
    (edge,) = ask(process(), "crm").edges
    assert edge.job is None


@pytest.fixture
def columns(world: World) -> World:
    """orders.amount -> daily.revenue; orders also feeds a report of which no column is known."""
    orders, daily, report = (world.dataset(name) for name in ("orders", "daily", "report"))
    etl, export = world.job("etl"), world.job("export")
    amount, day_, revenue = world.column(orders, "amount"), world.column(orders, "day"), None
    revenue = world.column(daily, "revenue")
    more: dict[str, Any] = {"owner": etl, "origin": "column_facet"}
    world.edge(EdgeKind.COLUMN, amount, revenue, subtype="AGGREGATION", masking=False, **more)
    world.edge(EdgeKind.COLUMN_TO_DATASET, day_, daily, subtype="FILTER", **more)
    world.edge(EdgeKind.FEEDS, orders, daily, **more)
    world.reads(orders, export)
    world.writes(export, report)
    return world


def test_a_column_reaches_columns_and_the_edge_tells_how(columns: World, process: Start) -> None:
    answer = ask(process(), "orders", column="amount")
    (reached,), (edge,) = answer.nodes, answer.edges
    assert (str(reached.node), answer.level) == ("ecommerce_warehouse/daily#revenue", "column")
    assert edge.job is not None
    assert (edge.kind, edge.subtype, edge.masking, named(edge.job)) == ("column", "AGGREGATION", False, "etl")


def test_a_column_walk_says_which_datasets_it_knows_nothing_of(columns: World, process: Start) -> None:
    unknown = ask(process(), "orders#amount").unknown
    assert unknown is not None
    assert (unknown.total, [named(node) for node in unknown.datasets]) == (1, ["report"])
    assert unknown.reason == "no column lineage known"


def test_a_column_without_any_lineage_still_says_what_may_depend_on_it(world: World, process: Start) -> None:
    orders, job, report = world.dataset("orders"), world.job("export"), world.dataset("report")
    world.column(orders, "note")
    world.reads(orders, job)
    world.writes(job, report)
    answer = ask(process(), "orders#note")
    assert answer.nodes == ()
    assert answer.unknown is not None
    assert [named(node) for node in answer.unknown.datasets] == ["report"]


def test_indirect_dependencies_are_followed_when_asked_for(columns: World, process: Start) -> None:
    running = process()
    assert ask(running, "orders#day").total.nodes == 0
    answer = ask(running, "orders#day", indirect=True)
    assert {str(reached.node) for reached in answer.nodes} == {
        "ecommerce_warehouse/daily",
        "ecommerce_warehouse/daily#revenue",
    }
    assert (answer.total.datasets, answer.total.columns) == (1, 1)


def test_at_dataset_level_nothing_is_said_of_unknown_columns(columns: World, process: Start) -> None:
    assert ask(process(), "orders").unknown is None


def test_a_dataset_can_be_walked_by_its_columns(columns: World, process: Start) -> None:
    answer = ask(process(), "daily", "upstream", level="column")
    assert [str(reached.node) for reached in answer.nodes] == ["ecommerce_warehouse/orders#amount"]


def test_a_job_has_no_columns(chain: World, process: Start) -> None:
    with pytest.raises(BadParameterError):
        ask(process(), "job:shopflow_airflow/build", level="column")


@pytest.mark.parametrize("cursor", ["nonsense", "WzEsMl0x", ""])
def test_a_bad_cursor_is_refused(chain: World, process: Start, cursor: str) -> None:
    with pytest.raises(BadCursorError):
        ask(process(), "crm", cursor=cursor)


def test_a_time_before_anything_is_known_is_refused(world: World, process: Start) -> None:
    job = world.job("j")
    world.reads(world.dataset("crm"), job)
    world.writes(job, world.dataset("mart"))
    with pytest.raises(BadParameterError, match="lineage begins at 2026-04-01T00:00:00Z"):
        ask(process(), "crm", as_of=datetime(2026, 3, 1, tzinfo=UTC))
