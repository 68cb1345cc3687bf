"""The same data of one team twice: once alone, once with all that another team has beside it.

What the other team has shares everything that can be shared without being read: words of names, columns,
texts of SQL, users, dashboards, producers, services, types of pipelines, the same moments.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

import psycopg

from headwater.access.keys import new_token
from headwater.access.scopes import AccessScope
from headwater.api import even_times
from headwater.facts.telemetry.arrow import read_entries
from headwater.model.telemetry import TelemetryEntry
from headwater.personal_data.suggest import read_rules
from headwater.store.queries import api_keys
from headwater.store.snapshots import loaded, repeatable_read
from headwater.store.telemetry.publish import publish as publish_telemetry
from headwater.worker.handlers.classify import read_inputs as class_inputs
from headwater.worker.handlers.classify import write_classes
from headwater.worker.handlers.incidents import update_incidents
from headwater.worker.handlers.query_index import update_index
from headwater.worker.handlers.reach import read_inputs as reach_inputs
from headwater.worker.handlers.reach import write_counts
from headwater.worker.handlers.suggest import write_suggestions
from headwater.worker.resources import CountedFlow
from tests.api.two_teams import headers
from tests.builders import column_lineage, dataset, query, result, run_id, schema, signal
from tests.databases import Databases, borrowed
from tests.facts.telemetry.requests import span, traces
from tests.published import publish
from tests.running import RunningApi, running_api

ADMIN = new_token(bytes([70]) * 40)
VIEWER = new_token(bytes([71]) * 40)
SCOPES = frozenset(AccessScope) - {AccessScope.ADMIN}
# The last of it is yesterday, so that what looks back some days finds it.
END = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0) - timedelta(days=1)
THINGS = ("orders", "customers", "payments", "refunds", "stock", "daily_orders")
FIELDS = ("id int", "email text", "amount_usd numeric", "country text", "note text")


def dataset_name(team: str, thing: str) -> str:
    return f"{team}_mart.{thing}"


def lineage(team: str, seed: int, reads: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """Jobs that each read some datasets and write one, over ten days; `reads` are of another team."""
    chance = random.Random(f"{seed} {team}")
    events: list[dict[str, Any]] = []
    for place, thing in enumerate(THINGS):
        earlier = [dataset_name(team, one) for one in THINGS[:place]]
        sources = chance.sample(earlier, min(len(earlier), 2)) + list(reads if place == 3 else ())
        for day in range(10):
            fails = chance.random() < 0.15 or (day == 9 and place == 2)
            began = END - timedelta(days=9 - day, minutes=60 - 7 * place)
            ended = began + timedelta(seconds=chance.randint(20, 90) * (20 if fails else 1))
            events += run_of(team, thing, f"{team} {thing} {day}", sources, began, ended, fails, day)
    return events


def run_of(
    team: str,
    thing: str,
    run: str,
    sources: list[str],
    began: datetime,
    ended: datetime,
    fails: bool,
    day: int,
) -> Iterator[dict[str, Any]]:
    target, fields = dataset_name(team, thing), FIELDS[: 5 if day < 7 else 4]
    text = f"insert into {target} select {', '.join(one.split()[0] for one in fields)}" + (
        f" from {sources[0]}" if sources else ""
    )
    flows = {one.split()[0]: f"{sources[0]}.{one.split()[0]}" for one in fields} if sources else {}
    written = dataset(
        f"warehouse/{target}",
        schema=schema(*fields),
        ownership={"owners": [{"name": f"{team}-people"}]},
        documentation={"description": f"{thing} of the mart"},
        tags={"tags": [{"key": "classification", "value": "confidential", "field": "email", "source": "t"}]},
        columnLineage=column_lineage(**flows),
    )
    failed = {"errorMessage": {"message": f"{target} broke", "programmingLanguage": "python"}}
    for state, at in (("START", began), ("FAIL" if fails else "COMPLETE", ended)):
        yield {
            "eventType": state,
            "eventTime": at.isoformat(),
            "producer": "https://example.com/tests",
            "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
            "run": {"runId": run_id(run), "facets": failed if state == "FAIL" else {}},
            "job": {
                "namespace": f"{team}_jobs",
                "name": f"make_{thing}",
                "facets": {"sql": {"query": text}},
            },
            "inputs": [dataset(f"warehouse/{one}", schema=schema(*fields)) for one in sources],
            "outputs": [written] if state != "START" else [],
        }


def reports(team: str) -> list[dict[str, Any]]:
    """What people and query logs said of the team's datasets."""
    orders, payments = (dataset_name(team, one) for one in ("orders", "payments"))
    moment = END.isoformat()
    said = [
        query(f"select email, amount_usd from {orders}", user="kira", dashboard="board", time=moment),
        query(f"select count(*) from {payments} join {orders} using (id)", user="sam", time=moment),
        query("select 1", user="kira", time=moment),
        signal(f"warehouse/{payments}", "It is red.", author="kira", time=moment),
        result(f"warehouse/{payments}", "not_null_id", False, message="12 rows", time=moment),
        result(f"warehouse/{orders}", "not_null_id", True, time=moment),
    ]
    return said


def telemetry(connection: psycopg.Connection[Any], team: str, position: int) -> None:
    base = int(END.timestamp()) * 10**9
    chosen = 1 if team == "ours" else 3
    resource = {"service.name": "loader", "headwater.team": team, "service.namespace": team}
    bodies = [
        traces(
            *(
                span(
                    number, trace=chosen + number % 2, start=base, duration=number * 10**8, failed=number == 3
                )
                for number in range(1, 8)
            ),
            span(
                9,
                trace=chosen,
                start=base,
                attributes={"openlineage.run_id": run_id(f"{team} payments 9")},
            ),
            resource=resource,
        )
    ]
    received = (base + 60 * 10**9) // 1000
    entries = [
        TelemetryEntry(position + number, "traces", "protobuf", None, received, body)
        for number, body in enumerate(bodies)
    ]
    publish_telemetry(connection, read_entries(entries), position + len(bodies), 30)


@contextmanager
def world(
    databases: Databases, *, other: bool, crossing: bool = False, seed: int = 1
) -> Iterator[RunningApi]:
    """With the other team's data, or without it; the other team is known in both."""
    with borrowed(databases) as url, patch.object(even_times, "STEP_SECONDS", 0.001):
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("set timezone to 'UTC'")
            _keep_keys(connection)
        with running_api(url, access="keys", reads_per_second=0) as running:
            _make_teams(running)
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute("set timezone to 'UTC'")
                _fill(connection, other=other, crossing=crossing, seed=seed)
            running.client.headers.update(headers(ADMIN))
            _make_pipelines(running, other)
            with psycopg.connect(url, autocommit=True) as connection:
                _work(connection)
            running.wait_until_visible()
            del running.client.headers["Authorization"]
            yield running


def _keep_keys(connection: psycopg.Connection[Any]) -> None:
    now = datetime.now(UTC)
    api_keys.keep_key(connection, ADMIN, "admin", frozenset(AccessScope), now)
    api_keys.keep_key(connection, VIEWER, "viewer", SCOPES, now, teams=["ours"])


def _make_teams(running: RunningApi) -> None:
    for team in ("ours", "theirs"):
        body = {"name": team, "patterns": [f"{team}_*"]}
        reply = running.client.post("/api/v1/teams", json=body, headers=headers(ADMIN))
        assert reply.status_code < 300, reply.text


def _fill(connection: psycopg.Connection[Any], *, other: bool, crossing: bool, seed: int) -> None:
    reads = (dataset_name("theirs", "payments"),) if crossing else ()
    publish(connection, lineage("ours", seed, reads))
    publish(connection, reports("ours"))
    telemetry(connection, "ours", 1)
    if other:
        reads = (dataset_name("ours", "payments"),) if crossing else ()
        publish(connection, lineage("theirs", seed, reads))
        publish(connection, reports("theirs"))
        telemetry(connection, "theirs", 10)


def _make_pipelines(running: RunningApi, other: bool) -> None:
    for team in ("ours", "theirs") if other else ("ours",):
        address = {"name": f"warehouse/{dataset_name(team, 'orders')}", "address_type_name": f"{team} store"}
        kind = {"name": f"{team}_watched", "pipeline_type_name": f"{team} type"}
        for path, body in (("/address", address), ("/pipeline", kind)):
            reply = running.client.post(path, json=body)
            assert reply.status_code < 300, reply.text


def _work(connection: psycopg.Connection[Any]) -> None:
    """What the worker does beside the stream."""
    connection.execute("set timezone to 'UTC'")
    with repeatable_read(connection):
        snapshot = loaded(connection, None)
        classes = class_inputs(connection, snapshot, whole=False)
        counts = reach_inputs(connection, snapshot, whole=False, counted=CountedFlow())
    write_classes(None, connection, classes)
    write_counts(None, connection, counts)
    write_suggestions(None, connection, read_rules(None))
    update_index(None, connection)
    update_incidents(connection, snapshot, END + timedelta(minutes=5))
