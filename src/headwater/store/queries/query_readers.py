"""Which queries and jobs read these columns or datasets, by the index of what texts reference."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from headwater.answers.change import QueryUser
from headwater.store.queries.rows import Connection, count, fetch, fetch_values, int_array

SHOWN_CHARACTERS = 400


@dataclass(frozen=True, slots=True)
class ReadPlaces:
    """Columns, by dataset and name in lower case, or with an empty name whole datasets; four lists as one.

    `sure` says whether the column or dataset itself is known to be affected.
    """

    datasets: Sequence[int]
    fields: Sequence[str]
    depths: Sequence[int]
    sure: Sequence[bool]


@dataclass(frozen=True, slots=True)
class QueryReader:
    fingerprint: str
    text: str
    sure: bool
    depth: int
    runs: int
    last_used: datetime | None
    users: Sequence[str]
    users_total: int
    dashboards: Sequence[str]
    roles: Sequence[str]
    columns: Sequence[str]


# A star reads every column. A text that could not be read in full may read any column of what it names.
HITS = """
with places as (
    select *
    from unnest(%(datasets)s::integer[], %(fields)s::text[], %(depths)s::integer[], %(sure)s::boolean[])
        as place (dataset_id, field, depth, sure)
),
hits as (
    select used.query_key, used.field, used.role, places.depth, places.sure and used.certain as sure
    from places join query_references as used
      on used.dataset_id = places.dataset_id and lower(used.field) = places.field and used.role <> 'written'
    where places.field <> ''
    union all
    select used.query_key, '*', used.role, places.depth, places.sure and used.certain
    from places join query_references as used
      on used.dataset_id = places.dataset_id and lower(used.field) = '' and used.star
     and used.role <> 'written'
    where places.field <> ''
    union all
    select used.query_key, used.field, used.role, places.depth, places.sure and used.certain
    from places join query_references as used
      on used.dataset_id = places.dataset_id and used.role <> 'written'
    where places.field = ''
    union all
    select used.query_key, '', used.role, places.depth, false
    from places join query_references as used
      on used.dataset_id = places.dataset_id and lower(used.field) = '' and used.role <> 'written'
    join query_analyses as analysed on analysed.query_key = used.query_key
     and (analysed.problems <> '{}' or analysed.errors <> '{}')
    where places.field <> ''
),
reached as (
    select query_key, bool_or(sure) as sure, min(depth) + 1 as depth,
           array_agg(distinct role order by role) as roles,
           coalesce(array_agg(distinct field order by field) filter (where field <> ''), '{}') as columns
    from hits group by query_key
)
"""

READ = """
select id from unnest(%(ids)s::integer[]) as place (id)
where exists (select from query_references as used where used.dataset_id = id and used.role <> 'written')
"""


def read_datasets(connection: Connection, ids: Collection[int]) -> frozenset[int]:
    """Those of these datasets that any text reads: mostly few, and the rest need not be looked through."""
    return frozenset(fetch_values(connection, READ, ids=int_array(ids))) if ids else frozenset()


# Whoever asked is a person or a dashboard; what jobs run is listed with the jobs.
QUERIES = (
    HITS
    + """,
asked as (
    select reached.*, recent.runs, recent.users, recent.dashboards
    from reached
    cross join lateral (
        select coalesce(sum(runs) filter (where recently), 0)::bigint as runs,
               array_agg(distinct user_name order by user_name) filter (where user_name <> '') as users,
               array_agg(distinct dashboard order by dashboard) filter (where dashboard <> '') as dashboards,
               count(*) as days
        from (select runs, user_name, dashboard,
                     %(since)s::timestamptz is null or day >= (%(since)s at time zone 'UTC')::date as recently
              from query_days where query_days.query_key = reached.query_key and job = '') as used
    ) as recent
    where recent.days > 0
)
"""
)

PAGE = (
    QUERIES
    + f"""
select replace(asked.query_key::text, '-', '') as fingerprint, left(queries.text, {SHOWN_CHARACTERS}) as text,
       asked.sure, asked.depth, asked.runs,
       (select at from query_uses where query_uses.query_key = asked.query_key and job = ''
        order by at desc limit 1) as last_used,
       coalesce(asked.users[:10], '{{}}') as users, coalesce(cardinality(asked.users), 0) as users_total,
       coalesce(asked.dashboards[:10], '{{}}') as dashboards, asked.roles, asked.columns
from asked join queries on queries.key = asked.query_key
order by asked.sure desc, asked.runs desc, asked.query_key
limit %(limit)s
"""
)

TOTALS = (
    QUERIES
    + """
select count(*)::int as queries, count(*) filter (where sure)::int as certain,
       coalesce(sum(runs), 0)::bigint as runs
from asked
"""
)

USERS = (
    QUERIES
    + """
select user_name as name, count(distinct query_key)::int as queries,
       coalesce(sum(query_days.runs) filter (
           where %(since)s::timestamptz is null or day >= (%(since)s at time zone 'UTC')::date), 0)::bigint
           as runs
from query_days join asked using (query_key)
where job = '' and user_name <> ''
group by user_name
order by queries desc, runs desc, name
"""
)

JOBS = (
    HITS
    + """
select distinct on (job.id) coalesce(job.canonical_id, job.id) as job_id, reached.depth, reached.sure
from reached
join job_texts on job_texts.query_key = reached.query_key
join nodes as job on job.id = job_texts.job_id and upper(coalesce(job.type, '')) <> 'QUERY'
where reached.sure
order by job.id, reached.depth
"""
)


@dataclass(frozen=True, slots=True)
class QueryTotals:
    queries: int
    certain: int
    runs: int


@dataclass(frozen=True, slots=True)
class JobReader:
    job_id: int
    depth: int
    sure: bool


def _values(places: ReadPlaces, since: datetime | None) -> dict[str, object]:
    return {
        "datasets": int_array(places.datasets),
        "fields": list(places.fields),
        "depths": int_array(places.depths),
        "sure": list(places.sure),
        "since": since,
    }


def queries(
    connection: Connection, places: ReadPlaces, since: datetime | None, limit: int
) -> tuple[QueryReader, ...]:
    """The certain ones first, then by how often they were run since then."""
    return fetch(connection, QueryReader, PAGE, **_values(places, since), limit=limit)


def totals(connection: Connection, places: ReadPlaces, since: datetime | None) -> QueryTotals:
    if not places.datasets:
        return QueryTotals(0, 0, 0)
    return fetch(connection, QueryTotals, TOTALS, **_values(places, since))[0]


def users(connection: Connection, places: ReadPlaces, since: datetime | None) -> tuple[QueryUser, ...]:
    """All who ran one of these queries, most queries first."""
    return fetch(connection, QueryUser, USERS, **_values(places, since))


def jobs(connection: Connection, places: ReadPlaces) -> tuple[JobReader, ...]:
    """Jobs whose texts read one of these for certain, each at its least depth."""
    if not places.datasets:
        return ()
    return fetch(connection, JobReader, JOBS, **_values(places, None))


QUERY_JOBS = """
select id from nodes where id = any(%(ids)s) and kind = 'job' and upper(type) = 'QUERY'
"""
WITHOUT_TEXT = """
select count(*) from unnest(%(ids)s::integer[]) as listed (id)
where not exists (select from job_texts where job_texts.job_id = listed.id)
"""


def query_jobs(connection: Connection, ids: Sequence[int]) -> frozenset[int]:
    """Those of these jobs that are queries."""
    rows = connection.execute(QUERY_JOBS, {"ids": int_array(ids)}).fetchall()
    return frozenset(row[0] for row in rows)


def without_text(connection: Connection, ids: Sequence[int]) -> int:
    """How many of these jobs sent no SQL, so that nothing is known of what they read."""
    return count(connection, WITHOUT_TEXT, ids=int_array(ids)) if ids else 0


COLUMNS = """
select col.id, coalesce(dataset.canonical_id, dataset.id) as dataset_id, lower(col.field) as field
from nodes as col join nodes as dataset on dataset.id = col.dataset_id
where col.id = any(%(ids)s)
"""


@dataclass(frozen=True, slots=True)
class ColumnPlace:
    id: int
    dataset_id: int
    field: str


def column_places(connection: Connection, ids: Sequence[int]) -> dict[int, ColumnPlace]:
    """Where columns of the graph stand."""
    if not ids:
        return {}
    return {row.id: row for row in fetch(connection, ColumnPlace, COLUMNS, ids=int_array(ids))}
