"""BreakSight's words for the history of a table: versions, diffs, health, tests, changes, use and alerts."""

from pydantic import BaseModel


class ColumnDiff(BaseModel):
    change: str
    """`added`, `removed`, `renamed`, `type_changed` and so on."""
    column: str
    new_name: str | None
    old_type: str | None
    new_type: str | None
    judgement: str
    """`breaking`, `risky` or `compatible`."""
    reason: str


class TableVersion(BaseModel):
    version: int
    """Counted from the first that is known."""
    timestamp: str
    entity_fqn: str
    actor: str | None
    summary: str
    judgement: str | None
    diff: list[ColumnDiff]
    pipeline: str | None
    run_id: str | None
    event_id: str


class VersionTimeline(BaseModel):
    entity_fqn: str
    total: int
    versions: list[TableVersion]


class VersionDiff(BaseModel):
    entity_fqn: str
    from_version: int
    to_version: int
    from_time: str
    to_time: str
    judgement: str
    diff: list[ColumnDiff]


class HealthRisk(BaseModel):
    factor: str
    count: int
    points: int
    description: str
    recommendation: str


class HealthCard(BaseModel):
    entity_fqn: str
    days: int
    score: int
    grade: str
    risk_factors: list[HealthRisk]
    recommendations: list[str]


class TestOutcome(BaseModel):
    __test__ = False

    timestamp: str
    success: bool | None
    actual: str | None
    expected: str | None
    run_id: str | None
    event_id: str


class TestHistory(BaseModel):
    __test__ = False

    name: str
    column: str | None
    status: str
    results: list[TestOutcome]


class TableTests(BaseModel):
    entity_fqn: str
    total: int
    failing: int
    tests: list[TestHistory]


class ChangelogEntry(BaseModel):
    timestamp: str
    entity_fqn: str
    actor: str | None
    summary: str
    judgement: str | None
    diff: list[ColumnDiff]
    broke: list[str]
    """Which changes broke whom, in words: as it was judged, then as it was seen in incidents."""
    incidents: list[str]
    """The incidents whose cause it is: `GET /api/v1/incidents/{number}`."""
    run_id: str | None
    event_id: str


class Changelog(BaseModel):
    changes: list[ChangelogEntry]
    total: int | None


class UserUsage(BaseModel):
    user: str
    query_count: int
    days: dict[str, int]


class TableUsage(BaseModel):
    entity_fqn: str
    days: int
    total_queries: int
    users: list[UserUsage]
    columns: dict[str, int]
    pipelines: dict[str, int]


class AlertEntity(BaseModel):
    type: str
    entity_fqn: str
    column: str | None
    timestamp: str
    description: str
    event_id: str | None


class AlertCounts(BaseModel):
    as_of: str
    failing_tests: int
    failed_pipelines: int
    late_pipelines: int
    open_incidents: int
    total: int
    alerts: list[AlertEntity]
