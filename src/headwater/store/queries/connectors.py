"""Connectors: how far each has read, and how its last run went."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from psycopg.types.json import Jsonb

from headwater.answers.connectors import ConnectorDetails, ConnectorPage, ConnectorSummary
from headwater.store.queries.paging import decode, page_of
from headwater.store.queries.rows import Connection, count, fetch, fetch_one

SUMMARY = ", ".join(ConnectorSummary.__struct_fields__)
FIND = f"select {SUMMARY}, state from connectors where name = %(name)s"
PAGE = f"""
select {SUMMARY} from connectors
where %(after)s::text is null or name > %(after)s order by name limit %(rows)s
"""
# Reports of one run replace each other; what it sent is counted once in the total.
REPORT = f"""
insert into connectors as known
    (name, kind, source, status, state, run_at, updated_at, finished_at, sent, duplicates, refused,
     total_sent, problems, error)
values
    (%(name)s, %(kind)s, %(source)s, %(status)s, coalesce(%(state)s, '{{}}'::jsonb), %(run_at)s, %(now)s,
     case when %(status)s = 'succeeded' then %(now)s::timestamptz end, %(sent)s, %(duplicates)s, %(refused)s,
     %(sent)s, %(problems)s, %(error)s)
on conflict (name) do update set
    kind = excluded.kind, source = excluded.source, status = excluded.status,
    state = coalesce(%(state)s, known.state),
    run_at = excluded.run_at, updated_at = excluded.updated_at,
    finished_at = coalesce(excluded.finished_at, known.finished_at),
    sent = excluded.sent, duplicates = excluded.duplicates, refused = excluded.refused,
    total_sent = known.total_sent + excluded.sent
        - case when known.run_at = excluded.run_at then known.sent else 0 end,
    problems = excluded.problems, error = excluded.error
returning {SUMMARY}, state
"""
LAST_RUNS = "select name, status, run_at, updated_at from connectors"


class ConnectorCursor(NamedTuple):
    name: str


class LastRun(NamedTuple):
    name: str
    status: str
    run_at: datetime
    updated_at: datetime


def find(connection: Connection, name: str) -> ConnectorDetails | None:
    return fetch_one(connection, ConnectorDetails, FIND, name=name)


def page(connection: Connection, limit: int, cursor: str | None) -> ConnectorPage:
    after = decode(cursor, ConnectorCursor)
    total = count(connection, "select count(*) from connectors")
    values = {"after": after.name if after else None, "rows": limit + 1}
    found = page_of(
        fetch(connection, ConnectorSummary, PAGE, **values), total, limit, lambda row: (row.name,)
    )
    return ConnectorPage(found.items, found.total, found.next_cursor)


def report(connection: Connection, name: str, said: Mapping[str, Any], now: datetime) -> ConnectorDetails:
    """Note how a run is going; without a state, the one that is kept stays."""
    state = said["state"]
    bound = {
        **said,
        "name": name,
        "now": now,
        "state": None if state is None else Jsonb(state),
        "problems": Jsonb(said["problems"]),
    }
    (kept,) = fetch(connection, ConnectorDetails, REPORT, **bound)
    return kept


def last_runs(connection: Connection) -> dict[str, LastRun]:
    """By name."""
    return {row[0]: LastRun._make(row) for row in connection.execute(LAST_RUNS).fetchall()}
