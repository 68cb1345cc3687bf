"""Queries and their use, as they are listed: most used first, by who asked and what they reference."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from headwater.answers.queries import QueryDay, QueryItem, QueryReference, UserUse
from headwater.store.queries.paging import Number, RowPage, decode, page_of
from headwater.store.queries.rows import Connection, conditions, count, fetch, fetch_one, fetch_values
from headwater.store.queries.teams import dataset_of_team, job_of_team

# Enough to recognise a query; generated ones can be megabytes.
SHOWN_CHARACTERS = 4000
SHOWN_NAMES = 100
SHOWN_DAYS = 90
DAILY = 30
SHOWN_REFERENCES = 1000


class QueryCursor(NamedTuple):
    runs: Number
    key: UUID


@dataclass(frozen=True, slots=True)
class QueryFilter:
    """`kind` is `query`, `job_text` or None for both; `datasets` are all numbers of one dataset."""

    kind: str | None = "query"
    dataset: int | None = None
    field: str | None = None
    role: str | None = None
    user: str | None = None
    dialect: str | None = None
    text: str | None = None
    since: datetime | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class UsedQuery:
    key: UUID
    runs: int
    is_query: bool


# People's queries have uses that no job asked for; what a job runs is a text of its own kind.
USED = """
with used as (
    select query_key, sum(runs)::bigint as runs, bool_or(job = '') as is_query
    from query_days
    where {days}
    group by query_key
),
-- A job whose type is a query is what somebody asked.
of_jobs as (
    select distinct query_key
    from job_texts join nodes as job on job.id = job_texts.job_id and upper(coalesce(job.type, '')) <> 'QUERY'
),
listed as (
    select queries.key, coalesce(used.runs, 0) as runs, coalesce(used.is_query, false) as is_query
    from queries
    left join used on used.query_key = queries.key
    left join of_jobs on of_jobs.query_key = queries.key
    where (used.query_key is not null or ({without_use} and of_jobs.query_key is not null))
      and {chosen}
)
"""
DAYS = {"since": "day >= (%(since)s at time zone 'UTC')::date", "user": "user_name = %(user)s"}
REFERENCED = """exists (
    select from query_references as referenced
    where referenced.query_key = queries.key and referenced.dataset_id = %(dataset)s
      and (%(field)s::text is null or lower(referenced.field) = lower(%(field)s)
           or (referenced.star and referenced.role <> 'written'))
      and (%(role)s::text is null or referenced.role = %(role)s)
)"""
# What reads or writes something of the team's, and what a job of the team runs.
OF_TEAM = f"""(exists (
    select from query_references as referenced
    where referenced.query_key = queries.key and {dataset_of_team("referenced.dataset_id")}
) or exists (
    select from job_texts as own where own.query_key = queries.key and {job_of_team("own.job_id")}
))"""
FILTERS = {
    "dataset": REFERENCED,
    "team": OF_TEAM,
    "dialect": "queries.dialect = %(dialect)s",
    "text": "strpos(lower(queries.text), lower(%(text)s)) > 0",
}
KINDS = {None: "true", "query": "is_query", "job_text": "not is_query"}
PAGE = """
select key, runs, is_query from listed
where {kind} and {after}
order by runs desc, key
limit %(rows)s
"""

ITEMS = f"""
with newest as (
    select max(day) as day from query_days where query_key = any(%(keys)s)
)
select replace(queries.key::text, '-', '') as fingerprint, left(queries.text, {SHOWN_CHARACTERS}) as text,
       queries.dialect, queries.database, queries.schema, 'query' as kind, 0::bigint as runs,
       coalesce(users.names[:10], '{{}}') as users, coalesce(cardinality(users.names), 0) as users_total,
       (select at from query_uses where query_uses.query_key = queries.key order by at desc limit 1)
           as last_used,
       (users.duration_us / nullif(users.timed_runs, 0) / 1000)::float8 as mean_duration_ms,
       coalesce(days.runs, '{{}}') as daily, coalesce(datasets.ids[:20], '{{}}') as datasets,
       coalesce(cardinality(datasets.ids), 0) as datasets_total,
       coalesce(analysed.problems, '{{}}') as problems
from queries
left join query_analyses as analysed on analysed.query_key = queries.key
left join lateral (
    select array_agg(user_name order by runs desc, user_name) filter (where user_name <> '') as names,
           sum(duration_us) as duration_us, sum(timed_runs) as timed_runs
    from (select user_name, sum(runs) as runs, sum(duration_us) as duration_us, sum(timed_runs) as timed_runs
          from query_days where query_days.query_key = queries.key group by user_name) as by_user
) as users on true
left join lateral (
    select array_agg(concat('dataset:', node.namespace, '/', node.name) order by node.key) as ids
    from nodes as node
    where node.id in (select dataset_id from query_references where query_references.query_key = queries.key)
) as datasets on true
left join lateral (
    select array_agg(coalesce(used.runs, 0) order by listed.day) as runs
    from newest
    cross join lateral generate_series(newest.day - {DAILY - 1}, newest.day, interval '1 day') as listed (day)
    left join lateral (
        select sum(query_days.runs)::bigint as runs from query_days
        where query_days.query_key = queries.key and query_days.day = listed.day::date
    ) as used on true
) as days on true
where queries.key = any(%(keys)s)
"""


def page(
    connection: Connection, wanted: QueryFilter, limit: int, cursor: str | None = None
) -> RowPage[UsedQuery]:
    after = decode(cursor, QueryCursor)
    given = asdict(wanted)
    listed = USED.format(
        days=conditions(DAYS, given),
        # What was not run in the window, or not by this user, is not what was asked for.
        without_use="true" if wanted.since is None and wanted.user is None else "false",
        chosen=conditions(FILTERS, given),
    )
    kind = KINDS[wanted.kind]
    total = count(connection, f"{listed} select count(*) from listed where {kind}", **given)
    place = {"runs": after.runs, "key": after.key} if after else {}
    further = "(-runs, key) > (-%(runs)s::bigint, %(key)s::uuid)" if after else "true"
    query = listed + PAGE.format(kind=kind, after=further)
    rows = fetch(connection, UsedQuery, query, **given, **place, rows=limit + 1)
    return page_of(rows, total, limit, lambda row: QueryCursor(row.runs, row.key))


def items(connection: Connection, keys: Sequence[UUID]) -> dict[str, QueryItem]:
    """By fingerprint, each without what depends on the window: its runs and its kind."""
    return {one.fingerprint: one for one in fetch(connection, QueryItem, ITEMS, keys=list(keys))}


USERS = """
select user_name as name, count(distinct query_key)::int as queries, sum(runs)::bigint as runs,
       max(at) as last_used
from query_uses
where query_key = any(%(keys)s) and job = ''
group by user_name
order by runs desc, name
limit %(limit)s
"""
DASHBOARDS = """
select distinct dashboard from query_days where query_key = %(key)s and dashboard <> ''
order by 1 limit %(limit)s
"""
JOBS = """
select name from (
    select concat('job:', job.namespace, '/', job.name) as name
    from job_texts join nodes as job on job.id = job_texts.job_id and upper(coalesce(job.type, '')) <> 'QUERY'
    where job_texts.query_key = %(key)s
    union
    select job from query_days where query_key = %(key)s and job <> ''
) as named order by name limit %(limit)s
"""
BY_DAY = """
select day, sum(runs)::bigint as runs from query_days where query_key = %(key)s
group by day order by day desc limit %(limit)s
"""
REFERENCES = """
select concat('dataset:', node.namespace, '/', node.name) as dataset, nullif(used.field, '') as column,
       used.role, used.star, used.positional, used.certain
from query_references as used join nodes as node on node.id = used.dataset_id
where used.query_key = %(key)s
order by dataset, used.field, used.role, used.star, used.positional
limit %(limit)s
"""


@dataclass(frozen=True, slots=True)
class QueryText:
    key: UUID
    text: str
    analysed: bool
    problems: Sequence[str]
    errors: Sequence[str]
    is_query: bool
    runs: int


TEXT = """
select queries.key, queries.text, analysed.query_key is not null as analysed,
       coalesce(analysed.problems, '{}') as problems, coalesce(analysed.errors, '{}') as errors,
       exists (select from query_days where query_key = queries.key and job = '') as is_query,
       coalesce((select sum(runs)::bigint from query_days where query_key = queries.key), 0) as runs
from queries left join query_analyses as analysed on analysed.query_key = queries.key
where queries.key = %(key)s
"""


def text_of(connection: Connection, key: UUID) -> QueryText | None:
    return fetch_one(connection, QueryText, TEXT, key=key)


def users(connection: Connection, keys: Sequence[UUID]) -> tuple[UserUse, ...]:
    return fetch(connection, UserUse, USERS, keys=list(keys), limit=SHOWN_NAMES)


def dashboards(connection: Connection, key: UUID) -> tuple[str, ...]:
    return fetch_values(connection, DASHBOARDS, key=key, limit=SHOWN_NAMES)


def jobs(connection: Connection, key: UUID) -> tuple[str, ...]:
    return fetch_values(connection, JOBS, key=key, limit=SHOWN_NAMES)


def days(connection: Connection, key: UUID) -> tuple[QueryDay, ...]:
    return fetch(connection, QueryDay, BY_DAY, key=key, limit=SHOWN_DAYS)


def references(connection: Connection, key: UUID) -> RowPage[QueryReference]:
    total = count(connection, "select count(*) from query_references where query_key = %(key)s", key=key)
    return RowPage(fetch(connection, QueryReference, REFERENCES, key=key, limit=SHOWN_REFERENCES), total)


def oldest_use(connection: Connection) -> datetime | None:
    row = connection.execute("select min(at) from query_uses").fetchone()
    return row[0] if row else None


def newest_use(connection: Connection) -> datetime | None:
    row = connection.execute("select max(at) from query_uses").fetchone()
    return row[0] if row else None
