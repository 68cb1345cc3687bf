"""What could not be read: events in quarantine with their reason, newest first."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from headwater.answers.arrivals import QuarantineReason
from headwater.answers.operations import Quarantined
from headwater.store.queries.paging import Number, RowPage, decode, page_of
from headwater.store.queries.rows import Connection, count, fetch, fetch_values
from headwater.store.queries.teams import EVENT_OF_TEAM


class QuarantineCursor(NamedTuple):
    position: Number
    part: str
    event_id: UUID


OF_TEAM = f"event_id in (select sent.event_id from events as sent where {EVENT_OF_TEAM})"
REASON = "strpos(lower(reason), lower(%(reason)s)) > 0"

# One position is one event, but the event id makes the order total whatever a table holds.
AFTER = """
position <= %(position)s
and (position < %(position)s or (part, event_id) > (%(part)s, %(event_id)s))
"""


def listed(
    connection: Connection,
    reason: str | None,
    limit: int,
    cursor: str | None = None,
    owner: Mapping[str, Any] | None = None,
) -> RowPage[Quarantined]:
    """`owner` as `teams.event_owner` gives it: only what that team sent."""
    after, owned = decode(cursor, QuarantineCursor), owner or {}
    chosen = f"{REASON if reason else 'true'} and {OF_TEAM if owned else 'true'}"
    total = count(connection, f"select count(*) from quarantine where {chosen}", reason=reason, **owned)
    query = f"""
        select event_id, part, position, at, reason from quarantine
        where {chosen} and {AFTER if after else "true"}
        order by position desc, part, event_id
        limit %(rows)s
    """
    position, part, event_id = after or (None, None, None)
    rows = fetch(
        connection,
        Quarantined,
        query,
        reason=reason,
        **owned,
        position=position,
        part=part,
        event_id=event_id,
        rows=limit + 1,
    )
    return page_of(rows, total, limit, lambda row: QuarantineCursor(row.position, row.part, row.event_id))


QUARANTINED = "select distinct event_id from quarantine where event_id = any(%(ids)s)"


def quarantined_ids(connection: Connection, event_ids: Sequence[UUID]) -> set[UUID]:
    """Which of these events are in quarantine."""
    return set(fetch_values(connection, QUARANTINED, ids=list(event_ids)))


OF_REASON = """
select distinct event_id::text as event_id from quarantine
where %(reason)s::text is null or reason = %(reason)s
order by 1
"""


def ids_of_reason(connection: Connection, reason: str | None) -> list[str]:
    """The events that were set aside for exactly this reason; without one, all of them."""
    return list(fetch_values(connection, OF_REASON, reason=reason))


MAX_REASONS = 200
# Which of several outputs it was makes no reason of its own.
GROUPED = """
grouped as (
    select reason, regexp_replace(part, '\\[[0-9]+\\]', '[]', 'g') as part,
           count(distinct event_id)::int as events, min(at) as first, max(at) as last,
           (array_agg(event_id order by position desc))[1] as sample
    from quarantine
    group by 1, 2
)
"""
REASONS = f"""
with {GROUPED}
select reason, part, events, first, last, sample from grouped
order by events desc, reason, part limit {MAX_REASONS}
"""
REASON_COUNT = f"with {GROUPED} select count(*) from grouped"


def reasons(connection: Connection) -> RowPage[QuarantineReason]:
    """Each reason once, most frequent first."""
    return RowPage(fetch(connection, QuarantineReason, REASONS), count(connection, REASON_COUNT))


def events(connection: Connection) -> int:
    return count(connection, "select count(distinct event_id) from quarantine")


MAX_OF_RUN = 100
OF_RUN = f"""
select quarantine.event_id, part, quarantine.position, quarantine.at, reason
from quarantine join events on events.event_id = quarantine.event_id
where events.run_id = %(run_id)s
order by quarantine.position desc, part
limit {MAX_OF_RUN}
"""


def of_run(connection: Connection, run_id: UUID) -> tuple[Quarantined, ...]:
    """What is not used of the events of a run, newest first."""
    return fetch(connection, Quarantined, OF_RUN, run_id=run_id)
