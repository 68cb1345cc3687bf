"""Teams, the namespaces of jobs that belong to each, and what they sent."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from headwater.model.events import LINEAGE, namespace_key
from headwater.store.queries.pipelines.tables import Table
from headwater.store.queries.rows import Connection, fetch_one, fetch_values


@dataclass(frozen=True, slots=True)
class TeamRow:
    id: int
    name: str
    display_name: str
    description: str | None
    owners: list[str]
    viewers: list[str]
    patterns: list[str]
    daily_event_quota: int
    storage_retention_days: int
    tags: dict[str, str]
    created_at: datetime | None
    """Null for the team that is always there."""
    updated_at: datetime | None


TEAMS = Table("team", TeamRow)

NAMESPACES = "select distinct namespace from nodes where kind = 'job' order by namespace"

ACTIVITY = """
with own_jobs as (
    select id from nodes where kind = 'job' and namespace = any(%(namespaces)s)
),
own_runs as (
    select state from runs where job_id in (select id from own_jobs) and began_at >= %(since)s
)
select (select count(*) from own_jobs) as jobs,
       (select count(distinct target_dataset_id) from edges
        where kind = 1 and owner_id in (select id from own_jobs)) as datasets,
       (select count(*) from own_runs) as runs,
       (select count(*) from own_runs where state = 'FAIL') as failed_runs,
       (select count(*) from events
        where stream = %(stream)s and event_time >= %(day)s and event_time < %(day)s + interval '1 day'
          and namespace_key = any(%(keys)s::uuid[])) as events_today
"""


@dataclass(frozen=True, slots=True)
class Activity:
    jobs: int
    datasets: int
    runs: int
    failed_runs: int
    events_today: int


def by_name(connection: Connection, name: str) -> TeamRow | None:
    """Case-sensitive: names are in lower case."""
    query = f"select {TEAMS.columns} from team where name = %(name)s"
    return fetch_one(connection, TeamRow, query, name=name)


def patterns(connection: Connection) -> dict[str, list[str]]:
    """Those of each team, by its name."""
    return {team.name: team.patterns for team in TEAMS.all_rows(connection)}


def job_namespaces(connection: Connection) -> tuple[str, ...]:
    return fetch_values(connection, NAMESPACES)


def activity(connection: Connection, namespaces: Sequence[str], since: datetime, day: datetime) -> Activity:
    """Of the jobs in these namespaces: runs since a time, and events of a day."""
    found = fetch_one(
        connection,
        Activity,
        ACTIVITY,
        namespaces=list(namespaces),
        keys=[namespace_key(namespace) for namespace in namespaces],
        since=since,
        day=day,
        stream=LINEAGE,
    )
    assert found is not None, "counts always give one row"
    return found
