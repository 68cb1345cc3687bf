"""What calls for an incident: failed runs, failing tests, late jobs and alerts that were published lately.

What has recovered meanwhile calls for none, and what belongs to an incident already is left out.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from headwater.store.queries.rows import Connection, count, fetch

TriggerKind = Literal["run", "test", "late", "alert"]
NOT_IN_AN_INCIDENT = "not exists (select from incident where incident.members @> array[{member}])"


@dataclass(frozen=True, slots=True)
class Trigger:
    """`id` is that of the observation the Time Machine makes of it; `seen_at` when it could be noticed."""

    id: str
    kind: TriggerKind
    node_id: int
    at: datetime
    seen_at: datetime
    run_id: UUID | None
    name: str | None
    """Of a test."""
    field: str | None


# A run that failed because of what it started is that run's failure once more.
RUNS = f"""
select distinct 'run:' || run.run_id as id, 'run' as kind, coalesce(job.canonical_id, job.id) as node_id,
       run.ended_at as at, run.ended_at as seen_at, run.run_id, null as name, null as field
from events as event
join runs as run on run.run_id = event.run_id
join nodes as job on job.id = run.job_id
where event.stream = 'lineage' and event.position > %(after)s and event.position <= %(until)s
  and run.end_state in ('FAIL', 'ABORT') and run.ended_at is not null
  and not exists (
      select from runs as newer
      where newer.job_id = run.job_id and newer.began_at > run.began_at and newer.end_state = 'COMPLETE')
  and not exists (
      select from runs as task where task.parent_run_id = run.run_id and task.end_state in ('FAIL', 'ABORT'))
  and {NOT_IN_AN_INCIDENT.format(member="'run:' || run.run_id")}
order by at, id
limit %(limit)s
"""

TESTS = f"""
select 'test:' || result.key as id, 'test' as kind, coalesce(node.canonical_id, node.id) as node_id,
       result.at, result.at as seen_at, result.run_id, result.name, result.field
from events as event
join assertions as result on result.event_id = event.event_id
join nodes as node on node.id = result.dataset_id
where event.stream = 'lineage' and event.position > %(after)s and event.position <= %(until)s
  and not result.success
  and not exists (
      select from assertions as newer
      where newer.dataset_id = result.dataset_id and newer.name = result.name
        and newer.field is not distinct from result.field and newer.at > result.at and newer.success)
  and {NOT_IN_AN_INCIDENT.format(member="'test:' || result.key")}
order by at, id
limit %(limit)s
"""

ALERTS = f"""
select 'signal:' || said.key as id, 'alert' as kind, coalesce(node.canonical_id, node.id) as node_id,
       said.at, said.at as seen_at, null::uuid as run_id, null as name, said.field
from events as event
join signals as said on said.event_id = event.event_id
join nodes as node on node.id = said.node_id
where event.stream = 'lineage' and event.position > %(after)s and event.position <= %(until)s
  and said.severity in ('error', 'critical')
  and {NOT_IN_AN_INCIDENT.format(member="'signal:' || said.key")}
order by at, id
limit %(limit)s
"""

# Breaches enter by the clock and not by an event, so they are looked for by their own time.
LATE = f"""
select 'breach:' || breach.id as id, 'late' as kind, coalesce(job.canonical_id, job.id) as node_id,
       breach.since as at, breach.created_at as seen_at, breach.run_id, null as name, null as field
from timeliness_breach as breach
join nodes as job on job.key = breach.job_key
where breach.created_at > %(since)s and breach.since > %(since)s
  and not exists (
      select from runs as newer
      where newer.job_id = job.id and newer.ended_at > breach.since and newer.end_state = 'COMPLETE')
  and {NOT_IN_AN_INCIDENT.format(member="'breach:' || breach.id")}
order by at, id
limit %(limit)s
"""


def published(connection: Connection, after: int, until: int, limit: int) -> tuple[Trigger, ...]:
    """Of the events between these positions, first to last."""
    found = (
        one
        for statement in (RUNS, TESTS, ALERTS)
        for one in fetch(connection, Trigger, statement, after=after, until=until, limit=limit)
    )
    return tuple(sorted(found, key=lambda one: (one.at, one.id)))


def late(connection: Connection, since: datetime, limit: int) -> tuple[Trigger, ...]:
    """Breaches that began and were logged since then and still hold: of history nobody waits for a run."""
    return fetch(connection, Trigger, LATE, since=since, limit=limit)


WAITING = """
select count(*) from (
    select from events, pipeline_state
    where events.stream = 'lineage' and events.position > pipeline_state.position limit 1
) as waiting
"""


def is_caught_up(connection: Connection) -> bool:
    """Whether nothing in the log waits to be published."""
    return count(connection, WAITING) == 0
