"""What batch jobs found out, a page at a time: effective classes of columns, datasets by their reach."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from headwater.store.queries.gone_columns import GONE
from headwater.store.queries.paging import Number, RowPage, decode, page_of
from headwater.store.queries.rows import Connection, conditions, count, fetch, fetch_one
from headwater.store.queries.teams import dataset_of_team

Order = Literal["downstream", "upstream", "critical"]


@dataclass(frozen=True, slots=True)
class Computed:
    """When a job last ran, and up to which log position it saw everything."""

    computed_at: datetime
    position: int


COMPUTED = "select computed_at, position from analytics_state where job = %(job)s"


def computed(connection: Connection, job: str) -> Computed | None:
    return fetch_one(connection, Computed, COMPUTED, job=job)


@dataclass(frozen=True, slots=True)
class ClassFilter:
    """`datasets` are a dataset and its aliases, by number."""

    inherited: bool | None = None
    undeclared: bool | None = None
    level: int | None = None
    pii: bool | None = None
    datasets: Sequence[int] | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class ClassRow:
    column_id: int
    level: int
    pii: bool
    declared_level: int | None
    declared_pii: bool | None
    source_id: int | None
    pii_source_id: int | None
    depth: int
    pii_depth: int
    why: str
    undeclared: bool
    severity: int


class ClassKey(NamedTuple):
    severity: Number
    column_id: Number


CLASS_FILTERS = {
    "inherited": "(inherited_level > 0 or inherited_pii) = %(inherited)s",
    "undeclared": "undeclared = %(undeclared)s",
    "level": "level = %(level)s",
    "pii": "pii = %(pii)s",
    "team": "column_id in (select col.id from nodes as col where col.kind = 'column' and "
    + dataset_of_team("col.dataset_id")
    + ")",
    "datasets": "column_id in (select id from nodes"
    " where kind = 'column' and dataset_id = any(%(datasets)s))",
}

# A rebuild may have swept a node away that the next run will clear from here; what was dropped may return.
ALIVE = f"""exists (
    select from nodes as col
    left join nodes as named on named.id = col.dataset_id
    left join nodes as dataset on dataset.id = coalesce(named.canonical_id, named.id)
    where col.id = effective_classes.column_id and dataset.dropped_at is null and not {GONE}
)"""

# One key falls and the other rises, so no row comparison fits; the first bound is what the index can use.
AFTER_CLASS = """
severity <= %(severity)s and (severity < %(severity)s or column_id > %(column_id)s)
"""


def classes(
    connection: Connection, wanted: ClassFilter, limit: int, cursor: str | None = None
) -> RowPage[ClassRow]:
    """Columns that matter, personal data first, then by level."""
    after = decode(cursor, ClassKey)
    chosen = f"{ALIVE} and {conditions(CLASS_FILTERS, asdict(wanted))}"
    # `GONE` asks for a time: None is now.
    values = asdict(wanted) | {"as_of": None}
    total = count(connection, f"select count(*) from effective_classes where {chosen}", **values)
    query = f"""
        select column_id, level, pii, declared_level, declared_pii, source_id, pii_source_id,
               depth, pii_depth, why, undeclared, severity
        from effective_classes
        where {chosen} and {AFTER_CLASS if after else "true"}
        order by severity desc, column_id
        limit %(rows)s
    """
    key = after._asdict() if after else {}
    rows = fetch(connection, ClassRow, query, **values, **key, rows=limit + 1)
    return page_of(rows, total, limit, lambda row: ClassKey(row.severity, row.column_id))


@dataclass(frozen=True, slots=True)
class ReachRow:
    dataset_id: int
    downstream: int
    upstream: int
    downstream_jobs: int
    downstream_dashboards: int
    downstream_critical: int
    downstream_owners: int
    exact: bool


class ReachKey(NamedTuple):
    value: Number
    dataset_id: Number


ORDERS: dict[Order, str] = {
    "downstream": "downstream",
    "upstream": "upstream",
    "critical": "downstream_critical",
}

LISTED = "exists (select from nodes where nodes.id = dataset_reach.dataset_id)"


def ranking(
    connection: Connection, order: Order, limit: int, cursor: str | None = None, team: str | None = None
) -> RowPage[ReachRow]:
    """Datasets, those that reach the most first."""
    after, column = decode(cursor, ReachKey), ORDERS[order]
    chosen = f"{LISTED} and {dataset_of_team('dataset_reach.dataset_id')}" if team else LISTED
    rest = f"{column} <= %(value)s and ({column} < %(value)s or dataset_id > %(dataset_id)s)"
    query = f"""
        select dataset_id, downstream, upstream, downstream_jobs, downstream_dashboards, downstream_critical,
               downstream_owners, exact
        from dataset_reach
        where {chosen} and {rest if after else "true"}
        order by {column} desc, dataset_id
        limit %(rows)s
    """
    key = after._asdict() if after else {}
    rows = fetch(connection, ReachRow, query, **key, team=team, rows=limit + 1)
    total = count(connection, f"select count(*) from dataset_reach where {chosen}", team=team)
    return page_of(rows, total, limit, lambda row: ReachKey(getattr(row, column), row.dataset_id))
