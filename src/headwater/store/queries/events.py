"""Events of the log as they came: one by its id, or many, newest first."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from headwater.store.queries.paging import RowPage, counted, decode, encode
from headwater.store.queries.rows import Connection, conditions, fetch, fetch_one
from headwater.store.queries.teams import EVENT_OF_TEAM

# A page is cut short before it becomes larger than this; one event alone may be.
MAX_PAGE_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class EventRow:
    event_id: UUID
    position: int
    kind: str
    state: str | None
    event_time: datetime
    claimed_time: datetime | None
    received_at: datetime
    run_id: UUID | None
    body: str


COLUMNS = "event_id, position, kind, state, event_time, claimed_time, received_at, run_id, body"


def find(connection: Connection, event_id: UUID) -> EventRow | None:
    query = f"select {COLUMNS} from events where event_id = %(event_id)s"
    return fetch_one(connection, EventRow, query, event_id=event_id)


class EventCursor(NamedTuple):
    event_time: datetime
    event_id: UUID


@dataclass(frozen=True, slots=True)
class EventFilter:
    """Namespace and producer as digests, `job_keys` the keys of one job under all its names."""

    namespace_key: str | None = None
    job_keys: Sequence[str] | None = None
    producer_key: str | None = None
    run_id: UUID | None = None
    kind: str | None = None
    state: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    over_quota: bool | None = None
    team_key: str | None = None
    """With the next three: those of a team, as `EventOwner` tells."""
    other_teams: Sequence[str] | None = None
    namespace_keys: Sequence[str] | None = None
    is_default: bool | None = None


FILTERS = {
    "namespace_key": "namespace_key = %(namespace_key)s::uuid",
    "job_keys": "job_key = any(%(job_keys)s::uuid[])",
    "producer_key": "producer_key = %(producer_key)s::uuid",
    "run_id": "run_id = %(run_id)s",
    "kind": "kind = %(kind)s",
    # Only events of runs have a state; saying so lets the index of both columns serve.
    "state": "kind = 'run' and state = %(state)s",
    "since": "event_time >= %(since)s",
    "until": "event_time < %(until)s",
    "over_quota": "over_quota = %(over_quota)s",
    "team_key": EVENT_OF_TEAM,
}
# By event time, not by position: an event may be sent long after what it tells.
AFTER = "(event_time, event_id) < (%(event_time)s, %(event_id)s)"
LINEAGE = "stream = 'lineage'"


@dataclass(frozen=True, slots=True)
class EventSize:
    """`octet_length` reads the length alone, not the body."""

    position: int
    event_time: datetime
    event_id: UUID
    size: int


def listed(
    connection: Connection, wanted: EventFilter, limit: int, cursor: str | None = None
) -> RowPage[EventRow]:
    """Newest first; the total is counted up to `MAX_COUNTED`."""
    after = decode(cursor, EventCursor)
    values = asdict(wanted) | (after._asdict() if after else {})
    chosen = f"{LINEAGE} and {conditions(FILTERS, asdict(wanted))}"
    query = f"""
        select position, event_time, event_id, octet_length(body) as size
        from events where {chosen} and {AFTER if after else "true"}
        order by event_time desc, event_id desc
        limit %(rows)s
    """
    found = fetch(connection, EventSize, query, **values, rows=limit + 1)
    shown = _within_bytes(found[:limit])
    last = shown[-1] if len(shown) < len(found) else None
    next_cursor = encode(last.event_time, last.event_id) if last else None
    return RowPage(
        _bodies(connection, shown), counted(connection, f"from events where {chosen}", values), next_cursor
    )


def _within_bytes(rows: Sequence[EventSize]) -> Sequence[EventSize]:
    total = 0
    for number, row in enumerate(rows):
        total += row.size
        if number and total > MAX_PAGE_BYTES:
            return rows[:number]
    return rows


def _bodies(connection: Connection, rows: Sequence[EventSize]) -> tuple[EventRow, ...]:
    query = f"""
        select {COLUMNS} from events where position = any(%(positions)s)
        order by event_time desc, event_id desc
    """
    return fetch(connection, EventRow, query, positions=[row.position for row in rows])
