"""Registering assets and declaring edges over HTTP: events in the log, names found, clear errors."""

from collections.abc import Iterator
from typing import Any

import msgspec
import psycopg
import pytest

from tests.databases import Databases, borrowed
from tests.running import RunningApi, running_api
from tests.world import World

CUSTOMERS = {
    "type": "table",
    "name": "customers",
    "database": "crm",
    "owner": "team:crm",
    "tier": 1,
    "domain": "sales",
    "tags": ["gold", "domain:sales"],
    "columns": [
        {"name": "id", "type": "bigint"},
        {"name": "email", "type": "text", "isPII": True, "classification": "restricted"},
    ],
}


@pytest.fixture
def api(database_url: str, connection: psycopg.Connection[Any]) -> Iterator[RunningApi]:
    world = World(connection)
    world.dataset("shop.orders", namespace="warehouse")
    world.dataset("twice", namespace="here")
    world.dataset("twice", namespace="there")
    world.job("daily", namespace="airflow")
    with running_api(database_url) as running:
        yield running


@pytest.fixture(scope="module")
def untouched(databases: Databases) -> Iterator[RunningApi]:
    """For tests that are refused: as nothing is written, they can share it."""
    with borrowed(databases) as url, running_api(url) as running:
        yield running


def event(api: RunningApi, event_id: str) -> Any:
    [(body,)] = api.rows("select body from events where event_id = %s", event_id)
    return msgspec.json.decode(body)


def events(api: RunningApi) -> int:
    [(number,)] = api.rows("select count(*) from events")
    return int(number)


@pytest.mark.parametrize(("kind", "states_schema"), [({}, False), ({"type": "text"}, True)])
def test_columns_without_a_type_describe_the_schema_that_is_there(
    api: RunningApi, connection: psycopg.Connection[Any], kind: dict[str, str], states_schema: bool
) -> None:
    dataset = connection.execute("select id from nodes where name = 'shop.orders'").fetchone()
    assert dataset is not None
    World(connection).schema(dataset[0], "id int", "email text")
    email = {"name": "email", "classification": "restricted"} | kind
    asset = {"type": "table", "name": "shop.orders", "namespace": "warehouse", "columns": [email]}
    reply = api.client.post("/api/v1/assets", json=asset)

    facets = event(api, reply.json()["event_id"])["dataset"]["facets"]
    assert facets["headwater_asset"]["columns"] == [email]
    assert ("schema" in facets) is states_schema


def test_an_asset_becomes_a_static_event(api: RunningApi) -> None:
    reply = api.client.post("/api/v1/assets", json=CUSTOMERS)

    assert reply.status_code == 201
    told = reply.json()
    assert told["asset"]["id"] == "dataset:catalog/crm.customers"
    assert told["position"] > 0
    dataset = event(api, told["event_id"])["dataset"]
    facets = dataset["facets"]
    assert (dataset["namespace"], dataset["name"]) == ("catalog", "crm.customers")
    assert facets["schema"]["fields"][1] == {"name": "email", "type": "text"}
    assert facets["headwater_asset"]["columns"][1]["is_pii"] is True
    assert facets["headwater_asset"]["domain"] == "sales"


def test_an_update_says_nothing_of_what_was_not_sent_nor_in_a_producers_words(api: RunningApi) -> None:
    reply = api.client.post("/api/v1/assets", json={"type": "table", "name": "x", "tier": "1", "tags": []})

    facets = event(api, reply.json()["event_id"])["dataset"]["facets"]
    assert list(facets) == ["headwater_asset"]
    told = {name: value for name, value in facets["headwater_asset"].items() if not name.startswith("_")}
    assert told == {"type": "table", "name": "x", "tier": "1", "tags": []}


def test_database_and_schema_are_part_of_the_name(api: RunningApi) -> None:
    reply = api.client.post("/api/v1/assets", json=CUSTOMERS | {"schema": "public"})

    assert reply.json()["asset"]["id"] == "dataset:catalog/crm.public.customers"
    assert event(api, reply.json()["event_id"])["dataset"]["facets"]["headwater_asset"]["schema"] == "public"


def test_the_declared_place_and_owner_are_told_back(
    api: RunningApi, connection: psycopg.Connection[Any]
) -> None:
    world = World(connection)
    orders = world.dataset("crm.public.customers", namespace="catalog")
    for word in ({"schema": "public"}, {"database": "crm"}, {"owner": "team:crm"}):
        world.facet(orders, f"headwater_asset.{next(iter(word))}", word)
    connection.commit()

    asset = api.client.get("/api/v1/assets/crm.public.customers").json()

    assert (asset["schema"], asset["database"], asset["owner"]) == ("public", "crm", "team:crm")


def test_names_are_stripped(api: RunningApi) -> None:
    reply = api.client.post("/api/v1/assets", json={"type": "table", "name": " x ", "namespace": " here\n"})

    assert reply.json()["asset"]["id"] == "dataset:here/x"


def test_an_asset_that_events_already_named_is_updated_where_it_is(api: RunningApi) -> None:
    reply = api.client.post("/api/v1/assets", json={"type": "view", "name": "shop.orders"})

    assert reply.status_code == 200
    assert reply.json()["asset"]["id"] == "dataset:warehouse/shop.orders"
    assert reply.json()["asset"]["created"] is False


def test_a_name_in_two_namespaces_needs_its_namespace(api: RunningApi) -> None:
    ambiguous = api.client.post("/api/v1/assets", json={"type": "table", "name": "twice"})
    exact = api.client.post("/api/v1/assets", json={"type": "table", "name": "twice", "namespace": "here"})

    assert ambiguous.status_code == 409
    assert ambiguous.json()["candidates"] == ["here/twice", "there/twice"]
    assert exact.json()["asset"]["id"] == "dataset:here/twice"


def test_a_pipeline_is_a_job(api: RunningApi) -> None:
    reply = api.client.post("/api/v1/assets", json={"type": "pipeline", "name": "nightly", "owner": "kira"})

    assert reply.json()["asset"]["id"] == "job:catalog/nightly"
    assert event(api, reply.json()["event_id"])["job"]["facets"]["headwater_asset"]["owner"] == "kira"


def test_a_pipeline_has_no_columns(api: RunningApi) -> None:
    body = {"type": "pipeline", "name": "nightly", "columns": [{"name": "id"}]}
    reply = api.client.post("/api/v1/assets", json=body)

    assert (reply.status_code, events(api)) == (422, 0)
    assert reply.json()["detail"].startswith("columns:")
    assert "a pipeline has no columns" in reply.json()["detail"]


def test_an_edge_in_the_trackers_words_names_both_ends_in_full(api: RunningApi) -> None:
    reply = api.client.post(
        "/api/v1/assets/lineage",
        json={
            "sourceAsset": "shop.orders",
            "sourceColumn": "email",
            "targetAsset": "here/twice",
            "targetColumn": "email_hash",
            "transformationType": "calculation",
            "transformation": "sha256(email)",
            "pipelineId": "daily",
            "confidence": 0.8,
        },
    )

    assert reply.status_code == 201
    assert reply.json()["edge"]["pipeline"] == "job:airflow/daily"
    written = event(api, reply.json()["event_id"])["dataset"]
    assert (written["namespace"], written["name"]) == ("here", "twice")
    [edge] = written["facets"]["headwater_edges"]["edges"]
    assert edge["source"] == {
        "namespace": "warehouse",
        "name": "shop.orders",
        "kind": "dataset",
        "field": "email",
    }
    assert edge["confidence"] == 0.8


def test_an_unknown_end_of_an_edge_is_a_404_with_the_nearest_names(api: RunningApi) -> None:
    reply = api.client.post(
        "/api/v1/assets/lineage", json={"source_asset": "shop.ordrs", "target_asset": "here/twice"}
    )

    assert reply.status_code == 404
    assert "source_asset" in reply.json()["detail"]
    assert reply.json()["nearest"] == ["warehouse/shop.orders"]


def test_an_import_is_one_write_whose_edges_name_its_own_assets(api: RunningApi) -> None:
    reply = api.client.post(
        "/api/v1/assets/import",
        json={
            "assets": [CUSTOMERS, {"type": "dashboard", "name": "Sales", "namespace": "looker"}],
            "lineage": [{"source_asset": "customers", "source_column": "email", "target_asset": "Sales"}],
        },
    )

    assert reply.status_code == 200
    assert reply.json()["edges"][0]["source"] == "dataset:catalog/crm.customers"
    assert reply.json()["edges"][0]["target"] == "dataset:looker/Sales"
    assert events(api) == 3


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("type", {"type": "spreadsheet"}),
        ("name", {"name": ""}),
        ("name", {"name": "   "}),
        ("name", {"name": "a\x00b"}),
        ("name", {"name": "a\nb"}),
        ("namespace", {"namespace": " \t"}),
        ("schema", {"schema": " "}),
        ("database", {"database": "c\x1brm"}),
        ("columns.0.name", {"columns": [{"name": " "}]}),
        ("columns.0.name", {"columns": [{"name": "a\x7f"}]}),
        ("colums", {"colums": []}),
        ("classification", {"columns": [{"name": "a", "classification": "secret"}]}),
        ("columns.1.name", {"columns": [{"name": "a"}, {"name": "a"}]}),
        ("isPII", {"columns": [{"name": "a", "isPII": "maybe"}]}),
        ("tags", {"tags": "gold"}),
    ],
)
def test_what_is_wrong_with_an_asset_is_named_and_nothing_is_written(
    untouched: RunningApi, field: str, change: dict[str, Any]
) -> None:
    reply = untouched.client.post("/api/v1/assets", json=CUSTOMERS | change)

    assert reply.status_code == 422
    assert field in reply.text
    assert events(untouched) == 0


def test_one_bad_edge_keeps_a_whole_import_out(api: RunningApi) -> None:
    edge = {"source_asset": "customers", "target_asset": "customers"}
    reply = api.client.post("/api/v1/assets/import", json={"assets": [CUSTOMERS], "lineage": [edge]})

    assert reply.status_code == 422
    assert "lineage.0.target_asset" in reply.text
    assert events(api) == 0


def test_a_confidence_is_between_none_and_all(api: RunningApi) -> None:
    edge = {"source_asset": "shop.orders", "target_asset": "here/twice", "confidence": 1.5}
    reply = api.client.post("/api/v1/assets/lineage", json=edge)

    assert reply.status_code == 422
    assert "confidence" in reply.text


@pytest.mark.parametrize("given", [{}, {"confidence": None}])
def test_what_a_person_declares_is_certain(api: RunningApi, given: dict[str, None]) -> None:
    edge = {"source_asset": "shop.orders", "target_asset": "here/twice", **given}
    reply = api.client.post("/api/v1/assets/lineage", json=edge)

    assert reply.json()["edge"]["confidence"] == 1.0


def test_half_of_a_surrogate_pair_is_refused(api: RunningApi) -> None:
    body = b'{"type": "table", "name": "x", "description": "a\\ud800b"}'
    reply = api.client.post("/api/v1/assets", content=body, headers={"Content-Type": "application/json"})

    assert (reply.status_code, reply.json()["field"]) == (422, "description")


def test_deleting_an_asset_appends_its_drop(api: RunningApi) -> None:
    reply = api.client.delete("/api/v1/assets/shop.orders")

    facets = event(api, reply.json()["event_id"])["dataset"]["facets"]
    assert facets["lifecycleStateChange"]["lifecycleStateChange"] == "DROP"


def test_assets_are_listed_with_pipelines_among_them(api: RunningApi) -> None:
    everything = api.client.get("/api/v1/assets").json()
    pipelines = api.client.get("/api/v1/assets", params={"type": "pipeline"}).json()
    first = api.client.get("/api/v1/assets", params={"limit": 1}).json()
    second = api.client.get("/api/v1/assets", params={"limit": 1, "cursor": first["next_cursor"]}).json()

    assert everything["total"] == 4
    assert [item["id"] for item in pipelines["items"]] == ["job:airflow/daily"]
    assert [page["items"][0]["name"] for page in (first, second)] == ["daily", "twice"]


def test_an_asset_by_an_unknown_name_is_a_404(api: RunningApi) -> None:
    assert api.client.get("/api/v1/assets/shop.nothing").status_code == 404


@pytest.mark.parametrize("route", ["/api/v1/assets", "/api/tracker/registerAsset"])
@pytest.mark.parametrize("kind", ["table", "pipeline"])
def test_the_second_registration_is_none_even_before_the_first_is_published(
    api: RunningApi, route: str, kind: str
) -> None:
    sent = [{"type": kind, "name": name} for name in ("orders", "orders", "other", "orders")]
    sent.append({"type": kind, "name": "orders", "namespace": "elsewhere"})
    found = [api.client.post(route, json=asset).status_code for asset in sent]
    assert found == [201, 200, 201, 200, 201]
