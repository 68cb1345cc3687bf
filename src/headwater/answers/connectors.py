"""Connectors: what each reads, how far it is, and how its last run went."""

from typing import Any, ClassVar

from headwater.answers.base import Answer, Page, Time

SUMMARY: dict[str, Any] = {
    "name": "dbt-shop",
    "kind": "dbt",
    "source": "shop/target",
    "status": "succeeded",
    "run_at": "2026-04-20T05:00:00Z",
    "updated_at": "2026-04-20T05:00:02Z",
    "finished_at": "2026-04-20T05:00:02Z",
    "sent": 42,
    "duplicates": 0,
    "refused": 0,
    "total_sent": 420,
    "problems": [],
    "error": None,
}


class ConnectorSummary(Answer, frozen=True):
    """A connector and its last run."""

    name: str
    kind: str
    """What it reads: `dbt`, `query_log`, `warehouse`, `openmetadata` or `dashboards`."""
    source: str
    """Where it reads: a folder, file or address, without credentials."""
    status: str
    """Of the last run: `running`, `succeeded` or `failed`."""
    run_at: Time
    """When the last run began. A run that was cut off goes on under the same time."""
    updated_at: Time
    finished_at: Time | None
    """When a run last succeeded; null if none has."""
    sent: int
    """Documents that were new in the last run."""
    duplicates: int
    """Documents of the last run that were known before."""
    refused: int
    """What the last run could not use."""
    total_sent: int
    """Documents that were new, in all runs."""
    problems: tuple[str, ...]
    """What could not be used in the last run and why, the first 20."""
    error: str | None
    """Why the last run failed."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = SUMMARY


class ConnectorDetails(ConnectorSummary, frozen=True):
    """A connector with the state from which its next run goes on."""

    state: Any
    """How far it has read, in its own words."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = SUMMARY | {"state": {"artifacts": {"manifest": "0f3c"}}}


class ConnectorPage(Page[ConnectorSummary], frozen=True):
    """Connectors by name."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {"items": [SUMMARY], "total": 1, "next_cursor": None}
