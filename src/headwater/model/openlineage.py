"""An OpenLineage event as it comes on the wire: decoded, checked for an identity, made an event of the log.

Whoever brings such events (dialects, connectors, commands) reads them here, so all refuse the same ones: what
is no JSON, has no time, or names nothing. Any other part that can't be used is set aside when the event is
read (`facts/openlineage`), so that it costs no more than itself.
"""

import json
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from headwater.errors import BadEventError, NotJsonError
from headwater.model.events import Event, EventKind, content_id, document_kind, event_keys
from headwater.model.ids import json_type, name_problem, run_uuid
from headwater.model.json_elements import integer_or_text, number_or_text
from headwater.model.times import parse_time

EARLIEST_YEAR, LATEST_YEAR = 1900, 3000
Document = dict[str, Any]

NAMED = ("namespace", "name")
# What can name each kind of event: one of them has to be usable.
IDENTITIES: dict[EventKind, tuple[tuple[str, tuple[str, ...]], ...]] = {
    EventKind.RUN: (("run", ("runId",)), ("job", NAMED)),
    EventKind.JOB: (("job", NAMED),),
    EventKind.DATASET: (("dataset", NAMED),),
}

_decoder = msgspec.json.Decoder()


def read_event(body: bytes | msgspec.Raw) -> Event:
    """One event from its bytes."""
    raw = bytes(body)
    document, exact = decode(raw)
    # What only the lenient reader could make sense of is kept as JSON that every reader understands.
    return to_event(check(document), raw.decode() if exact else None)


def to_event(document: Document, body: str | None = None) -> Event:
    """An event of the log from a document that passed `check`; `body` is its text, if it came as text."""
    moment = _event_time(document)
    try:
        return Event(
            event_id=content_id(document),
            kind=document_kind(document) or EventKind.RUN,
            event_time=moment,
            run_id=_run_id(document),
            body=body if body is not None else msgspec.json.encode(document).decode(),
            keys=event_keys(document),
        )
    except RecursionError as error:
        raise NotJsonError("nested too deeply") from error
    except UnicodeError as error:
        raise NotJsonError("a character that is half of a pair") from error


def decode(body: bytes | msgspec.Raw) -> tuple[Any, bool]:
    """Any JSON value, and whether it was JSON to the letter.

    NaN and Infinity, which Python producers do write, are read as null. A number too large for a double is
    given as `Raw`.
    """
    try:
        return _decoder.decode(body), True
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return _decode_leniently(bytes(body))


def _decode_leniently(body: bytes) -> tuple[Any, bool]:
    constants: list[str] = []
    try:
        document = json.loads(
            body, parse_constant=constants.append, parse_float=number_or_text, parse_int=integer_or_text
        )
        # Python reads half a surrogate pair, but can't write it as UTF-8: so writing is tried right away.
        msgspec.json.encode(document)
    except RecursionError as error:
        raise NotJsonError("nested too deeply") from error
    except UnicodeEncodeError as error:
        raise NotJsonError("a character that is half of a pair") from error
    except UnicodeError as error:
        raise NotJsonError("not valid UTF-8") from error
    except ValueError as error:
        raise NotJsonError(str(error)) from error
    return document, not constants and json.detect_encoding(body) == "utf-8"


def check(document: Any) -> Document:
    """The document, if it has a usable identity; else an error that names the field."""
    if not isinstance(document, dict):
        raise BadEventError("", f"an event is a JSON object, not {json_type(document)}")
    reason = name_problem(document.get("eventTime"))
    if reason is not None:
        raise BadEventError("eventTime", reason)
    kind = document_kind(document)
    if kind is None:
        raise BadEventError("run", "one of run, job or dataset is required")
    problems = [_identity_problem(document, part, keys) for part, keys in IDENTITIES[kind]]
    first = problems[0]
    if first is not None and all(problems):
        raise first
    return document


def _identity_problem(document: Document, part: str, keys: tuple[str, ...]) -> BadEventError | None:
    thing = document.get(part)
    if not isinstance(thing, dict):
        return BadEventError(
            part, "required" if thing is None else f"must be an object, not {json_type(thing)}"
        )
    for key in keys:
        reason = name_problem(thing.get(key))
        if reason is not None:
            return BadEventError(f"{part}.{key}", reason)
    return None


def _run_id(document: Document) -> UUID | None:
    if _identity_problem(document, "run", ("runId",)) is not None:
        return None
    return run_uuid(document["run"]["runId"])


def _event_time(document: Document) -> datetime:
    text = document["eventTime"]
    try:
        moment = parse_time(text)
    except ValueError as error:
        raise BadEventError("eventTime", f"`{text[:60]}` is not an RFC 3339 time") from error
    if not EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
        raise BadEventError("eventTime", f"must be in the years {EARLIEST_YEAR} to {LATEST_YEAR}")
    return moment
