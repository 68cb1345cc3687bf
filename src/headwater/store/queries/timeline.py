"""Everything that happened to some datasets and jobs, newest first: versions, runs, tests, signals, lives."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from headwater.store.queries.paging import Number, RowPage, decode, page_of
from headwater.store.queries.rows import Connection, fetch


class HappeningCursor(NamedTuple):
    at: datetime
    kind: str
    key: UUID
    node_id: Number


@dataclass(frozen=True, slots=True)
class HappeningFilter:
    """Of these nodes, under all their names."""

    nodes: Sequence[int]
    since: datetime | None
    until: datetime | None


@dataclass(frozen=True, slots=True)
class HappeningRow:
    at: datetime
    kind: str
    key: UUID
    node_id: int
    field: str | None
    says: str | None
    actor: str | None
    severity: str | None
    run_id: UUID | None
    event_id: UUID | None


# Each source gives as many as a page holds, by an index of its own.
SOURCE = """
(select * from ({source}) as one
 where (%(since)s::timestamptz is null or at >= %(since)s)
   and (%(until)s::timestamptz is null or at < %(until)s)
   and (%(after_at)s::timestamptz is null
        or (at, kind, key, node_id)
           < (%(after_at)s, %(after_kind)s::text, %(after_key)s::uuid, %(after_node)s::integer))
 order by at desc, kind desc, key desc, node_id desc limit %(rows)s)
"""
SCHEMAS = """
select valid_from as at, 'schema_version'::text as kind, event_id as key, dataset_id as node_id,
       null::text as field, null::text as says, null::text as actor, null::text as severity, run_id, event_id
from schema_versions where dataset_id = any(%(nodes)s)
"""
TESTS = """
select at, case when success then 'test_passed' else 'test_failed' end, key, dataset_id, field, name, null,
       case when not success then severity end, run_id, event_id
from assertions where dataset_id = any(%(nodes)s) and success is not null
"""
SIGNALS = """
select at, 'signal', key, node_id, field, text, author, severity, null::uuid, event_id
from signals where node_id = any(%(nodes)s)
"""
LIVES = """
select at, 'lifecycle', event_id, node_id, null, lower(state), null, null, null::uuid, event_id
from lifecycle where node_id = any(%(nodes)s)
"""
RUNS = """
select ended_at, case end_state when 'COMPLETE' then 'run_completed' when 'ABORT' then 'run_aborted'
                                else 'run_failed' end,
       run_id, job_id, null, null, null, null, run_id, end_event
from runs where job_id = any(%(nodes)s) and ended_at is not null
"""
COLUMNS = "(at, kind, key, node_id, field, says, actor, severity, run_id, event_id)"


def _statement() -> str:
    named = [SCHEMAS, *(f"select * from ({one}) as named {COLUMNS}" for one in (TESTS, SIGNALS, LIVES, RUNS))]
    sources = " union all ".join(SOURCE.format(source=one) for one in named)
    return f"""
with found as ({sources}),
page as (select * from found order by at desc, kind desc, key desc, node_id desc limit %(rows)s)
select page.at, page.kind, page.key, page.node_id, page.field,
       coalesce(page.says, left(error.value ->> 'message', 500)) as says,
       coalesce(page.actor, actor.value ->> 'name') as actor, page.severity, page.run_id, page.event_id
from page
left join run_facets as error on error.run_id = page.run_id and error.name = 'errorMessage'
    and page.kind like 'run%%'
left join run_facets as actor on actor.run_id = page.run_id and actor.name = 'headwater_actor'
order by page.at desc, page.kind desc, page.key desc, page.node_id desc
"""


STATEMENT = _statement()


def happened(
    connection: Connection, wanted: HappeningFilter, limit: int, cursor: str | None
) -> RowPage[HappeningRow]:
    """A page; the total is not counted."""
    after = decode(cursor, HappeningCursor)
    begin = {
        "after_at": after.at if after else None,
        "after_kind": after.kind if after else None,
        "after_key": after.key if after else None,
        "after_node": after.node_id if after else None,
    }
    window = {"nodes": list(wanted.nodes), "since": wanted.since, "until": wanted.until}
    rows = fetch(connection, HappeningRow, STATEMENT, **window, **begin, rows=limit + 1)
    return page_of(rows, len(rows), limit, lambda row: (row.at, row.kind, row.key, row.node_id))
