"""The reference index from the store's side: which queries have to be read, with which schemas, and the rows.

A query is read anew when the datasets that it may mean look otherwise than when it was read: a schema, an
alias or a dataset that came later. So the index ends the same, in whatever order events came.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec

from headwater.facts.query_references import IndexedQuery
from headwater.store.graph_changes import KEPT_BATCHES
from headwater.store.queries.rows import Connection, count, fetch, fetch_values

# Versions of a schema whose columns a query may still name.
MOST_VERSIONS = 50

# The last part of a dataset's name, as texts name it; the same expression as that of the index on it.
TAIL = """left(btrim(lower(substring(dataset.name from '[^.]*$')), '"`[]'), 200)"""
TAIL_CHARACTERS = 200

STATES = f"""
with versions as (
    select dataset_id,
           string_agg(concat(extract(epoch from valid_from), hash), ',' order by valid_from) as known
    from schema_versions group by dataset_id
)
select dataset.id as dataset_id, {TAIL} as tail,
       md5(concat_ws('|', dataset.name, dataset.namespace, dataset.canonical_id, versions.known))::uuid
           as state
from nodes as dataset
left join versions on versions.dataset_id = dataset.id
where dataset.kind = 'dataset'
"""

CHANGED = f"""
with states as ({STATES})
select coalesce(states.dataset_id, indexed.dataset_id) as dataset_id,
       coalesce(states.tail, indexed.tail) as tail, states.state
from states full join indexed_datasets as indexed on indexed.dataset_id = states.dataset_id
where states.state is distinct from indexed.state
"""

# Not yet read by this version of the reader, naming something that changed, or run by a job that did.
PENDING = """
select key from queries
where not exists (select from query_analyses as known
                  where known.query_key = queries.key and known.version = %(version)s)
union
select query_key from query_tables where tail = any(%(tails)s)
union
select query_key from job_texts
where %(all_jobs)s or job_id in (select owner_id from graph_changes where batch > %(batch)s)
order by 1
"""

UNREAD = """
select count(*) from queries
where not exists (select from query_analyses as known
                  where known.query_key = queries.key and known.version = %(version)s)
"""

# Owner 0 stands for a change of aliases or a rebuild.
UNTOLD = """
select count(*) from pipeline_state
where batch - %(batch)s > %(kept)s
   or exists (select from graph_changes where owner_id = 0 and graph_changes.batch > %(batch)s)
"""

TEXTS = """
select queries.key, queries.text, queries.dialect, queries.database, queries.schema, known.binding
from queries left join query_analyses as known
  on known.query_key = queries.key and known.version = %(version)s
where queries.key = any(%(keys)s)
order by queries.key
"""

# What the jobs that run a text read and write: of several datasets of a name, these are meant.
NAMED_BY_JOBS = """
select distinct job_texts.query_key, coalesce(dataset.canonical_id, dataset.id)
from job_texts
join edges on edges.owner_id = job_texts.job_id and edges.kind in (edge_kind('reads'), edge_kind('writes'))
join nodes as dataset on dataset.id in (edges.source_dataset_id, edges.target_dataset_id)
where job_texts.query_key = any(%(keys)s)
"""

CANDIDATES = f"""
select coalesce(dataset.canonical_id, dataset.id) as dataset_id, dataset.namespace, dataset.name
from nodes as dataset
where dataset.kind = 'dataset' and {TAIL} = any(%(tails)s)
order by dataset.key
limit %(limit)s
"""

COLUMNS = """
with versions as (
    select coalesce(dataset.canonical_id, dataset.id) as dataset_id, version.hash, version.valid_to,
           row_number() over (
               partition by coalesce(dataset.canonical_id, dataset.id)
               order by version.valid_to = 'infinity' desc, version.valid_from desc, dataset.key
           ) as place
    from nodes as dataset join schema_versions as version on version.dataset_id = dataset.id
    where dataset.kind = 'dataset' and coalesce(dataset.canonical_id, dataset.id) = any(%(datasets)s)
)
select versions.dataset_id, versions.place,
       array(select field ->> 'name'
             from jsonb_array_elements(schemas.fields) with ordinality as listed (field, at)
             where field ->> 'name' is not null order by at) as names
from versions join schemas on schemas.hash = versions.hash
where versions.place <= %(versions)s
order by versions.dataset_id, versions.place
"""


@dataclass(frozen=True, slots=True)
class ChangedDataset:
    """A dataset that looks otherwise than when queries were last read; without a state it is gone."""

    dataset_id: int
    tail: str
    state: UUID | None


@dataclass(frozen=True, slots=True)
class QueryToRead:
    key: UUID
    text: str
    dialect: str | None
    database: str | None
    schema: str | None
    binding: UUID | None
    """Of what it was bound to when it was last read."""


@dataclass(frozen=True, slots=True)
class CandidateDataset:
    dataset_id: int
    namespace: str
    name: str


@dataclass(frozen=True, slots=True)
class DatasetColumns:
    """`former` are columns that earlier versions had."""

    current: tuple[str, ...]
    former: tuple[str, ...]


def changed_datasets(connection: Connection) -> tuple[ChangedDataset, ...]:
    return fetch(connection, ChangedDataset, CHANGED)


def pending(
    connection: Connection, version: int, tails: Sequence[str], since: int | None
) -> tuple[UUID, ...]:
    """The keys of queries to read, or to bind again; `since` is the batch that the last run saw."""
    values = {
        "version": version,
        "tails": list(tails),
        "batch": since,
        "all_jobs": _all_jobs(connection, since),
    }
    return fetch_values(connection, PENDING, **values)


def unread(connection: Connection, version: int) -> int:
    """Queries that no run of the index has read yet."""
    return count(connection, UNREAD, version=version)


def _all_jobs(connection: Connection, since: int | None) -> bool:
    """Whether it is not known which jobs changed: their list reaches back a thousand batches only."""
    return since is None or count(connection, UNTOLD, batch=since, kept=KEPT_BATCHES) > 0


def texts(connection: Connection, keys: Sequence[UUID], version: int) -> tuple[QueryToRead, ...]:
    return fetch(connection, QueryToRead, TEXTS, keys=list(keys), version=version)


def named_by_jobs(connection: Connection, keys: Sequence[UUID]) -> Mapping[UUID, frozenset[int]]:
    found: dict[UUID, set[int]] = {}
    for key, dataset in connection.execute(NAMED_BY_JOBS, {"keys": list(keys)}).fetchall():
        found.setdefault(key, set()).add(dataset)
    return {key: frozenset(datasets) for key, datasets in found.items()}


def candidates(connection: Connection, tails: Iterable[str], limit: int) -> tuple[CandidateDataset, ...]:
    """Datasets whose name ends so."""
    return fetch(connection, CandidateDataset, CANDIDATES, tails=sorted(tails), limit=limit)


def columns(connection: Connection, datasets: Iterable[int]) -> Mapping[int, DatasetColumns]:
    """Of those that have a schema: today's columns in their order, and earlier ones."""
    rows = connection.execute(COLUMNS, {"datasets": sorted(datasets), "versions": MOST_VERSIONS}).fetchall()
    listed: dict[int, list[Sequence[str]]] = {}
    for dataset, _place, names in rows:
        listed.setdefault(dataset, []).append(names)
    return {dataset: _columns(versions) for dataset, versions in listed.items()}


def _columns(versions: Sequence[Sequence[str]]) -> DatasetColumns:
    current, *earlier = versions
    known = {name.lower() for name in current}
    former = {name.lower(): name for names in reversed(earlier) for name in names}
    return DatasetColumns(
        tuple(current), tuple(name for lower, name in sorted(former.items()) if lower not in known)
    )


def write(connection: Connection, read: Mapping[UUID, tuple[UUID, IndexedQuery]], version: int) -> None:
    """Replace what is kept of these queries; the first of each pair is what the query was bound to."""
    keys = list(read)
    with connection.transaction():
        for table in ("query_references", "query_tables"):
            connection.execute(f"delete from {table} where query_key = any(%s)", [keys])
        with connection.cursor() as cursor:
            cursor.executemany(
                """
                insert into query_analyses (query_key, version, binding, problems, errors)
                values (%s, %s, %s, %s, %s)
                on conflict (query_key) do update
                set version = excluded.version, binding = excluded.binding, problems = excluded.problems,
                    errors = excluded.errors
                """,
                [(key, version, bound, one.problems, one.errors) for key, (bound, one) in read.items()],
            )
            _copy(cursor, "query_tables", _tails(read))
            _copy(
                cursor,
                "query_references",
                (
                    (key, *msgspec.structs.astuple(reference))
                    for key, (_, one) in read.items()
                    for reference in one.references
                ),
            )


def _tails(read: Mapping[UUID, tuple[UUID, IndexedQuery]]) -> Iterator[tuple[UUID, str]]:
    for key, (_, one) in read.items():
        for tail in sorted({table[:TAIL_CHARACTERS] for table in one.tables}):
            yield key, tail


def _copy(cursor: Any, table: str, rows: Iterable[Sequence[object]]) -> None:
    with cursor.copy(f"copy {table} from stdin") as copy:
        for row in rows:
            copy.write_row(row)


def remember(connection: Connection, changed: Sequence[ChangedDataset]) -> None:
    """All queries are read with these datasets as they look now."""
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(
            "delete from indexed_datasets where dataset_id = any(%s)", [[one.dataset_id for one in changed]]
        )
        kept = (one for one in changed if one.state is not None)
        _copy(cursor, "indexed_datasets", ((one.dataset_id, one.tail, one.state) for one in kept))


FORGET = """
delete from {table} as kept where not exists (select from queries where queries.key = kept.query_key)
"""


def forget_gone_queries(connection: Connection) -> None:
    """What a rebuild by other rules no longer finds."""
    for table in ("query_analyses", "query_tables", "query_references"):
        connection.execute(FORGET.format(table=table))
