"""All results of tests, newest first."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from headwater.store.queries.paging import RowPage, counted, decode, page_of
from headwater.store.queries.rows import Connection, conditions, fetch
from headwater.store.queries.teams import dataset_of_team


class AssertionCursor(NamedTuple):
    at: datetime
    key: UUID


@dataclass(frozen=True, slots=True)
class AssertionFilter:
    """`datasets` are the names of one dataset; `latest` leaves out results that a newer one replaces."""

    datasets: Sequence[int] | None = None
    namespace: str | None = None
    column: str | None = None
    test: str | None = None
    success: bool | None = None
    since: datetime | None = None
    until: datetime | None = None
    latest: bool | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class AssertionRow:
    key: UUID
    dataset_id: int
    job_id: int | None
    field: str | None
    name: str
    at: datetime
    event_id: UUID
    run_id: UUID | None
    success: bool | None
    severity: str | None
    value: Any


FILTERS = {
    "datasets": "result.dataset_id = any(%(datasets)s)",
    "namespace": "dataset.namespace = %(namespace)s",
    "column": "result.field = %(column)s",
    "test": "result.name = %(test)s",
    "success": "result.success = %(success)s",
    "since": "result.at >= %(since)s",
    "until": "result.at < %(until)s",
    "team": dataset_of_team("result.dataset_id"),
    # Of two at one instant the one with the greater key is the newer, so that one is always left.
    "latest": """not exists (
        select from assertions as newer
        where newer.dataset_id = result.dataset_id and newer.name = result.name
          and newer.field is not distinct from result.field
          and (newer.at, newer.key) > (result.at, result.key))""",
}
FROM = """
from assertions as result
join nodes as named on named.id = result.dataset_id
join nodes as dataset on dataset.id = coalesce(named.canonical_id, named.id)
"""
AFTER = "(result.at, result.key) < (%(after_at)s, %(after_key)s)"


def listed(
    connection: Connection, wanted: AssertionFilter, limit: int, cursor: str | None = None
) -> RowPage[AssertionRow]:
    after = decode(cursor, AssertionCursor)
    values = asdict(wanted)
    chosen = f"{FROM} where {conditions(FILTERS, values)}"
    begin = {"after_at": after.at, "after_key": after.key} if after else {}
    query = f"""
        with page as (
            select result.*, dataset.id as canonical_id {chosen} and {AFTER if after else "true"}
            order by result.at desc, result.key desc limit %(rows)s
        )
        select page.key, page.canonical_id as dataset_id, runs.job_id, page.field, page.name, page.at,
               page.event_id, page.run_id, page.success, page.severity, page.value
        from page left join runs on runs.run_id = page.run_id
        order by page.at desc, page.key desc
    """
    rows = fetch(connection, AssertionRow, query, **values, **begin, rows=limit + 1)
    return page_of(rows, counted(connection, chosen, values), limit, lambda row: (row.at, row.key))
