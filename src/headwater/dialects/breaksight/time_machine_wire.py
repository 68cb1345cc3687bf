"""BreakSight's words for what an investigation finds."""

from pydantic import BaseModel


class IncidentBlastRadius(BaseModel):
    pipelines_failed: int
    tables_no_data: int
    dq_tests_failing: int


class FailureStep(BaseModel):
    time: str
    """Hours and minutes, UTC."""
    what: str
    timestamp: str
    entity_fqn: str
    event_id: str | None


class ScorePart(BaseModel):
    name: str
    value: float
    explanation: str


class TimelineEvent(BaseModel):
    id: str
    phase: str
    timestamp: str
    time: str
    event_type: str
    """`schema_change`, `pipeline_failure`, `test_failure`, `team_signal` and others."""
    entity_fqn: str
    column: str | None
    description: str
    score: float | None
    score_parts: list[ScorePart]
    run_id: str | None
    event_id: str | None


class InvestigationLinks(BaseModel):
    investigation: str
    """The same, with all alternatives and the proof."""
    timeline: str
    root_cause_event: str | None
    root_cause_trace: str | None
    """The trace of the span that failed or cost the time, where that is the cause."""


class RiskCard(BaseModel):
    """The flattened card: confidence, cause, blast radius, sequence, action."""

    entity_fqn: str
    alert_time: str
    confidence: int
    confidence_label: str
    root_cause_summary: str
    root_cause_actor: str | None
    root_cause_column: str | None
    root_cause_description: str | None
    blast_radius: IncidentBlastRadius
    failure_sequence: list[FailureStep]
    recommended_action: str
    root_cause_event_id: str | None
    root_cause_run_id: str | None
    links: InvestigationLinks


class InvestigatedIncident(RiskCard):
    """The answer of `investigate`."""

    lookback_days: float
    model: str
    timeline: list[TimelineEvent]
    missing_evidence: list[str]


class TraceCandidate(BaseModel):
    rank: int
    id: str
    event_type: str
    entity_fqn: str
    column: str | None
    timestamp: str
    description: str
    actor: str | None
    confidence: int
    score: float
    score_parts: list[ScorePart]
    event_id: str | None


class BackwardTrace(BaseModel):
    """The phased timeline, with every candidate and its score."""

    entity_fqn: str
    alert_time: str
    window_start: str
    model: str
    root_cause: TraceCandidate | None
    candidates: list[TraceCandidate]
    timeline: list[TimelineEvent]
    phases: dict[str, int]
    """How many events of the timeline are in each phase."""
