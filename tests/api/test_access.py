"""A server that needs keys: every route of every document, as every role, does what the policy says."""

import asyncio
import base64
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import psycopg
import pytest

from headwater.access.credentials import SESSION_COOKIE
from headwater.access.keys import Token, new_token
from headwater.access.policy import PUBLIC, Policy
from headwater.access.requirement import keys_required
from headwater.access.scopes import AccessScope
from headwater.api.access import route_scopes
from headwater.api.known_callers import MOST_MISSES, KnownCallers
from headwater.api.server import Applications, build_applications
from headwater.errors import SetupError
from headwater.settings import Settings
from headwater.store.queries import api_keys, audit
from tests.databases import Databases, borrowed
from tests.running import RunningApi, running_api, until

NOW = datetime.now(UTC)
TOKENS = {scope: new_token(bytes([number]) * 40) for number, scope in enumerate(AccessScope)}
EVENT: dict[str, Any] = {
    "eventType": "COMPLETE",
    "eventTime": "2026-04-10T12:00:00Z",
    "producer": "https://example.com",
    "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
    "run": {"runId": "0196503f-6f20-7c11-8d21-2c7a1de0a001"},
    "job": {"namespace": "shop", "name": "copy"},
}


def bearer(token: Token | str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture(scope="module")
def guarded(databases: Databases) -> Iterator[RunningApi]:
    """An API that needs keys, and one key for each scope."""
    with borrowed(databases) as url:
        with psycopg.connect(url, autocommit=True) as connection:
            for scope, token in TOKENS.items():
                api_keys.keep_key(connection, token, f"{scope} key", frozenset({scope}), NOW)
        with running_api(url, access="keys", reads_per_second=0) as running:
            yield running


@pytest.fixture(scope="module")
def applications() -> Applications:
    return build_applications(Settings(database_url="postgresql:///unused"))


def operations(applications: Applications) -> Iterator[tuple[str, str, str]]:
    """Document, method and path of all that is documented."""
    for document, described in applications.documents().items():
        for path, methods in described["paths"].items():
            for method in methods:
                yield document, method.upper(), path


def test_every_route_that_is_no_plain_read_says_what_it_requires(applications: Applications) -> None:
    policy = Policy.of_routes(route_scopes(applications.dialects))
    declared = {(method, path) for method, path, _ in route_scopes(applications.dialects)}
    forgotten = [
        (document, method, path)
        for document, method, path in operations(applications)
        if method != "GET" and path not in PUBLIC and (method, path) not in declared
    ]
    assert forgotten == []
    assert policy.required("POST", "/api/v1/nobody-declared-this") is AccessScope.ADMIN


def test_no_route_answers_without_a_key_unless_it_is_public(
    guarded: RunningApi, applications: Applications
) -> None:
    for _, method, path in operations(applications):
        status = guarded.client.request(method, filled(path)).status_code
        assert (status == 401) == (path not in PUBLIC), (method, path, status)


def test_every_route_admits_exactly_the_scopes_that_the_policy_names(
    guarded: RunningApi, applications: Applications
) -> None:
    """Without a body, so that what is admitted fails for another reason: 401 and 403 are the door's alone."""
    policy = Policy.of_routes(route_scopes(applications.dialects))
    tried = 0
    for _, method, path in operations(applications):
        required = policy.required(method, filled(path))
        for scope, token in TOKENS.items():
            if required is None or (path.endswith("/keys/{key_id}") and scope is AccessScope.ADMIN):
                continue
            status = guarded.client.request(method, filled(path), headers=bearer(token)).status_code
            admitted = scope in (required, AccessScope.ADMIN)
            assert (status not in (401, 403)) == admitted, (method, path, scope, status)
            tried += 1
    assert tried > 300


def filled(path: str) -> str:
    """A path with something in the place of each parameter."""
    return path.replace("{", "").replace("}", "")


@pytest.mark.parametrize(
    "headers",
    [
        bearer(TOKENS[AccessScope.READ]),
        {"X-API-Key": str(TOKENS[AccessScope.READ])},
        {"Authorization": f"Basic {base64.b64encode(f'any:{TOKENS[AccessScope.READ]}'.encode()).decode()}"},
    ],
)
def test_a_key_is_taken_in_each_way_that_clients_send_it(
    guarded: RunningApi, headers: dict[str, str]
) -> None:
    assert guarded.client.get("/api/v1/datasets", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        bearer("hw_0_0"),
        bearer(Token(TOKENS[AccessScope.READ].key_id, "ab" * 32)),
        bearer(Token("ab" * 8, TOKENS[AccessScope.READ].secret)),
        {"Authorization": "Bearer x"},
        {"Authorization": "Basic Zm9v"},
        {"Cookie": f"{SESSION_COOKIE}=guessed"},
        {"Cookie": f"{SESSION_COOKIE}={TOKENS[AccessScope.READ]}"},
    ],
)
def test_a_wrong_key_is_refused_and_not_repeated(guarded: RunningApi, headers: dict[str, str]) -> None:
    reply = guarded.client.get("/api/v1/datasets", headers=headers)
    assert reply.status_code == 401
    assert reply.json()["code"] == "unauthenticated"
    assert reply.headers["WWW-Authenticate"].startswith("Bearer")
    assert TOKENS[AccessScope.READ].secret not in reply.text


def test_a_key_in_the_address_opens_nothing_and_is_kept_nowhere(guarded: RunningApi) -> None:
    reply = guarded.get(
        "/api/v1/datasets", api_key=str(TOKENS[AccessScope.READ]), token=str(TOKENS[AccessScope.READ])
    )
    assert reply.status_code == 401
    entries = eventually(guarded, lambda rows: any("token=..." in row["path"] for row in rows), refused=True)
    assert not [row for row in entries if TOKENS[AccessScope.READ].secret in row["path"]]


def test_each_dialect_refuses_in_its_own_shape(guarded: RunningApi) -> None:
    assert guarded.client.get("/pipeline_execution").status_code == 401
    hub = guarded.send(EVENT, "/api/v1/lineage/ingest")
    assert hub.status_code == 401, hub.text
    assert guarded.count() == 0


def test_events_are_taken_with_a_key_for_events(guarded: RunningApi) -> None:
    reply = guarded.send(EVENT, headers=bearer(TOKENS[AccessScope.INGEST]))
    assert reply.status_code == 201, reply.text
    assert guarded.send(EVENT, headers=bearer(TOKENS[AccessScope.READ])).status_code == 403


def test_who_makes_up_keys_does_not_keep_the_store_busy(databases: Databases) -> None:
    reads = 0

    @contextmanager
    def connect() -> Iterator[Any]:
        nonlocal reads
        reads += 1
        with psycopg.connect(url, autocommit=True) as connection:
            yield connection

    async def ask() -> list[Any]:
        return [await callers.by_key(str(new_token(bytes([n]) * 40))) for n in range(3 * MOST_MISSES)]

    with borrowed(databases) as url:
        callers = KnownCallers(connect, lambda: NOW)
        assert asyncio.run(ask()) == [None] * (3 * MOST_MISSES)
    assert reads <= 2 * MOST_MISSES


def test_a_new_key_works_and_a_revoked_one_no_longer_does(guarded: RunningApi) -> None:
    admin = bearer(TOKENS[AccessScope.ADMIN])
    asked = {"name": "reporting", "scopes": ["read"]}
    made = guarded.client.post("/api/v1/keys", json=asked, headers=admin)
    assert made.status_code == 201, made.text
    token, key_id = made.json()["token"], made.json()["key"]["id"]
    assert made.json()["key"]["created_by"] == "admin key"
    # At once: whoever was shown the key may use it in the same breath.
    assert guarded.client.get("/api/v1/runs", headers=bearer(token)).status_code == 200
    listed = guarded.client.get("/api/v1/keys", headers=admin).json()
    assert token.rpartition("_")[2] not in str(listed)
    assert guarded.client.delete(f"/api/v1/keys/{key_id}", headers=admin).status_code == 200
    until(lambda: guarded.client.get("/api/v1/runs", headers=bearer(token)).status_code == 401)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "", "scopes": ["read"]}, "name"),
        ({"name": "a", "scopes": []}, "scopes"),
        ({"name": "a", "scopes": ["root"]}, "scopes.0"),
        ({"name": "a", "scopes": ["read"], "expires_at": "2020-01-01T00:00:00Z"}, "expires_at"),
        ({"name": "a\x00", "scopes": ["read"]}, "name"),
    ],
)
def test_a_key_that_can_not_be_made_is_refused_with_its_field(
    guarded: RunningApi, body: dict[str, Any], field: str
) -> None:
    reply = guarded.client.post("/api/v1/keys", json=body, headers=bearer(TOKENS[AccessScope.ADMIN]))
    assert (reply.status_code, reply.json()["field"]) == (422, field)


def test_a_key_that_nobody_made_can_not_be_revoked(guarded: RunningApi) -> None:
    reply = guarded.client.delete(f"/api/v1/keys/{'ab' * 8}", headers=bearer(TOKENS[AccessScope.ADMIN]))
    assert (reply.status_code, reply.json()["code"]) == (404, "key-not-found")


@pytest.fixture
def browser(guarded: RunningApi) -> Iterator[httpx.Client]:
    """Signed in with the key of an admin."""
    with httpx.Client(base_url=guarded.url, headers={"Origin": guarded.url}) as client:
        reply = client.post("/api/v1/session", json={"key": str(TOKENS[AccessScope.ADMIN])})
        assert reply.status_code == 200, reply.text
        cookie = reply.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        yield client


def test_a_browser_signs_in_and_out(guarded: RunningApi, browser: httpx.Client) -> None:
    assert browser.get("/api/v1/session").json() == {
        "required": True,
        "name": "admin key",
        "scopes": ["admin"],
        "teams": None,
        "provider": False,
    }
    assert browser.get("/api/v1/keys").status_code == 200
    cookie = browser.cookies[SESSION_COOKIE]
    assert browser.delete("/api/v1/session").status_code == 200
    reply = guarded.client.get("/api/v1/keys", headers={"Cookie": f"{SESSION_COOKIE}={cookie}"})
    assert reply.status_code == 401


def test_signing_in_gives_a_new_session_whatever_cookie_came_along(guarded: RunningApi) -> None:
    fixed = {"Cookie": f"{SESSION_COOKIE}=chosen-by-somebody-else"}
    reply = guarded.client.post("/api/v1/session", json={"key": str(TOKENS[AccessScope.READ])}, headers=fixed)
    assert reply.status_code == 200
    assert "chosen-by-somebody-else" not in reply.headers["set-cookie"]
    assert guarded.client.get("/api/v1/runs", headers=fixed).status_code == 401


@pytest.mark.parametrize("origin", [None, "https://evil.example", "null"])
def test_a_page_of_another_site_can_not_write_with_our_cookie(
    guarded: RunningApi, browser: httpx.Client, origin: str | None
) -> None:
    headers = {"Cookie": f"{SESSION_COOKIE}={browser.cookies[SESSION_COOKIE]}"}
    if origin:
        headers["Origin"] = origin
    reply = guarded.client.post("/api/v1/keys", json={"name": "x", "scopes": ["admin"]}, headers=headers)
    assert reply.status_code == 403


def test_a_wrong_key_does_not_sign_in(guarded: RunningApi) -> None:
    reply = guarded.client.post("/api/v1/session", json={"key": "hw_wrong"})
    assert reply.status_code == 401
    assert "set-cookie" not in reply.headers


def test_the_audit_log_tells_who_asked_and_who_was_refused(guarded: RunningApi) -> None:
    guarded.client.get("/api/v1/jobs", params={"search": "audited"}, headers=bearer(TOKENS[AccessScope.READ]))
    guarded.client.delete("/api/v1/jobs/audited", headers=bearer(TOKENS[AccessScope.READ]))
    asked = eventually(guarded, lambda rows: any("search=audited" in row["path"] for row in rows))
    [row] = [row for row in asked if "search=audited" in row["path"]]
    assert (row["caller"], row["status"], row["code"]) == ("read key", 200, None)
    refused = eventually(
        guarded, lambda rows: any("jobs/audited" in row["path"] for row in rows), refused=True
    )
    [row] = [row for row in refused if "jobs/audited" in row["path"]]
    assert (row["caller"], row["status"], row["code"]) == ("read key", 403, "scope-missing")


def test_the_audit_log_is_paged(guarded: RunningApi) -> None:
    with psycopg.connect(guarded.database_url, autocommit=True) as connection:
        day = datetime(2020, 1, 1, tzinfo=UTC)
        rows = [
            (day + timedelta(seconds=n // 2), "paged", None, "::1", "GET", f"/{n}", 200, None, 1)
            for n in range(5)
        ]
        audit.append(connection, rows)
    seen, cursor = [], None
    while True:
        reply = guarded.client.get(
            "/api/v1/audit",
            params={"caller": "paged", "limit": "2"} | ({"cursor": cursor} if cursor else {}),
            headers=bearer(TOKENS[AccessScope.ADMIN]),
        ).json()
        assert reply["total"] == 5
        seen += [row["path"] for row in reply["items"]]
        cursor = reply["next_cursor"]
        if cursor is None:
            break
    assert seen == ["/4", "/3", "/2", "/1", "/0"]


def test_a_greedy_reader_is_told_to_wait_and_a_producer_to_come_back(databases: Databases) -> None:
    with borrowed(databases) as url:
        with psycopg.connect(url, autocommit=True) as connection:
            for scope in (AccessScope.READ, AccessScope.INGEST):
                api_keys.keep_key(connection, TOKENS[scope], f"{scope} key", frozenset({scope}), NOW)
        with running_api(url, access="keys", reads_per_second=1, ingest_per_second=1) as running:
            reads = [
                running.client.get("/api/v1/runs", headers=bearer(TOKENS[AccessScope.READ])) for _ in range(5)
            ]
            sent = [running.send(EVENT, headers=bearer(TOKENS[AccessScope.INGEST])) for _ in range(5)]
    assert {reply.status_code for reply in reads} == {200, 429}
    assert {reply.status_code for reply in sent} - {200} == {201, 503}
    refused = [reply for reply in (*reads, *sent) if reply.status_code in (429, 503)]
    assert all(int(reply.headers["Retry-After"]) >= 1 for reply in refused)


def test_a_server_that_others_reach_needs_keys_unless_somebody_says_otherwise() -> None:
    assert not keys_required("127.0.0.1", "auto", insecure=False)
    assert keys_required("0.0.0.0", "auto", insecure=False)
    assert not keys_required("0.0.0.0", "auto", insecure=True)
    assert keys_required("localhost", "keys", insecure=False)
    with pytest.raises(SetupError, match="can be reached by others"):
        keys_required("0.0.0.0", "off", insecure=False)


def eventually(
    guarded: RunningApi, enough: Callable[[list[dict[str, Any]]], bool], **filters: Any
) -> list[dict[str, Any]]:
    """The newest entries of the audit log, once what is looked for is among them."""
    found: list[dict[str, Any]] = []

    def read() -> bool:
        nonlocal found
        reply = guarded.client.get(
            "/api/v1/audit", params={**filters, "limit": 1000}, headers=bearer(TOKENS[AccessScope.ADMIN])
        )
        found = reply.json()["items"]
        return enough(found)

    until(read)
    return found
