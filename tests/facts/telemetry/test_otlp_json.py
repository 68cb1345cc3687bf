"""OTLP's JSON as a message: what one odd value costs."""

import json

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from headwater.errors import BadInputError
from headwater.facts.telemetry import otlp_json
from headwater.facts.telemetry.otlp_json import parse_json
from headwater.model.telemetry import TelemetryKind


def names(body: str) -> list[str]:
    message, unreadable = parse_json(TelemetryKind.TRACES, ExportTraceServiceRequest(), body.encode())
    assert unreadable == {}
    return [span.name for span in message.resource_spans[0].scope_spans[0].spans]


def spans(*texts: str) -> str:
    return json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [{"name": text} for text in texts]}]}]})


def test_half_a_character_does_not_sink_its_request() -> None:
    assert names(spans("load", "cut \ud83d")) == ["load", "cut \ufffd"]


def test_more_values_than_are_read_in_seconds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(otlp_json, "MAX_VALUES", 20)
    assert names(spans("with , and : " * 20)) == ["with , and : " * 20]
    with pytest.raises(BadInputError, match="more than 20 values"):
        names(spans(*"abcdefghijklmnopqrst"))
