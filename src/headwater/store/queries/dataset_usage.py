"""Who queried a dataset on which day, which columns were used, and how often jobs ran over it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from headwater.store.queries.rows import Connection, fetch


@dataclass(frozen=True, slots=True)
class UsageDay:
    day: date
    user: str
    queries: int
    runs: int


DAYS = """
select days.day, days.user_name as user, count(distinct days.query_key)::int as queries,
       sum(days.runs)::bigint as runs
from (select distinct query_key from query_references where dataset_id = any(%(datasets)s)) as used
join query_days as days on days.query_key = used.query_key
where days.day > %(since)s and days.day <= %(until)s
group by days.day, days.user_name
order by days.day desc, runs desc, days.user_name
limit %(limit)s
"""


@dataclass(frozen=True, slots=True)
class UsageColumn:
    column: str
    queries: int
    runs: int


COLUMNS = """
select used.field as column, count(distinct days.query_key)::int as queries, sum(days.runs)::bigint as runs
from (
    select distinct query_key, field from query_references
    where dataset_id = any(%(datasets)s) and field <> ''
) as used
join query_days as days on days.query_key = used.query_key
where days.day > %(since)s and days.day <= %(until)s
group by used.field
order by runs desc, used.field
limit %(limit)s
"""


@dataclass(frozen=True, slots=True)
class UsageJob:
    job_id: int
    runs: int


JOBS = """
select job_id, count(*)::int as runs from runs
where job_id = any(%(jobs)s) and began_at > %(since)s and began_at < %(until)s::date + 1
group by job_id
order by runs desc, job_id
limit %(limit)s
"""


def days(
    connection: Connection, datasets: Sequence[int], since: date, until: date, limit: int
) -> tuple[UsageDay, ...]:
    window = {"datasets": list(datasets), "since": since, "until": until, "limit": limit}
    return fetch(connection, UsageDay, DAYS, **window)


def columns(
    connection: Connection, datasets: Sequence[int], since: date, until: date, limit: int
) -> tuple[UsageColumn, ...]:
    window = {"datasets": list(datasets), "since": since, "until": until, "limit": limit}
    return fetch(connection, UsageColumn, COLUMNS, **window)


def jobs(
    connection: Connection, numbers: Sequence[int], since: date, until: date, limit: int
) -> tuple[UsageJob, ...]:
    return fetch(connection, UsageJob, JOBS, jobs=list(numbers), since=since, until=until, limit=limit)
