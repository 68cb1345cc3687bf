"""An OpenLineage event as it comes on the wire: decoded, checked for an identity, made an event of the log.

Whoever brings such events (dialects, connectors, commands) reads them here, so all refuse the same ones.
"""

import json
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

import msgspec

from headwater.errors import BadEventError, NotJsonError
from headwater.model.events import Event, EventKind, content_id, event_keys
from headwater.model.ids import run_uuid
from headwater.model.times import parse_time

EARLIEST_YEAR, LATEST_YEAR = 1900, 3000
EVENT_TYPES = frozenset({"START", "RUNNING", "COMPLETE", "ABORT", "FAIL", "OTHER"})
Document = dict[str, Any]

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
            kind=_event_kind(document),
            event_time=moment,
            run_id=run_uuid(document["run"]["runId"]) if _has(document, "run") else None,
            body=body if body is not None else msgspec.json.encode(document).decode(),
            keys=event_keys(document),
        )
    except RecursionError as error:
        raise NotJsonError("nested too deeply") from error
    except UnicodeError as error:
        raise NotJsonError("a character that is half of a pair") from error


def decode(body: bytes | msgspec.Raw) -> tuple[Any, bool]:
    """Any JSON value, and whether it was JSON to the letter.

    NaN and Infinity, which Python producers do write, are read as null.
    """
    try:
        return _decoder.decode(body), True
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return _decode_leniently(bytes(body)), False


def _decode_leniently(body: bytes) -> Any:
    document = _loads(body)
    try:
        # Python reads half a surrogate pair, but can't write it as UTF-8: so writing is tried right away.
        json.dumps(document, ensure_ascii=False).encode()
    except RecursionError as error:
        raise NotJsonError("nested too deeply") from error
    except UnicodeError as error:
        raise NotJsonError("a character that is half of a pair") from error
    return document


def _loads(body: bytes) -> Any:
    try:
        return json.loads(body, parse_constant=lambda _name: None)
    except RecursionError as error:
        raise NotJsonError("nested too deeply") from error
    except UnicodeError as error:
        raise NotJsonError("not valid UTF-8") from error
    except ValueError as error:
        raise NotJsonError(str(error)) from error


def check(document: Any) -> Document:
    """The document, if it has a usable identity; else an error that names the field."""
    if not isinstance(document, dict):
        raise BadEventError("", f"an event is a JSON object, not {_json_type(document)}")
    _text(document, "eventTime", "eventTime")
    for rule in _rules(document):
        rule(document)
    return document


def _rules(document: Document) -> Iterable[Callable[[Document], None]]:
    # The event of a run has a job as well, so what only a run has is looked for first.
    if _has(document, "run"):
        return (_check_run, _check_job, _check_type, _check_datasets)
    if _has(document, "dataset"):
        return (_check_dataset,)
    if _has(document, "job"):
        return (_check_job, _check_datasets)
    raise BadEventError("run", "one of run, job or dataset is required")


def _check_run(document: Document) -> None:
    run = _object(document, "run", "run")
    _text(run, "runId", "run.runId")
    _optional_object(run, "facets", "run.facets")


def _check_job(document: Document) -> None:
    if not _has(document, "job"):
        raise BadEventError("job", "required")
    _identity(_object(document, "job", "job"), "job")


def _check_dataset(document: Document) -> None:
    _identity(_object(document, "dataset", "dataset"), "dataset")


def _check_type(document: Document) -> None:
    event_type = document.get("eventType")
    if event_type is None:
        return
    if not isinstance(event_type, str) or event_type.upper() not in EVENT_TYPES:
        raise BadEventError("eventType", f"must be one of {', '.join(sorted(EVENT_TYPES))}")


def _check_datasets(document: Document) -> None:
    for side, facets in (("inputs", "inputFacets"), ("outputs", "outputFacets")):
        datasets = document.get(side)
        if datasets is None:
            continue
        if not isinstance(datasets, list):
            raise BadEventError(side, f"must be an array, not {_json_type(datasets)}")
        for index, dataset in enumerate(datasets):
            where = f"{side}[{index}]"
            if not isinstance(dataset, dict):
                raise BadEventError(where, f"must be an object, not {_json_type(dataset)}")
            _identity(dataset, where)
            _optional_object(dataset, facets, f"{where}.{facets}")


def _identity(thing: Document, where: str) -> None:
    _text(thing, "namespace", f"{where}.namespace")
    _text(thing, "name", f"{where}.name")
    _optional_object(thing, "facets", f"{where}.facets")


def _text(thing: Document, key: str, where: str) -> str:
    value = thing.get(key)
    if value is None:
        raise BadEventError(where, "required")
    if not isinstance(value, str):
        raise BadEventError(where, f"must be a string, not {_json_type(value)}")
    if not value.strip():
        raise BadEventError(where, "must not be empty")
    # PostgreSQL's text holds every character but this one.
    if "\x00" in value:
        raise BadEventError(where, "must not contain a NUL character")
    return value


def _object(thing: Document, key: str, where: str) -> Document:
    value = thing.get(key)
    if not isinstance(value, dict):
        raise BadEventError(where, f"must be an object, not {_json_type(value)}")
    return value


def _optional_object(thing: Document, key: str, where: str) -> None:
    if thing.get(key) is not None:
        _object(thing, key, where)


def _has(document: Document, key: str) -> bool:
    return document.get(key) is not None


def _event_kind(document: Document) -> EventKind:
    """By structure, never by schemaURL: producers send any URL."""
    if _has(document, "run"):
        return EventKind.RUN
    return EventKind.DATASET if _has(document, "dataset") else EventKind.JOB


def _event_time(document: Document) -> datetime:
    text = document["eventTime"]
    try:
        moment = parse_time(text)
    except ValueError as error:
        raise BadEventError("eventTime", f"`{text[:60]}` is not an RFC 3339 time") from error
    if not EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
        raise BadEventError("eventTime", f"must be in the years {EARLIEST_YEAR} to {LATEST_YEAR}")
    return moment


def _json_type(value: Any) -> str:
    names = {dict: "an object", list: "an array", str: "a string", bool: "a boolean", type(None): "null"}
    return names.get(type(value), "a number")
