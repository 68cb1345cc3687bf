"""A server that redacts: what is stored holds no secret, and the same event has the same id again."""

import json
from pathlib import Path
from typing import Any

import pytest

from headwater.api.server import build
from headwater.errors import SetupError
from headwater.settings import Settings
from tests.databases import Databases, borrowed
from tests.running import running_api

SECRET = "hunter2"
EVENT: dict[str, Any] = {
    "eventType": "COMPLETE",
    "eventTime": "2026-04-10T12:00:00Z",
    "producer": "https://example.com",
    "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
    "run": {"runId": "0196503f-6f20-7c11-8d21-2c7a1de0a001"},
    "job": {"namespace": "shop", "name": "copy"},
    "inputs": [{"namespace": f"postgresql://me:{SECRET}@db:5432", "name": "shop.orders"}],
}


@pytest.mark.parametrize("path", ["/api/v1/lineage", "/api/v1/lineage/batch", "/api/v1/lineage/ingest"])
def test_no_secret_is_stored_whatever_way_it_came(databases: Databases, path: str) -> None:
    bodies = {
        "/api/v1/lineage/batch": [EVENT],
        "/api/v1/lineage/ingest": {"namespace": "team", "events": [EVENT]},
    }
    with borrowed(databases) as url, running_api(url, redact=True) as api:
        for _ in range(2):
            assert api.send(bodies.get(path, EVENT), path).status_code in (200, 201)
        [(body,)] = api.rows("select body from events where stream = 'lineage'")
    assert SECRET not in body
    assert json.loads(body)["inputs"][0]["namespace"] == "postgresql://me:[redacted]@db:5432"


def test_a_query_and_a_count_of_what_was_cut(databases: Databases) -> None:
    query = {"sql": "select 1", "time": "2026-04-10T12:00:00Z", "user": f"app?token={SECRET}"}
    with borrowed(databases) as url:
        with running_api(url, redact=True) as api:
            assert api.send(query, "/api/v1/queries").status_code == 200
            [(body,)] = api.rows("select body from events where kind = 'query'")
        # What was counted is written when the server stops, at the latest.
        with running_api(url) as api:
            counted = api.get("/api/v1/redactions").json()
    assert SECRET not in body
    assert [(rule["rule"], rule["cuts"]) for rule in counted["rules"]] == [("parameter", 1)]
    assert counted["total"] == 1


def test_events_are_kept_byte_for_byte_unless_redaction_is_asked_for(databases: Databases) -> None:
    with borrowed(databases) as url, running_api(url) as api:
        sent = json.dumps(EVENT, indent=1).encode()
        assert api.send(sent).status_code == 201
        [(body,)] = api.rows("select body from events where stream = 'lineage'")
    assert body.encode() == sent


def test_a_rule_that_breaks_the_json_does_not_lose_the_event(databases: Databases, tmp_path: Path) -> None:
    file = tmp_path / "rules.yaml"
    file.write_text("- {name: too-much, pattern: '\"job\".*'}\n")
    with borrowed(databases) as url, running_api(url, redact_file=file) as api:
        assert api.send(EVENT).status_code == 201
        [(body,)] = api.rows("select body from events where stream = 'lineage'")
    assert json.loads(body)["job"] == EVENT["job"]
    assert SECRET not in body


@pytest.mark.parametrize("text", ["- {name: a, pattern: '('}", "- {name: a}", "5", "{", "- 7"])
def test_a_file_that_can_not_be_used_stops_the_start(tmp_path: Path, text: str) -> None:
    file = tmp_path / "rules.yaml"
    file.write_text(text)
    with pytest.raises(SetupError, match="HEADWATER_REDACT_FILE"):
        build(Settings(database_url="postgresql:///unused", redact_file=file))
