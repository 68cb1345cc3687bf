"""Lineage between addresses: replaced by pipeline, walked both ways, right at once after a change."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headwater.questions.pipelines.address_lineage import least_depths
from tests.dialects.watcher.conftest import Client, address, fields, fresh
from tests.running import running_api


class Nodes:
    """Addresses by letter, of this test alone."""

    def __init__(self, watcher: Client) -> None:
        self.watcher, self.mark = watcher, fresh("")

    def name(self, letter: str) -> str:
        return f"{letter}{self.mark}"

    def declare(self, pipeline: Any, edge: str, status: int = 201) -> Any:
        """`ab > cd`: each of a and b feeds each of c and d."""
        sources, targets = ([self.name(letter) for letter in side.strip()] for side in edge.split(">"))
        return self.watcher.lineage(pipeline, sources, targets, status)

    def of(self, letter: str) -> list[tuple[str, str, int]]:
        """Source, target and depth, as answered."""
        found = self.watcher.get(f"/address_lineage/{self.watcher.address_id(self.name(letter))}")
        return [(one["source_address_name"][0], one["target_address_name"][0], one["depth"]) for one in found]


@pytest.fixture
def nodes(watcher: Client) -> Nodes:
    return Nodes(watcher)


def test_every_source_feeds_every_target(watcher: Client, nodes: Nodes) -> None:
    answer = nodes.declare(watcher.pipeline(), "ab > cd")
    assert answer["lineage_relationships_created"] == 4
    assert nodes.of("a") == [("a", "c", 1), ("a", "d", 1)]
    assert nodes.of("d") == [("a", "d", 1), ("b", "d", 1)]


def test_the_closure_goes_both_ways_deepest_first(watcher: Client, nodes: Nodes) -> None:
    for edge in ("a>b", "b>c", "c>d"):
        nodes.declare(watcher.pipeline(), edge)
    assert nodes.of("b") == [("b", "d", 2), ("a", "b", 1), ("b", "c", 1)]
    assert nodes.of("d") == [("a", "d", 3), ("b", "d", 2), ("c", "d", 1)]


def test_a_diamond_counts_its_shorter_side(watcher: Client, nodes: Nodes) -> None:
    for edge in ("a>b", "b>c", "c>d", "a>d"):
        nodes.declare(watcher.pipeline(), edge)
    assert sorted(nodes.of("a")) == [("a", "b", 1), ("a", "c", 2), ("a", "d", 1)]


def test_a_cycle_ends_and_leaves_the_address_itself_out(watcher: Client, nodes: Nodes) -> None:
    for edge in ("a>b", "b>c", "c>a", "a>a"):
        nodes.declare(watcher.pipeline(), edge)
    assert nodes.of("a") == [("a", "c", 2), ("b", "a", 2), ("a", "b", 1), ("c", "a", 1)]


def test_a_new_declaration_replaces_the_pipelines_edges_at_once(watcher: Client, nodes: Nodes) -> None:
    pipeline = watcher.pipeline()
    nodes.declare(pipeline, "ab > c")
    nodes.declare(pipeline, "b > cd")
    assert nodes.of("a") == []
    assert nodes.of("c") == [("b", "c", 1)]


def test_losing_the_last_edge_leaves_nothing_behind(watcher: Client, nodes: Nodes) -> None:
    pipeline = watcher.pipeline()
    nodes.declare(watcher.pipeline(), "a > b")
    nodes.declare(pipeline, "b > c")
    answer = nodes.declare(pipeline, " > ")
    assert answer["lineage_relationships_created"] == 0
    assert nodes.of("a") == [("a", "b", 1)]
    assert nodes.of("c") == []


def test_two_pipelines_may_own_the_same_edge(watcher: Client, nodes: Nodes) -> None:
    one, other = watcher.pipeline(), watcher.pipeline()
    nodes.declare(one, "a > b")
    nodes.declare(other, "a > b")
    nodes.declare(one, " > ")
    assert nodes.of("a") == [("a", "b", 1)]
    nodes.declare(other, " > ")
    assert nodes.of("a") == []


def test_without_load_lineage_nothing_is_loaded(watcher: Client, nodes: Nodes) -> None:
    pipeline, before = watcher.pipeline(load_lineage=False), watcher.api.count()
    answer = nodes.declare(pipeline, "a > b", 200)
    assert (answer["lineage_relationships_created"], answer["position"]) == (0, None)
    assert "load_lineage is false" in answer["message"]
    assert watcher.api.count() == before


def test_an_unknown_pipeline_is_not_found_and_makes_no_address(watcher: Client, nodes: Nodes) -> None:
    answer = nodes.declare({"id": 2**62}, "a > b", 404)
    assert answer == {"detail": "Pipeline Not Found"}
    assert watcher.api.rows("select id from address where name = %s", nodes.name("a")) == []


def test_a_declaration_is_a_job_event_in_the_log(watcher: Client, nodes: Nodes) -> None:
    name = fresh("pipeline")
    pipeline = watcher.pipeline(name)
    nodes.declare(pipeline, "ab > c")
    nodes.declare(pipeline, " > ")
    first, second = watcher.declared(name)
    assert [one["name"][0] for one in first["inputs"]] == ["a", "b"]
    assert [one["name"][0] for one in first["outputs"]] == ["c"]
    assert (second["inputs"], second["outputs"]) == ([], [])


def test_two_spellings_of_an_address_are_one(watcher: Client, nodes: Nodes) -> None:
    name = nodes.name("a")
    answer = watcher.lineage(watcher.pipeline(), [name, f"{name.upper()} "], [nodes.name("b")])
    assert answer["lineage_relationships_created"] == 1


def test_an_address_without_lineage_has_an_empty_closure(watcher: Client) -> None:
    answer = watcher.post("/address", 201, name=fresh("db.table"), address_type_name="x")
    assert watcher.get(f"/address_lineage/{answer['id']}") == []


@pytest.mark.parametrize("number", ["0", "-1", "x", str(2**63)])
def test_what_is_no_number_of_an_address_is_refused(watcher: Client, number: str) -> None:
    assert fields(watcher.get(f"/address_lineage/{number}", 422)) == ["address_id"]


def test_a_declaration_that_cant_be_used_is_refused_whole(watcher: Client) -> None:
    pipeline, before = watcher.pipeline(), watcher.api.count()
    sides = {"source_addresses": [address("a\x00")], "target_addresses": [{}]}
    answer = watcher.post("/address_lineage", 422, pipeline_id=pipeline["id"], **sides)
    assert fields(answer) == ["address_name", "address_name", "address_type_name"]
    many = [address(f"x{number}") for number in range(400)]
    sides = {"source_addresses": many, "target_addresses": many}
    watcher.post("/address_lineage", 422, pipeline_id=pipeline["id"], **sides)
    assert watcher.api.count() == before


# Between one address and the next lies a moment, here one in which others can come in.
SLOW_ADDRESSES = """
create function dawdle() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.005); return new; end $$;
create trigger dawdle before insert on address for each row execute function dawdle()
"""


def test_declarations_that_make_the_same_addresses_at_once_do_not_block_each_other(
    new_database: Callable[[], str],
) -> None:
    with running_api(new_database()) as api:
        watcher = Client(api)
        with psycopg.connect(api.database_url, autocommit=True) as connection:
            connection.execute(SLOW_ADDRESSES)
        # A type that all of them had to make would make them take turns.
        watcher.post("/address_type", 201, name="postgresql")
        names = [fresh("db.table") for _ in range(20)]
        pipelines = [watcher.pipeline() for _ in range(6)]

        def declare(number: int) -> int:
            order = names if number % 2 else names[::-1]
            sides = {"source_addresses": [address(name) for name in order], "target_addresses": []}
            body = {"pipeline_id": pipelines[number]["id"], **sides}
            return api.client.post("/address_lineage", json=body).status_code

        with ThreadPoolExecutor(6) as pool:
            assert set(pool.map(declare, range(6))) == {201}


LETTERS = "abcdef"
graphs = st.lists(st.tuples(st.sampled_from(LETTERS), st.sampled_from(LETTERS)), max_size=14)


def brute_force(edges: set[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """Floyd and Warshall, without the way from a node to itself."""
    best = dict.fromkeys(edges, 1)
    for middle, source, target in product(LETTERS, repeat=3):
        if (source, middle) in best and (middle, target) in best:
            whole = best[source, middle] + best[middle, target]
            best[source, target] = min(best.get((source, target), whole), whole)
    return {(source, target): depth for (source, target), depth in best.items() if source != target}


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(st.lists(graphs, min_size=1, max_size=3))
def test_the_closure_is_that_of_brute_force(watcher: Client, changes: list[list[tuple[str, str]]]) -> None:
    """Whatever the edges, cycles included, and after every change of them."""
    nodes = Nodes(watcher)
    pipelines = {source: watcher.pipeline() for source in LETTERS}
    nodes.declare(watcher.pipeline(load_lineage=True), f"{LETTERS} > ")
    for edges in changes:
        for source, pipeline in pipelines.items():
            targets = "".join(sorted({target for one, target in edges if one == source}))
            nodes.declare(pipeline, f"{source} > {targets}")
        expected = brute_force(set(edges))
        for letter in LETTERS:
            found = {(source, target): depth for source, target, depth in nodes.of(letter)}
            assert found == {pair: depth for pair, depth in expected.items() if letter in pair}


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=60))
def test_least_depths_grow_by_one_along_every_edge_at_the_most(edges: list[tuple[int, int]]) -> None:
    depths = {0: 0} | least_depths(0, edges)
    for source, target in edges:
        if source in depths:
            assert depths[target] <= depths[source] + 1
    for node, depth in depths.items():
        assert depth == 0 or any(
            depths.get(source) == depth - 1 and node == target for source, target in edges
        )
