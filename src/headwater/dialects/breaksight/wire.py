"""BreakSight's words for what a simulation finds."""

from pydantic import BaseModel


class BlastRadiusBreakdown(BaseModel):
    tier_score: float
    usage_score: float
    count_score: float
    activity: float
    final_score: float


class ReplayedQuery(BaseModel):
    fingerprint: str
    sql: str
    verdict: str
    reason: str
    explanation: str
    users: list[str]
    run_count: int
    line: int | None
    column: int | None
    judge: str


class SqlReplay(BaseModel):
    total_analyzed: int
    will_error: list[ReplayedQuery]
    will_silently_change: list[ReplayedQuery]
    safe: list[ReplayedQuery]
    could_not_analyze: list[ReplayedQuery]


class DownstreamEntity(BaseModel):
    fqn: str
    type: str | None
    tier: str | None
    domain: str | None
    owners: list[str]
    depth: int
    path: list[str]
    time_machine: str
    """Where to ask what happened to this entity."""


class AffectedUser(BaseModel):
    user: str
    query_count: int
    verdicts: dict[str, int]


class RunbookEntry(BaseModel):
    step: int
    title: str
    details: list[str]
    sql: list[str]
    verify: str
    rollback: str


class Coverage(BaseModel):
    touching: int
    analyzed: int
    complete: bool
    gaps: list[str]
    """Why it is not complete, and what to do about it."""


class SimulatedImpact(BaseModel):
    """The answer of `analyze`; `id` is that of the native simulation."""

    id: int
    time: str
    entity_fqn: str
    changes: list[str]
    impact_score: int
    severity: str
    verdict: str
    downstream_count: int
    downstream_assets: list[DownstreamEntity]
    blast_radius_breakdown: BlastRadiusBreakdown
    sql_replay: SqlReplay
    most_affected_users: list[AffectedUser]
    runbook: list[RunbookEntry]
    coverage: Coverage


class SimulatedBefore(BaseModel):
    id: int
    time: str
    entity_fqn: str
    changes: list[str]
    impact_score: int
    severity: str
    verdict: str


class RecentSimulations(BaseModel):
    simulations: list[SimulatedBefore]
    total: int
