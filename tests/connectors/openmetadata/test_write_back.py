"""Lineage that Headwater found is written into the catalog: what is missing, and never read back as new."""

from collections.abc import Iterator
from typing import Any

import pytest
from psycopg import Connection
from typer.testing import CliRunner

from headwater.cli.main import app
from headwater.connectors.contract import SourceDocument
from headwater.connectors.openmetadata import OpenMetadataOptions, connector
from headwater.connectors.openmetadata.fetch import EntityPart
from headwater.connectors.openmetadata.translate import translate_entity
from tests.builders import dataset, run_event
from tests.connectors.contract import documents
from tests.connectors.openmetadata.fake_server import TOKEN, FakeOpenMetadata
from tests.published import publish
from tests.running import RunningApi, running_api

SERVICE = "ecommerce_warehouse"
ORDERS, REVENUE = "shopflow.sales.orders", "shopflow.marts.revenue_daily"


@pytest.fixture
def api(catalog: FakeOpenMetadata, connection: Connection, database_url: str) -> Iterator[RunningApi]:
    """Over what the catalog says, and a run that says which column makes the day of the revenue."""
    found = documents(connector(OpenMetadataOptions(catalog.url, TOKEN)), {})
    fields = {"day": {"inputFields": [{"namespace": SERVICE, "name": ORDERS, "field": "order_id"}]}}
    lineage = {"_producer": "x", "_schemaURL": "x", "fields": fields}
    run = run_event(
        "r1",
        "COMPLETE",
        "09:00",
        inputs=(dataset(f"{SERVICE}/{ORDERS}"),),
        outputs=(dataset(f"{SERVICE}/{REVENUE}", columnLineage=lineage),),
    )
    publish(connection, [*(dict(one.body) for one in found if isinstance(one, SourceDocument)), run])
    with running_api(database_url) as running:
        running.wait_until_visible()
        yield running


def write_back(api: RunningApi, catalog: FakeOpenMetadata, *more: str) -> str:
    found = CliRunner().invoke(
        app,
        ["connect", "openmetadata", catalog.url, "--write-back", "--url", api.url, *more],
        env={"OM_TOKEN": TOKEN},
    )
    assert found.exit_code == 0, found.output
    return found.output


def test_a_dry_run_lists_what_is_missing_and_writes_nothing(
    api: RunningApi, catalog: FakeOpenMetadata
) -> None:
    said = write_back(api, catalog)
    pair = f"{SERVICE}.{ORDERS}.order_id → {SERVICE}.{REVENUE}.day"
    assert f"columns of {SERVICE}.{ORDERS} → {SERVICE}.{REVENUE} ({pair})" in said
    assert "0 edges and 1 pairs of columns to write; nothing was written" in said
    assert catalog.written == []


def test_what_is_written_keeps_what_was_there(api: RunningApi, catalog: FakeOpenMetadata) -> None:
    write_back(api, catalog, "--yes")
    (written,) = catalog.written
    details = written["edge"]["lineageDetails"]
    assert [one["toColumn"].rpartition(".")[2] for one in details["columnsLineage"]] == ["revenue_usd", "day"]
    assert details["pipeline"]["type"] == "pipeline"


def test_an_edge_that_the_catalog_lacks_is_written_as_new(api: RunningApi, catalog: FakeOpenMetadata) -> None:
    catalog.answers[f"/lineage/table/name/{SERVICE}.{REVENUE}"]["upstreamEdges"] = []
    assert "1 edges and 2 pairs of columns written" in write_back(api, catalog, "--yes")


def test_what_headwater_wrote_is_no_second_witness_when_it_is_read(
    api: RunningApi, catalog: FakeOpenMetadata
) -> None:
    catalog.answers[f"/lineage/table/name/{SERVICE}.{REVENUE}"]["upstreamEdges"] = []
    write_back(api, catalog, "--yes")
    edge = catalog.written[0]["edge"]
    lineage: dict[str, Any] = {
        "nodes": [{**edge["fromEntity"], "fullyQualifiedName": f"{SERVICE}.{ORDERS}"}],
        "upstreamEdges": [edge | {end: edge[end]["id"] for end in ("fromEntity", "toEntity")}],
    }
    table = next(one for one in catalog.answers["/tables"] if one["id"] == edge["toEntity"]["id"])
    said = [one for one in translate_entity(EntityPart("table", table, {"lineage": lineage}))]
    assert not any("headwater_edges" in str(one) for one in said)


def test_its_search_lists_names_with_tier_and_owner(catalog: FakeOpenMetadata) -> None:
    asked = ["connect", "openmetadata", catalog.url, "--search", "orders"]
    found = CliRunner().invoke(app, asked, env={"OM_TOKEN": TOKEN})
    assert found.output == f"{SERVICE}.{ORDERS}  Tier.Tier1  sales-data\n"
