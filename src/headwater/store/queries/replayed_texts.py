"""Texts that name datasets, by the reference index, with who runs them and the schemas that they meet."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID

from headwater.store.queries.rows import Connection, count, fetch, fetch_values, uuid_array


@dataclass(frozen=True, slots=True)
class IndexedText:
    key: UUID
    text: str
    dialect: str | None
    database: str | None
    schema: str | None
    reads: Sequence[int]
    writes: Sequence[int]
    is_query: bool
    """Whether people or dashboards ran it; otherwise only jobs do."""
    problems: Sequence[str]
    named: Sequence[str] | None = None
    """Every dataset and column that it names, as `7:amount`, and `7:` for the dataset; None where it takes
    columns without naming them, or not all that it names is known."""
    fingerprint: str = field(init=False)
    """The key as text, which every step of a simulation asks for."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "fingerprint", self.key.hex)


# Of a job, what it ran on the last day on which it ran: earlier texts are no longer its own. Each text is
# looked up by itself, with a limit: the planner would read the use of all queries that there are.
KEYS = """
with touching as (
    select distinct query_key from query_references where dataset_id = any(%(datasets)s)
),
newest as (
    select job_id, max(last_seen) - interval '1 day' as since from job_texts
    where job_id in (select job_id from job_texts join touching using (query_key)) group by job_id
)
select query_key from touching
cross join lateral (
    select from query_days where query_days.query_key = touching.query_key and job = '' limit 1
) as asked
union
select query_key from touching join job_texts using (query_key) join newest using (job_id)
where last_seen >= newest.since
order by query_key
limit %(limit)s
"""

# A select of a job fills what the job writes, though it does not say so itself.
TEXTS = """
with used as (
    select query_key,
           array_agg(distinct dataset_id order by dataset_id) filter (where role <> 'written') as reads,
           array_agg(distinct dataset_id order by dataset_id) filter (where role = 'written') as writes,
           bool_or(star or positional or not certain or role = 'written') as whole,
           array_agg(distinct concat(dataset_id, ':', split_part(lower(field), '.', 1))) as named
    from query_references where query_key = any(%(keys)s) group by query_key
),
filled as (
    select job_texts.query_key, array_agg(distinct coalesce(dataset.canonical_id, dataset.id)) as writes
    from job_texts
    join nodes as job on job.id = job_texts.job_id and upper(coalesce(job.type, '')) <> 'QUERY'
    join edges on edges.owner_id = job_texts.job_id and edges.kind = edge_kind('writes')
    join nodes as dataset on dataset.id = edges.target_dataset_id
    where job_texts.query_key = any(%(keys)s) group by job_texts.query_key
),
asked as (
    select query_key from unnest(%(keys)s::uuid[]) as query_key
    cross join lateral (
        select from query_days where query_days.query_key = query_key.query_key and job = '' limit 1
    ) as used
)
select queries.key, queries.text, queries.dialect, queries.database, queries.schema,
       coalesce(used.reads, '{}') as reads,
       array(select distinct unnest(coalesce(used.writes, '{}') || coalesce(filled.writes, '{}')) order by 1)
           as writes,
       asked.query_key is not null as is_query,
       coalesce(analysed.problems, '{}') as problems,
       case when not used.whole and analysed.problems = '{}' and analysed.errors = '{}' then used.named end
           as named
from queries
left join query_analyses as analysed on analysed.query_key = queries.key
left join used on used.query_key = queries.key
left join filled on filled.query_key = queries.key
left join asked on asked.query_key = queries.key
where queries.key = any(%(keys)s)
order by queries.key
"""


def keys_naming(connection: Connection, datasets: Collection[int], limit: int) -> tuple[UUID, ...]:
    return fetch_values(connection, KEYS, datasets=sorted(datasets), limit=limit)


def texts(connection: Connection, keys: Collection[UUID]) -> tuple[IndexedText, ...]:
    return fetch(connection, IndexedText, TEXTS, keys=uuid_array(keys))


@dataclass(frozen=True, slots=True)
class TextUses:
    """Who ran a text, in no order; a run whose user is not known has an empty name."""

    query_key: UUID
    users: Sequence[str]
    runs: Sequence[int]
    total: int
    last_day: date

    @property
    def by_user(self) -> Iterable[tuple[str, int]]:
        return ((user, runs) for user, runs in zip(self.users, self.runs, strict=True) if user)

    @property
    def names(self) -> list[str]:
        return [user for user in self.users if user]

    @property
    def ranked_names(self) -> list[str]:
        """The most runs first."""
        return [user for user, _ in sorted(self.by_user, key=lambda pair: (-pair[1], pair[0]))]


# One row a text: a row for each of its users would be ten times as many to carry. Sorting them all here
# would take longer than the rest; only those of a text that is shown are sorted.
USES = """
with by_user as (
    select query_key, user_name, coalesce(sum(runs) filter (where day >= %(since)s), 0)::bigint as runs,
           max(day) as last_day
    from query_days
    where query_key = any(%(keys)s) and job = ''
    group by query_key, user_name
)
select query_key, array_agg(user_name) as users, array_agg(runs) as runs, sum(runs)::bigint as total,
       max(last_day) as last_day
from by_user group by query_key
"""


def uses(connection: Connection, keys: Collection[UUID], since: date) -> dict[UUID, TextUses]:
    """By query, with the runs of each user since then."""
    found = fetch(connection, TextUses, USES, keys=uuid_array(keys), since=since)
    return {one.query_key: one for one in found}


JOBS = """
select job_texts.query_key, concat('job:', job.namespace, '/', job.name) as name, job.owners,
       job_texts.last_seen
from job_texts join nodes as job on job.id = job_texts.job_id and upper(coalesce(job.type, '')) <> 'QUERY'
where job_texts.query_key = any(%(keys)s)
order by job_texts.query_key, name
"""


@dataclass(frozen=True, slots=True)
class TextJob:
    query_key: UUID
    name: str
    owners: Sequence[str]
    last_seen: datetime


def jobs(connection: Connection, keys: Collection[UUID]) -> tuple[TextJob, ...]:
    return fetch(connection, TextJob, JOBS, keys=uuid_array(keys))


@dataclass(frozen=True, slots=True)
class ReferencedDataset:
    """`fields` is None where no schema is known."""

    dataset_id: int
    namespace: str
    name: str
    fields: Any


SCHEMAS = """
with members as (
    select id, coalesce(canonical_id, id) as dataset_id, key from nodes
    where kind = 'dataset' and coalesce(canonical_id, id) = any(%(datasets)s)
),
newest as (
    select distinct on (members.dataset_id) members.dataset_id, version.hash
    from members join schema_versions as version on version.dataset_id = members.id
    where version.valid_to = 'infinity'
    order by members.dataset_id, version.valid_from desc, members.key
)
select dataset.id as dataset_id, dataset.namespace, dataset.name, schemas.fields
from nodes as dataset
left join newest on newest.dataset_id = dataset.id
left join schemas on schemas.hash = newest.hash
where dataset.id = any(%(datasets)s)
order by dataset.id
"""


def schemas(connection: Connection, datasets: Iterable[int]) -> tuple[ReferencedDataset, ...]:
    return fetch(connection, ReferencedDataset, SCHEMAS, datasets=sorted(set(datasets)))


ACTIVE = """
select dataset.key
from nodes as dataset
where dataset.key = any(%(nodes)s::uuid[])
  and exists (
      select from query_references as used join query_days on query_days.query_key = used.query_key
      where used.dataset_id = coalesce(dataset.canonical_id, dataset.id)
        and query_days.job = '' and query_days.day > %(since)s
  )
"""


def active(connection: Connection, nodes: Sequence[str], since: date) -> frozenset[str]:
    """Those of these datasets, by key, that people queried after that day."""
    return frozenset(found.hex for found in fetch_values(connection, ACTIVE, nodes=list(nodes), since=since))


UNREAD = """
select count(*) from query_tables as named
join queries on queries.key = named.query_key
join query_analyses as analysed on analysed.query_key = named.query_key
where named.tail = %(tail)s and analysed.problems <> '{}'
  and not exists (select from query_references as used where used.query_key = named.query_key)
"""


def unread(connection: Connection, tail: str) -> int:
    """Texts that name a table of this name, and of which nothing could be read."""
    return count(connection, UNREAD, tail=tail)
