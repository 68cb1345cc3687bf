"""Two teams on one server: no write, and no MCP tool, reaches the other team's data or tells of it.

Each documented write is sent by a key of ours with every scope but `admin`, once for something of the other
team and once for something that nobody has. Both are answered alike, and nothing of theirs has changed.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import httpx
import pytest

from headwater.access.policy import PUBLIC, Policy
from headwater.access.scopes import AccessScope
from headwater.api.access import route_scopes
from headwater.api.server import build_applications
from headwater.client.parameters import parameters_of
from headwater.client.tools import TOOLS
from headwater.settings import Settings
from tests.api.test_team_isolation import OURS, THEIRS, alike
from tests.api.two_teams import BOUND, FREE, MARK, OUR_KEY, THEIR_KEY, event, headers, serving
from tests.builders import result, run_id, signal
from tests.databases import Databases
from tests.running import RunningApi, until

NOBODY = 999_999
UNKNOWN = "zebrx"
COLUMNS = [{"name": "x"}]


@dataclass(frozen=True)
class Ids:
    """What stands in the requests: of the other team, or of nobody."""

    incident: Any
    pipeline: Any
    pipeline_type: Any
    execution: Any
    address: Any
    address_type: Any
    subscription: Any
    simulation: Any
    event: Any


@pytest.fixture(scope="module")
def server(databases: Databases) -> Iterator[RunningApi]:
    with serving(databases) as running:
        yield running


def asked(
    server: RunningApi, method: str, path: str, body: Any = None, token: Any = OUR_KEY
) -> httpx.Response:
    return server.client.request(method, path, json=body, headers=headers(token), timeout=60)


@pytest.fixture(scope="module")
def theirs(server: RunningApi) -> Ids:
    """Made by the other team itself where it can, else by an admin."""
    admin = FREE[AccessScope.ADMIN]

    def made(path: str, body: Any, token: Any = admin) -> Any:
        reply = asked(server, "POST", path, body, token)
        assert reply.status_code < 300, (path, reply.text)
        return reply.json()

    change = {"asset": THEIRS, "change_type": "drop_column", "target": "zebra_sum"}
    simulation = made("/api/v1/simulations", change, THEIR_KEY)
    subscription = made("/api/v1/subscriptions", {"asset": THEIRS, "channel": "zebra-channel"}, THEIR_KEY)
    settings = {"muted": False}
    made("/api/v1/pipelines/team_b/zebra_job/settings", settings, THEIR_KEY)
    address = {"name": "warehouse/shop.zebra_ledger", "address_type_name": "zebra store"}
    made("/address", address)
    [(pipeline, kind)] = server.rows("select id, pipeline_type_id from pipeline where name = 'zebra_job'")
    [(place, place_type)] = server.rows("select id, address_type_id from address")
    execution = made("/start_pipeline_execution", {"pipeline_id": pipeline})
    [(incident,)] = server.rows("select id from incident")
    [(one,)] = server.rows("select event_id from events where run_id = %s limit 1", run_id("zebra-failed"))
    return Ids(
        incident,
        pipeline,
        kind,
        execution["id"],
        place,
        place_type,
        subscription["id"],
        simulation["id"],
        str(one),
    )


NO_ID = str(UUID(int=7))
NONE = Ids(NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, NO_ID)


def writes(ids: Ids) -> list[tuple[str, str, Any]]:
    """Each documented write that a key without `admin` may send, aimed at what `ids` name."""
    column, job, edge = f"{THEIRS}#zebra_sum", "team_b/zebra_job", "/api/v1/assets/lineage"
    asset = {"type": "table", "name": "shop.zebra_ledger", "owner": "us"}
    change = {"asset": THEIRS, "change_type": "drop_column", "target": "zebra_sum"}
    aside, now = f"/api/v1/events/{ids.event}/set-aside", "2026-01-01T00:00:00Z"
    connector = {"kind": "dbt", "source": "s", "status": "failed", "run_at": now, "state": {}}
    return [
        ("POST", "/api/v1/compliance/suggestions/decisions", {"accept": [column]}),
        ("POST", "/api/v1/access/requests", {"asset": THEIRS, "reason": "a report"}),
        ("POST", "/api/v1/names/joins", {"dataset": OURS, "alias": THEIRS}),
        ("POST", "/api/v1/names/namespaces", {"namespace": "team-a", "same_as": "team-zebra"}),
        ("POST", edge, {"source_asset": THEIRS, "target_asset": OURS}),
        ("POST", edge, {"source_asset": OURS, "target_asset": THEIRS}),
        ("POST", edge, {"source_asset": "shop.orders", "target_asset": OURS, "pipeline": job}),
        ("POST", "/api/v1/assets/import", {"assets": [asset | {"namespace": "warehouse"}]}),
        ("POST", "/api/v1/assets", asset),
        ("POST", "/api/v1/assets", asset | {"namespace": "warehouse"}),
        ("POST", "/api/v1/assets", asset | {"type": "pipeline", "name": "zebra_job", "namespace": "team_b"}),
        ("POST", "/api/v1/quarantine/dry-run", {"event_ids": [ids.event]}),
        ("POST", "/api/v1/quarantine/replay", {"event_ids": [ids.event]}),
        ("POST", "/api/v1/analytics/run", {"whole": True}),
        ("POST", "/api/v1/closure/estimate", {}),
        ("POST", "/api/v1/closure", {}),
        ("POST", "/api/v1/breaking-changes", {"asset": THEIRS, "columns": COLUMNS}),
        ("POST", "/api/v1/subscriptions", {"asset": THEIRS, "channel": "c"}),
        ("DELETE", f"/api/v1/subscriptions/{ids.subscription}", None),
        ("POST", "/api/v1/simulations", change),
        ("POST", "/api/simulator/analyze", change),
        ("POST", "/api/v1/teams", {"name": "team-zebra", "patterns": ["*"]}),
        ("POST", aside, {"why": "gone"}),
        ("DELETE", aside, None),
        ("POST", f"/api/v1/pipelines/{job}/settings", {"muted": True}),
        (
            "POST",
            f"/api/v1/simulations/{ids.simulation}/acknowledgements",
            {"findings": ["f"], "by": "us", "why": "w", "until": "2099-01-01T00:00:00Z"},
        ),
        (
            "POST",
            f"/api/v1/simulations/{ids.simulation}/consumers",
            {"consumer": THEIRS, "verdict": "accept"},
        ),
        ("DELETE", f"/api/v1/assets/{THEIRS}", None),
        ("DELETE", f"/api/v1/datasets/{THEIRS}", None),
        ("DELETE", f"/api/v1/jobs/{job}", None),
        ("POST", "/api/v1/connectors/zebra-dbt", connector),
        *incident_writes(ids),
        *dialect_writes(ids),
    ]


def incident_writes(ids: Ids) -> list[tuple[str, str, Any]]:
    incident = f"/api/v1/incidents/{ids.incident}"
    return [
        ("POST", f"{incident}/acknowledge", {"text": "ours now"}),
        ("POST", f"{incident}/assign", {"to": "us"}),
        ("POST", f"{incident}/resolve", {}),
        ("POST", f"{incident}/reopen", {}),
        ("POST", f"{incident}/notes", {"text": "a note"}),
        ("POST", f"{incident}/mute", {}),
        ("POST", f"{incident}/confirm", {}),
        ("POST", f"{incident}/correct", {"why": "no"}),
    ]


def dialect_writes(ids: Ids) -> list[tuple[str, str, Any]]:
    """Those of other systems' APIs."""
    now, asset = "2026-01-01T00:00:00Z", {"type": "table", "name": "shop.zebra_ledger", "owner": "us"}
    lineage = event("team_b/zebra_new", "zebra-new", "12:00", [], [], "select 1")
    place = {"address_name": THEIRS, "address_type_name": "zebra store"}
    trace = {"resource": {"attributes": []}, "scopeSpans": []}
    quota = {"daily_event_quota": 1_000}
    namespace = {"name": "team-zebra", "display_name": "x"}
    return [
        ("POST", "/api/v1/lineage", lineage),
        ("POST", "/api/v1/lineage/batch", [lineage]),
        ("POST", "/api/v1/lineage/ingest", {"namespace": "team-zebra", "events": [lineage]}),
        ("POST", "/v1/traces", {"resourceSpans": [trace]}),
        ("POST", "/v1/metrics", {"resourceMetrics": []}),
        ("POST", "/v1/logs", {"resourceLogs": []}),
        ("POST", "/api/v1/telemetry/ingest", {"namespace": "team-zebra", "traces": [], "metrics": []}),
        ("POST", "/api/v1/namespaces", namespace),
        ("PATCH", "/api/v1/namespaces/team-zebra", quota),
        ("POST", "/pipeline", {"name": "zebra_pipeline", "pipeline_type_name": "zebra type"}),
        ("PATCH", "/pipeline", {"id": ids.pipeline, "active": False}),
        ("POST", "/pipeline_type", {"name": "zebra type"}),
        ("PATCH", "/pipeline_type", {"id": ids.pipeline_type, "mute_timely_check": True}),
        ("POST", "/start_pipeline_execution", {"pipeline_id": ids.pipeline}),
        ("POST", "/end_pipeline_execution", {"id": ids.execution, "completed_successfully": False}),
        ("POST", "/address", {"name": THEIRS, "address_type_name": "zebra store"}),
        ("PATCH", "/address", {"id": ids.address, "deprecated": True}),
        ("POST", "/address_type", {"name": "zebra store"}),
        ("PATCH", "/address_type", {"id": ids.address_type, "group_name": "ours"}),
        (
            "POST",
            "/address_lineage",
            {"pipeline_id": ids.pipeline, "source_addresses": [place], "target_addresses": [place]},
        ),
        ("POST", "/timeliness", {"lookback_minutes": 60}),
        ("POST", "/api/tracker/registerAsset", asset),
        ("POST", "/api/tracker/addLineage", {"source_asset": THEIRS, "target_asset": OURS}),
        ("POST", "/api/tracker/detectBreakingChanges", {"assetName": THEIRS, "newColumns": COLUMNS}),
        ("POST", "/api/v1/queries", [{"sql": "select zebra_sum from shop.zebra_ledger", "time": now}]),
        ("POST", "/api/v1/signals", [signal(THEIRS, "it is down")]),
        ("POST", "/api/v1/assertions", [result(THEIRS, "their_test", False)]),
    ]


# What is theirs, and the log: nobody of ours has written to either.
THEIR_ROWS = """
select 'team', md5(string_agg(t::text, '|' order by id)) from team as t where name <> 'team-a'
union all select 'pipeline', md5(string_agg(t::text, '|' order by id)) from pipeline as t
union all select 'pipeline_type', md5(string_agg(t::text, '|' order by id)) from pipeline_type as t
union all select 'execution', md5(string_agg(t::text, '|' order by id)) from pipeline_execution as t
union all select 'address', md5(string_agg(t::text, '|' order by id)) from address as t
union all select 'address_type', md5(string_agg(t::text, '|' order by id)) from address_type as t
union all select 'incident', md5(string_agg(t::text, '|' order by id)) from incident as t
union all select 'activity', count(*)::text from incident_activity
union all select 'subscription', md5(string_agg(t::text, '|' order by id)) from subscription as t
union all select 'set aside', count(*)::text from set_aside_event
union all select 'answers', ((select count(*) from responses)
                            + (select count(*) from acknowledgements))::text
union all select 'connectors', count(*)::text from connectors
union all select 'work', count(*)::text from work
union all select 'telemetry', count(*)::text from telemetry_log
union all select 'log', count(*)::text from events
"""


def aimed(call: tuple[str, str, Any], mark: str) -> tuple[str, str, Any]:
    method, path, body = json.loads(json.dumps(call).replace(MARK, mark))
    return method, path, body


def test_every_write_without_admin_is_tried() -> None:
    applications = build_applications(Settings(database_url="postgresql:///unused"))
    policy = Policy.of_routes(route_scopes(applications.dialects))
    documented = {
        (method.upper(), path)
        for described in applications.documents().values()
        for path, methods in described["paths"].items()
        for method in methods
        if method != "get" and path not in PUBLIC
    }
    sent = [(method, path) for method, path, _ in writes(NONE)]
    missing = [
        (method, path)
        for method, path in documented
        if policy.required(method, path) is not AccessScope.ADMIN
        and not any(verb == method and _fits(path, one) for verb, one in sent)
    ]
    assert missing == []


def _fits(path: str, sent: str) -> bool:
    only = Policy.of_routes([("GET", path, AccessScope.ADMIN)])
    return only.required("GET", sent) is AccessScope.ADMIN


def call_tool(server: RunningApi, token: Any, name: str, arguments: dict[str, Any]) -> httpx.Response:
    request = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    }
    accepted = {"Accept": "application/json, text/event-stream", **headers(token)}
    return server.client.post("/mcp", json=request, headers=accepted, timeout=60)


def tool_arguments(name: str, ours: bool) -> dict[str, Any]:
    names = {
        "asset": OURS if ours else THEIRS,
        "name": OURS if ours else THEIRS,
        "dataset": OURS if ours else THEIRS,
        "source": OURS if ours else THEIRS,
        "target": OURS if ours else THEIRS,
        "job": "team_a/report" if ours else "team_b/zebra_job",
        "column": "total" if ours else "zebra_sum",
        "run_id": run_id("report-failed" if ours else "zebra-failed"),
        "q": "orders" if ours else "zebra",
        "columns": COLUMNS,
    }
    arguments: dict[str, Any] = {}
    for parameter in parameters_of(TOOLS[name]):
        if parameter.name in names and (parameter.required or parameter.name in ("asset", "job", "dataset")):
            arguments[parameter.name] = names[parameter.name]
        elif parameter.required:
            arguments[parameter.name] = 1 if int in parameter.alternatives else OURS if ours else THEIRS
    if name == "simulate":
        arguments |= {"change_type": "drop_column", "target": names["column"]}
    return arguments


@pytest.mark.parametrize("ours", [True, False], ids=["ours", "theirs"])
def test_no_mcp_tool_tells_of_another_team(server: RunningApi, ours: bool) -> None:
    leaks, held = [], 0
    for name in TOOLS:
        arguments = tool_arguments(name, ours)
        held += MARK in call_tool(server, FREE[AccessScope.READ], name, arguments).text
        reply = call_tool(server, OUR_KEY, name, arguments)
        assert reply.status_code == 200, (name, reply.text)
        text = without_own_words(reply.text, json.dumps(arguments))
        if MARK in text:
            leaks.append((name, arguments, text[max(0, text.find(MARK) - 150) :][:300]))
    assert not leaks, leaks
    # Otherwise nothing could have leaked.
    assert held > 5


@pytest.mark.parametrize("scope", [AccessScope.INGEST, AccessScope.MANAGE], ids=str)
def test_tools_are_not_for_who_may_not_read(server: RunningApi, scope: AccessScope) -> None:
    assert call_tool(server, BOUND[scope], "list_datasets", {}).status_code == 403


def test_a_tool_needs_the_scope_of_what_it_asks(server: RunningApi) -> None:
    reply = call_tool(server, BOUND[AccessScope.READ], "simulate", tool_arguments("simulate", True))
    assert "lacks the scope `simulate`" in reply.text
    asked_directly = asked(server, "POST", "/api/v1/simulations", {"asset": OURS}, BOUND[AccessScope.READ])
    assert asked_directly.status_code == 403


def test_no_write_reaches_another_team_or_tells_of_it(server: RunningApi, theirs: Ids) -> None:
    before = server.rows(THEIR_ROWS)
    leaks, different, failures = [], [], []
    for hidden, unknown in zip(writes(theirs), writes(NONE), strict=True):
        one = asked(server, *aimed(hidden, MARK))
        other = asked(server, *aimed(unknown, UNKNOWN))
        shown = (hidden[0], hidden[1], json.dumps(hidden[2])[:150], one.status_code, one.text[:300])
        if max(one.status_code, other.status_code) >= 500:
            failures.append((shown, other.status_code))
        if MARK in without_own_words(one.text, json.dumps(hidden)):
            leaks.append(shown)
        texts = (said.text.replace(id_, "ID") for said, id_ in ((one, theirs.event), (other, NO_ID)))
        if one.status_code != other.status_code or len({*map(alike, texts)}) > 1:
            different.append((shown, other.status_code, other.text[:300]))
    after = server.rows(THEIR_ROWS)
    assert not failures, failures
    assert not leaks, leaks
    assert not different, different
    assert [(one, other) for one, other in zip(before, after, strict=True) if one != other] == []


def without_own_words(text: str, sent: str) -> str:
    """An answer repeats what the asker wrote."""
    said = re.findall(rf"[\w./-]*{MARK}[\w./-]*", sent)
    parts = {"/".join(word.split("/")[place:]) for word in said for place in range(word.count("/") + 1)}
    shorter = {part.removesuffix("/settings") for part in parts}
    for word in sorted(filter(None, parts | shorter), key=len, reverse=True):
        text = text.replace(word, "") if MARK in word else text
    return text


def test_what_a_team_was_given_is_for_it_to_see_and_not_to_change(server: RunningApi, theirs: Ids) -> None:
    admin = FREE[AccessScope.ADMIN]
    grant = asked(server, "POST", "/api/v1/access/grants", {"team": "team-a", "asset": THEIRS}, admin)
    path = f"/api/v1/datasets/{THEIRS}"
    try:
        assert grant.status_code == 201, grant.text
        until(lambda: asked(server, "GET", path).status_code == 200)
        assert asked(server, "DELETE", path).status_code == 404
        owned = {"type": "table", "name": "shop.zebra_ledger", "namespace": "warehouse", "owner": "us"}
        assert asked(server, "POST", "/api/v1/assets", owned).status_code == 403
    finally:
        asked(server, "DELETE", f"/api/v1/access/grants/{grant.json()['grant']['id']}", None, admin)
        until(lambda: asked(server, "GET", path).status_code == 404)


def test_a_bound_key_still_writes_to_what_is_its_own(server: RunningApi) -> None:
    mine = {"type": "table", "name": "fresh", "namespace": "team_a", "owner": "us"}
    assert asked(server, "POST", "/api/v1/assets", mine).status_code == 201
    known = {"type": "table", "name": "shop.orders"}
    assert asked(server, "POST", "/api/v1/assets", known).status_code == 200
    edge = {"source_asset": "shop.orders", "target_asset": OURS}
    assert asked(server, "POST", "/api/v1/assets/lineage", edge).status_code == 201
    assert asked(server, "POST", "/api/v1/pipelines/team_a/load/settings", {"muted": True}).status_code == 200
    assert asked(server, "POST", "/api/v1/teams", {"name": "team-a", "description": "us"}).status_code == 200


def test_a_bound_key_does_not_widen_what_belongs_to_its_team(server: RunningApi) -> None:
    for wider in (
        {"patterns": ["team_a", "team_b"]},
        {"dataset_patterns": ["warehouse/*"]},
        {"daily_event_quota": 10_000_000},
        {"daily_item_quota": 10_000_000},
        {"items_per_second": 1_000_000},
    ):
        reply = asked(server, "POST", "/api/v1/teams", {"name": "team-a", **wider})
        assert (reply.status_code, reply.json()["code"]) == (403, "bound-to-teams")
    reply = asked(server, "PATCH", "/api/v1/namespaces/team-a", {"daily_event_quota": 10_000_000})
    assert reply.status_code == 403
