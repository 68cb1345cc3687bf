"""Batch jobs from the store's side: what their last run saw, what they read, and where results go."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, field, replace
from datetime import datetime

import numpy as np
import pyarrow as pa

from headwater.graph.arcs import Ints
from headwater.store.queries.rows import Connection, count, fetch, fetch_one
from headwater.store.replace_rows import replace_rows

CLASSIFY, REACH, BASELINES, QUERY_INDEX = "classify", "reach", "baselines", "query_index"
INCIDENTS, SUGGEST = "incidents", "suggest"


@dataclass(frozen=True, slots=True)
class JobRun:
    """The last run of a job: what it saw, how long it took, and how many rows it changed."""

    job: str
    batch: int
    position: int
    computed_at: datetime
    seconds: float
    whole: bool
    changed: int
    estimated: Sequence[str] = field(default=())


COLUMNS = "job, batch, position, computed_at, seconds, whole, changed, estimated"
RECORD = f"""
insert into analytics_state ({COLUMNS}) values (%s, %s, %s, %s, %s, %s, %s, %s)
on conflict (job) do update
set batch = excluded.batch, position = excluded.position, computed_at = excluded.computed_at,
    seconds = excluded.seconds, whole = excluded.whole, changed = excluded.changed,
    estimated = excluded.estimated
"""


def last_run(connection: Connection, job: str) -> JobRun | None:
    return fetch_one(
        connection, JobRun, f"select {COLUMNS} from analytics_state where job = %(job)s", job=job
    )


def record(connection: Connection, run: JobRun) -> None:
    # A list, since psycopg sends a tuple as a composite value and not as an array.
    connection.execute(RECORD, (*astuple(run)[:-1], list(run.estimated)))


# Nothing waits in the log, something was published since the last run, and that was long enough ago.
# Baselines have a slower pace of their own, and the index of queries a faster one.
DUE = """
select count(*)
from pipeline_state as published
where not exists (select from events where stream = 'lineage' and position > published.position)
  and not exists (
      select from analytics_state as run
      where run.job in ('classify', 'reach')
        and run.computed_at > clock_timestamp() - make_interval(secs => %(seconds)s))
  and published.batch > coalesce(
      (select min(run.batch) from analytics_state as run where run.job in ('classify', 'reach')), 0)
"""


def is_due(connection: Connection, seconds: float) -> bool:
    return count(connection, DUE, seconds=seconds) > 0


BEHIND = """
select count(*) from pipeline_state as published
where published.batch > coalesce((select run.batch from analytics_state as run where run.job = %(job)s), 0)
"""


def is_behind(connection: Connection, job: str) -> bool:
    """Whether something was published since the last run of a job."""
    return count(connection, BEHIND, job=job) > 0


FRESH = """
select count(*) from analytics_state
where job = %(job)s and computed_at > clock_timestamp() - make_interval(secs => %(seconds)s)
"""


def is_fresh(connection: Connection, job: str, seconds: float) -> bool:
    return count(connection, FRESH, job=job, seconds=seconds) > 0


def whole_run(connection: Connection, job: str, at: datetime, seconds: float, changed: int) -> JobRun:
    """A run of a job that looks at everything that is published, each time."""
    (row,) = connection.execute("select batch, position from pipeline_state").fetchall()
    return JobRun(job, row[0], row[1], at, seconds, whole=True, changed=changed)


def now(connection: Connection) -> datetime:
    # The database's clock, as `DUE` compares with it; `now()` would be the start of the transaction.
    (row,) = connection.execute("select clock_timestamp()").fetchall()
    moment: datetime = row[0]
    return moment


ColumnLabel = tuple[int, str | None, bool | None]

LABELS = """
select coalesce(node.canonical_id, node.id), label.classification, label.pii
from column_labels as label join nodes as node on node.id = label.column_id
"""


def labels(connection: Connection) -> list[ColumnLabel]:
    """What is declared of columns, under their canonical numbers."""
    return connection.execute(LABELS).fetchall()


Declared = tuple[int | None, bool | None]

DECLARED = """
select column_id, declared_level, declared_pii from effective_classes
where declared_level is not null or declared_pii is not null
"""


def last_declared(connection: Connection) -> dict[int, Declared]:
    """What the last run saw declared, as far as it left a row of it."""
    return {row[0]: (row[1], row[2]) for row in connection.execute(DECLARED).fetchall()}


@dataclass(frozen=True, slots=True)
class ColumnClass:
    """A column's class after the last run, and its origin; what it declares itself comes from itself."""

    column_id: int
    level: int
    origin: int
    depth: int
    lowered: int
    pii: bool
    pii_origin: int
    pii_depth: int


# Where a column declares the level that it also inherits, its own declaration is the origin.
COLUMN_CLASSES = """
with classes as (
    select *, coalesce(declared_level, 0) >= inherited_level as own, coalesce(declared_pii, false) as own_pii
    from effective_classes
    where column_id = any(%(columns)s)
)
select column_id, level, case when own then column_id else source_id end as origin,
       case when own then 0 else depth end as depth, case when own then 0 else lowered_by end as lowered,
       pii, case when own_pii or not pii then column_id else pii_source_id end as pii_origin,
       case when own_pii then 0 else pii_depth end as pii_depth
from classes
"""


def column_classes(connection: Connection, columns: Ints) -> tuple[ColumnClass, ...]:
    return fetch(connection, ColumnClass, COLUMN_CLASSES, columns=columns.tolist())


WITH_CLASS = "select column_id from effective_classes where column_id = any(%s)"


def with_class(connection: Connection, columns: Iterable[int]) -> set[int]:
    return {row[0] for row in connection.execute(WITH_CLASS, [list(columns)]).fetchall()}


def write(
    connection: Connection, table: str, key: str, rows: pa.Table, within: Ints | None, run: JobRun
) -> JobRun:
    """Make the table hold these rows, or that part of it whose keys are `within`, and record the run."""
    with connection.transaction():
        recorded = replace(run, changed=replace_rows(connection, table, [key], rows, within))
        record(connection, recorded)
    return recorded


@dataclass(frozen=True, slots=True)
class Trait:
    """What counts about a dataset besides its edges; `digest` is a hash of all of it."""

    id: int
    dashboard: bool
    critical: bool
    owners: Sequence[str]
    digest: str


# Joined by the unit separator, so that owners `a`, `b` and one owner `a,b` give different digests.
TRAITS = """
combined as (
    select coalesce(node.canonical_id, node.id) as id,
           bool_or(lower(coalesce(node.type, '')) = 'dashboard') as dashboard,
           bool_or(coalesce(node.tier, '') = '1' or 'tier:1' = any(node.tags)) as critical,
           array_agg(distinct owner order by owner) filter (where owner is not null) as owners
    from nodes as node left join lateral unnest(node.owners) as owner on true
    where node.kind = 'dataset'
    group by 1
),
traits as (
    select id, dashboard, critical, coalesce(owners, '{}') as owners,
           md5(concat_ws(chr(31), dashboard, critical, array_to_string(owners, chr(31)))) as digest
    from combined
)
"""
# Most datasets have none of these: their numbers are enough, and a row each would take seconds to read.
SOME_TRAITS = (
    f"with {TRAITS} select * from traits where dashboard or critical or owners <> '{{}}' order by id"
)
NO_TRAITS = hashlib.md5(b"f\x1ff", usedforsecurity=False).hexdigest()
CHANGED_TRAITS = f"""
with {TRAITS}
select coalesce(traits.id, known.dataset_id)
from traits full join dataset_reach as known on known.dataset_id = traits.id
where known.traits is distinct from traits.digest::uuid
order by 1
"""


def traits(connection: Connection) -> tuple[Trait, ...]:
    """Of every dataset that has some, under its canonical number; traits of an alias are its own."""
    return fetch(connection, Trait, SOME_TRAITS)


def changed_traits(connection: Connection) -> Ints:
    """Datasets that have other traits than when they were counted, are new, or are gone."""
    return np.array(connection.execute(CHANGED_TRAITS).fetchall(), np.int32).ravel()


CANONICAL = "select id from nodes where kind = %s and (canonical_id is null or canonical_id = id) order by id"
NAMES = "select id, namespace, name, field from nodes where id = any(%s) order by id"


def canonical(connection: Connection, kind: str) -> Ints:
    """All nodes of a kind that are no alias of another."""
    return np.array(connection.execute(CANONICAL, [kind]).fetchall(), np.int32).ravel()


def names(connection: Connection, ids: Ints) -> pa.Table:
    """The names of these nodes, by ascending id."""
    rows = connection.execute(NAMES, [ids.tolist()]).fetchall()
    # Without rows `zip` gives no columns at all, and Arrow needs four empty ones.
    columns = zip(*rows, strict=True) if rows else ((), (), (), ())
    types = (pa.int32(), pa.string(), pa.string(), pa.string())
    arrays = [pa.array(column, type) for column, type in zip(columns, types, strict=True)]
    return pa.table(arrays, names=["id", "namespace", "name", "field"])
