"""The outbox: messages that wait to be sent, were sent, or were given up."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

from psycopg.types.json import Jsonb

from headwater.answers.notifications import Notification, NotificationPage
from headwater.store.queries.paging import Number, counted, decode, encode
from headwater.store.queries.rows import Connection, conditions, fetch, fetch_one

# What is worth a message; what people do with an incident themselves is sent where it changes its state.
TOLD = ("opened", "widened", "cause_changed", "reopened", "acknowledged", "resolved")


@dataclass(frozen=True, slots=True)
class NewActivity:
    id: int
    incident_id: int
    kind: str
    at: datetime
    by_name: str | None
    text: str


# Recent twice: what is recorded now may be of long ago, and a restored row was recorded long ago.
# An incident with many messages of late waits, twice as long after each message.
NEW = """
with recent as (
    select id, incident_id, kind, at, by_name, text from incident_activity as done
    where recorded_at > %(now)s - %(recent)s - %(longest_pause)s and at > recorded_at - %(recent)s
      and kind = any(%(kinds)s)
      and not exists (select from notified_activity where activity_id = done.id)
),
sent as (
    select incident_id, count(distinct created_at) as times, max(created_at) as last_at from notification
    where created_at > %(now)s - %(remembered)s group by incident_id
)
select recent.* from recent left join sent using (incident_id)
where sent.times is null
   or sent.last_at + least(%(pause)s * power(2, least(sent.times, 30) - 1), %(longest_pause)s) <= %(now)s
order by id limit %(limit)s
"""
LONGEST_PAUSE, REMEMBERED = timedelta(minutes=15), timedelta(hours=6)
SEEN = """
insert into notified_activity (activity_id, at) select unnest(%(ids)s::bigint[]), %(at)s
on conflict do nothing
"""
FORGET = "delete from notified_activity where at < %(before)s"
ADD = """
insert into notification (key, channel, incident_id, message, created_at, next_at)
values (%(key)s, %(channel)s, %(incident)s, %(message)s, %(at)s, %(at)s)
on conflict (key) do nothing
"""


def new_activities(
    connection: Connection, now: datetime, recent: timedelta, pause: timedelta, limit: int
) -> tuple[NewActivity, ...]:
    """What was recent when it was recorded and is to be sent now. `pause` follows the first message of an
    incident; what happens to it meanwhile is one message."""
    return fetch(
        connection,
        NewActivity,
        NEW,
        now=now,
        recent=recent,
        pause=pause,
        longest_pause=max(LONGEST_PAUSE, pause),
        remembered=REMEMBERED,
        kinds=list(TOLD),
        limit=limit,
    )


def mark_seen(connection: Connection, ids: Sequence[int], at: datetime) -> None:
    connection.execute(SEEN, {"ids": list(ids), "at": at})


def forget_seen(connection: Connection, before: datetime) -> None:
    """What is too old to be sent needs no mark any more."""
    connection.execute(FORGET, {"before": before})


def add(
    connection: Connection,
    key: str,
    channel: str,
    incident: int | None,
    message: dict[str, Any],
    at: datetime,
) -> None:
    values = {"key": key, "channel": channel, "incident": incident, "message": Jsonb(message), "at": at}
    connection.execute(ADD, values)


@dataclass(frozen=True, slots=True)
class WaitingMessage:
    id: int
    key: str
    channel: str
    incident_id: int | None
    message: Any
    attempts: int


# One after the other for each incident and channel: what is resolved must not be sent before it is open.
NEXT = """
select id, key, channel, incident_id, message, attempts from notification as one
where sent_at is null and gave_up_at is null and next_at <= %(now)s
  and not exists (
      select from notification as earlier
      where earlier.channel = one.channel and earlier.incident_id = one.incident_id and earlier.id < one.id
        and earlier.sent_at is null and earlier.gave_up_at is null)
order by next_at, id
limit 1
for update skip locked
"""


def take(connection: Connection, now: datetime) -> WaitingMessage | None:
    """The next that is due; nobody else takes it while this transaction lasts."""
    return fetch_one(connection, WaitingMessage, NEXT, now=now)


SENT = """
update notification set sent_at = %(now)s, attempts = attempts + 1, last_error = null where id = %(id)s
"""


def mark_sent(connection: Connection, number: int, now: datetime) -> None:
    connection.execute(SENT, {"now": now, "id": number})


def mark_failed(
    connection: Connection, number: int, now: datetime, error: str, next_at: datetime | None
) -> None:
    """Without a next time it is given up."""
    connection.execute(
        """
        update notification
        set attempts = attempts + 1, last_error = %(error)s, next_at = coalesce(%(next)s, next_at),
            gave_up_at = case when %(next)s::timestamptz is null then %(now)s::timestamptz end
        where id = %(id)s
        """,
        {"id": number, "now": now, "error": error[:500], "next": next_at},
    )


class NotificationCursor(NamedTuple):
    id: Number


FILTERS = {
    "waiting": "sent_at is null and gave_up_at is null",
    "sent": "sent_at is not null",
    "given_up": "gave_up_at is not null",
    "incident": "incident_id = %(incident)s",
    "before": "id < %(before)s",
}
PAGE = """
select id, key, channel, incident_id as incident,
       case when sent_at is not null then 'sent'
            when gave_up_at is not null then 'given_up' else 'waiting' end as state,
       message ->> 'title' as title, attempts, created_at, next_at, sent_at, gave_up_at, last_error
from notification where {where} order by id desc limit %(rows)s
"""


def page(
    connection: Connection,
    state: Literal["waiting", "sent", "given_up"] | None,
    incident: int | None,
    limit: int,
    cursor: str | None,
) -> NotificationPage:
    after = decode(cursor, NotificationCursor)
    chosen: dict[str, object] = {"incident": incident, **({state: True} if state else {})}
    total = counted(connection, f"1 from notification where {conditions(FILTERS, chosen)}", chosen)
    given = {**chosen, "before": after.id if after else None}
    query = PAGE.format(where=conditions(FILTERS, given))
    rows = fetch(connection, Notification, query, **given, rows=limit + 1)
    following = encode(rows[limit - 1].id) if len(rows) > limit else None
    return NotificationPage(items=rows[:limit], total=total, next_cursor=following)
