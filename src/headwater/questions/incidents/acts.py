"""What people do about an incident. Each act is a row of its history, and an event of the log.

An act that would change nothing is a conflict: whoever clicks second learns who was first.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Annotated, Any

import msgspec
from psycopg.types.json import Jsonb
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from headwater.answers.incidents import IncidentSummary
from headwater.answers.investigation import RecordedChange
from headwater.errors import BadParameterError, ConflictError
from headwater.model.incidents import MAX_NAME, MAX_TEXT
from headwater.model.nearest import nearest_names
from headwater.questions import resolve
from headwater.questions.incidents.explanation import KeptExplanation, read_explanation
from headwater.questions.incidents.incidents import IncidentId, found_incident
from headwater.questions.parameters import Moment, storable
from headwater.questions.reading import Writing
from headwater.questions.record import record
from headwater.questions.registry import write
from headwater.store.queries.incidents import activity, incidents
from headwater.store.queries.incidents.incidents import IncidentRow

LONGEST_MUTE = timedelta(days=366)
CORRECTED = "corrected by hand"


def _said(value: str) -> str:
    if not value.strip():
        raise ValueError("must not be blank")
    return storable(value)


By = Annotated[str, AfterValidator(_said), Field(min_length=1, max_length=MAX_NAME)]
Actor = Annotated[
    By | None,
    Field(
        description="Who does it. Required where no key is asked for. With a key or a session it is its"
        " holder, whatever stands here."
    ),
]
Text = Annotated[str, AfterValidator(storable), Field(max_length=MAX_TEXT)]
Words = Annotated[str, AfterValidator(_said), Field(min_length=1, max_length=MAX_TEXT)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class IncidentAct(_Body):
    """Who does it, and why."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"by": "tom.ops", "text": "on it"}]})

    by: Actor = None
    text: Text = ""
    """Shown in the history."""


class IncidentNote(_Body):
    """A note for whoever reads this later."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"by": "tom.ops", "text": "Alex restores the column at nine."}]}
    )

    by: Actor = None
    text: Words


class IncidentAssignment(_Body):
    """Who is to work on it; null takes it from whoever had it."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"by": "tom.ops", "to": "sam.lead", "text": ""}]}
    )

    by: Actor = None
    to: By | None
    text: Text = ""


class IncidentMute(_Body):
    """Tell nobody of its changes for a while."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"by": "tom.ops", "until": "2026-04-20T09:00:00Z", "text": ""}]}
    )

    by: Actor = None
    until: Moment | None = None
    """At most a year from now. Default until somebody ends it. A time that has passed ends it."""
    text: Text = ""


class CauseCorrection(_Body):
    """The right cause: one of the alternatives, or something that is not among them."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "by": "sam.lead",
                    "asset": "shopflow.sales.orders",
                    "says": "the loader skipped a partition",
                    "why": "the file of 19 April came twice",
                }
            ]
        }
    )

    by: Actor = None
    why: Words
    change: Annotated[str, AfterValidator(storable), Field(max_length=1000)] | None = None
    """The `id` of the change of an alternative."""
    asset: Annotated[str, AfterValidator(storable), Field(min_length=1, max_length=2000)] | None = None
    """Where it happened, if it is none of the alternatives."""
    says: Text | None = None
    """What happened there. Required with `asset`."""
    at: Moment | None = None
    """When it happened. Default when the incident was opened."""


Change = Callable[[IncidentRow], dict[str, object]]


def _act(
    writing: Writing,
    number: int,
    kind: str,
    by: str,
    text: str,
    change: Change,
    details: dict[str, Any] | None = None,
) -> IncidentSummary:
    """One transaction: the row as it is left, its history, and both as an event of the log."""
    now, connection = writing.clock(), writing.connection
    with connection.transaction():
        # Locked, so that of two who click at once the second meets what the first has left.
        values = change(found_incident(writing, number, lock=True))
        # A note is history alone.
        if values:
            incidents.change(connection, number, **values)
        added = activity.add(connection, number, kind, now, now, by, text, details)
        left = found_incident(writing, number)
        # Into the log within the same transaction: a rebuild restores acts from there.
        written = {"incident_activity": [added]} | ({"incident": [number]} if values else {})
        record(connection, written, now)
    return left.answer


@write("/incidents/{incident_id}/acknowledge", topic="incidents")
def acknowledge_incident(writing: Writing, incident_id: IncidentId, act: IncidentAct) -> IncidentSummary:
    """Say that you know of it."""
    by = writing.actor(act.by)

    def change(row: IncidentRow) -> dict[str, object]:
        _not_over(row)
        if row.acknowledged_at is not None:
            raise ConflictError(f"{row.name} was acknowledged by {row.acknowledged_by} already")
        return {"acknowledged_at": writing.clock(), "acknowledged_by": by}

    return _act(writing, incident_id, "acknowledged", by, act.text, change)


@write("/incidents/{incident_id}/assign", topic="incidents")
def assign_incident(
    writing: Writing, incident_id: IncidentId, assignment: IncidentAssignment
) -> IncidentSummary:
    """Say who works on it, or that nobody does."""
    by = writing.actor(assignment.by)

    def change(row: IncidentRow) -> dict[str, object]:
        _not_over(row)
        if row.assignee == assignment.to:
            raise ConflictError(f"{row.name} is assigned to {row.assignee or 'nobody'} already")
        return {"assignee": assignment.to}

    return _act(writing, incident_id, "assigned", by, assignment.text, change, {"to": assignment.to})


@write("/incidents/{incident_id}/resolve", topic="incidents")
def resolve_incident(writing: Writing, incident_id: IncidentId, act: IncidentAct) -> IncidentSummary:
    """Say that it is over. A new failure of the same cause opens it again."""
    by = writing.actor(act.by)

    def change(row: IncidentRow) -> dict[str, object]:
        _not_over(row)
        return {
            "resolved_at": writing.clock(),
            "resolved_by": by,
            "resolution": act.text or f"resolved by {by}",
        }

    return _act(writing, incident_id, "resolved", by, act.text, change)


@write("/incidents/{incident_id}/reopen", topic="incidents")
def reopen_incident(writing: Writing, incident_id: IncidentId, act: IncidentAct) -> IncidentSummary:
    """Take back that it is over, or that somebody knows of it."""
    by = writing.actor(act.by)

    def change(row: IncidentRow) -> dict[str, object]:
        if row.merged_into is not None:
            raise ConflictError(f"{row.name} is a part of INC-{row.merged_into}; act on that one")
        if row.resolved_at is None and row.acknowledged_at is None:
            raise ConflictError(f"{row.name} is open already")
        return dict.fromkeys(
            ("resolved_at", "resolved_by", "resolution", "acknowledged_at", "acknowledged_by")
        )

    return _act(writing, incident_id, "reopened", by, act.text, change)


@write("/incidents/{incident_id}/notes", topic="incidents", status=201)
def note_incident(writing: Writing, incident_id: IncidentId, note: IncidentNote) -> IncidentSummary:
    """Add a note to its history, in whatever state it is."""
    by = writing.actor(note.by)
    return _act(writing, incident_id, "note", by, note.text, lambda _row: {})


@write("/incidents/{incident_id}/mute", topic="incidents")
def mute_incident(writing: Writing, incident_id: IncidentId, mute: IncidentMute) -> IncidentSummary:
    """Tell nobody of its changes: until a time (snooze), or until somebody ends it."""
    by = writing.actor(mute.by)
    now = writing.clock()
    if mute.until is not None and mute.until > now + LONGEST_MUTE:
        raise BadParameterError("until", f"at most a year from now, {(now + LONGEST_MUTE).date()}")
    ends = mute.until is not None and mute.until <= now

    def change(row: IncidentRow) -> dict[str, object]:
        _not_over(row)
        if ends:
            if row.state != "muted":
                raise ConflictError(f"{row.name} is not muted")
            return dict.fromkeys(("muted_at", "muted_until", "muted_by"))
        return {"muted_at": now, "muted_until": mute.until, "muted_by": by}

    details = {"until": mute.until.isoformat() if mute.until else None}
    return _act(writing, incident_id, "unmuted" if ends else "muted", by, mute.text, change, details)


@write("/incidents/{incident_id}/confirm", topic="incidents")
def confirm_cause(writing: Writing, incident_id: IncidentId, act: IncidentAct) -> IncidentSummary:
    """Say that the named cause is the right one. It is kept as a labelled case for `headwater backtest`."""
    by = writing.actor(act.by)

    def change(row: IncidentRow) -> dict[str, object]:
        _not_merged(row)
        if row.cause is None:
            raise ConflictError(f"{row.name} names no cause that could be confirmed; correct it instead")
        if row.verdict == "confirmed":
            raise ConflictError(f"{row.name} was confirmed by {row.verdict_by} already")
        # Whoever corrected it before is overruled.
        return {"verdict": "confirmed", "verdict_by": by, "true_cause": None}

    return _act(writing, incident_id, "confirmed", by, act.text, change)


@write("/incidents/{incident_id}/correct", topic="incidents")
def correct_cause(writing: Writing, incident_id: IncidentId, correction: CauseCorrection) -> IncidentSummary:
    """Say what the right cause is. It is kept as a labelled case for `headwater backtest`."""
    by = writing.actor(correction.by)
    row = found_incident(writing, incident_id)
    right = _right_cause(writing, row, correction)
    details = {"cause": msgspec.to_builtins(right), "before": row.title}

    def change(row: IncidentRow) -> dict[str, object]:
        _not_merged(row)
        return {
            "verdict": "corrected",
            "verdict_by": by,
            "true_cause": Jsonb(msgspec.to_builtins(right)),
        }

    return _act(writing, incident_id, "corrected", by, correction.why, change, details)


def _right_cause(writing: Writing, row: IncidentRow, given: CauseCorrection) -> RecordedChange:
    if (given.change is None) == (given.asset is None):
        raise BadParameterError("change", "give either `change` or `asset`")
    if given.change is not None:
        return _alternative(writing, row, given.change)
    if not given.says or not given.says.strip():
        raise BadParameterError("says", "required with `asset`")
    target = resolve.target(writing.connection, given.asset or "", field="asset")
    return RecordedChange(
        id=f"{CORRECTED}:{row.id}",
        kind="other",
        node=target.node.answer,
        column=target.column.field if target.column else None,
        at=_in_past(given.at, writing.clock()) or row.opened_at,
        says=given.says,
        actor=None,
        severity=None,
        run_id=None,
        event_id=None,
        span=None,
    )


def _alternative(writing: Writing, row: IncidentRow, identity: str) -> RecordedChange:
    kept = incidents.explanation(writing.connection, row.id)
    said: KeptExplanation | None = read_explanation(kept) if kept is not None else None
    # Of the explanation as it was kept: that is what the person who corrects it has seen.
    others = {one.change.id: one.change for one in (said.alternatives if said else ())}
    if identity not in others:
        near = f"; nearest: {', '.join(nearest_names(identity, others))}" if others else ""
        raise BadParameterError("change", f"no alternative of {row.name}{near}")
    return others[identity]


def _in_past(at: datetime | None, now: datetime) -> datetime | None:
    if at is not None and at > now:
        raise BadParameterError("at", f"lies in the future; it is {now:%Y-%m-%dT%H:%M:%SZ}")
    return at


def _not_merged(row: IncidentRow) -> None:
    if row.merged_into is not None:
        raise ConflictError(f"{row.name} is a part of INC-{row.merged_into}; act on that one")


def _not_over(row: IncidentRow) -> None:
    _not_merged(row)
    if row.resolved_at is not None:
        who = f"by {row.resolved_by}" if row.resolved_by else "as all of it had recovered"
        raise ConflictError(f"{row.name} was resolved {who}; reopen it first")
