"""A call as a value: what to send, and what the answer is; sending it is the clients' part."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Generic, TypeVar
from urllib.parse import quote

import msgspec

from headwater.answers.base import Answer
from headwater.answers.operations import PipelineStatus

T = TypeVar("T")
Moment = datetime | str
"""A time as RFC 3339 text, or a datetime with a time zone."""
JSON, NDJSON = "application/json", "application/x-ndjson"
PREFIX = "/api/v1"
LINEAGE, QUERIES = "/lineage/batch", "/queries"
SIGNALS, ASSERTIONS = "/signals", "/assertions"


@dataclass(frozen=True, slots=True)
class WireName:
    """What a parameter is called on the wire, where Python does not allow the name."""

    name: str


class Column(msgspec.Struct, frozen=True, omit_defaults=True):
    """A column to register or to propose; what is left out is not sent."""

    name: str
    type: str | None = None
    description: str | None = None
    is_pii: bool | None = None
    classification: str | None = None
    nullable: bool | None = None


Columns = Sequence[Column | Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Request(Generic[T]):
    """`reads` waits for our own writes; `lists` are the parts of an answer that go on with the next page."""

    method: str
    path: str
    answer: type[T]
    parameters: Mapping[str, str | int] = field(default_factory=dict)
    body: bytes | None = None
    content_type: str = JSON
    reads: bool = True
    lists: tuple[str, ...] = ()
    # Seconds for this request alone; None leaves it to the client's own.
    patience: float | None = None

    def with_parameter(self, name: str, value: str | int) -> "Request[T]":
        return replace(self, parameters={**self.parameters, name: value})

    def as_json(self) -> "Request[dict[str, Any]]":
        """The same question, answered with the JSON as it comes."""
        return replace(self, answer=dict)  # type: ignore[return-value, arg-type]


def build(
    method: str,
    path: str,
    answer: type[T],
    given: Mapping[str, Any],
    *,
    keys: Mapping[str, str] | None = None,
    body: bool = False,
    writes: bool = False,
    lists: tuple[str, ...] = (),
) -> Request[T]:
    """What was given is sent; what was left out is for the server to decide."""
    values = {(keys or {}).get(name, name): value for name, value in given.items() if value is not None}
    # Slashes stay: names contain them, and the routes take the rest of the path as the name.
    in_path = {name: quote(str(value), safe="/:@") for name, value in values.items() if f"{{{name}}}" in path}
    rest = {name: value for name, value in values.items() if name not in in_path}
    return Request(
        method,
        PREFIX + path.format(**in_path),
        answer,
        {} if body else {name: _parameter(value) for name, value in rest.items()},
        msgspec.json.encode(rest) if body else None,
        reads=not writes,
        lists=lists,
    )


def _parameter(value: Any) -> str | int:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat()
    return value if isinstance(value, int) else str(value)


class SentSummary(Answer, frozen=True):
    """How many events of a batch were taken; duplicates are among the successful ones.

    Of events that go through Kafka the number of duplicates is not known yet, and null.
    """

    received: int
    successful: int
    duplicates: int | None
    failed: int


class UnsentEvent(Answer, frozen=True):
    """An event that was not taken, by its place in the batch."""

    index: int
    reason: str
    retriable: bool


class SentEvents(Answer, frozen=True):
    """What became of a batch of events; `position` is null when none was taken.

    It is null too of events that go through Kafka, which are visible once `wait_for_event_ids` are.
    """

    summary: SentSummary
    failed_events: tuple[UnsentEvent, ...]
    position: int | None
    wait_for_event_ids: tuple[str, ...]


def send_events(events: Iterable[Mapping[str, Any]]) -> Request[SentEvents]:
    """Send OpenLineage events in one batch; those that can't be used come back in `failed_events`."""
    return send_lines(_lines(events))


def send_lines(lines: bytes, path: str = LINEAGE) -> Request[SentEvents]:
    """Send documents that are NDJSON already: OpenLineage events, unless the path says otherwise."""
    return Request("POST", PREFIX + path, SentEvents, body=lines, content_type=NDJSON, reads=False)


def send_queries(queries: Iterable[Mapping[str, Any]]) -> Request[SentEvents]:
    """Send queries of a log in one batch; those that can't be used come back in `failed_events`."""
    return send_lines(_lines(queries), QUERIES)


def send_signals(signals: Iterable[Mapping[str, Any]]) -> Request[SentEvents]:
    """Send what people and pagers say in one batch; those that can't be used come back in `failed_events`."""
    return send_lines(_lines(signals), SIGNALS)


def send_assertions(assertions: Iterable[Mapping[str, Any]]) -> Request[SentEvents]:
    """Send results of tests in one batch; those that can't be used come back in `failed_events`."""
    return send_lines(_lines(assertions), ASSERTIONS)


def _lines(documents: Iterable[Mapping[str, Any]]) -> bytes:
    return b"\n".join(msgspec.json.encode(document) for document in documents)


def wait_visible(position: int, seconds: float = 30.0) -> Request[PipelineStatus]:
    """Wait until everything up to this log position can be read."""
    # Marked as no read below, so that the client does not put its own position in place of this one.
    asked = {"min_position": position}
    return Request("GET", f"{PREFIX}/pipeline", PipelineStatus, asked, reads=False, patience=seconds)


def wait_visible_events(event_ids: Sequence[str], seconds: float = 60.0) -> Request[PipelineStatus]:
    """Wait until these events can be read, which came by way of Kafka."""
    asked = {"min_event_id": ",".join(event_ids)}
    return Request("GET", f"{PREFIX}/pipeline", PipelineStatus, asked, reads=False, patience=seconds)
