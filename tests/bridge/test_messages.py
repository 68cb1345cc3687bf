"""What a message of a topic is: bare events, Atlas's envelope, telemetry, and what can't be read."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from headwater.bridge.messages import KafkaMessage, UnreadableMessage, read_message
from headwater.facts.readers import read_event
from headwater.log.kafka.cluster import KafkaTopics
from headwater.model.events import Event, LogEntry
from headwater.model.telemetry import Encoding, TelemetryKind, TelemetryRequest
from headwater.model.times import to_micros
from tests.builders import run_event
from tests.facts.telemetry.requests import counter, span, traces

TOPICS = KafkaTopics("lineage", "spans", "metrics", ("openlineage-topic",))
AT = datetime(2026, 4, 20, 2, 0, 30, tzinfo=UTC)
EVENT = run_event("r1", "COMPLETE", "09:00", outputs=("orders",))


def message(value: Any, topic: str = "lineage", **headers: bytes) -> KafkaMessage:
    body = value if isinstance(value, bytes | None) else msgspec.json.encode(value)
    return KafkaMessage(topic, 2, 7, AT, body, b"k", headers)


def event_of(value: Any, **headers: bytes) -> Event:
    read = read_message(message(value, "lineage", **headers), TOPICS)
    assert isinstance(read, Event), read
    return read


def test_a_bare_event_is_kept_to_the_letter() -> None:
    text = msgspec.json.encode(EVENT).replace(b":", b" : ", 1)
    assert event_of(text).body == text.decode()


@pytest.mark.parametrize("payload", [EVENT, msgspec.json.encode(EVENT).decode()], ids=["object", "text"])
def test_an_event_in_an_envelope_is_the_same_event(payload: Any) -> None:
    wrapped = event_of({"metadata": {"source": "x"}, "payload": payload})
    assert wrapped.event_id == event_of(EVENT).event_id


def test_job_and_producer_may_be_missing_as_in_atlas() -> None:
    bare = {"eventTime": EVENT["eventTime"], "eventType": "START", "run": EVENT["run"]}
    assert event_of(bare).run_id == event_of(EVENT).run_id


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "value: is empty"),
        (b"", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"[1, 2]", "an event is a JSON object"),
        ({"run": {"runId": "x"}}, "eventTime"),
        ({"metadata": {}, "payload": 7}, "an event is a JSON object"),
        ({"metadata": {}, "payload": "{"}, "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_what_can_not_be_read_says_why(value: Any, reason: str) -> None:
    read = read_message(message(value), TOPICS)
    assert isinstance(read, UnreadableMessage)
    assert reason in read.error


def test_a_record_of_an_error_has_the_shape_of_atlas() -> None:
    read = read_message(message(b"\xff"), TOPICS)
    assert isinstance(read, UnreadableMessage)
    record = msgspec.json.decode(read.record(AT))
    assert record.pop("errorMessage").startswith("the body is not JSON")
    assert record == {
        "errorType": "NotJsonError",
        "failedAt": "2026-04-20T02:00:30.000Z",
        "topic": "lineage",
        "partition": 2,
        "offset": 7,
        "timestamp": "2026-04-20T02:00:30.000Z",
        "key": "k",
        "value": "/w==",
        "valueEncoding": "base64",
    }


def entry(event: Event) -> LogEntry:
    return LogEntry(5, event.event_id.hex, to_micros(event.event_time), str(event.kind), event.body)


def test_what_could_not_be_read_waits_in_quarantine_with_its_place() -> None:
    read = read_message(message(b"nonsense"), TOPICS)
    assert isinstance(read, UnreadableMessage)
    [fact] = read_event(entry(read.event()))
    assert fact.kind == "quarantine"
    assert "lineage, partition 2, offset 7" in str(fact.value)


def test_what_can_be_read_by_later_rules_is_read_by_a_replay() -> None:
    refused = UnreadableMessage(message(EVENT), "some rule of the past", "BadEventError")
    kinds = {fact.kind for fact in read_event(entry(refused.event()))}
    assert kinds == {fact.kind for fact in read_event(entry(event_of(EVENT)))}


def test_spans_and_metrics_of_a_collector_are_requests() -> None:
    found = [
        read_message(message(traces(span(1)), "spans"), TOPICS),
        read_message(message(counter((0, 1.0)), "metrics", namespace=b"sales"), TOPICS),
        read_message(message({"resourceSpans": []}, "spans"), TOPICS),
    ]
    kinds = [(one.kind, one.encoding, one.team) for one in found if isinstance(one, TelemetryRequest)]
    assert kinds == [
        (TelemetryKind.TRACES, Encoding.PROTOBUF, None),
        (TelemetryKind.METRICS, Encoding.PROTOBUF, "sales"),
        (TelemetryKind.TRACES, Encoding.JSON, None),
    ]


def test_telemetry_that_is_none_is_set_aside_like_an_event() -> None:
    assert isinstance(read_message(message(b"\x0a\xff\xff", "spans"), TOPICS), UnreadableMessage)


def test_only_our_own_server_says_that_an_event_was_checked() -> None:
    assert message(EVENT, sender=b"headwater").is_checked
    assert not message(EVENT).is_checked
