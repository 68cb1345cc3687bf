"""On loopback, no web page of another site reads or writes."""

from collections.abc import Iterator

import httpx
import pytest

from headwater.api.allowed_hosts import AllowedHosts
from tests.builders import run_event
from tests.running import RunningApi, running_api
from tests.world import shared_database

EVIL = "http://evil.example"
PAGE = "https://pages.example:8443"
WRITES = ["/api/v1/lineage", "/api/v1/lineage/ingest", "/pipeline", "/mcp", "/api/v1/assets"]


@pytest.fixture(scope="module")
def api(postgres_url: str) -> Iterator[RunningApi]:
    settings = {"allowed_hosts": "shop.internal", "cors_origins": f"{PAGE}, https://other.example"}
    with shared_database(postgres_url) as url, running_api(url, **settings) as running:
        yield running


def post(api: RunningApi, path: str = "/api/v1/lineage", **headers: str) -> httpx.Response:
    headers = {"Content-Type": "text/plain", **headers}
    return api.send(run_event("r", "START", "09:00"), path, headers=headers)


@pytest.mark.parametrize("path", WRITES)
def test_a_page_of_another_site_cannot_write(api: RunningApi, path: str) -> None:
    assert post(api, path, Origin=EVIL).status_code == 403
    assert post(api, path, Origin="null").status_code == 403
    assert api.count() == 0


@pytest.mark.parametrize("path", ["/", "/api/v1/datasets", "/api/v1/health", "/docs", "/api/atlas/v2/health"])
def test_a_foreign_name_is_answered_on_no_route(api: RunningApi, path: str) -> None:
    assert api.client.get(path, headers={"Host": "evil.example:8000"}).status_code == 403


def test_the_refusal_says_what_to_do(api: RunningApi) -> None:
    told = post(api, Host="evil.example").json()
    assert (told["code"], "HEADWATER_ALLOWED_HOSTS" in told["hint"]) == ("foreign-host", True)
    assert post(api, Origin=EVIL).json()["code"] == "foreign-origin"


@pytest.mark.parametrize(
    "host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "shop.internal", "SHOP.internal:80"]
)
def test_own_names_and_configured_ones_are_answered(api: RunningApi, host: str) -> None:
    assert api.client.get("/api/v1/datasets", headers={"Host": host}).status_code == 200


def test_a_client_without_origin_and_a_page_of_our_own_write(api: RunningApi) -> None:
    assert post(api).status_code == 201
    assert post(api, Origin="http://localhost:3000").status_code == 201
    assert post(api, Origin="https://shop.internal").status_code == 201


def test_a_page_of_a_configured_origin_reads_and_writes(api: RunningApi) -> None:
    written = post(api, Origin=PAGE)
    assert (written.status_code, written.headers["access-control-allow-origin"]) == (201, PAGE)
    read = api.client.get("/api/v1/datasets", headers={"Origin": PAGE})
    assert read.headers["access-control-allow-origin"] == PAGE
    asked = {"Origin": PAGE, "Access-Control-Request-Method": "POST"}
    assert api.client.options("/api/v1/lineage", headers=asked).status_code == 200


@pytest.mark.parametrize("origin", [EVIL, "https://pages.example", "null"])
def test_another_origin_is_given_no_leave(api: RunningApi, origin: str) -> None:
    read = api.client.get("/api/v1/datasets", headers={"Origin": origin})
    assert "access-control-allow-origin" not in read.headers


def test_a_server_that_others_reach_checks_only_when_given_names() -> None:
    assert not AllowedHosts.from_settings("0.0.0.0", "").checked
    assert AllowedHosts.from_settings("0.0.0.0", "shop.internal").checked
