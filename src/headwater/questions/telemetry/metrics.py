"""Metrics over time, from the rollups of points and spans."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Annotated, Literal

from headwater.answers.metrics import MetricNames, MetricResult, MetricSeries, MetricValue
from headwater.errors import BadParameterError
from headwater.questions.parameters import Moment
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.telemetry.aggregation import AGGREGATIONS, SECONDS, Sum, grouped, increments
from headwater.store.queries.telemetry import metrics
from headwater.store.queries.telemetry.metrics import MAX_CELLS, Cell

MAX_GROUPS = 100
# Up to so long a range is shown by the minute, and by the hour.
MINUTES_UNTIL, HOURS_UNTIL = timedelta(hours=6), timedelta(days=14)
GROUPS = ("service", "team", "job", "operation")
ATTRIBUTE = "attribute:"

Name = Annotated[
    str,
    Parameter(
        "Name of a metric, or `span.duration`, in seconds, for spans.",
        examples=("span.duration",),
        min_length=1,
    ),
]
Agg = Annotated[
    Literal[
        "count",
        "sum",
        "avg",
        "min",
        "max",
        "last",
        "rate",
        "errors",
        "error_rate",
        "p50",
        "p90",
        "p95",
        "p99",
    ],
    Parameter(
        "How values are added up. Of a cumulative series, `sum` is what came in each step, `rate` the "
        "same a second. "
        "Quantiles are off by at most 1 %. Default `avg`.",
    ),
]
By = Annotated[
    str | None,
    Parameter(
        "Group by `service`, `team`, `job`, `operation` or `attribute:<name>`; several separated by commas.",
        examples=("service",),
        min_length=1,
    ),
]
Since = Annotated[Moment | None, Parameter("From this time on. Default a day before `until`.")]
Until = Annotated[Moment | None, Parameter("Before this time. Default now.")]
Step = Annotated[
    Literal["minute", "hour", "day"] | None,
    Parameter("Length of a step. Default `minute` up to 6 hours, `hour` up to 14 days, else `day`."),
]
Service = Annotated[str | None, Parameter("Filter by `service.name`.", examples=("loader",), min_length=1)]
OfTeam = Annotated[str | None, Parameter("Filter by team.", examples=("finance-data",), min_length=1)]
JobName = Annotated[str | None, Parameter("Filter by job: `namespace/name`, or the name.", min_length=1)]
Operation = Annotated[str | None, Parameter("Filter by name of the spans.", min_length=1)]


@question("/metrics/query", topic="telemetry")
def query_metric(
    reading: Reading,
    name: Name,
    agg: Agg = "avg",
    by: By = None,
    since: Since = None,
    until: Until = None,
    step: Step = None,
    service: Service = None,
    team: OfTeam = None,
    job: JobName = None,
    operation: Operation = None,
) -> MetricResult:
    """A metric over time, grouped by what it belongs to. Steps in which nothing was measured are left out."""
    names = _group_names(by)
    end = until or reading.clock()
    begin = since or end - timedelta(days=1)
    if begin >= end:
        raise BadParameterError("since", "must lie before `until`")
    chosen = step or _step(end - begin)
    given = {"service": service, "team": team, "job": job, "operation": operation}
    cells = metrics.cells(reading.connection, name, chosen, begin, end, **given)
    if len(cells) > MAX_CELLS:
        raise BadParameterError("step", f"more than {MAX_CELLS} cells; take a longer step or a shorter time")
    groups = grouped(increments(cells, begin), _labels(names))
    value = _valued(agg, SECONDS[chosen])
    series = (MetricSeries(dict(zip(names, key, strict=True)), value(groups[key])) for key in sorted(groups))
    shown = tuple(one for one, _ in zip(series, range(MAX_GROUPS), strict=False))
    unit = cells[0].unit if cells else None
    return MetricResult(name, agg, chosen, unit, begin, end, shown, len(groups))


@question("/metrics/names", topic="telemetry")
def metric_names(reading: Reading, team: OfTeam = None) -> MetricNames:
    """The metrics that there are, the first 1000 by name."""
    return MetricNames(metrics.names(reading.connection, team))


def _group_names(by: str | None) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in (by or "").split(",") if name.strip()))
    for name in names:
        if name not in GROUPS and not name.startswith(ATTRIBUTE):
            raise BadParameterError(
                "by", f"`{name[:60]}` is none of {', '.join(GROUPS)} and attribute:<name>"
            )
    return names


def _labels(names: tuple[str, ...]) -> Callable[[Cell], tuple[str, ...]]:
    def labels(cell: Cell) -> tuple[str, ...]:
        return tuple(
            str(cell.attributes.get(name.removeprefix(ATTRIBUTE), ""))
            if name.startswith(ATTRIBUTE)
            else str(getattr(cell, name))
            for name in names
        )

    return labels


def _valued(agg: str, seconds: float) -> Callable[[dict[datetime, Sum]], tuple[MetricValue, ...]]:
    def values(buckets: dict[datetime, Sum]) -> tuple[MetricValue, ...]:
        found = ((at, AGGREGATIONS[agg](buckets[at], seconds)) for at in sorted(buckets))
        return tuple(MetricValue(at, value) for at, value in found if value is not None)

    return values


def _step(length: timedelta) -> str:
    if length <= MINUTES_UNTIL:
        return "minute"
    return "hour" if length <= HOURS_UNTIL else "day"
