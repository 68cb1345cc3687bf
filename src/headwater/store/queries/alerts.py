"""What is wrong at one time: tests whose newest result is bad, jobs whose newest run failed, what is late."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from headwater.store.queries.rows import Connection, fetch
from headwater.store.queries.teams import node_of_team


@dataclass(frozen=True, slots=True)
class AlertRow:
    node_id: int
    field: str | None
    at: datetime
    says: str | None
    run_id: UUID | None
    event_id: UUID | None
    key: str


TESTS = """
select result.dataset_id as node_id, result.field, result.at, result.name as says, result.run_id,
       result.event_id, result.key::text as key
from assertions as result
where not result.success and result.at > %(since)s and result.at <= %(until)s
  and not exists (
      select from assertions as newer
      where newer.dataset_id = result.dataset_id and newer.name = result.name
        and newer.field is not distinct from result.field
        and (newer.at, newer.key) > (result.at, result.key) and newer.at <= %(until)s)
order by result.at desc, result.key desc
limit %(limit)s
"""

RUNS = """
select run.job_id as node_id, null::text as field, run.ended_at as at,
       left(error.value ->> 'message', 500) as says, run.run_id, run.end_event as event_id,
       run.run_id::text as key
from runs as run
left join run_facets as error on error.run_id = run.run_id and error.name = 'errorMessage'
where run.began_at > %(since)s and run.began_at <= %(until)s and run.ended_at <= %(until)s
  and run.end_state in ('FAIL', 'ABORT') and run.job_id is not null
  and not exists (
      select from runs as newer
      where newer.job_id = run.job_id and (newer.began_at, newer.run_id) > (run.began_at, run.run_id)
        and newer.ended_at <= %(until)s)
order by run.ended_at desc, run.run_id
limit %(limit)s
"""

LATE = """
select job.id as node_id, null::text as field, breach.since as at, breach.kind as says, breach.run_id,
       null::uuid as event_id, breach.id::text as key
from timeliness_breach as breach
join pipeline on pipeline.id = breach.pipeline_id
join nodes as job on job.key = pipeline.job_key
where breach.since > %(since)s and breach.since <= %(until)s
  and not exists (
      select from runs as newer
      where newer.job_id = job.id and newer.began_at > breach.since and newer.ended_at <= %(until)s
        and newer.end_state = 'COMPLETE')
order by breach.since desc, breach.id
limit %(limit)s
"""


def active(
    connection: Connection,
    statement: str,
    since: datetime,
    until: datetime,
    limit: int,
    team: str | None = None,
) -> tuple[AlertRow, ...]:
    """Of one team, if it is given."""
    query = OF_TEAM.format(statement=statement.replace("limit %(limit)s", "")) if team else statement
    return fetch(connection, AlertRow, query, since=since, until=until, limit=limit, team=team)


# The limit is for what is chosen: a storm elsewhere must not hide what is wrong here.
OF_TEAM = f"select * from ({{statement}}) as found where {node_of_team('node_id')} limit %(limit)s"
OF_NODES = "select * from ({statement}) as found where node_id = any(%(nodes)s) limit %(limit)s"


def active_of(
    connection: Connection,
    statement: str,
    nodes: Sequence[int],
    since: datetime,
    until: datetime,
    limit: int,
) -> tuple[AlertRow, ...]:
    """Of these datasets and jobs alone."""
    query = OF_NODES.format(statement=statement.replace("limit %(limit)s", ""))
    return fetch(connection, AlertRow, query, nodes=list(nodes), since=since, until=until, limit=limit)
