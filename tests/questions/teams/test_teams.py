"""Teams: made, changed, found again after a rebuild, and used as a filter."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient

from headwater.model.edges import EdgeKind
from headwater.questions import load
from headwater.store import stored_rows
from tests.world import World

Client = Callable[[], TestClient]


def test_a_team_is_made_and_then_changed(client: Client) -> None:
    api = client()
    made = api.post("/api/v1/teams", json={"name": "finance-data", "patterns": ["airflow-*"]})
    assert made.status_code == 201, made.text
    changed = api.post("/api/v1/teams", json={"name": "finance-data", "owners": ["dana"]})
    assert changed.status_code == 200
    team = changed.json()["team"]
    assert (team["display_name"], team["patterns"], team["owners"]) == (
        "finance-data",
        ["airflow-*"],
        ["dana"],
    )


def test_what_nobody_owns_belongs_to_the_team_default(client: Client, world: World) -> None:
    world.job("load", namespace="airflow-ops")
    api = client()
    api.post("/api/v1/teams", json={"name": "platform"})
    assert api.get("/api/v1/teams/default").json()["namespaces"] == ["airflow-ops"]
    api.post("/api/v1/teams", json={"name": "platform", "patterns": ["airflow-*"]})
    assert api.get("/api/v1/teams/default").json()["namespaces"] == []
    found = api.get("/api/v1/teams/platform").json()
    assert (found["namespaces"], found["jobs"], found["over_quota"]) == (["airflow-ops"], 1, False)


def test_jobs_runs_and_datasets_are_filtered_by_team(client: Client, world: World) -> None:
    own, other = world.job("load", namespace="airflow-sales"), world.job("load", namespace="airflow-ops")
    for job, name in ((own, "orders"), (other, "servers")):
        world.run(job)
        world.writes(job, world.dataset(name))
    api = client()
    api.post("/api/v1/teams", json={"name": "sales", "patterns": ["airflow-sales"]})
    asked = {"team": "sales"}
    assert [job["namespace"] for job in api.get("/api/v1/jobs", params=asked).json()["items"]] == [
        "airflow-sales"
    ]
    assert api.get("/api/v1/runs", params=asked).json()["total"] == 1
    assert [one["name"] for one in api.get("/api/v1/datasets", params=asked).json()["items"]] == ["orders"]


QUESTIONS = load()
BY_TEAM = [name for name, asked in QUESTIONS.items() if any(one.name == "team" for one in asked.arguments)]


def test_every_list_of_what_teams_have_is_filtered_by_team() -> None:
    lists = {name for name, asked in QUESTIONS.items() if "items" in asked.lists and not asked.writes}
    assert lists - set(BY_TEAM) == NOT_OF_A_TEAM


# The server's own, of one entity or person, or across all teams.
NOT_OF_A_TEAM = {
    "entity_timeline",
    "list_access_grants",
    "list_access_requests",
    "list_acknowledgements",
    "list_audit_entries",
    "list_connectors",
    "list_consumers",
    "list_keys",
    "list_labelled_cases",
    "list_likely_aliases",
    "list_namespace_joins",
    "list_notifications",
    "list_orphans",
    "list_simulations",
    "list_subscriptions",
    "list_teams",
    "pipeline_runs",
}


@pytest.mark.parametrize("name", BY_TEAM)
def test_a_list_of_one_team_leaves_out_the_others(client: Client, world: World, name: str) -> None:
    asked = QUESTIONS[name]
    orders, daily = world.dataset("orders"), world.dataset("daily")
    job = world.job("load", namespace="airflow-sales")
    world.label(world.column(orders, "email"), "restricted", True)
    world.writes(job, orders)
    world.writes(job, daily)
    world.edge(EdgeKind.FEEDS, orders, daily, owner=job, origin="lineage_facet")
    api = client()
    api.post("/api/v1/teams", json={"name": "sales", "patterns": ["airflow-sales"]})
    given = {one.name: "orders" for one in asked.arguments if one.required} | NEEDED.get(name, {})
    found = [api.get(f"/api/v1{asked.path}", params={**given, "team": team}) for team in ("sales", "default")]
    assert [reply.status_code for reply in found] == [200, 200], found[0].text
    own, others = (reply.json() for reply in found)
    if name in SHOWS_THE_WORLD:
        differing = SHOWS_THE_WORLD[name]
        assert own[differing] != others[differing]


NEEDED = {"flows": {"classification": "restricted"}}
# The world of this test has one job and two datasets; the lists of other things are empty for both.
SHOWS_THE_WORLD = {
    **dict.fromkeys(("list_assets", "list_datasets", "list_jobs", "list_pipelines", "search"), "total"),
    **dict.fromkeys(("graph_upstream", "graph_map", "flows"), "total"),
    "impact": "affected",
}


@pytest.mark.parametrize("path", ["/api/v1/jobs", "/api/v1/runs", "/api/v1/datasets"])
def test_an_unknown_team_is_no_empty_list(client: Client, path: str) -> None:
    api = client()
    api.post("/api/v1/teams", json={"name": "sales"})
    reply = api.get(path, params={"team": "salse"})
    assert (reply.status_code, reply.json()["nearest"]) == (404, ["sales"])


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "A"}, "name"),
        ({"name": "-ab"}, "name"),
        ({"name": "ok-name", "daily_event_quota": 1}, "daily_event_quota"),
        ({"name": "ok-name", "storage_retention_days": 0}, "storage_retention_days"),
        ({"name": "ok-name", "patterns": ["*a*a*a*a*a"]}, "patterns.0"),
        ({"name": "ok-name", "dataset_patterns": ["wh/a*", "*a*a*a*a*a"]}, "dataset_patterns.1"),
        ({"name": "ok-name", "dataset_patterns": [""]}, "dataset_patterns.0"),
        ({"name": "ok-name", "tags": {"a": 1}}, "tags.a"),
        ({"name": "ok-name", "owner": ["x"]}, "owner"),
    ],
)
def test_what_can_not_be_kept_is_refused_with_its_field(
    client: Client, body: dict[str, Any], field: str
) -> None:
    reply = client().post("/api/v1/teams", json=body)
    assert (reply.status_code, reply.json()["field"]) == (422, field)


def test_the_team_default_can_not_be_changed(client: Client) -> None:
    assert client().post("/api/v1/teams", json={"name": "default", "owners": ["me"]}).status_code == 409


def test_a_lost_team_comes_back_from_the_log(client: Client, connection: psycopg.Connection[Any]) -> None:
    api = client()
    api.post(
        "/api/v1/teams",
        json={
            "name": "sales",
            "tags": {"cost": "1"},
            "patterns": ["a*"],
            "dataset_patterns": ["wh/a.*"],
        },
    )
    before = api.get("/api/v1/teams").json()
    connection.execute("delete from team")
    stored_rows.restore(connection)
    assert api.get("/api/v1/teams").json() == before


def test_teams_are_paged(client: Client) -> None:
    api = client()
    for name in ("aaa", "bbb", "ccc"):
        api.post("/api/v1/teams", json={"name": name})
    first = api.get("/api/v1/teams", params={"limit": 2}).json()
    second = api.get("/api/v1/teams", params={"limit": 2, "cursor": first["next_cursor"]}).json()
    names = [team["name"] for page in (first, second) for team in page["items"]]
    assert names == ["aaa", "bbb", "ccc", "default"]
    assert (first["total"], second["next_cursor"]) == (4, None)
