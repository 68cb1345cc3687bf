"""What publishing writes of runs."""

import json
from uuid import UUID

from headwater.dialects.openlineage.translate import to_domain
from headwater.facts.arrow import to_table
from headwater.facts.fold import fold_events
from headwater.model.events import LogEntry
from headwater.model.times import to_micros
from headwater.pipeline.sql_lineage import InPlaceAnalyst
from headwater.store.publish import Publisher
from tests.store.conftest import WatchedWorld
from tests.world import day

REPORTED = UUID("7f1d2c7e-3f0a-4b0e-9a50-3a6f0c1d2e4b")


def start(run_id: UUID, position: int) -> LogEntry:
    """The event that starts a run, as the log has it."""
    sent = {
        "eventType": "START",
        "eventTime": "2026-04-20T10:00:00Z",
        "run": {"runId": str(run_id)},
        "job": {"namespace": "airflow", "name": "load"},
        "producer": "https://example.com/scheduler",
    }
    event = to_domain(json.dumps(sent).encode())
    return LogEntry(position, event.event_id.hex, to_micros(event.event_time), event.kind, event.body)


def test_a_run_is_an_execution_where_a_client_started_it(watched: WatchedWorld) -> None:
    """So that lists of the other runs look no run up among the executions."""
    started = watched.execution(watched.pipeline(), day(20, 10))
    events = [start(started, 1), start(REPORTED, 2)]
    Publisher(10, InPlaceAnalyst()).publish(watched.connection, to_table(fold_events(events)))
    found = watched.connection.execute("select run_id, is_execution from runs").fetchall()
    assert dict(found) == {started: True, REPORTED: False}
