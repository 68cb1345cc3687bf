"""Answers about metrics: their values over time, and which there are."""

from typing import Any, ClassVar

from headwater.answers.base import Answer, Time


class MetricValue(Answer, frozen=True):
    at: Time
    """When the minute, hour or day begins."""
    value: float


class MetricSeries(Answer, frozen=True):
    """The values of one group."""

    labels: dict[str, str]
    """What the values were grouped by."""
    values: tuple[MetricValue, ...]


class MetricResult(Answer, frozen=True):
    """A metric over time, one series for each group."""

    name: str
    agg: str
    step: str
    unit: str | None
    since: Time
    until: Time
    series: tuple[MetricSeries, ...]
    """The first 100 groups by label."""
    total: int
    """Number of groups."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "name": "span.duration",
        "agg": "p95",
        "step": "hour",
        "unit": "s",
        "since": "2026-04-20T00:00:00Z",
        "until": "2026-04-21T00:00:00Z",
        "series": [
            {"labels": {"service": "loader"}, "values": [{"at": "2026-04-20T02:00:00Z", "value": 12.5}]}
        ],
        "total": 1,
    }


class MetricName(Answer, frozen=True):
    """One metric, and how many series it has."""

    name: str
    kind: str
    """`span`, `gauge`, `sum`, `histogram`, `exponential_histogram` or `summary`."""
    unit: str | None
    temporality: str
    """`delta`, `cumulative` or empty."""
    series: int
    services: tuple[str, ...]


class MetricNames(Answer, frozen=True):
    """The metrics that there are, by name."""

    items: tuple[MetricName, ...]

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [
            {
                "name": "span.duration",
                "kind": "span",
                "unit": "s",
                "temporality": "",
                "series": 12,
                "services": ["airflow", "loader"],
            }
        ]
    }
