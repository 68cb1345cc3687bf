"""Teams, the namespaces of jobs that belong to each, and what they sent."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypedDict

from headwater.model.events import namespace_key
from headwater.model.ids import NodeKind, digest
from headwater.model.teams import DEFAULT
from headwater.store.queries.pipelines.tables import Table
from headwater.store.queries.rows import Connection, fetch_one, fetch_values

OverQuota = Literal["mark", "refuse"]


@dataclass(frozen=True, slots=True)
class TeamRow:
    id: int
    name: str
    display_name: str
    description: str | None
    owners: list[str]
    viewers: list[str]
    patterns: list[str]
    dataset_patterns: list[str]
    daily_event_quota: int
    over_quota: OverQuota
    events_per_second: int | None
    daily_item_quota: int | None
    items_per_second: int | None
    storage_retention_days: int
    retention_days: dict[str, int]
    tags: dict[str, str]
    created_at: datetime | None
    """Null for the team that is always there."""
    updated_at: datetime | None


TEAMS = Table("team", TeamRow)

JOBS = "(select job_id from job_teams where team = %(team)s)"
DATASETS = "(select dataset_id from dataset_teams where team = %(team)s)"


def job_of_team(column: str) -> str:
    """The condition that the job with this number belongs to the team that is bound as `team`."""
    return f"{column} in {JOBS}"


def dataset_of_team(column: str) -> str:
    """The same of a dataset; `column` may hold any of its names, or one of its columns."""
    return (
        "exists (select from nodes as member join dataset_teams as owned on owned.team = %(team)s"
        " and owned.dataset_id = coalesce(member.canonical_id, member.id)"
        f" where member.id = {column})"
    )


def node_of_team(column: str) -> str:
    """Of a job or a dataset."""
    return f"({job_of_team(column)} or {dataset_of_team(column)})"


OWNED = f"""
select job_id from {JOBS} as jobs
union all
select member.id from {DATASETS} as own
join nodes as member on member.id = own.dataset_id or member.canonical_id = own.dataset_id
"""


def owned_nodes(connection: Connection, team: str) -> tuple[int, ...]:
    """Numbers of all jobs and datasets of a team, these under all their names."""
    return fetch_values(connection, OWNED, team=team)


NAMESPACES = "select namespace from namespace_teams where team = %(team)s order by namespace"

ACTIVITY = f"""
with own_jobs as materialized {JOBS},
own_runs as (
    select state from runs where job_id in (select job_id from own_jobs) and began_at >= %(since)s
)
select (select count(*) from own_jobs) as jobs,
       (select count(*) from {DATASETS} as own) as datasets,
       (select count(*) from own_runs) as runs,
       (select count(*) from own_runs where state = 'FAIL') as failed_runs
"""


@dataclass(frozen=True, slots=True)
class Activity:
    jobs: int
    datasets: int
    runs: int
    failed_runs: int


def by_name(connection: Connection, name: str) -> TeamRow | None:
    """Case-sensitive: names are in lower case."""
    query = f"select {TEAMS.columns} from team where name = %(name)s"
    return fetch_one(connection, TeamRow, query, name=name)


def patterns(connection: Connection) -> dict[str, list[str]]:
    """Those of each team, by its name."""
    return {team.name: team.patterns for team in TEAMS.all_rows(connection)}


def dataset_patterns(connection: Connection) -> dict[str, list[str]]:
    """Of the teams that have some, by name."""
    return {team.name: team.dataset_patterns for team in TEAMS.all_rows(connection) if team.dataset_patterns}


def namespaces(connection: Connection, team: str) -> tuple[str, ...]:
    """Those of jobs that belong to the team by its name or its patterns."""
    return fetch_values(connection, NAMESPACES, team=team)


# From one namespace to the next in the index, which has their beginnings: there are few, of a million nodes.
NAMESPACES_OF_KIND = """
with recursive beginning as (
    (select left(namespace, 200) as text from nodes
     where kind = %(kind)s and kind <> 'column' order by 1 limit 1)
    union all
    select (select left(namespace, 200) from nodes
            where kind = %(kind)s and kind <> 'column' and left(namespace, 200) > beginning.text
            order by 1 limit 1)
    from beginning where beginning.text is not null
)
select text as namespace from beginning where length(text) < 200
union
select namespace from beginning join nodes
  on kind = %(kind)s and kind <> 'column' and left(namespace, 200) = text
where length(text) = 200
order by namespace
"""


def job_namespaces(connection: Connection) -> tuple[str, ...]:
    return fetch_values(connection, NAMESPACES_OF_KIND, kind=NodeKind.JOB)


def dataset_namespaces(connection: Connection) -> tuple[str, ...]:
    return fetch_values(connection, NAMESPACES_OF_KIND, kind=NodeKind.DATASET)


def activity(connection: Connection, team: str, since: datetime) -> Activity:
    """What is the team's now, and its runs since a time."""
    found = fetch_one(connection, Activity, ACTIVITY, team=team, since=since)
    assert found is not None, "counts always give one row"
    return found


class EventOwner(TypedDict):
    """By what events of a team are found in the log: it is named in them, or owns the namespace."""

    team_key: str
    other_teams: list[str]
    namespace_keys: list[str]
    is_default: bool


def event_owner(connection: Connection, team: str) -> EventOwner:
    known = [*patterns(connection), DEFAULT]
    return EventOwner(
        team_key=digest(team),
        other_teams=[digest(other) for other in known],
        namespace_keys=[namespace_key(namespace) for namespace in namespaces(connection, team)],
        is_default=team == DEFAULT,
    )


# An event that names a team which does not exist belongs to that of its namespace; what has none, to default.
EVENT_OF_TEAM = """
(team_key = %(team_key)s::uuid
 or ((team_key is null or team_key <> all(%(other_teams)s::uuid[]))
     and (namespace_key = any(%(namespace_keys)s::uuid[]) or (%(is_default)s and namespace_key is null))))
"""
