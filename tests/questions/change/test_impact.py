"""Impact and upstream over HTTP: what is affected, by which path, whom to ask, and what is not known."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from fastapi.testclient import TestClient

from headwater.model.edges import EdgeKind
from headwater.store.queries.paging import encode
from tests.server.system import wait_for
from tests.world import World, day

Start = Callable[[], TestClient]


@pytest.fixture
def shop(world: World) -> World:
    """crm#email -> clean#contact (by load) -> board (by show, columns not told); crm#note is not read."""
    crm = world.dataset("crm", owners=["ann"])
    clean = world.dataset("clean", owners=["bob", "team:data"], tags=["tier:gold"], type="TABLE")
    board = world.dataset("board", owners=["team:sales", "bob"], type="Dashboard", tier="silver")
    load, show = world.job("load", owners=["team:data"]), world.job("show")
    email, contact = world.column(crm, "email"), world.column(clean, "contact")
    world.column(crm, "note")
    world.column(clean, "score")
    world.schema(crm, "email varchar", "note text", "born date")
    world.edge(EdgeKind.FEEDS, crm, clean, owner=load, origin="column_facet")
    world.edge(
        EdgeKind.COLUMN,
        email,
        contact,
        owner=load,
        origin="column_facet",
        confidence=0.85,
        subtype="IDENTITY",
    )
    world.reads(crm, load)
    world.writes(load, clean, flows=False)
    world.reads(clean, show, since=day(10))
    world.writes(show, board, since=day(10))
    return world


def get(client: TestClient, path: str, **params: Any) -> Any:
    reply = client.get(f"/api/v1/{path}", params=params)
    assert reply.status_code == 200, reply.text
    return reply.json()


def brief(items: list[Any]) -> list[tuple[str, int, str, bool]]:
    return [(item["node"]["name"], item["depth"], item["level"], item["direct"]) for item in items]


def test_a_column_affects_what_is_told_and_perhaps_what_is_not(client: Start, shop: World) -> None:
    reply = get(client(), "impact", asset="crm", column="email")
    assert brief(reply["affected"]) == [
        ("clean", 1, "column", True),
        ("load", 1, "column", True),
        ("board", 2, "dataset", False),
        ("show", 2, "dataset", False),
    ]
    assert (reply["asset"]["name"], reply["column"], reply["position"]) == ("crm", "email", 0)
    assert reply["total"] == {
        **{"assets": 4, "datasets": 2, "dashboards": 1, "pipelines": 2, "columns": 1},
        **{"queries": 0, "users": 0, "matching": 4},
    }
    assert reply["unknown"] == {
        "total": 1,
        "datasets": ["dataset:ecommerce_warehouse/board"],
        "reason": "no column lineage known",
        "jobs": ["job:shopflow_airflow/show"],
        "jobs_total": 1,
    }


def test_each_affected_asset_comes_with_its_columns_labels_and_path(client: Start, shop: World) -> None:
    clean, _, board, _ = get(client(), "impact", asset="crm#email")["affected"]
    assert (clean["columns"], clean["columns_total"], clean["type"], clean["tier"]) == (
        ["contact"],
        1,
        "TABLE",
        "gold",
    )
    assert clean["path"] == [
        {
            "source": "column:ecommerce_warehouse/crm#email",
            "target": "column:ecommerce_warehouse/clean#contact",
            "from": "column:ecommerce_warehouse/crm#email",
            "to": "column:ecommerce_warehouse/clean#contact",
            "first_seen": "2026-04-01T00:00:00Z",
            "last_seen": "2026-04-01T00:00:00Z",
            "kind": "column",
            "job": "job:shopflow_airflow/load",
            "origin": "column_facet",
            "confidence": 0.85,
            "subtype": "IDENTITY",
            "masking": None,
            "description": None,
        }
    ]
    assert [(step["from"].rpartition("/")[2], step["kind"]) for step in board["path"]] == [
        ("crm#email", "column"),
        ("clean", "reads"),
        ("show", "writes"),
    ]
    assert (board["owners"], board["tier"], board["path_truncated"]) == (
        ["team:sales", "bob"],
        "silver",
        False,
    )


def test_the_job_that_refreshes_a_dashboard_is_no_second_dashboard(client: Start, shop: World) -> None:
    shop.connection.execute("update nodes set type = 'DASHBOARD' where kind = 'job' and name = 'show'")
    reply = get(client(), "impact", asset="crm", column="email")
    assert reply["dashboards"] == {"total": 1, "items": ["dataset:ecommerce_warehouse/board"]}
    assert reply["total"]["dashboards"] == 1


def test_dashboards_pipelines_owners_teams_and_tiers_are_summed_up(client: Start, shop: World) -> None:
    reply = get(client(), "impact", asset="crm", column="email", limit=1)
    assert len(reply["affected"]) == 1
    assert reply["dashboards"] == {"total": 1, "items": ["dataset:ecommerce_warehouse/board"]}
    assert reply["pipelines"] == {
        "total": 2,
        "items": ["job:shopflow_airflow/load", "job:shopflow_airflow/show"],
    }
    teams = [{"name": "team:data", "affected": 2}, {"name": "team:sales", "affected": 1}]
    assert reply["owners"] == [{"name": "bob", "affected": 2}, *teams]
    assert reply["teams"] == teams
    assert reply["tiers"] == [{"name": "gold", "affected": 1}, {"name": "silver", "affected": 1}]


@pytest.mark.parametrize("column", ["note", "born", "BORN"])
def test_dropping_an_unused_column_affects_nothing(client: Start, shop: World, column: str) -> None:
    """`note` is known to lineage, `born` to the schema only."""
    reply = get(client(), "impact", asset="crm", column=column)
    assert (reply["total"]["assets"], reply["affected"], reply["unknown"]) == (0, [], None)
    assert reply["column"] == column.lower()


def test_a_column_that_only_the_schema_knows_may_still_be_read(client: Start, shop: World) -> None:
    shop.schema(2, "contact varchar", "added int")
    reply = get(client(), "impact", asset="clean", column="added")
    assert brief(reply["affected"]) == [("board", 1, "dataset", False), ("show", 1, "dataset", False)]


def test_pages_cover_everything_once(client: Start, shop: World) -> None:
    running, cursor, seen = client(), None, []
    while True:
        reply = get(running, "impact", asset="crm", limit=1, **({"cursor": cursor} if cursor else {}))
        seen += brief(reply["affected"])
        if not (cursor := reply["next_cursor"]):
            break
    assert [name for name, *_ in seen] == ["clean", "load", "board", "show"]


def test_depth_cuts_and_says_so_and_the_past_is_another_answer(client: Start, shop: World) -> None:
    running = client()
    near = get(running, "impact", asset="crm", column="email", depth=1)
    assert (len(near["affected"]), near["truncated_by_depth"]) == (2, True)
    then = get(running, "impact", asset="crm", column="email", as_of="2026-04-05T00:00:00Z")
    assert (then["total"]["assets"], then["as_of"]) == (2, "2026-04-05T00:00:00Z")


def test_upstream_tells_sources_origins_and_transformations(client: Start, shop: World) -> None:
    reply = get(client(), "upstream", asset="board")
    assert [(item["node"]["name"], item["depth"], item["level"]) for item in reply["sources"]] == [
        ("clean", 1, "dataset"),
        ("show", 1, "dataset"),
        ("crm", 2, "dataset"),
        ("load", 2, "dataset"),
    ]
    assert [item["node"]["name"] for item in reply["sources"] if item["is_origin"]] == ["crm"]
    exact = get(client(), "upstream", asset="clean", column="contact")
    (crm, _), (edge, *_) = exact["sources"], exact["transformations"]
    assert (crm["columns"], crm["level"], crm["is_origin"]) == (["email"], "column", True)
    assert (edge["kind"], edge["subtype"], edge["job"]) == ("column", "IDENTITY", "job:shopflow_airflow/load")
    assert edge["source"] == crm["path"][0]["from"]


def test_upstream_tells_the_transformations_of_both_sides_of_a_diamond(client: Start, world: World) -> None:
    names = ("top", "left", "right", "end")
    top, left, right, end = (world.column(world.dataset(name), "c") for name in names)
    job = world.job("load")
    for source, target in ((top, left), (top, right), (left, end), (right, end)):
        world.edge(EdgeKind.COLUMN, source, target, owner=job, origin="column_facet")
    reply = get(client(), "upstream", asset="end", column="c")
    ends = {(edge["source"], edge["target"]) for edge in reply["transformations"]}
    spelled = [f"column:ecommerce_warehouse/{name}#c" for name in names]
    assert ends == {(spelled[one], spelled[other]) for one, other in ((0, 1), (0, 2), (1, 3), (2, 3))}


def test_what_someone_declared_of_a_dataset_as_a_whole_holds_beside_columns(
    client: Start, world: World
) -> None:
    source, target = world.dataset("source"), world.dataset("target")
    known, _ = world.column(source, "known"), world.column(source, "other")
    world.edge(EdgeKind.FEEDS, source, target, owner=target, origin="declared")
    world.edge(EdgeKind.COLUMN, known, world.column(target, "known"), owner=target, origin="declared")
    running = client()
    assert get(running, "impact", asset="source", column="other")["affected"] == []
    world.edge(EdgeKind.FEEDS, source, target, owner=target, origin="declared", subtype="IDENTITY")
    world.publish(target)
    # The graph hears of the batch a moment later.
    affected = wait_for(
        "the graph", lambda: get(running, "impact", asset="source", column="other")["affected"], 5
    )
    assert brief(affected) == [("target", 1, "dataset", False)]


def test_a_job_may_affect_all_it_writes_and_what_follows(client: Start, shop: World) -> None:
    reply = get(client(), "impact", asset="job:shopflow_airflow/load")
    assert (reply["unknown"]["total"], reply["unknown"]["jobs_total"]) == (2, 1)
    assert reply["unknown"]["reason"] == "what a job reads and writes is followed by datasets, not by columns"
    assert brief(reply["affected"]) == [
        ("clean", 1, "dataset", False),
        ("board", 2, "dataset", False),
        ("show", 2, "dataset", False),
    ]


def test_an_asset_that_is_not_known_is_answered_with_the_nearest_names(client: Start, shop: World) -> None:
    running = client()
    reply = running.get("/api/v1/impact?asset=clena")
    assert (reply.status_code, reply.json()["nearest"]) == (404, ["ecommerce_warehouse/clean"])
    assert running.get("/api/v1/impact?asset=crm&column=emial").json()["nearest"] == ["email"]
    assert running.get("/api/v1/impact?asset=crm%23emial").status_code == 404
    assert running.get("/api/v1/upstream?asset=load&column=x").status_code == 404


def test_a_cursor_beyond_the_end_gives_an_empty_page(client: Start, shop: World) -> None:
    for numbers in ((9, 9), (2**62, -5), (-1, 2**63 - 1)):
        reply = get(client(), "impact", asset="crm", cursor=encode(*numbers))
        assert reply["total"]["assets"] == 4


def test_an_impact_waits_for_the_position_it_wants_to_see(client: Start, shop: World) -> None:
    shop.event()
    running = client()
    assert running.get("/api/v1/impact?asset=crm&min_position=1").status_code == 503
    assert running.get("/api/v1/impact?asset=crm&min_position=99").status_code == 422


def test_of_a_very_long_path_the_end_is_shown_and_the_cut_is_told(client: Start, world: World) -> None:
    names = [world.dataset(f"d{number}") for number in range(205)]
    for source, target in pairwise(names):
        world.edge(EdgeKind.FEEDS, source, target, owner=target, origin="declared")
    running = client()
    *_, before, last = get(running, "impact", asset="d0", limit=1000)["affected"]
    assert (last["depth"], len(last["path"]), last["path_truncated"]) == (204, 200, True)
    assert last["path"][-1]["to"] == last["node"]["id"]
    assert before["path"][-1]["to"] == last["path"][-1]["from"]
    first = get(running, "upstream", asset="d204", limit=1000)["sources"][-1]
    assert (first["path"][0]["from"], len(first["path"]), first["is_origin"]) == (
        first["node"]["id"],
        200,
        True,
    )


@pytest.mark.parametrize(
    ("wanted", "listed"),
    [
        ({"owner": "bob"}, ["clean", "board"]),
        ({"owner": "team:data"}, ["clean", "load"]),
        ({"tier": "Tier GOLD"}, ["clean"]),
        ({"tier": "silver"}, ["board"]),
        ({"type": "dashboard"}, ["board"]),
        ({"direct": True}, ["clean", "load"]),
        ({"direct": False}, ["board", "show"]),
        ({"owner": "bob", "direct": False}, ["board"]),
        ({"owner": "nobody"}, []),
    ],
)
def test_a_filter_narrows_the_list_and_leaves_the_totals_as_they_are(
    client: Start, shop: World, wanted: dict[str, Any], listed: list[str]
) -> None:
    running = client()
    whole = get(running, "impact", asset="crm", column="email")
    reply = get(running, "impact", asset="crm", column="email", **wanted)
    assert [item["node"]["name"] for item in reply["affected"]] == listed
    assert reply["total"] == whole["total"] | {"matching": len(listed)}
    assert [item for item in whole["affected"] if item["node"]["name"] in listed] == reply["affected"]
    assert all(reply[part] == whole[part] for part in ("unknown", "owners", "tiers", "dashboards", "queries"))


def test_pages_of_a_filter_cover_what_it_chooses_once(client: Start, shop: World) -> None:
    running, seen = client(), []
    cursor: dict[str, str] = {}
    while True:
        reply = get(running, "impact", asset="crm", column="email", direct=False, limit=1, **cursor)
        seen += [item["node"]["name"] for item in reply["affected"]]
        if not reply["next_cursor"]:
            break
        cursor = {"cursor": reply["next_cursor"]}
    assert seen == ["board", "show"]


def test_upstream_takes_the_same_filters(client: Start, shop: World) -> None:
    running = client()
    owned = get(running, "upstream", asset="board", owner="ann")
    assert [(item["node"]["name"], item["is_origin"]) for item in owned["sources"]] == [("crm", True)]
    assert (owned["total"]["assets"], owned["total"]["matching"]) == (4, 1)
    by_values = get(running, "upstream", asset="clean", column="contact", direct=True)
    assert [item["node"]["name"] for item in by_values["sources"]] == ["crm", "load"]
