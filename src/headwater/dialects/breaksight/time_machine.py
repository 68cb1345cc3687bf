"""BreakSight's Time Machine: investigate an alert, trace it backward, assess it on one card."""

from collections import Counter
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from pydantic import AfterValidator, BaseModel, Field

from headwater.answers.base import Node
from headwater.answers.investigation import (
    CauseReason,
    IncidentMoment,
    InvestigatedCause,
    Investigation,
    ObservedFailure,
)
from headwater.dialects.breaksight import time_machine_wire as wire
from headwater.dialects.contract import BoundedThreads, OpenReading
from headwater.errors import BadParameterError
from headwater.model.times import iso
from headwater.questions.investigation.investigate import DEFAULT_DAYS, investigate
from headwater.questions.parameters import Moment, storable

FIELDS = {"asset": "entity_fqn", "at": "alert_time"}
# The words of the document, by ours.
EVENT_TYPES = {
    "assertion_failed": "test_failure",
    "run_failed": "pipeline_failure",
    "run_late": "pipeline_late",
    "run_missing": "pipeline_late",
    "run_long": "pipeline_slow",
    "span_failed": "pipeline_failure",
    "span_slow": "pipeline_slow",
    "signal": "team_signal",
}
CAUSES = {
    "schema_change": "made a schema change",
    "code_change": "changed the code",
    "dataset_dropped": "dropped a dataset",
    "dataset_renamed": "renamed a dataset",
    "lineage_change": "changed the lineage",
    "watermark_move": "moved a watermark",
}
SIGNS = {
    "run_failed": "Pipeline Failed",
    "run_late": "Pipeline Late",
    "run_missing": "Pipeline Missing",
    "run_empty": "Pipeline Wrote Nothing",
    "run_long": "Pipeline Slow",
    "run_unusual": "Pipeline Unusual",
    "profile_unusual": "Column Profile Unusual",
    "assertion_failed": "DQ Test Failed",
    "alerted": "Alert",
}
# What an error is about, by words that all of a line must be in its message; the first that fits counts.
ERRORS = (
    (("column", "does not exist"), "column reference error"),
    (("column", "not found"), "column reference error"),
    (("column", "cannot be resolved"), "column reference error"),
    (("column", "unknown"), "column reference error"),
    (("column", "invalid"), "column reference error"),
    (("relation", "does not exist"), "table reference error"),
    (("table", "not found"), "table reference error"),
    (("table", "does not exist"), "table reference error"),
    (("cast",), "type error"),
    (("datatype",), "type error"),
    (("timeout",), "timeout"),
    (("timed out",), "timeout"),
    (("memory",), "out of memory"),
)
MOST_WORDS = 120

Text = Annotated[str, AfterValidator(storable)]


class AlertQuery(BaseModel):
    """What all calls of the Time Machine take."""

    entity_fqn: Text = Field(min_length=1, description="The table, dashboard or pipeline that alerted.")
    alert_time: Moment | None = Field(None, description="RFC 3339. Default now.")
    lookback_days: float = Field(DEFAULT_DAYS, description="Days before the alert; also fractions.")
    column: Text | None = Field(None, min_length=1, description="A column of the table.")
    model: Literal["default", "baseline"] = Field(
        "default", description="`baseline` scores by time, type, severity and distance alone."
    )


Asked = Annotated[AlertQuery, Query()]


def build_router(open_reading: OpenReading, in_bounded_thread: BoundedThreads) -> APIRouter:
    router = APIRouter(prefix="/api/time-machine", tags=["time-machine"])

    async def found(asked: AlertQuery) -> Investigation:
        def ask() -> Investigation:
            with open_reading() as reading:
                return investigate(
                    reading,
                    asked.entity_fqn,
                    asked.alert_time,
                    asked.lookback_days,
                    asked.column,
                    model=asked.model,
                )

        try:
            return await in_bounded_thread(ask)
        except BadParameterError as error:
            raise BadParameterError(FIELDS.get(error.field, error.field), error.reason) from error

    @router.get("/investigate", operation_id="investigateAlert")
    async def investigate_alert(asked: Asked) -> wire.InvestigatedIncident:
        """The root cause of an alert, what it broke, in which order, and what to do."""
        return _incident(await found(asked), asked.lookback_days)

    @router.get("/trace-backward", operation_id="traceBackward")
    async def trace_backward(asked: Asked) -> wire.BackwardTrace:
        """The phased timeline, with every candidate and its score."""
        return _trace(await found(asked))

    @router.get("/risk-assessment", operation_id="assessRisk")
    async def risk_assessment(asked: Asked) -> wire.RiskCard:
        """The same on one card."""
        return _card(await found(asked))

    return router


def _incident(found: Investigation, days: float) -> wire.InvestigatedIncident:
    return wire.InvestigatedIncident(
        **_card(found).model_dump(),
        lookback_days=days,
        model=found.model,
        timeline=[_event(moment, found) for moment in found.timeline],
        missing_evidence=list(found.missing),
    )


def fqn(node: Node) -> str:
    return f"{node.namespace}.{node.name}"


def _card(found: Investigation) -> wire.RiskCard:
    change = found.cause.change if found.cause else None
    asked = urlencode({"asset": str(found.node), "at": iso(found.at), "model": found.model})
    event = f"/api/v1/events/{change.event_id}" if change and change.event_id else None
    return wire.RiskCard(
        entity_fqn=fqn(found.node),
        alert_time=iso(found.at),
        confidence=found.confidence,
        confidence_label=found.label,
        root_cause_summary=_summary(found.cause),
        root_cause_actor=change.actor if change else None,
        root_cause_column=change.column if change else None,
        root_cause_description=change.says if change else None,
        blast_radius=wire.IncidentBlastRadius(
            pipelines_failed=len(found.damage.failed_jobs),
            tables_no_data=len(found.damage.datasets_without_data),
            dq_tests_failing=len(found.damage.failing_tests),
        ),
        failure_sequence=[_step(one) for one in found.failures],
        recommended_action=found.action,
        root_cause_event_id=change.event_id if change else None,
        root_cause_run_id=change.run_id if change else None,
        links=wire.InvestigationLinks(
            investigation=f"/api/v1/investigations?{asked}",
            timeline=f"/api/v1/timeline?{urlencode({'entity': str(found.node)})}",
            root_cause_event=event,
            root_cause_trace=f"/api/v1/traces/{change.span.trace_id}" if change and change.span else None,
        ),
    )


def _summary(cause: InvestigatedCause | None) -> str:
    if cause is None:
        return "No cause was found in the evidence."
    change = cause.change
    what = CAUSES.get(change.kind, f"showed {change.says}")
    tail = " that cascaded into failures" if cause.explains else ""
    return f"{change.actor or change.node.name} {what} at {change.at:%H:%M} UTC{tail}."


def _step(one: ObservedFailure) -> wire.FailureStep:
    return wire.FailureStep(
        time=f"{one.at:%H:%M}",
        what=f"{SIGNS.get(one.sign, one.sign)}: {one.name or one.node.name} — {_words(one)}",
        timestamp=iso(one.at),
        entity_fqn=fqn(one.node),
        event_id=one.event_id,
    )


def _words(one: ObservedFailure) -> str:
    if one.sign == "assertion_failed":
        return "assertion failed"
    message = one.message.lower()
    known = next((words for needed, words in ERRORS if all(word in message for word in needed)), None)
    return known or one.message[:MOST_WORDS] or "failed"


def _event(moment: IncidentMoment, found: Investigation) -> wire.TimelineEvent:
    kinds = {one.id: one.sign for one in found.failures} | {one.id: one.kind for one in found.changes}
    if found.cause:
        kinds[found.cause.change.id] = found.cause.change.kind
    kind = kinds.get(moment.evidence, "event")
    return wire.TimelineEvent(
        id=moment.evidence,
        phase=moment.phase,
        timestamp=iso(moment.at),
        time=f"{moment.at:%H:%M}",
        event_type=EVENT_TYPES.get(kind, kind),
        entity_fqn=fqn(moment.node),
        column=moment.column,
        description=moment.says,
        score=moment.score,
        score_parts=_parts(moment.parts),
        run_id=moment.run_id,
        event_id=moment.event_id,
    )


def _parts(reasons: tuple[CauseReason, ...]) -> list[wire.ScorePart]:
    return [wire.ScorePart(name=one.what, value=one.weight, explanation=one.says) for one in reasons]


def _trace(found: Investigation) -> wire.BackwardTrace:
    ranked = [*([found.cause] if found.cause else []), *found.alternatives]
    candidates = [_candidate(place, one) for place, one in enumerate(ranked, 1)]
    return wire.BackwardTrace(
        entity_fqn=fqn(found.node),
        alert_time=iso(found.at),
        window_start=iso(found.since),
        model=found.model,
        root_cause=candidates[0] if found.cause else None,
        candidates=candidates,
        timeline=[_event(moment, found) for moment in found.timeline],
        phases=dict(Counter(moment.phase for moment in found.timeline)),
    )


def _candidate(rank: int, one: InvestigatedCause) -> wire.TraceCandidate:
    change = one.change
    return wire.TraceCandidate(
        rank=rank,
        id=change.id,
        event_type=EVENT_TYPES.get(change.kind, change.kind),
        entity_fqn=fqn(change.node),
        column=change.column,
        timestamp=iso(change.at),
        description=change.says,
        actor=change.actor,
        confidence=round(100 * one.probability),
        score=one.score,
        score_parts=_parts((*one.why, *one.why_not)),
        event_id=change.event_id,
    )
