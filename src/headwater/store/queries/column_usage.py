"""Who reads the columns of a dataset, by the index of what queries reference, and what that rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from headwater.answers.queries import ReasonCount, UserUse
from headwater.store.queries.rows import Connection, fetch, fetch_one

SHOWN_USERS = 20
SHOWN_JOBS = 20
SHOWN_REASONS = 20

# Queries that people ran in the window, and how often.
IN_WINDOW = """
in_window as (
    select query_key, sum(runs)::bigint as runs
    from query_days
    where job = '' and (%(since)s::timestamptz is null or day >= (%(since)s at time zone 'UTC')::date)
    group by query_key
)
"""
# To read is to reference in any role but that of a target.
READ = "used.dataset_id = %(dataset)s and used.role <> 'written'"


@dataclass(frozen=True, slots=True)
class ColumnReading:
    """A column by its name in lower case: the queries that name it, and the roles it has in how many."""

    field: str
    queries: int
    runs: int
    last_used: datetime | None
    roles: Mapping[str, int]


READINGS = f"""
with {IN_WINDOW},
named as (
    select distinct lower(used.field) as field, used.query_key, used.role
    from query_references as used
    where {READ} and used.field <> ''
),
by_role as (
    select named.field, named.role, count(*) as queries
    from named join in_window on in_window.query_key = named.query_key
    group by named.field, named.role
),
by_query as (
    select distinct named.field, named.query_key, in_window.runs,
           (select at from query_uses where query_uses.query_key = named.query_key and job = ''
            order by at desc limit 1) as last_used
    from named join in_window on in_window.query_key = named.query_key
)
select by_query.field, count(*)::int as queries, sum(by_query.runs)::bigint as runs,
       max(last_used) as last_used,
       (select jsonb_object_agg(role, queries) from by_role where by_role.field = by_query.field) as roles
from by_query group by by_query.field
"""


def readings(connection: Connection, dataset: int, since: datetime | None) -> dict[str, ColumnReading]:
    """By column, in lower case."""
    rows = fetch(connection, ColumnReading, READINGS, dataset=dataset, since=since)
    return {row.field: row for row in rows}


USERS = f"""
with named as (
    select distinct lower(used.field) as field, used.query_key
    from query_references as used
    where {READ} and lower(used.field) = %(field)s
)
select user_name as name, count(distinct query_uses.query_key)::int as queries, sum(runs)::bigint as runs,
       max(at) as last_used
from named join query_uses on query_uses.query_key = named.query_key and job = ''
where %(since)s::timestamptz is null or at >= date_trunc('day', %(since)s::timestamptz, 'UTC')
group by user_name
order by runs desc, name
"""


def users(connection: Connection, dataset: int, field: str, since: datetime | None) -> tuple[UserUse, ...]:
    return fetch(connection, UserUse, USERS, dataset=dataset, field=field.lower(), since=since)


@dataclass(frozen=True, slots=True)
class JobReading:
    field: str
    job_id: int
    job: str


JOBS = f"""
select distinct lower(used.field) as field, job.id as job_id,
       concat('job:', job.namespace, '/', job.name) as job
from query_references as used
join job_texts on job_texts.query_key = used.query_key
join nodes as job on job.id = job_texts.job_id and upper(coalesce(job.type, '')) <> 'QUERY'
where {READ} and (used.field <> '' or used.star)
order by field, job
"""


def jobs(connection: Connection, dataset: int) -> tuple[JobReading, ...]:
    """Jobs whose texts read a column; under the empty name those that read all by a star."""
    return fetch(connection, JobReading, JOBS, dataset=dataset)


@dataclass(frozen=True, slots=True)
class NamingQueries:
    """Queries that people ran in the window and that name the dataset."""

    queries: int
    runs: int
    analysed: int
    stars: int


TOUCHING = f"""
with {IN_WINDOW},
touching as (
    select used.query_key, bool_or(used.star and used.role <> 'written') as star
    from query_references as used where used.dataset_id = %(dataset)s
    group by used.query_key
)
select count(*)::int as queries, coalesce(sum(in_window.runs), 0)::bigint as runs,
       count(*) filter (where analysed.problems = '{{}}' and analysed.errors = '{{}}')::int as analysed,
       count(*) filter (where touching.star)::int as stars
from touching
join in_window on in_window.query_key = touching.query_key
join query_analyses as analysed on analysed.query_key = touching.query_key
"""

REASONS = f"""
with {IN_WINDOW}
select coalesce(analysed.problems[1], analysed.errors[1]) as reason, count(*)::int as queries
from query_analyses as analysed
join in_window on in_window.query_key = analysed.query_key
where (analysed.problems <> '{{}}' or analysed.errors <> '{{}}')
  and exists (select from query_references as used
              where used.query_key = analysed.query_key and used.dataset_id = %(dataset)s)
group by reason
order by queries desc, reason
limit %(limit)s
"""

UNREAD = f"""
with {IN_WINDOW}
select count(*)
from in_window
left join query_analyses as analysed on analysed.query_key = in_window.query_key
where analysed.query_key is null
   or (analysed.problems <> '{{}}'
       and not exists (select from query_tables where query_tables.query_key = in_window.query_key))
"""


def touching(connection: Connection, dataset: int, since: datetime | None) -> NamingQueries:
    found = fetch_one(connection, NamingQueries, TOUCHING, dataset=dataset, since=since)
    return found or NamingQueries(0, 0, 0, 0)


def reasons(connection: Connection, dataset: int, since: datetime | None) -> tuple[ReasonCount, ...]:
    return fetch(connection, ReasonCount, REASONS, dataset=dataset, since=since, limit=SHOWN_REASONS)


def unread(connection: Connection, since: datetime | None) -> int:
    """Queries of which not even the tables are known."""
    row = connection.execute(UNREAD, {"since": since}).fetchone()
    return int(row[0]) if row else 0


@dataclass(frozen=True, slots=True)
class ReaderCount:
    field: str
    queries: int
    jobs: int


READER_COUNTS = f"""
with named as (
    select distinct lower(used.field) as field, used.query_key
    from query_references as used
    where {READ} and used.field <> ''
)
select named.field,
       count(distinct named.query_key) filter (
           where exists (select from query_uses where query_uses.query_key = named.query_key and job = '')
       )::int as queries,
       count(distinct job.id)::int as jobs
from named
left join job_texts on job_texts.query_key = named.query_key
left join nodes as job on job.id = job_texts.job_id and upper(coalesce(job.type, '')) <> 'QUERY'
group by named.field
"""


def reader_counts(connection: Connection, dataset: int) -> dict[str, ReaderCount]:
    """By column in lower case: the queries and jobs that name it."""
    return {row.field: row for row in fetch(connection, ReaderCount, READER_COUNTS, dataset=dataset)}


SILENT_JOBS = """
select listed.job_id
from unnest(%(jobs)s::integer[]) as listed (job_id)
where not exists (select from job_texts where job_texts.job_id = listed.job_id)
   or exists (select from job_texts
              left join query_analyses as analysed on analysed.query_key = job_texts.query_key
              where job_texts.job_id = listed.job_id
                and (analysed.query_key is null or analysed.problems <> '{}' or analysed.errors <> '{}'))
   or exists (select from job_texts
              join query_references as used on used.query_key = job_texts.query_key
              where job_texts.job_id = listed.job_id and used.star and used.dataset_id = %(dataset)s)
"""


def silent_jobs(connection: Connection, jobs: Sequence[int], dataset: int) -> frozenset[int]:
    """Those of these jobs of which it is not known which columns of the dataset their texts read."""
    rows = connection.execute(SILENT_JOBS, {"jobs": list(jobs), "dataset": dataset}).fetchall()
    return frozenset(row[0] for row in rows)


SILENT_QUERIES = """
select count(distinct used.query_key)
from query_references as used
join query_analyses as analysed on analysed.query_key = used.query_key
where used.dataset_id = %(dataset)s
  and (analysed.problems <> '{}' or analysed.errors <> '{}' or (used.star and used.role <> 'written'))
  and exists (select from query_uses where query_uses.query_key = used.query_key and job = '')
"""


def silent_queries(connection: Connection, dataset: int) -> int:
    """Queries of people that read the dataset and do not name all that they read: a star takes over any."""
    row = connection.execute(SILENT_QUERIES, {"dataset": dataset}).fetchone()
    return int(row[0]) if row else 0
