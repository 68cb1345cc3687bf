"""Answers of the Time Machine: which recorded change explains an alert, with its proof."""

from typing import Any, ClassVar, Literal
from uuid import UUID

from headwater.answers.base import Answer, Node, Time
from headwater.answers.history import MIGRATION_JOB, REVENUE_JOB, RUN
from headwater.answers.lineage import ORDERS_NODE
from headwater.answers.span_reference import SpanReference

Label = Literal["HIGH", "MEDIUM", "LOW", "NONE"]
PhaseName = Literal["ROOT_CAUSE", "FIRST_FAILURE", "CASCADE", "BUSINESS_IMPACT"]

CHANGE: dict[str, Any] = {
    "id": "schema:12:1776648180000000:0",
    "kind": "schema_change",
    "node": ORDERS_NODE,
    "column": "amount_usd",
    "at": "2026-04-20T01:23:00Z",
    "says": "dropped column amount_usd",
    "actor": "alex.junior",
    "severity": "error",
    "run_id": RUN["run_id"],
    "event_id": RUN["event_id"],
    "span": None,
}
REASON: dict[str, Any] = {
    "what": "proof",
    "weight": 4.2,
    "says": "the change breaks the text of revenue_etl_pipeline",
    "about": ["run:0196503f-6f20-7c11-8d21-2c7a1de0a001"],
}
FAILURE: dict[str, Any] = {
    "id": "run:0196503f-6f20-7c11-8d21-2c7a1de0a001",
    "sign": "run_failed",
    "node": REVENUE_JOB,
    "column": None,
    "at": "2026-04-20T02:15:00Z",
    "started_at": "2026-04-20T02:00:12Z",
    "name": "revenue_etl_pipeline",
    "message": "column o.amount_usd does not exist",
    "run_id": RUN["run_id"],
    "event_id": RUN["event_id"],
    "span": {
        "trace_id": "5b8efff798038103d269b633813fc60c",
        "span_id": "eee19b7ec3c1b174",
        "name": "INSERT finance.revenue",
        "service": "warehouse",
        "duration_ms": 16000.0,
        "usual_ms": None,
        "message": "column o.amount_usd does not exist",
    },
}


class RecordedChange(Answer, frozen=True):
    """Something recorded that may be a cause."""

    id: str
    kind: str
    """`schema_change`, `code_change`, `dataset_dropped`, `dataset_renamed`, `lineage_change`,
    `watermark_move`, `signal`, `span_error`, or what was observed: `run_failed`, `run_late`, `run_long`,
    `run_unusual`, `profile_unusual`, `assertion_failed`, `span_failed`, `span_slow`."""
    node: Node
    column: str | None
    at: Time
    says: str
    actor: str | None
    severity: str | None
    run_id: str | None
    event_id: str | None
    """`GET /api/v1/events/{event_id}` gives it back as it came."""
    span: SpanReference | None


class CauseReason(Answer, frozen=True):
    """One term of the score in words; above 0 it speaks for the cause, below against it."""

    what: str
    weight: float
    says: str
    about: tuple[str, ...]
    """Ids of the observations that it rests on."""


class ProofPathStep(Answer, frozen=True):
    """One station on the way from the cause to the alert."""

    node: Node
    column: str | None
    says: str
    at: Time | None
    """When evidence was seen here; null where the way only leads through."""
    event_id: str | None
    confidence: float
    """Of the edge that leads here."""


class InvestigatedCause(Answer, frozen=True):
    change: RecordedChange
    probability: float
    """That it is the cause, from 0 to 1."""
    score: float
    why: tuple[CauseReason, ...]
    why_not: tuple[CauseReason, ...]
    path: tuple[ProofPathStep, ...]
    explains: tuple[str, ...]
    """Ids of the observations that it explains."""


class ObservedFailure(Answer, frozen=True):
    """Something that went wrong."""

    id: str
    sign: str
    """`run_failed`, `run_late`, `run_missing`, `run_empty`, `run_long`, `run_unusual`, `profile_unusual`
    or `assertion_failed`."""
    node: Node
    column: str | None
    at: Time
    started_at: Time | None
    name: str
    message: str
    run_id: str | None
    event_id: str | None
    span: SpanReference | None


class IncidentMoment(Answer, frozen=True):
    """One line of the timeline of an incident."""

    phase: PhaseName
    at: Time
    node: Node
    column: str | None
    says: str
    score: float | None
    parts: tuple[CauseReason, ...]
    """What the score is made of; empty for what is no candidate."""
    evidence: str
    """Id of the change or observation."""
    run_id: str | None
    event_id: str | None


class IncidentDamage(Answer, frozen=True):
    """What the cause reached, as far as it was observed."""

    failed_jobs: tuple[Node, ...]
    datasets_without_data: tuple[Node, ...]
    failing_tests: tuple[str, ...]
    """Ids of the observations."""


class UnalertedAsset(Answer, frozen=True):
    """Downstream of the cause and probably wrong, though nothing has alerted there yet."""

    node: Node
    column: str | None
    likelihood: float
    hops: int
    readers: tuple[str, ...]
    """Who read it since, the latest first."""
    type: str | None
    owners: tuple[str, ...]
    tier: str | None
    due: Time | None
    """When the next run that writes it is expected; null where nobody can say."""


class IncidentNode(Answer, frozen=True):
    """A dataset or job that the cause reached."""

    node: Node
    state: Literal["cause", "failed", "no_data", "failing_test", "alerted", "between"]
    """What is known of it; `between` where the way only leads through."""
    at: Time | None
    """When it showed."""
    says: str
    type: str | None
    owners: tuple[str, ...]
    tier: str | None


class IncidentLink(Answer, frozen=True):
    """Ids of two nodes: what went wrong in the first could get to the second."""

    source: str
    target: str


class IncidentGraph(Answer, frozen=True):
    """From the cause to all that it broke; empty where no cause is named."""

    nodes: tuple[IncidentNode, ...]
    """At most 60, first to last."""
    links: tuple[IncidentLink, ...]
    total: int
    """How many nodes there are."""


class AffectedPerson(Answer, frozen=True):
    """Who should know, and why."""

    person: str
    owns: tuple[Node, ...]
    """What failed or got no data, and the alerted entity."""
    at_risk: tuple[Node, ...]
    """What is theirs and is probably wrong, though nothing has alerted there yet."""
    read: tuple[Node, ...]
    """What they read since the cause."""
    last_read: Time | None


class RecoveryRun(Answer, frozen=True):
    """A job to run again once the cause is mended; steps of one `order` may run together."""

    order: int
    job: Node
    says: str
    partitions: tuple[str, ...]
    runs: tuple[str, ...]


class OtherCause(Answer, frozen=True):
    """Failures of the same time that have another cause than the alert."""

    change: RecordedChange | None
    probability: float
    observations: tuple[str, ...]


class Examined(Answer, frozen=True):
    """How much was looked at, so that "no cause found" can be judged."""

    nodes: int
    links: int
    observations: int
    bad_observations: int
    changes: int
    changes_with_path: int
    judged: int
    """How often the Simulator was asked whether a change breaks a text."""


class Investigation(Answer, frozen=True):
    """What explains an alert, or that nothing recorded does."""

    node: Node
    """The dataset or job of the alert."""
    column: str | None
    run_id: UUID | None
    at: Time
    """The time of the alert: nothing later is looked at."""
    since: Time
    """Where the window begins."""
    model: Literal["default", "baseline"]
    confidence: int
    """In percent: that the named cause is the right one; without a cause, that nothing recorded is one."""
    label: Label
    """`HIGH` from 80 on, `MEDIUM` from 50 on; `NONE` where no cause is named."""
    summary: str
    cause: InvestigatedCause | None
    alternatives: tuple[InvestigatedCause, ...]
    none_probability: float
    """That nothing recorded is the cause."""
    damage: IncidentDamage
    failures: tuple[ObservedFailure, ...]
    """First to last."""
    timeline: tuple[IncidentMoment, ...]
    unalerted: tuple[UnalertedAsset, ...]
    graph: IncidentGraph
    people: tuple[AffectedPerson, ...]
    """Owners and readers, those with the most at stake first; at most 50."""
    mended_by_revert: tuple[str, ...]
    not_mended_by_revert: tuple[str, ...]
    recovery: tuple[RecoveryRun, ...]
    action: str
    others: tuple[OtherCause, ...]
    changes: tuple[RecordedChange, ...]
    """All that changed at it and upstream of it within the window, newest first; the first 200."""
    changes_total: int
    examined: Examined
    missing: tuple[str, ...]
    """What would have helped and is not there, or was cut."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "node": ORDERS_NODE,
        "column": None,
        "run_id": None,
        "at": "2026-04-20T04:00:00Z",
        "since": "2026-04-18T04:00:00Z",
        "model": "default",
        "confidence": 97,
        "label": "HIGH",
        "summary": "alex.junior dropped column amount_usd at 01:23 UTC, and 5 failures followed from it.",
        "cause": {
            "change": CHANGE,
            "probability": 0.97,
            "score": 21.4,
            "why": [REASON],
            "why_not": [],
            "path": [
                {
                    "node": MIGRATION_JOB,
                    "column": None,
                    "says": "dropped column amount_usd",
                    "at": "2026-04-20T01:23:00Z",
                    "event_id": RUN["event_id"],
                    "confidence": 1.0,
                }
            ],
            "explains": [FAILURE["id"]],
        },
        "alternatives": [],
        "none_probability": 0.02,
        "damage": {"failed_jobs": [REVENUE_JOB], "datasets_without_data": [], "failing_tests": []},
        "failures": [FAILURE],
        "timeline": [
            {
                "phase": "ROOT_CAUSE",
                "at": "2026-04-20T01:23:00Z",
                "node": ORDERS_NODE,
                "column": "amount_usd",
                "says": "dropped column amount_usd",
                "score": 97.0,
                "parts": [REASON],
                "evidence": CHANGE["id"],
                "run_id": RUN["run_id"],
                "event_id": RUN["event_id"],
            }
        ],
        "unalerted": [],
        "graph": {
            "nodes": [
                {
                    "node": ORDERS_NODE,
                    "state": "cause",
                    "at": "2026-04-20T01:23:00Z",
                    "says": "dropped column amount_usd",
                    "type": "TABLE",
                    "owners": ["user:sam.lead"],
                    "tier": "1",
                },
                {
                    "node": REVENUE_JOB,
                    "state": "failed",
                    "at": "2026-04-20T02:15:00Z",
                    "says": "column o.amount_usd does not exist",
                    "type": "JOB",
                    "owners": ["user:sam.lead"],
                    "tier": None,
                },
            ],
            "links": [{"source": ORDERS_NODE["id"], "target": REVENUE_JOB["id"]}],
            "total": 2,
        },
        "people": [
            {
                "person": "user:sam.lead",
                "owns": [REVENUE_JOB],
                "at_risk": [],
                "read": [],
                "last_read": None,
            }
        ],
        "mended_by_revert": [FAILURE["id"]],
        "not_mended_by_revert": [],
        "recovery": [
            {
                "order": 1,
                "job": REVENUE_JOB,
                "says": "run revenue_etl_pipeline again",
                "partitions": [],
                "runs": [RUN["run_id"]],
            }
        ],
        "action": "Restore column amount_usd, or change the 3 jobs that read it.",
        "others": [],
        "changes": [CHANGE],
        "changes_total": 1,
        "examined": {
            "nodes": 42,
            "links": 310,
            "observations": 96,
            "bad_observations": 5,
            "changes": 4,
            "changes_with_path": 2,
            "judged": 3,
        },
        "missing": [],
    }
