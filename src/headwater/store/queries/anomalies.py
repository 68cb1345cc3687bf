"""Runs that were out of the ordinary, of all jobs, newest first."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from headwater.store.queries.paging import RowPage, counted, decode, page_of
from headwater.store.queries.rows import Connection, conditions, fetch
from headwater.store.queries.teams import job_of_team


class AnomalyCursor(NamedTuple):
    at: datetime
    run_id: UUID
    measure: str


@dataclass(frozen=True, slots=True)
class AnomalyFilter:
    jobs: Sequence[int] | None = None
    namespace: str | None = None
    measure: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class AnomalyRow:
    job_id: int
    run_id: UUID
    measure: str
    at: datetime
    value: float
    median: float
    mad: float
    score: float
    hour_of_week: int | None


FILTERS = {
    "jobs": "unusual.job_id = any(%(jobs)s)",
    "namespace": "job.namespace = %(namespace)s",
    "measure": "unusual.measure = %(measure)s",
    "since": "unusual.at >= %(since)s",
    "until": "unusual.at < %(until)s",
    "team": job_of_team("unusual.job_id"),
}
FROM = "from run_anomalies as unusual join nodes as job on job.id = unusual.job_id"
AFTER = "(unusual.at, unusual.run_id, unusual.measure) < (%(after_at)s, %(after_run_id)s, %(after_measure)s)"


def listed(
    connection: Connection, wanted: AnomalyFilter, limit: int, cursor: str | None = None
) -> RowPage[AnomalyRow]:
    after = decode(cursor, AnomalyCursor)
    values = asdict(wanted)
    chosen = f"{FROM} where {conditions(FILTERS, values)}"
    begin = {f"after_{name}": value for name, value in after._asdict().items()} if after else {}
    query = f"""
        select unusual.job_id, unusual.run_id, unusual.measure, unusual.at, unusual.value, unusual.median,
               unusual.mad, unusual.score, nullif(unusual.hour_of_week, -1) as hour_of_week
        {chosen} and {AFTER if after else "true"}
        order by unusual.at desc, unusual.run_id desc, unusual.measure desc
        limit %(rows)s
    """
    rows = fetch(connection, AnomalyRow, query, **values, **begin, rows=limit + 1)
    total = counted(connection, chosen, values)
    return page_of(rows, total, limit, lambda row: (row.at, row.run_id, row.measure))
