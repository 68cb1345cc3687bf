"""How far the pipeline is: what it has published, how much waits, and how fast it went last."""

from dataclasses import dataclass
from datetime import datetime

from headwater.answers.operations import ServedTotals
from headwater.facts.rules import CURRENT, RulesVersion
from headwater.model.events import LINEAGE
from headwater.store.queries.rows import Connection, fetch


@dataclass(frozen=True, slots=True)
class PublishedPosition:
    """Up to which position and batch the store shows the log."""

    position: int
    batch: int
    rules: int
    analyser: int

    @property
    def is_outdated(self) -> bool:
        """Whether it was made by older rules than today's."""
        return RulesVersion(self.rules, self.analyser).is_older_than(CURRENT)


@dataclass(frozen=True, slots=True)
class PipelineState:
    position: int
    batch: int
    events: int
    head: int
    lag_events: int
    lag_seconds: float
    published_at: datetime | None
    batch_events: int | None
    batch_seconds: float | None
    worker_seen_at: datetime | None
    last_error: str | None
    last_error_at: datetime | None
    rules: int
    analyser: int
    rebuilding: str | None

    @property
    def made_by(self) -> RulesVersion:
        return RulesVersion(self.rules, self.analyser)


PUBLISHED = "select position, batch, rules, analyser from pipeline_state"

# Positions have holes where duplicates were sent, so waiting events are counted, not subtracted.
# `now` may come from a clock behind the database's, and no lag is below zero.
STATUS = """
with published as (
    select * from pipeline_state
),
waiting as (
    select count(*) as events, min(event.received_at) as oldest
    from events as event join published on event.position > published.position
    where event.stream = %(stream)s
)
select published.position, published.batch, published.events,
       coalesce((select max(position) from events where stream = %(stream)s), 0) as head,
       waiting.events as lag_events,
       extract(epoch from greatest(coalesce(%(now)s - waiting.oldest, '0'), '0'))::float as lag_seconds,
       published.published_at, published.batch_events, published.batch_seconds,
       worker.seen_at as worker_seen_at, worker.last_error, worker.last_error_at,
       published.rules, published.analyser,
       (select coalesce(progress, 'starting') from work
        where kind = 'rebuild' and started_at is not null and finished_at is null limit 1) as rebuilding
from published cross join waiting cross join worker_state as worker
"""

TOTALS = """
with kinds as (
    select kind, count(*) as nodes from nodes
    where kind <> 'column' and (canonical_id is null or canonical_id = id)
      and not (kind = 'job' and upper(coalesce(type, '')) = 'QUERY')
    group by kind
)
select coalesce((select nodes from kinds where kind = 'dataset'), 0) as datasets,
       coalesce((select nodes from kinds where kind = 'job'), 0) as jobs,
       (select count(distinct query_key) from query_days where job = '') as queries,
       (select count(*) from runs) as runs,
       (select count(*) from edges {own_edges}) as edges,
       (select count(*) from quarantine) as quarantine
"""


def published(connection: Connection) -> PublishedPosition:
    (row,) = fetch(connection, PublishedPosition, PUBLISHED)
    return row


def status(connection: Connection, now: datetime) -> PipelineState:
    (row,) = fetch(connection, PipelineState, STATUS, now=now, stream=LINEAGE)
    return row


# Walks need the edges of everybody, so that they are no less for who may not see what they join.
OWN_EDGES = "where owner_id in (select id from nodes)"


def totals(connection: Connection, sees_everything: bool = True) -> ServedTotals:
    query = TOTALS.format(own_edges="" if sees_everything else OWN_EDGES)
    (row,) = fetch(connection, ServedTotals, query)
    return row
