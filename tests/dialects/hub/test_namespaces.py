"""The Hub's namespaces: create, list, get, patch, as its SDK calls them."""

from uuid import uuid4

from tests.running import RunningApi


def created(api: RunningApi, **fields: object) -> dict[str, object]:
    name = f"team-{uuid4().hex[:12]}"
    reply = api.client.post("/api/v1/namespaces", json={"name": name, "display_name": "Demo", **fields})
    assert reply.status_code == 200, reply.text
    answer: dict[str, object] = reply.json()
    return answer


def test_a_namespace_is_created_with_the_hubs_defaults(api: RunningApi) -> None:
    made = created(api, owners=["a@example.com"], tags={"cost": "1"})
    assert (made["daily_event_quota"], made["storage_retention_days"]) == (100_000, 30)
    assert (made["owners"], made["viewers"], made["tags"]) == (["a@example.com"], [], {"cost": "1"})
    assert made["created_at"]
    assert made["updated_at"] is None
    assert api.get(f"/api/v1/namespaces/{made['name']}").json() == made
    listed = api.get("/api/v1/namespaces").json()
    assert made in listed["namespaces"]
    assert listed["total"] == len(listed["namespaces"])


def test_a_second_namespace_of_the_same_name_is_refused_as_there(api: RunningApi) -> None:
    made = created(api)
    reply = api.client.post("/api/v1/namespaces", json={"name": made["name"], "display_name": "Again"})
    assert (reply.status_code, reply.json()["field"]) == (400, "name")


def test_a_patch_changes_what_it_names_and_passes_over_what_it_does_not_know(api: RunningApi) -> None:
    made = created(api, description="before")
    path = f"/api/v1/namespaces/{made['name']}"
    changed = api.client.patch(path, json={"viewers": ["b@example.com"], "slack": "#x"}).json()
    assert (changed["viewers"], changed["description"]) == (["b@example.com"], "before")
    assert changed["updated_at"]
    assert api.client.patch(path, json={"description": None, "owners": None}).json()["description"] is None
    assert api.client.patch(path, json={"daily_event_quota": 5}).status_code == 422


def test_bodies_are_taken_flat_and_wrapped_as_the_hub_itself_takes_them(api: RunningApi) -> None:
    name = f"team-{uuid4().hex[:12]}"
    wanted = {"name": name, "display_name": "Wrapped", "owners": []}
    made = api.client.post("/api/v1/namespaces", json={"request": wanted})
    assert (made.status_code, made.json()["display_name"]) == (200, "Wrapped")
    path = f"/api/v1/namespaces/{name}"
    changed = api.client.patch(path, json={"updates": {"viewers": ["b@example.com"]}})
    assert (changed.status_code, changed.json()["viewers"]) == (200, ["b@example.com"])
    assert api.client.patch(path, json={"updates": 7}).status_code == 422
    assert api.client.patch(path, json={"updates": {"daily_event_quota": 5}}).status_code == 422


def test_an_unknown_namespace_is_not_found(api: RunningApi) -> None:
    assert api.get("/api/v1/namespaces/nobody").status_code == 404
    assert api.client.patch("/api/v1/namespaces/nobody", json={}).status_code == 404


def test_a_namespace_of_the_hub_is_a_team(api: RunningApi) -> None:
    made = created(api)
    assert api.get(f"/api/v1/teams/{made['name']}").json()["team"]["display_name"] == "Demo"
