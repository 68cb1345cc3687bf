"""From OpenLineage's words to the event that the log keeps, and from results to the batch reply."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from headwater.dialects.openlineage import wire
from headwater.errors import BadEventError, BadInputError, NotJsonError
from headwater.model.events import Event, EventKind, content_id
from headwater.model.ids import run_uuid
from headwater.model.times import parse_time

EARLIEST_YEAR, LATEST_YEAR = 1900, 3000


@dataclass(frozen=True, slots=True)
class Refusal:
    """An event of a batch that can't be taken, by its place in the batch."""

    index: int
    reason: str


def to_domain(body: bytes | msgspec.Raw) -> Event:
    """One event as it came on the wire."""
    raw = bytes(body)
    document, exact = wire.decode(raw)
    # What only the lenient reader could make sense of is kept as JSON that every reader understands.
    return from_document(wire.check(document), raw.decode() if exact else None)


def from_document(document: dict[str, Any], body: str | None = None) -> Event:
    """An event that a dialect has built or completed; checked like any other."""
    moment = _event_time(document)
    try:
        return Event(
            event_id=content_id(document),
            kind=_kind(document),
            event_time=moment,
            run_id=run_uuid(document["run"]["runId"]) if _has(document, "run") else None,
            body=body if body is not None else msgspec.json.encode(document).decode(),
        )
    except RecursionError as error:
        raise NotJsonError("nested too deeply") from error
    except UnicodeError as error:
        raise NotJsonError("a character that is half of a pair") from error


def split_batch(parts: list[bytes | msgspec.Raw]) -> tuple[list[Event], list[Refusal]]:
    """Decode one event at a time: far cheaper than one large object, and each may fail alone."""
    events: list[Event] = []
    refusals: list[Refusal] = []
    for index, part in enumerate(parts):
        try:
            events.append(to_domain(part))
        except BadInputError as error:
            refusals.append(Refusal(index, str(error)))
    return events, refusals


def batch_reply(received: int, refusals: list[Refusal], position: int | None) -> dict[str, Any]:
    """The specification's answer to a batch; what can't be read now can't be read on a retry either."""
    return {
        "status": "partial_success" if refusals else "success",
        "summary": {
            "received": received,
            "successful": received - len(refusals),
            "failed": len(refusals),
            "retriable": 0,
            "non_retriable": len(refusals),
        },
        "failed_events": [
            {"index": refusal.index, "reason": refusal.reason, "retriable": False} for refusal in refusals
        ],
        "position": position,
    }


def _kind(document: dict[str, Any]) -> EventKind:
    """By structure, never by schemaURL: producers send any URL."""
    if _has(document, "run"):
        return EventKind.RUN
    return EventKind.DATASET if _has(document, "dataset") else EventKind.JOB


def _has(document: dict[str, Any], key: str) -> bool:
    return document.get(key) is not None


def _event_time(document: dict[str, Any]) -> datetime:
    text = document["eventTime"]
    try:
        moment = parse_time(text)
    except ValueError as error:
        raise BadEventError("eventTime", f"`{text[:60]}` is not an RFC 3339 time") from error
    if not EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
        raise BadEventError("eventTime", f"must be in the years {EARLIEST_YEAR} to {LATEST_YEAR}")
    return moment
