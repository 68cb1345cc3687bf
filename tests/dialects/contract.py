"""What every dialect promises, as one class of tests: each dialect subclasses it in its own test_contract.py.

    class TestAtlas(DialectContract):
        name = "atlas"
        gaps = {"test_bad_json_is_refused_in_its_own_shape": never("all of its calls are reads")}

A gap is `never` (it makes no sense here: the test is skipped), `notyet` (the other system has it and we will)
or `notimpl` (we decided against it for now); the last two must fail, so that a closed gap is noticed.
"""

import ast
import importlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest
from fastapi.routing import APIRoute
from openapi_spec_validator import validate

from headwater import dialects
from headwater.api.server import Applications, build_applications
from headwater.dialects.contract import Dialect
from headwater.settings import Settings
from tests.running import RunningApi

FOLDER = Path(dialects.__file__).parent
FILES = ("__init__.py", "routes.py", "translate.py", "wire.py")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

HOSTILE = [
    *(b"", b"{", b"[]", b"null", b"0", b'"text"', b"[[[[", b"{}{}", b"\xff\xfe", b"\x00", b"NaN", b"1e999"),
    *(b"[" * 100_000, b'{"a":' * 50_000, b'{"id": 1e400}', b'{"name": "\\ud800"}', b'{"name": "\\u0000"}'),
    json.dumps({"id": 2**70, "name": "x" * 100_000, "events": [{}] * 50, "pipeline_id": -1}).encode(),
    json.dumps({"\x00": "\x00", "id": [], "name": {}, "events": {}, "namespace": None}).encode(),
]


@dataclass(frozen=True)
class Gap:
    kind: str
    reason: str


def never(reason: str) -> Gap:
    return Gap("never", reason)


def notyet(reason: str) -> Gap:
    return Gap("notyet", reason)


def notimpl(reason: str) -> Gap:
    return Gap("notimpl", reason)


class DialectContract:
    name: ClassVar[str]
    unknown_path: ClassVar[str]
    """Below its own paths, where nothing is."""
    wrong_method: ClassVar[tuple[str, str]]
    """A method, and a path that does not take it."""
    posts_to: ClassVar[str] = ""
    """A call that takes a JSON body."""
    bad_field: ClassVar[Any] = None
    """A body for it with one field that can't be used."""
    bad_field_status: ClassVar[int] = 422
    gaps: ClassVar[dict[str, Gap]] = {}

    def assert_refused(self, reply: httpx.Response, *statuses: int) -> None:
        """In the dialect's own shape."""
        raise NotImplementedError

    def send_text(self, api: RunningApi, text: str) -> tuple[httpx.Response, bool]:
        """Send this text as part of a call: the reply, and whether the text was kept as it is."""
        raise NotImplementedError

    @pytest.fixture(autouse=True)
    def _gap(self, request: pytest.FixtureRequest) -> None:
        gap = self.gaps.get(request.node.originalname)
        if gap is not None and gap.kind == "never":
            pytest.skip(f"never: {gap.reason}")
        if gap is not None:
            request.applymarker(pytest.mark.xfail(reason=f"{gap.kind}: {gap.reason}", strict=True))

    @pytest.fixture
    def dialect(self) -> Dialect:
        return next(dialect for dialect, _ in _applications().dialects if dialect.name == self.name)

    @pytest.fixture
    def document(self, api: RunningApi) -> dict[str, Any]:
        document: dict[str, Any] = api.get(f"/openapi/{self.name}.json").json()
        return document

    def test_gaps_are_of_tests_that_exist(self) -> None:
        assert all(hasattr(self, name) for name in self.gaps)

    def test_it_has_the_files_that_all_dialects_have(self) -> None:
        assert all((FOLDER / self.name / file).exists() for file in FILES)
        assert callable(importlib.import_module(f"headwater.dialects.{self.name}").dialect)

    def test_it_imports_no_other_dialect(self) -> None:
        others = {f"headwater.dialects.{path.name}" for path in FOLDER.iterdir() if path.is_dir()}
        others -= {f"headwater.dialects.{self.name}"}
        for path in (FOLDER / self.name).rglob("*.py"):
            assert not {".".join(name.split(".")[:3]) for name in _imports(path)} & others, path

    def test_its_document_is_valid_openapi(self, document: dict[str, Any], dialect: Dialect) -> None:
        validate(document)
        assert (document["info"]["title"], document["info"]["description"]) == (
            dialect.title,
            dialect.description,
        )

    def test_its_document_lists_exactly_its_calls(self, document: dict[str, Any], dialect: Dialect) -> None:
        assert sorted(_operations(document)) == sorted(_calls(dialect))

    def test_other_paths_of_a_call_stand_in_its_description(
        self, document: dict[str, Any], dialect: Dialect
    ) -> None:
        for route in dialect.hot_routes:
            description = document["paths"][route.path]["post"]["description"]
            assert all(f"`{alias}`" in description for alias in route.aliases)

    def test_no_other_document_has_its_calls(self, api: RunningApi, document: dict[str, Any]) -> None:
        for name, other in _applications().documents().items():
            if name != self.name:
                assert not set(_operations(other)) & set(_operations(document))

    def test_its_calls_have_short_names_and_are_described(self, document: dict[str, Any]) -> None:
        names = [operation["operationId"] for operation in _operations(document).values()]
        assert len(names) == len(set(names))
        assert all(name.isidentifier() and len(name) <= 30 for name in names)
        assert all(operation["description"] for operation in _operations(document).values())

    def test_all_of_its_calls_lie_below_its_paths(self, dialect: Dialect) -> None:
        for _method, path in _calls(dialect):
            assert any(path == owned or path.startswith(f"{owned}/") for owned in dialect.paths), path

    def test_an_unknown_path_is_refused_in_its_own_shape(self, api: RunningApi) -> None:
        self.assert_refused(api.get(self.unknown_path), 404)
        self.assert_refused(api.client.post(self.unknown_path, json={}), 404)

    def test_a_wrong_method_is_refused_in_its_own_shape(self, api: RunningApi) -> None:
        method, path = self.wrong_method
        reply = api.client.request(method, path)
        self.assert_refused(reply, 405)
        assert reply.headers["allow"]

    def test_bad_json_is_refused_in_its_own_shape(self, api: RunningApi) -> None:
        for body in (b"{", b"", b"\xff"):
            self.assert_refused(_post(api, self.posts_to, body), 400, 422)

    def test_a_bad_field_is_refused_in_its_own_shape(self, api: RunningApi) -> None:
        self.assert_refused(
            _post(api, self.posts_to, json.dumps(self.bad_field).encode()), self.bad_field_status
        )

    def test_an_encoding_that_nobody_speaks_is_refused_in_its_own_shape(self, api: RunningApi) -> None:
        reply = _post(api, self.posts_to, b"{}", {"Content-Encoding": "br"})
        self.assert_refused(reply, 415)

    def test_no_hostile_body_breaks_the_server(self, api: RunningApi, document: dict[str, Any]) -> None:
        calls = [call for call, operation in _operations(document).items() if "requestBody" in operation]
        assert calls
        for (method, path), body in ((call, body) for call in calls for body in HOSTILE):
            headers = {"Content-Type": "application/json"}
            reply = api.client.request(method, path, content=body, headers=headers)
            assert reply.status_code < 500, (method, path, body[:50], reply.text)
            if reply.status_code >= 400:
                self.assert_refused(reply, reply.status_code)

    def test_no_hostile_query_breaks_the_server(self, api: RunningApi, document: dict[str, Any]) -> None:
        for (method, path), operation in _operations(document).items():
            for parameter in operation.get("parameters", []) if method == "GET" else []:
                for value in ("\x00", "", "-1", "9" * 400, "x" * 4000, "é😀", "%", "../.."):
                    reply = api.client.get(path, params={parameter["name"]: value})
                    assert reply.status_code < 500, (path, parameter["name"], value, reply.text)

    @pytest.mark.parametrize("text", ["a\x00b", "a\ud800b"], ids=["nul", "surrogate"])
    def test_what_can_not_be_stored_is_refused_or_kept_as_it_is(self, api: RunningApi, text: str) -> None:
        reply, kept = self.send_text(api, text)
        if reply.status_code >= 400:
            self.assert_refused(reply, 400, 422)
        else:
            assert kept


@cache
def _applications() -> Applications:
    return build_applications(Settings(database_url="postgresql://nowhere/none"))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _operations(document: dict[str, Any]) -> dict[tuple[str, str], Any]:
    return {
        (method.upper(), path): operation
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    }


def _calls(dialect: Dialect) -> list[tuple[str, str]]:
    routes = [route for router in dialect.routers for route in router.routes]
    calls = [
        (method, route.path_format)
        for route in routes
        if isinstance(route, APIRoute) and route.include_in_schema
        for method in route.methods or ()
    ]
    return calls + [("POST", route.path) for route in dialect.hot_routes]


def _post(api: RunningApi, path: str, body: bytes, headers: dict[str, str] | None = None) -> httpx.Response:
    given = {"Content-Type": "application/json", **(headers or {})}
    return api.client.post(path, content=body, headers=given)
