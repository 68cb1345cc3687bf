"""What is stored of an OTLP request: all of it as it came, unless a team or a rule forbids some."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from headwater.access.callers import ANYONE, Caller, current_caller
from headwater.access.redaction import Redactor
from headwater.dialects.otlp.translate import Received, to_domain
from headwater.errors import NotYourTeamError, QuotaSpentError
from headwater.facts.telemetry import otlp
from headwater.model.telemetry import Encoding, TelemetryKind
from headwater.model.times import from_micros
from headwater.questions.operations.event_redaction import EventRedaction
from headwater.questions.operations.telemetry_ingest import TelemetryIngest
from headwater.questions.teams.telemetry_admission import TelemetryAdmission
from tests.facts.telemetry.requests import AT, SECOND, counter, span, traces
from tests.questions.teams.test_admission import team

PROTOBUF = "application/x-protobuf"
OF_SALES, OF_OPS = {"service.namespace": "sales"}, {"headwater.team": "ops"}


class NoLog:
    async def append(self, events: list[Any]) -> Any:
        raise AssertionError("nothing is stored here")


def ingest(redaction: EventRedaction | None = None, **of_sales: Any) -> TelemetryIngest:
    admission = TelemetryAdmission()
    admission.know([team(**of_sales), team("ops")], {"sales": 10})
    return TelemetryIngest(NoLog(), lambda: from_micros(AT // 1000), admission, redaction)


def received(body: bytes, asked: TelemetryIngest, kind: TelemetryKind = TelemetryKind.TRACES) -> Received:
    return to_domain(kind, PROTOBUF, body, asked)


@contextmanager
def bound_to(*teams: str) -> Iterator[None]:
    before = current_caller.set(Caller("key", ANYONE.scopes, "k", frozenset(teams)))
    yield
    current_caller.reset(before)


def both(*, spans: int = 2) -> bytes:
    """A request of two teams."""
    found = [
        traces(*(span(n + 1) for n in range(spans)), resource=OF_SALES),
        traces(span(9), resource=OF_OPS),
    ]
    return b"".join(found)


def test_items_are_counted_by_the_team_of_their_resource() -> None:
    found = received(both() + traces(span(20), resource={"service.namespace": "unheard-of"}), ingest())
    assert found.items == {"sales": 2, "ops": 1, "default": 1}
    assert found.request is not None
    assert found.request.body.startswith(both())


def test_a_team_beyond_its_quota_is_refused_and_the_others_are_taken() -> None:
    found = received(both(), ingest(daily_item_quota=10, over_quota="refuse"))
    assert (found.items, found.rejected) == ({"ops": 1}, 2)
    assert found.message == "2 of the team `sales`, which has sent its quota of this day"
    assert found.request is not None
    kept = otlp.read("traces", found.request.encoding, found.request.body, AT + SECOND, None)
    assert [(one.team, one.span_id) for one in kept.spans] == [("ops", f"{9:016x}")]


def test_a_request_of_such_a_team_alone_is_refused_for_good() -> None:
    with pytest.raises(QuotaSpentError):
        received(traces(span(), resource=OF_SALES), ingest(daily_item_quota=10, over_quota="refuse"))


def test_a_key_of_a_team_may_name_no_other_and_need_not_name_its_own() -> None:
    with bound_to("sales"):
        found = received(traces(span()), ingest())
        assert found.request is not None
        assert (found.request.team, found.items) == ("sales", {"sales": 1})
        for foreign in (
            traces(span(), resource=OF_OPS),
            traces(span(attributes=OF_OPS), resource=OF_SALES),
        ):
            with pytest.raises(NotYourTeamError):
                received(foreign, ingest())
    with bound_to("sales", "ops"), pytest.raises(NotYourTeamError):
        received(traces(span()), ingest())


SECRET = "postgresql://me:hunter2@db/shop"


def _with_secrets() -> dict[TelemetryKind, bytes]:
    sent = ExportTraceServiceRequest.FromString(traces(span(attributes={"url": SECRET}, name=SECRET)))
    held = sent.resource_spans[0].scope_spans[0].spans[0]
    held.status.message = SECRET
    held.events.add(name=SECRET).attributes.add(key="db_password").value.string_value = "hunter2"
    held.links.add(trace_id=b"1" * 16, span_id=b"2" * 8).attributes.add(key="url").value.string_value = SECRET
    nested = held.attributes.add(key="settings").value.kvlist_value.values.add(key="token")
    nested.value.string_value = "hunter2"
    held.attributes.add(key="urls").value.array_value.values.add(string_value=SECRET)
    metrics = ExportMetricsServiceRequest.FromString(counter((0, 1.0)))
    metric = metrics.resource_metrics[0].scope_metrics[0].metrics[0]
    metric.description = SECRET
    metric.sum.data_points[0].attributes.add(key="api_key").value.string_value = "hunter2"
    logs = ExportLogsServiceRequest()
    resource = logs.resource_logs.add()
    resource.resource.attributes.add(key="url").value.string_value = SECRET
    record = resource.scope_logs.add().log_records.add(time_unix_nano=AT)
    record.body.string_value = f"connecting to {SECRET}"
    return {
        TelemetryKind.TRACES: sent.SerializeToString(),
        TelemetryKind.METRICS: metrics.SerializeToString(),
        TelemetryKind.LOGS: logs.SerializeToString(),
    }


@pytest.mark.parametrize(("kind", "cuts"), [("traces", 8), ("metrics", 2), ("logs", 2)])
def test_secrets_are_cut_wherever_a_request_has_texts(kind: str, cuts: int) -> None:
    body = _with_secrets()[TelemetryKind(kind)]
    redaction = EventRedaction(Redactor())
    found = received(body, ingest(redaction), TelemetryKind(kind))
    assert found.request is not None
    assert b"hunter2" in body
    assert b"hunter2" not in found.request.body
    assert found.request.body.count(b"[redacted]") == cuts


def test_a_request_without_secrets_is_kept_as_it_came() -> None:
    body = traces(span(attributes={"http.route": "/orders", "key": "order_id"}))
    found = received(body, ingest(EventRedaction(Redactor())))
    assert found.request is not None
    assert found.request.body == body


def test_json_with_a_secret_is_kept_as_protobuf_without_it() -> None:
    attribute = {"key": "password", "value": {"stringValue": "hunter2"}}
    one = {"traceId": "01" * 16, "spanId": "02" * 8, "name": "a", "attributes": [attribute]}
    one |= {"startTimeUnixNano": str(AT), "endTimeUnixNano": str(AT + 1)}
    body = json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [one]}]}]}).encode()
    found = to_domain(TelemetryKind.TRACES, "application/json", body, ingest(EventRedaction(Redactor())))
    assert found.request is not None
    assert (found.request.encoding, b"hunter2" in found.request.body) == (Encoding.PROTOBUF, False)
