"""How much arrived in a window of time: by bucket, by kind and by producer, counted up to a limit."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.answers.arrivals import EventBucket, EventGroup
from headwater.store.queries.rows import Connection, fetch, fetch_values

# To count more takes longer than anyone waits for a small chart.
MAX_COUNTED = 100_000
MAX_PRODUCERS = 20

NEWEST = "select event_time from events where stream = 'lineage' order by event_time desc limit 1"


def newest(connection: Connection) -> datetime | None:
    found = fetch_values(connection, NEWEST)
    return found[0] if found else None


COUNTED = f"""
counted as materialized (
    select event_time, kind, producer_key from events
    where stream = 'lineage' and event_time >= %(since)s and event_time <= %(until)s
    order by event_time desc
    limit {MAX_COUNTED}
)
"""

BUCKETS = f"""
with {COUNTED},
filled as (
    select date_bin(make_interval(secs => %(seconds)s), event_time, %(since)s) as at, count(*) as events
    from counted group by 1
)
select bucket.at, coalesce(filled.events, 0)::int as events
from generate_series(
    %(since)s::timestamptz, %(until)s::timestamptz, make_interval(secs => %(seconds)s)) as bucket (at)
left join filled on filled.at = bucket.at
order by bucket.at
"""

KINDS = f"""
with {COUNTED}
select kind as name, count(*)::int as events from counted group by kind order by events desc, kind
"""

# A producer may be longer than an index can hold, so only its digest is at hand: one event tells its name.
PRODUCERS = f"""
with {COUNTED},
grouped as (
    select producer_key, count(*)::int as events from counted
    where producer_key is not null
    group by producer_key order by events desc, producer_key limit {MAX_PRODUCERS}
)
select grouped.producer_key, grouped.events, sample.body
from grouped
cross join lateral (
    select body from events
    where events.producer_key = grouped.producer_key and stream = 'lineage'
    order by event_time desc, event_id desc limit 1
) as sample
order by grouped.events desc, grouped.producer_key
"""


@dataclass(frozen=True, slots=True)
class ProducerSample:
    """The body is that of the newest event."""

    producer_key: UUID
    events: int
    body: str


def buckets(
    connection: Connection, since: datetime, until: datetime, seconds: int
) -> tuple[EventBucket, ...]:
    return fetch(connection, EventBucket, BUCKETS, since=since, until=until, seconds=seconds)


def kinds(connection: Connection, **window: Any) -> tuple[EventGroup, ...]:
    return fetch(connection, EventGroup, KINDS, **window)


def producers(connection: Connection, **window: Any) -> tuple[ProducerSample, ...]:
    return fetch(connection, ProducerSample, PRODUCERS, **window)
