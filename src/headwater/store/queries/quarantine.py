"""What could not be read: events in quarantine with their reason, newest first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from headwater.answers.operations import Quarantined
from headwater.store.queries.paging import Number, Page, decode, page_of
from headwater.store.queries.rows import Connection, count, fetch


class Key(NamedTuple):
    position: Number
    part: str
    event_id: UUID


REASON = "strpos(lower(reason), lower(%(reason)s)) > 0"

# One position is one event, but the event id makes the order total whatever a table holds.
AFTER = """
position <= %(position)s
and (position < %(position)s or (part, event_id) > (%(part)s, %(event_id)s))
"""


def listed(
    connection: Connection, reason: str | None, limit: int, cursor: str | None = None
) -> Page[Quarantined]:
    after = decode(cursor, Key)
    chosen = REASON if reason else "true"
    total = count(connection, f"select count(*) from quarantine where {chosen}", reason=reason)
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
        position=position,
        part=part,
        event_id=event_id,
        rows=limit + 1,
    )
    return page_of(rows, total, limit, lambda row: Key(row.position, row.part, row.event_id))


@dataclass(frozen=True, slots=True)
class _Id:
    event_id: UUID


HELD = "select distinct event_id from quarantine where event_id = any(%(ids)s)"


def held(connection: Connection, event_ids: Sequence[UUID]) -> set[UUID]:
    """Which of these events are in quarantine."""
    return {row.event_id for row in fetch(connection, _Id, HELD, ids=list(event_ids))}
