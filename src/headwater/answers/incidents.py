"""Answers about incidents: failures that share a cause, what belongs to them, what people did about them."""

from typing import Any, ClassVar, Literal
from uuid import UUID

from headwater.answers.base import Answer, Node, Page, Time
from headwater.answers.history import REVENUE_JOB, RUN
from headwater.answers.investigation import (
    CHANGE,
    FAILURE,
    REASON,
    IncidentMoment,
    InvestigatedCause,
    Label,
    RecordedChange,
    RecoveryRun,
)
from headwater.answers.lineage import ORDERS_NODE

IncidentState = Literal["open", "acknowledged", "resolved", "muted"]
Severity = Literal["warning", "error", "critical"]
TreeRole = Literal["cause", "pipeline", "table", "test", "alert", "at_risk"]
ActivityKind = Literal[
    "opened",
    "widened",
    "cause_changed",
    "merged",
    "acknowledged",
    "assigned",
    "confirmed",
    "corrected",
    "note",
    "muted",
    "unmuted",
    "resolved",
    "reopened",
    "notified",
    "signal",
]

COUNTS: dict[str, Any] = {"pipelines": 3, "tables": 4, "tests": 2, "alerts": 1, "at_risk": 7}
SUMMARY: dict[str, Any] = {
    "id": 7,
    "name": "INC-7",
    "key": "5d0c4a3e-61a7-0b1f-53c2-8e0b6f2f9a10",
    "state": "open",
    "title": "amount_usd dropped from shopflow.sales.orders",
    "summary": "alex.junior dropped column amount_usd at 01:23 UTC on 2026-04-20, and 5 failures followed.",
    "cause": CHANGE,
    "confidence": 97,
    "label": "HIGH",
    "verdict": None,
    "verdict_by": None,
    "severity": "critical",
    "tier": "1",
    "owners": ["sam.lead", "priya.data", "mei.growth"],
    "counts": COUNTS,
    "opened_at": "2026-04-20T02:15:00Z",
    "last_at": "2026-04-20T04:00:00Z",
    "widened": 5,
    "recorded_at": "2026-04-20T02:15:02Z",
    "examined_at": "2026-04-20T04:00:00Z",
    "assignee": None,
    "acknowledged_at": None,
    "acknowledged_by": None,
    "muted_until": None,
    "muted_by": None,
    "resolved_at": None,
    "resolved_by": None,
    "resolution": None,
    "merged_into": None,
}
ROW: dict[str, Any] = {
    "id": "pipeline:shopflow_airflow/revenue_etl_pipeline",
    "parent": "cause",
    "depth": 1,
    "role": "pipeline",
    "node": REVENUE_JOB,
    "column": None,
    "name": "revenue_etl_pipeline",
    "sign": "run_failed",
    "says": "column o.amount_usd does not exist",
    "at": "2026-04-20T02:15:00Z",
    "due_at": None,
    "owners": ["sam.lead"],
    "tier": None,
    **RUN,
    "type": "TASK",
}
ACTIVITY: dict[str, Any] = {
    "id": 12,
    "at": "2026-04-20T02:15:00Z",
    "recorded_at": "2026-04-20T02:15:02Z",
    "kind": "opened",
    "by": None,
    "text": "revenue_etl_pipeline failed",
    "details": {"confidence": 97},
}


class IncidentCounts(Answer, frozen=True):
    """How many of each belong to it."""

    pipelines: int
    """Jobs that failed, are late or ran unusually."""
    tables: int
    """Datasets that got no data, or unusual data."""
    tests: int
    alerts: int
    """Assets of which a person or a pager said that something is wrong."""
    at_risk: int
    """Assets downstream that are probably wrong, or will be, though nothing has alerted there yet."""


class IncidentSummary(Answer, frozen=True):
    """An incident as lists show it."""

    id: int
    name: str
    """`INC-` and the number; taken wherever the number is."""
    key: UUID
    """Stays the same in another copy of the same history: a digest of the cause it was opened for."""
    state: IncidentState
    """`muted` until its time is over; then `open` or `acknowledged` again."""
    title: str
    summary: str
    cause: RecordedChange | None
    """Null where nothing recorded explains it."""
    confidence: int
    """In percent: that the named cause is the right one; without a cause, that nothing recorded is one."""
    label: Label
    verdict: Literal["confirmed", "corrected"] | None
    """What somebody said of the cause."""
    verdict_by: str | None
    severity: Severity
    """`critical` where something of the highest tier (1, gold, critical) failed or got no data; `warning`
    where data is only late or unusual; else `error`."""
    tier: str | None
    """The highest of what belongs to it."""
    owners: tuple[str, ...]
    """Of all that belongs to it; the owner of most first."""
    counts: IncidentCounts
    opened_at: Time
    """When the first of its failures showed."""
    last_at: Time
    """When the last of its failures or alerts showed."""
    widened: int
    """How often something joined it after that."""
    recorded_at: Time
    """When it was opened here; later than `opened_at` where history was loaded."""
    examined_at: Time
    """Up to when evidence was looked at."""
    assignee: str | None
    acknowledged_at: Time | None
    acknowledged_by: str | None
    muted_until: Time | None
    """Null while it is muted: until somebody ends that."""
    muted_by: str | None
    resolved_at: Time | None
    resolved_by: str | None
    """Null where it was resolved because all of it had recovered."""
    resolution: str | None
    merged_into: int | None
    """The incident that it became a part of, when more evidence showed one cause."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = SUMMARY


class IncidentStateCounts(Answer, frozen=True):
    """How many there are in each state, with the other filters."""

    open: int
    acknowledged: int
    resolved: int
    muted: int


class ResolvedLately(Answer, frozen=True):
    """Incidents that were resolved in the last 30 days."""

    count: int
    median_seconds: int | None
    """From the first failure to the resolution."""


class IncidentPage(Page[IncidentSummary], frozen=True):
    """Incidents, the latest first."""

    counts: IncidentStateCounts
    resolved_lately: ResolvedLately

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [SUMMARY],
        "total": 1,
        "next_cursor": None,
        "counts": {"open": 1, "acknowledged": 0, "resolved": 4, "muted": 0},
        "resolved_lately": {"count": 4, "median_seconds": 4320},
    }


class IncidentTreeRow(Answer, frozen=True):
    """One line of what belongs to an incident, below the line that it follows from."""

    id: str
    parent: str | None
    """The `id` of the row that it follows from; null at the top."""
    depth: int
    role: TreeRole
    node: Node
    column: str | None
    name: str
    """Of a test its own name, else the name of the node."""
    sign: str | None
    """`run_failed`, `run_late`, `run_missing`, `run_empty`, `run_long`, `run_unusual`, `profile_unusual` or
    `assertion_failed`; of the cause its kind, of an alert its severity."""
    says: str
    at: Time | None
    due_at: Time | None
    """Of what is at risk: when the job that writes it is expected to run next."""
    owners: tuple[str, ...]
    tier: str | None
    run_id: str | None
    event_id: str | None
    type: str | None
    """As its producer says it, such as `TABLE`, `DASHBOARD` or `TASK`."""


class IncidentReader(Answer, frozen=True):
    """Who read something that belongs to it since the cause."""

    name: str
    times: int
    last: Time
    datasets: tuple[str, ...]
    """Ids of what was read."""


class IncidentNextStep(Answer, frozen=True):
    """What to do now."""

    action: str
    sql: str | None
    """The statement that takes a schema change back."""
    deadline: Time | None
    """When the first job that would spread the damage is expected to run."""
    deadline_of: Node | None
    """What that job writes."""
    mends: IncidentCounts
    """How much of it a revert mends, after the recovery runs."""
    rollback: dict[str, Any] | None
    """The body for `POST /api/v1/simulations` that tries the revert; null where there is none."""


class IncidentActivity(Answer, frozen=True):
    """One thing that happened to an incident, or that was said of what belongs to it."""

    id: int | None
    """Null for a signal, which is no part of the incident's own history."""
    at: Time
    recorded_at: Time
    kind: ActivityKind
    by: str | None
    """Null for the worker."""
    text: str
    details: Any


class IncidentLinks(Answer, frozen=True):
    """Where to go from here."""

    investigation: str
    """The Time Machine, asked of the first failure up to the last evidence."""
    graph: str
    """What lies downstream of the cause, as it was then."""


class IncidentDetail(IncidentSummary, frozen=True):
    """One incident: its cause with the proof, what belongs to it, and what was done about it."""

    proof: InvestigatedCause | None
    """The cause with its reasons and its path."""
    alternatives: tuple[InvestigatedCause, ...]
    none_probability: float
    true_cause: RecordedChange | None
    """The cause as somebody corrected it."""
    tree: tuple[IncidentTreeRow, ...]
    """In the order in which to show it."""
    tree_total: int
    timeline: tuple[IncidentMoment, ...]
    next_step: IncidentNextStep
    recovery: tuple[RecoveryRun, ...]
    """After the fix: what to run again, in which order."""
    readers: tuple[IncidentReader, ...]
    """The latest first; at most 100."""
    activity: tuple[IncidentActivity, ...]
    """Newest first; at most 500."""
    activity_total: int
    links: IncidentLinks
    missing: tuple[str, ...]
    """What would have helped to find the cause and is not there, or was cut."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = SUMMARY | {
        "proof": {
            "change": CHANGE,
            "probability": 0.97,
            "score": 21.4,
            "why": [REASON],
            "why_not": [],
            "path": [],
            "explains": [FAILURE["id"]],
        },
        "alternatives": [],
        "none_probability": 0.02,
        "true_cause": None,
        "tree": [
            ROW
            | {
                "id": "cause",
                "parent": None,
                "depth": 0,
                "role": "cause",
                "node": ORDERS_NODE,
                "name": "shopflow.sales.orders",
                "sign": "schema_change",
                "says": "dropped column amount_usd",
                "at": "2026-04-20T01:23:00Z",
                "tier": "1",
            },
            ROW,
        ],
        "tree_total": 2,
        "timeline": [],
        "next_step": {
            "action": "Restore the column shopflow.sales.orders.amount_usd, or update 3 jobs that read it.",
            "sql": "alter table shopflow.sales.orders add column amount_usd numeric(12,2);",
            "deadline": "2026-04-20T04:30:00Z",
            "deadline_of": ORDERS_NODE | {"id": "dataset:w/shopflow.finance.daily_revenue"},
            "mends": COUNTS,
            "rollback": {
                "asset": ORDERS_NODE["id"],
                "changes": [
                    {"change_type": "add_column", "target": "amount_usd", "new_type": "numeric(12,2)"}
                ],
            },
        },
        "recovery": [],
        "readers": [
            {
                "name": "lena.finance",
                "times": 2,
                "last": "2026-04-20T03:56:00Z",
                "datasets": [ORDERS_NODE["id"]],
            }
        ],
        "activity": [ACTIVITY],
        "activity_total": 1,
        "links": {
            "investigation": "/api/v1/investigations?asset=job%3Ashopflow_airflow%2Frevenue_etl_pipeline",
            "graph": "/api/v1/graph/downstream?asset=dataset%3Aecommerce_warehouse%2Fshopflow.sales.orders",
        },
        "missing": [],
    }
