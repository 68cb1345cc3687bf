"""What a message of a topic is: an event, a telemetry request, or something that can't be read, with why."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import msgspec

from headwater.errors import BadInputError
from headwater.facts.telemetry import hub, otlp
from headwater.log.kafka.cluster import KafkaTopics
from headwater.log.kafka.event_log import OVER_QUOTA, SENDER
from headwater.log.kafka.telemetry_log import TEAMS
from headwater.model.events import Event, EventKind, content_id
from headwater.model.openlineage import check, decode, to_event
from headwater.model.telemetry import Encoding, TelemetryKind, TelemetryRequest
from headwater.model.times import iso, to_micros

MAX_REASON = 1000


@dataclass(frozen=True, slots=True)
class KafkaMessage:
    topic: str
    partition: int
    offset: int
    at: datetime
    value: bytes | None
    key: bytes | None = None
    headers: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def is_checked(self) -> bool:
        """Whether our own server sent it: then it was redacted and counted before."""
        name, value = SENDER
        return self.headers.get(name) == value


@dataclass(frozen=True, slots=True)
class UnreadableMessage:
    message: KafkaMessage
    error: str
    kind: str
    """The class of the error, as Atlas names it."""

    def record(self, now: datetime) -> bytes:
        """For the topic of errors, in Atlas's shape."""
        about = {"errorMessage": self.error, "errorType": self.kind, "failedAt": iso(now)}
        return msgspec.json.encode(about | document_of(self.message))

    def event(self) -> Event:
        """As the log keeps it: it waits in quarantine, and is read again by every replay and rebuild."""
        document = document_of(self.message) | {"errorMessage": self.error}
        return Event(
            content_id(document),
            EventKind.KAFKA_RECORD,
            self.message.at,
            None,
            msgspec.json.encode(document).decode(),
        )


ReadMessage = Event | TelemetryRequest | UnreadableMessage


def read_message(message: KafkaMessage, topics: KafkaTopics) -> ReadMessage:
    """Never an exception: whatever a producer writes, what stands behind it is read."""
    is_telemetry = message.topic in (topics.spans, topics.metrics)
    try:
        return _telemetry(message, topics) if is_telemetry else _event(message)
    except BadInputError as error:
        return UnreadableMessage(message, str(error)[:MAX_REASON], type(error).__name__)
    except Exception as error:
        return UnreadableMessage(message, f"{type(error).__name__}: {error}"[:MAX_REASON], "Unexpected")


def _event(message: KafkaMessage) -> Event:
    if message.value is None:
        raise BadInputError("value", "is empty")
    document, exact = decode(message.value)
    inner = unwrapped(document)
    # What only a lenient reader could make sense of, or stood in an envelope, is written anew.
    text = message.value.decode() if exact and inner is document else None
    event = to_event(check(inner), text)
    return replace(event, over_quota=message.headers.get(OVER_QUOTA) == b"true")


def unwrapped(document: Any) -> Any:
    """An event, bare or in Atlas's envelope of `metadata` and `payload`, an object or JSON text."""
    if not isinstance(document, dict) or "payload" not in document or "eventTime" in document:
        return document
    payload = document["payload"]
    return decode(payload.encode())[0] if isinstance(payload, str) else payload


def _telemetry(message: KafkaMessage, topics: KafkaTopics) -> TelemetryRequest:
    if message.value is None:
        raise BadInputError("value", "is empty")
    kind = _telemetry_kind(message, topics)
    encoding = _encoding(message)
    received = to_micros(message.at) * 1000
    if kind == TelemetryKind.HUB:
        hub.read(message.value, received, None)
    else:
        otlp.check(kind, encoding, message.value, received)
    team = message.headers.get("namespace", b"").decode("utf-8", "replace") or None
    request = TelemetryRequest(kind, encoding, message.value, message.at, team)
    if not message.is_checked:
        return request
    teams = message.headers.get(TEAMS, b"").decode("utf-8", "replace")
    marked = message.headers.get(OVER_QUOTA) == b"true"
    return replace(request, teams=tuple(teams.split(",")) if teams else (), over_quota=marked)


def _telemetry_kind(message: KafkaMessage, topics: KafkaTopics) -> TelemetryKind:
    named = message.headers.get("kind", b"").decode("utf-8", "replace")
    if named in set(TelemetryKind):
        return TelemetryKind(named)
    return TelemetryKind.TRACES if message.topic == topics.spans else TelemetryKind.METRICS


def _encoding(message: KafkaMessage) -> Encoding:
    """As a header says; collectors set none, and a request in protobuf never begins with a brace."""
    named = message.headers.get("encoding", b"").decode("utf-8", "replace")
    if named in set(Encoding):
        return Encoding(named)
    return Encoding.JSON if (message.value or b"").startswith(b"{") else Encoding.PROTOBUF


def document_of(message: KafkaMessage) -> dict[str, Any]:
    """The message as Atlas's records of errors show it; bytes that are no text in base64."""
    return {
        "topic": message.topic,
        "partition": message.partition,
        "offset": message.offset,
        "timestamp": iso(message.at),
        "key": _text(message.key)[0],
        **_value(message),
    }


def _value(message: KafkaMessage) -> dict[str, Any]:
    text, encoding = _text(message.value)
    return {"value": text} if encoding is None else {"value": text, "valueEncoding": encoding}


def _text(data: bytes | None) -> tuple[str | None, str | None]:
    if data is None:
        return None, None
    try:
        return data.decode(), None
    except UnicodeDecodeError:
        return base64.b64encode(data).decode(), "base64"
