"""The traces of the last nights: of runs of the history, within their times, in a shape that is read."""

import json
from datetime import UTC, datetime, timedelta
from uuid import UUID

from tests.demo.conftest import Event

from headwater.cli.demo import with_old_traces
from headwater.demo.plan import END
from headwater.demo.traces import NIGHTS, traces
from headwater.facts.telemetry.otlp import read
from headwater.facts.telemetry.rows import SpanRow
from headwater.model.telemetry import Encoding, TelemetryKind
from headwater.model.times import from_micros, parse_time, to_micros
from headwater.settings import Settings


def spans() -> list[SpanRow]:
    """As the server reads them."""
    body, received = json.dumps(traces()).encode(), to_micros(END) * 1000
    found = read(TelemetryKind.TRACES, Encoding.JSON, body, received, team=None)
    assert found.problems == []
    return found.spans


def test_the_same_seed_gives_the_same_bytes() -> None:
    assert json.dumps(traces()) == json.dumps(traces())


def test_each_span_lies_within_its_run_and_has_ended_by_the_alert(events: list[Event]) -> None:
    times: dict[str, list[int]] = {}
    for event in events:
        if "run" in event:
            times.setdefault(event["run"]["runId"], []).append(to_micros(parse_time(event["eventTime"])))
    tasks = [span for span in spans() if span.run_id and span.parent_span_id]
    assert len(tasks) > 40
    for span in tasks:
        began, ended = times[str(UUID(span.run_id))]
        # Events have whole milliseconds.
        assert 0 <= span.start_ns // 1000 - began < 1000
        assert 0 <= (span.start_ns + span.duration_ns) // 1000 - ended < 1000
    assert max(span.start_ns + span.duration_ns for span in spans()) <= to_micros(END) * 1000


def test_every_span_but_the_roots_has_its_parent_and_lies_within_a_task() -> None:
    by_id = {span.span_id: span for span in spans()}
    assert len(by_id) == len(spans())
    steps = [span for span in by_id.values() if span.run_id is None]
    assert len(steps) > 100
    for span in steps:
        task = by_id[str(span.parent_span_id)]
        assert task.start_ns <= span.start_ns
        assert span.start_ns + span.duration_ns <= task.start_ns + task.duration_ns
    assert sum(span.parent_span_id is None for span in by_id.values()) == 2 * len(NIGHTS)


def test_the_three_pipelines_that_failed_have_the_error_on_the_task_and_its_statement() -> None:
    failed = [span for span in spans() if span.status == "error"]
    last = [span for span in failed if from_micros(span.start_ns // 1000).date() == NIGHTS[-1]]
    assert {span.name for span in last if span.run_id} == {
        "revenue_etl_pipeline",
        "customer_ltv_pipeline",
        "campaign_attribution_pipeline",
    }
    assert all("amount_usd" in (span.status_message or "") for span in last)
    assert len(last) == 6


def test_the_demo_serves_its_nights_and_leaves_a_longer_time_as_it_is() -> None:
    served = with_old_traces(Settings(telemetry_days=1)).telemetry_days
    assert datetime.now(UTC).date() - timedelta(days=served) < NIGHTS[0]
    assert with_old_traces(Settings(telemetry_days=3650)).telemetry_days == 3650
