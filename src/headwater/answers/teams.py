"""Teams: who sends what, and how much."""

from datetime import date
from typing import Any, ClassVar, Literal

from headwater.answers.base import Answer, Page, Time

TEAM: dict[str, Any] = {
    "name": "finance-data",
    "display_name": "Finance data",
    "description": "Revenue and payments.",
    "owners": ["dana.lead@example.com"],
    "viewers": [],
    "patterns": ["airflow-finance", "finance-*"],
    "dataset_patterns": ["snowflake://shop/finance.*"],
    "daily_event_quota": 100_000,
    "over_quota": "mark",
    "events_per_second": None,
    "daily_item_quota": None,
    "items_per_second": None,
    "storage_retention_days": 30,
    "retention_days": {"runs": 365},
    "tags": {"cost_center": "fin-12"},
    "created_at": "2026-04-01T09:00:00Z",
    "updated_at": None,
}


class Team(Answer, frozen=True):
    """A team and what it was given."""

    name: str
    display_name: str
    description: str | None
    owners: tuple[str, ...]
    viewers: tuple[str, ...]
    patterns: tuple[str, ...]
    """Namespaces of jobs that belong to it, beside its own name; `*` stands for any text."""
    dataset_patterns: tuple[str, ...]
    """Datasets that belong to it, whoever writes them, as `namespace/name`; `*` stands for any text."""
    daily_event_quota: int
    over_quota: Literal["mark", "refuse"]
    """What happens to events beyond the quota: they are taken and marked, or refused for good."""
    events_per_second: int | None
    """Twice as many in a burst; null for the setting of the server. Beyond it: 503 with Retry-After."""
    daily_item_quota: int | None
    """Spans, points and log records a day; null for no limit."""
    items_per_second: int | None
    """Spans, points and log records; twice as many in a burst; null for the setting of the server."""
    storage_retention_days: int
    """How long its raw events, spans and points are kept after they were received."""
    retention_days: dict[str, int]
    """By kind, where it differs; `runs` and `queries` are kept for good unless they stand here."""
    tags: dict[str, str]
    created_at: Time | None
    """Null for `default`, which is always there."""
    updated_at: Time | None


class TeamPage(Page[Team], frozen=True):
    """Teams by name."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"items": [TEAM], "total": 1, "next_cursor": None}


class TeamDay(Answer, frozen=True):
    """What a team sent on one day, as it arrived."""

    day: date
    events: int
    """Events that were taken."""
    marked: int
    """Of these, beyond the quota."""
    refused: int
    """Events that were refused for good."""
    slowed: int
    """Events that were asked to come later."""
    items: int
    """Spans, points and log records that were taken."""
    items_marked: int
    """Of these, in requests beyond the quota."""
    items_refused: int
    """Those that were refused for good."""
    items_slowed: int
    """Those that were asked to come later."""


class RemovedRows(Answer, frozen=True):
    """What was removed of a team because it keeps it no longer."""

    team: str
    kind: str
    """`events`, `telemetry` (raw requests), `runs` (their facets), `queries`, `spans` or `points`."""
    removed: int
    before: Time
    """All of them are from before this time."""
    at: Time
    """When some were last removed."""


class TeamDetail(Answer, frozen=True):
    """A team, what belongs to it, and what it sent."""

    EXAMPLE: ClassVar[dict[str, Any]] = {
        "team": TEAM,
        "namespaces": ["airflow-finance"],
        "jobs": 12,
        "datasets": 31,
        "runs": 96,
        "failed_runs": 2,
        "events_today": 412,
        "items_today": 9_120,
        "over_quota": False,
        "removed": [],
        "days": [
            {"day": "2026-04-20", "events": 412, "marked": 0, "refused": 0, "slowed": 0}
            | {"items": 9_120, "items_marked": 0, "items_refused": 0, "items_slowed": 0}
        ],
    }

    team: Team
    namespaces: tuple[str, ...]
    """Namespaces of jobs that belong to it now."""
    jobs: int
    datasets: int
    """That its `dataset_patterns` name, its jobs write, or that it declared where nobody writes them."""
    runs: int
    """That began in the last 24 hours."""
    failed_runs: int
    """Of these."""
    events_today: int
    """Received today, in UTC."""
    items_today: int
    """Spans, points and log records received today."""
    over_quota: bool
    """Whether `daily_event_quota` or `daily_item_quota` is spent."""
    removed: tuple[RemovedRows, ...]
    """What retention has removed so far. A rebuild can't know what only removed events stated."""
    days: tuple[TeamDay, ...]
    """What it sent on each of the last 30 days on which it sent something, the latest first."""


class TeamWritten(Answer, frozen=True):
    """A team as it stands now."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"team": TEAM, "created": True}

    team: Team
    created: bool
