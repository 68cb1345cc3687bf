"""What people, pagers and tests say of an entity, as it is sent: checked, and made an event of the log."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from headwater.errors import BadAssertionError, BadSignalError, NotJsonError
from headwater.model.document_fields import Refusal, check_text, given_fields, read_moment
from headwater.model.events import Event, EventKind, content_id
from headwater.model.ids import NodeKind, name_problem

MAX_TEXT = 10_000
# What an index may hold as it came.
MAX_WORD = 500
MAX_NAME = 2_000
SEVERITIES = ("info", "warning", "error", "critical")
SCHEMES = ("http://", "https://")


class ReportedEntity(NamedTuple):
    """A dataset, job or column by its full name."""

    kind: str
    namespace: str
    name: str
    field: str | None = None


class ReportKind(NamedTuple):
    """One kind of document: its required and other texts, each with its greatest length."""

    event: EventKind
    refusal: Refusal
    required: Mapping[str, int]
    texts: Mapping[str, int]
    others: tuple[str, ...] = ()

    @property
    def fields(self) -> tuple[str, ...]:
        return ("entity", *self.required, *self.texts, *self.others)


SIGNAL = ReportKind(
    EventKind.SIGNAL,
    BadSignalError,
    {"time": MAX_WORD, "text": MAX_TEXT},
    {"source": MAX_WORD, "author": MAX_WORD, "severity": MAX_WORD, "link": MAX_NAME},
)
ASSERTION = ReportKind(
    EventKind.ASSERTION,
    BadAssertionError,
    {"time": MAX_WORD, "name": MAX_NAME},
    {"column": MAX_NAME, "message": MAX_TEXT},
    ("success", "actual", "expected"),
)


def check(document: Any, kind: ReportKind) -> dict[str, Any]:
    """The document without what is null, if every field can be used; else an error that names the field."""
    given = given_fields(document, kind.fields, kind.refusal)
    _check_entity(given.get("entity"), kind.refusal)
    for name, most in kind.required.items():
        check_text(given, name, most, kind.refusal, required=True)
    for name, most in kind.texts.items():
        check_text(given, name, most, kind.refusal)
    read_moment(given["time"], kind.refusal)
    if kind is SIGNAL:
        _check_signal(given)
    else:
        _check_result(given)
    return given


def to_event(given: Mapping[str, Any], entity: ReportedEntity, kind: ReportKind) -> Event:
    """An event from a document that passed `check`, about the entity that its name stands for."""
    column = given.get("column") or entity.field
    document = {
        **given,
        "entity": {"kind": entity.kind, "namespace": entity.namespace, "name": entity.name},
        **({"column": column} if column else {}),
    }
    try:
        body = msgspec.json.encode(document).decode()
        identity = content_id({"report": str(kind.event), **document})
    except UnicodeError as error:
        raise NotJsonError("a character that is half of a pair") from error
    return Event(identity, kind.event, read_moment(given["time"], kind.refusal), None, body)


def whole_entity(value: Any) -> ReportedEntity | None:
    """An entity that is given in parts, so that it need not be looked up; None if it is a name."""
    if not isinstance(value, dict):
        return None
    kind, field = value.get("kind") or NodeKind.DATASET, value.get("field")
    return ReportedEntity(kind, value["namespace"], value["name"], field or None)


def _check_entity(value: Any, refusal: Refusal) -> None:
    if not isinstance(value, dict):
        check_text({"entity": value}, "entity", MAX_NAME, refusal, required=True)
        return
    for part in value:
        if part not in ReportedEntity._fields:
            raise refusal(f"entity.{part[:60]}", f"unknown; it has {', '.join(ReportedEntity._fields)}")
    for part in ("namespace", "name"):
        reason = name_problem(value.get(part))
        if reason:
            raise refusal(f"entity.{part}", reason)
        check_text({f"entity.{part}": value[part]}, f"entity.{part}", MAX_NAME, refusal)
    check_text({"entity.field": value.get("field")}, "entity.field", MAX_NAME, refusal)
    if value.get("kind") not in (None, NodeKind.DATASET, NodeKind.JOB):
        raise refusal("entity.kind", "must be `dataset` or `job`")


def _check_signal(given: dict[str, Any]) -> None:
    severity = given.get("severity")
    if severity is not None:
        if severity.lower() not in SEVERITIES:
            raise BadSignalError("severity", f"must be one of {', '.join(SEVERITIES)}")
        given["severity"] = severity.lower()
    # A page shows it as a link: other schemes can run code there.
    if given.get("link") and not given["link"].lower().startswith(SCHEMES):
        raise BadSignalError("link", "must begin with http:// or https://")


def _check_result(given: dict[str, Any]) -> None:
    if not isinstance(given.get("success"), bool):
        raise BadAssertionError("success", "must be true or false" if "success" in given else "required")
    for name in ("actual", "expected"):
        value = given.get(name)
        if isinstance(value, dict | list | msgspec.Raw):
            raise BadAssertionError(name, "must be a string, a number or a boolean")
        if isinstance(value, str):
            check_text(given, name, MAX_TEXT, BadAssertionError)
