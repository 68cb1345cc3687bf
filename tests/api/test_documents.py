"""Every OpenAPI document, the native one and that of each dialect: valid, served, true to the answers."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from openapi_spec_validator import validate
from schemathesis import GenerationMode

from headwater.api import documentation
from headwater.api.documentation import OpenApiDocument
from headwater.api.server import build_applications
from headwater.api.web_app import WebApp
from headwater.settings import Settings
from tests.databases import Databases, borrowed
from tests.running import RunningApi, running_api

DOCUMENTS = build_applications(Settings(database_url="postgresql://nowhere/none")).documents()
CALLS = [
    (name, f"{method.upper()} {path}")
    for name, document in DOCUMENTS.items()
    for path, operations in document["paths"].items()
    for method in operations
]


@pytest.fixture(scope="module")
def api(databases: Databases) -> Iterator[RunningApi]:
    with borrowed(databases) as url, running_api(url, visible_wait_seconds=0.1) as running:
        yield running


@pytest.fixture(scope="module")
def operations() -> dict[tuple[str, str], Any]:
    """Every call as schemathesis reads it."""
    return {
        (name, operation.label): operation
        for name, document in DOCUMENTS.items()
        for operation in _read_by_schemathesis(document)
    }


def _read_by_schemathesis(document: dict[str, Any]) -> list[Any]:
    found: Iterator[Any] = schemathesis.openapi.from_dict(document).get_all_operations()
    return [each.ok() for each in found]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_valid(name: str) -> None:
    validate(DOCUMENTS[name])


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_served_and_shown(api: RunningApi, name: str) -> None:
    path = "/openapi.json" if name == "headwater" else f"/openapi/{name}.json"
    assert api.get(path).json() == DOCUMENTS[name]
    page = api.get("/docs", document=name).text
    assert f'url: "{path}"' in page
    assert f'<option value="{name}" selected>' in page
    assert page.count("<option") == len(DOCUMENTS)


def test_scalar_shows_every_document_and_watchers_first(tmp_path: Path) -> None:
    (tmp_path / "index.html").touch()
    (tmp_path / "scalar.html").write_text("<base href=__BASE__><script nonce=__NONCE__>__SOURCES__</script>")
    reply = client(WebApp(tmp_path)).get("/scalar")
    sources = json.loads(reply.text.partition(">")[2].partition(">")[2].removesuffix("</script>"))
    assert [(source["slug"], source["url"], source["default"]) for source in sources] == [
        ("headwater", "/openapi.json", False),
        ("watcher", "/openapi/watcher.json", True),
    ]
    # A title can't end the script that it stands in.
    assert sources[1]["title"] == "</script>"
    nonce = re.search(r"nonce=([\w-]+)>", reply.text)
    assert nonce
    assert f"script-src 'self' 'nonce-{nonce[1]}'" in reply.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/docs", "/scalar"])
def test_pages_run_our_own_scripts_only(tmp_path: Path, path: str) -> None:
    reply = client(WebApp(tmp_path)).get(path)
    rules = reply.headers["content-security-policy"]
    assert "default-src 'none'" in rules
    assert "script-src 'self' 'nonce-" in rules
    nonces = set(re.findall(r'nonce="([\w-]+)"', reply.text))
    assert len(nonces) == 1
    assert all(f"'nonce-{nonce}'" in rules for nonce in nonces)


def client(web: WebApp) -> TestClient:
    """A server with one dialect whose title means ill; without the app `/scalar` is what `/docs` is."""
    app = FastAPI(title="Headwater", docs_url=None)
    dialect = OpenApiDocument("watcher", "</script>", dict)
    documentation.install(app, [dialect], web)
    return TestClient(app)


def test_the_page_loads_nothing_from_elsewhere(api: RunningApi) -> None:
    page = api.get("/docs").text
    assert "//" not in page
    for file in ("swagger-ui-bundle.js", "swagger-ui.css", "favicon.png"):
        assert f"/static-offline-docs/{file}" in page
        assert api.get(f"/static-offline-docs/{file}").status_code == 200


def test_a_document_that_is_not_there_is_a_problem_that_names_those_that_are(api: RunningApi) -> None:
    reply = api.get("/openapi/nothing.json")
    assert (reply.status_code, reply.json()["code"]) == (404, "not-found")
    assert "watcher" in reply.json()["detail"]


def test_the_native_document_has_native_routes_only() -> None:
    others = {path for path in DOCUMENTS["headwater"]["paths"] if not path.startswith("/api/v1/")}
    # Where machines that watch others look for them.
    assert others == {"/healthz", "/readyz", "/metrics"}


def test_no_call_is_in_two_documents() -> None:
    calls = [call for _, call in CALLS]
    assert len(calls) == len(set(calls))


@pytest.mark.fuzz
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["right", "wrong"])
@pytest.mark.parametrize("call", CALLS, ids=lambda call: " ".join(call))
def test_no_request_that_a_document_leads_to_breaks_the_server(
    api: RunningApi, operations: dict[tuple[str, str], Any], call: tuple[str, str], mode: GenerationMode
) -> None:
    @settings(max_examples=15, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=operations[call].as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        reply = case.call(base_url=api.url)
        # 503 is a right answer to a `min_position` that is far ahead.
        assert reply.status_code < 500 or reply.status_code == 503, reply.text
        if reply.status_code >= 400:
            refusal = operations[call].definition.raw["responses"][str(reply.status_code)]
            assert set(reply.headers["content-type"]) == set(refusal["content"])

    try:
        send()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, "there is a request that is right"
