"""Rollups of telemetry: the cells of a metric in a range of time, and which metrics there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from headwater.answers.metrics import MetricName
from headwater.store.queries.rows import Connection, conditions, fetch

# More cells than this are not added up for one answer.
MAX_CELLS = 200_000


@dataclass(frozen=True, slots=True)
class Cell:
    """One series in one minute, hour or day."""

    series: UUID
    bucket: datetime
    count: int
    errors: int
    total: Decimal
    least: float
    greatest: float
    first_value: float
    last_at: datetime
    last_value: float
    started_at: datetime
    bins: list[int]
    counts: list[int]
    kind: str
    unit: str | None
    temporality: str
    monotonic: bool
    operation: str
    service: str
    team: str
    job: str
    attributes: dict[str, Any]


FILTERS = {
    "service": "series.service = %(service)s",
    "team": "series.team = %(team)s",
    "job": "(series.job = %(job)s or split_part(series.job, '/', -1) = %(job)s)",
    "operation": "series.operation = %(operation)s",
}

# Of a cumulative series also the last cell before the range: what came since is the difference to it.
CELLS = """
with chosen as (
    select * from telemetry_series as series where series.metric = %(metric)s and {filters}
),
wanted as (
    select cell.* from telemetry_rollups as cell join chosen using (series)
    where cell.step = %(step)s and cell.bucket >= %(since)s and cell.bucket < %(until)s
    union all
    select before.* from chosen
    cross join lateral (
        select * from telemetry_rollups as cell
        where cell.series = chosen.series and cell.step = %(step)s and cell.bucket < %(since)s
        order by cell.bucket desc limit 1
    ) as before
    where chosen.temporality = 'cumulative'
)
select series, wanted.bucket, wanted.count, wanted.errors, wanted.total, wanted.least, wanted.greatest,
       wanted.first_value, wanted.last_at, wanted.last_value, wanted.started_at, wanted.bins, wanted.counts,
       chosen.kind, chosen.unit, chosen.temporality, chosen.monotonic, chosen.operation, chosen.service,
       chosen.team, chosen.job, chosen.attributes
from wanted join chosen using (series)
order by wanted.bucket, series
limit %(rows)s
"""

NAMES = """
select metric as name, min(kind) as kind, min(unit) as unit, min(temporality) as temporality,
       count(*) as series,
       (array_agg(distinct service))[1:20] as services
from telemetry_series as series where {filters} group by metric order by metric limit 1000
"""


def cells(
    connection: Connection, metric: str, step: str, since: datetime, until: datetime, **given: Any
) -> Sequence[Cell]:
    query = CELLS.format(filters=conditions(FILTERS, given))
    values = {"metric": metric, "step": step, "since": since, "until": until, "rows": MAX_CELLS + 1}
    return fetch(connection, Cell, query, **values, **given)


def names(connection: Connection, team: str | None = None) -> tuple[MetricName, ...]:
    query = NAMES.format(filters=conditions(FILTERS, {"team": team}))
    return fetch(connection, MetricName, query, team=team)
