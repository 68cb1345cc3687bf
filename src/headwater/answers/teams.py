"""Teams: who sends what, and how much."""

from typing import Any, ClassVar

from headwater.answers.base import Answer, Page, Time

TEAM: dict[str, Any] = {
    "name": "finance-data",
    "display_name": "Finance data",
    "description": "Revenue and payments.",
    "owners": ["dana.lead@example.com"],
    "viewers": [],
    "patterns": ["airflow-finance", "finance-*"],
    "daily_event_quota": 100_000,
    "storage_retention_days": 30,
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
    daily_event_quota: int
    storage_retention_days: int
    tags: dict[str, str]
    created_at: Time | None
    """Null for `default`, which is always there."""
    updated_at: Time | None


class TeamPage(Page[Team], frozen=True):
    """Teams by name."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"items": [TEAM], "total": 1, "next_cursor": None}


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
        "over_quota": False,
    }

    team: Team
    namespaces: tuple[str, ...]
    """Namespaces of jobs that belong to it now."""
    jobs: int
    datasets: int
    """That its jobs write."""
    runs: int
    """That began in the last 24 hours."""
    failed_runs: int
    """Of these."""
    events_today: int
    """Dated today, in UTC."""
    over_quota: bool
    """Whether these are more than `daily_event_quota`. Events beyond it are still taken."""


class TeamWritten(Answer, frozen=True):
    """A team as it stands now."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"team": TEAM, "created": True}

    team: Team
    created: bool
