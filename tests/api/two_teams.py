"""A warehouse of two teams that read from each other; all that is the other team's has `zebra` in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

import psycopg

from headwater.access.keys import Token, new_token
from headwater.access.scopes import AccessScope
from headwater.api import even_times
from headwater.store.queries import api_keys
from tests.builders import at, dataset, query, result, run_id, signal
from tests.databases import Databases, borrowed
from tests.published import publish
from tests.running import RunningApi, running_api

MARK = "zebra"
SCOPES = [scope for scope in AccessScope if scope is not AccessScope.ADMIN]
BOUND: dict[AccessScope, Token] = {
    scope: new_token(bytes([50 + number]) * 40) for number, scope in enumerate(SCOPES)
}
FREE = {scope: new_token(bytes([90 + number]) * 40) for number, scope in enumerate(AccessScope)}
# Everything but `admin`, for each of the two teams.
OUR_KEY, THEIR_KEY = new_token(bytes([120]) * 40), new_token(bytes([121]) * 40)
INCIDENT = """
insert into incident (key, recorded_at, opened_at, last_at, examined_at, widened, title, summary, confidence,
                      label, severity, owners, counts, members, nodes)
select gen_random_uuid(), now(), now(), now(), now(), 0, 'zebra broke', 'zebra_ledger is wrong', 90,
       'HIGH', 'error', '{zebra-owner}',
       '{"pipelines": 1, "tables": 1, "tests": 1, "alerts": 1, "at_risk": 1}', '{zebra-member}',
       array_agg(key)
from nodes where name like '%zebra%' or name = 'shop.orders_report'
"""


def event(
    job: str, run: str, clock: str, inputs: list[Any], outputs: list[Any], sql: str, state: str = "COMPLETE"
) -> dict[str, Any]:
    namespace, _, name = job.partition("/")
    facets = {"sql": {"query": sql}, "documentation": {"description": f"{name} of {namespace}"}}
    failed = {"errorMessage": {"message": f"{name} broke", "programmingLanguage": "python"}}
    return {
        "eventType": state,
        "eventTime": at(clock).isoformat(),
        "producer": "https://example.com/tests",
        "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
        "run": {"runId": run_id(run), "facets": failed if state == "FAIL" else {}},
        "job": {"namespace": namespace, "name": name, "facets": facets},
        "inputs": inputs,
        "outputs": outputs,
    }


def table(name: str, *columns: str, reads: dict[str, tuple[str, str]] | None = None) -> dict[str, Any]:
    fields = {
        column: {"inputFields": [{"namespace": "warehouse", "name": source, "field": field}]}
        for column, (source, field) in (reads or {}).items()
    }
    owner = "zebra-owner" if MARK in name else "our-owner"
    return dataset(
        f"warehouse/{name}",
        schema={
            "fields": [{"name": column, "type": "int", "description": f"{column} text"} for column in columns]
        },
        documentation={"description": f"about {name}"},
        ownership={"owners": [{"name": owner}]},
        tags={"tags": [{"key": f"tag_{name.replace('.', '_')}", "source": "t"}]},
        **({"columnLineage": {"fields": fields}} if fields else {}),
    )


def history() -> list[dict[str, Any]]:
    orders = table("shop.orders", "amount")
    ledger = table("shop.zebra_ledger", "zebra_sum", reads={"zebra_sum": ("shop.orders", "amount")})
    deep = table(
        "shop.zebra_deep", "zebra_deeper", reads={"zebra_deeper": ("shop.zebra_ledger", "zebra_sum")}
    )
    report = table("shop.orders_report", "total", reads={"total": ("shop.zebra_ledger", "zebra_sum")})
    theirs = "insert into shop.zebra_ledger select amount as zebra_sum from shop.orders"
    deeper = "insert into shop.zebra_deep select zebra_sum as zebra_deeper from shop.zebra_ledger"
    read = (
        "insert into shop.orders_report select total from (select sum(1) as total from shop.zebra_ledger) x"
    )
    events = [
        event("team_a/load", "load", "08:00", [], [orders], "insert into shop.orders select 1 as amount")
    ]
    for number in range(8):
        clock = f"09:{number:02}"
        events += [
            event("team_b/zebra_job", f"zebra{number}", clock, [orders], [ledger], theirs),
            event("team_b/zebra_second", f"zebra-second{number}", clock, [ledger], [deep], deeper),
            event("team_a/report", f"report{number}", f"10:{number:02}", [ledger], [report], read),
        ]
    return [
        *events,
        event("team_b/zebra_job", "zebra-failed", "11:00", [orders], [ledger], theirs, "FAIL"),
        event("team_a/report", "report-failed", "11:05", [ledger], [report], read, "FAIL"),
        query("select zebra_sum from shop.zebra_ledger", user="zebra-user", dashboard="zebra board"),
        query("select total from shop.orders_report", user="our-user"),
        signal("warehouse/shop.zebra_ledger", "zebra is down", author="zebra-author"),
        result("warehouse/shop.zebra_ledger", "zebra_test", False, message="zebra_sum is wrong"),
        result("warehouse/shop.orders_report", "our_test", False),
    ]


@contextmanager
def serving(databases: Databases, **settings: Any) -> Iterator[RunningApi]:
    """The API with both teams' data, and with keys of each. Its many refusals need not be even."""
    with borrowed(databases) as url, patch.object(even_times, "STEP_SECONDS", 0.001):
        with psycopg.connect(url, autocommit=True) as connection:
            _keep_keys(connection)
            publish(connection, history())
        with running_api(url, **({"access": "keys", "reads_per_second": 0} | settings)) as running:
            _fill(running)
            yield running


def _keep_keys(connection: psycopg.Connection[Any]) -> None:
    now, all_scopes = datetime.now(UTC), frozenset(SCOPES)
    for scope, token in FREE.items():
        api_keys.keep_key(connection, token, f"free {scope}", frozenset({scope}), now)
    for scope, token in BOUND.items():
        api_keys.keep_key(connection, token, f"bound {scope}", frozenset({scope}), now, teams=["team-a"])
    api_keys.keep_key(connection, OUR_KEY, "ours", all_scopes, now, teams=["team-a"])
    api_keys.keep_key(connection, THEIR_KEY, "theirs", all_scopes, now, teams=["team-zebra"])


def _fill(running: RunningApi) -> None:
    """What is no event: teams, pipelines and an incident of the other team."""
    admin = headers(FREE[AccessScope.ADMIN])

    def post(path: str, body: dict[str, Any]) -> Any:
        reply = running.client.post(path, json=body, headers=admin)
        assert reply.status_code < 300, (path, reply.text)
        return reply.json()

    post("/api/v1/teams", {"name": "team-zebra", "patterns": ["team_b"], "description": "zebra people"})
    post("/api/v1/teams", {"name": "team-a", "patterns": ["team_a"]})
    post("/pipeline", {"name": "zebra_pipeline", "pipeline_type_name": "zebra type"})
    with psycopg.connect(running.database_url, autocommit=True) as connection:
        connection.execute(INCIDENT)


def headers(token: Any) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
