"""Removes what teams keep no longer, a small step at a time; what was removed is written down.

Served answers stay: edges, versions, counts by day and rollups are rows of their own. Of a run its row stays,
because the life of edges is counted in runs; its facets go. A later rebuild can't know what only removed
events stated: `removed` says which these are.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from headwater.answers.teams import RemovedRows
from headwater.model.teams import DEFAULT, RetentionKind
from headwater.store.queries.rows import Connection, fetch
from headwater.store.queries.teams import EVENT_OF_TEAM, TEAMS, TeamRow, event_owner, job_of_team

STEP_ROWS = 2_000
# What a team keeps for good unless it says otherwise: they are small, and people look back at them.
KEPT_FOR_GOOD: tuple[RetentionKind, ...] = ("runs", "queries")
RemovedKind = RetentionKind | Literal["telemetry"]
# How people call what was removed, where that is not the kind's own name.
NAMES = {"telemetry": "requests of telemetry"}
KINDS: tuple[RetentionKind, ...] = ("events", "spans", "points", *KEPT_FOR_GOOD)

# Events that declare something hold until they are replaced; what waits in quarantine can still be replayed.
EVENTS = f"""
delete from events where position in (
    select position from events
    where stream = 'lineage' and kind in ('run', 'query') and received_at < %(before)s
      and position <= (select position from pipeline_state) and {EVENT_OF_TEAM}
      and not exists (select from quarantine where quarantine.event_id = events.event_id)
    order by position limit %(rows)s)
"""
RUNS = f"""
with old as (
    select run_id from runs
    where last_seen < %(before)s and {job_of_team("job_id")}
      and (exists (select from run_facets where run_facets.run_id = runs.run_id)
           or exists (select from run_io_facets where run_io_facets.run_id = runs.run_id))
    order by last_seen limit %(rows)s
),
of_runs as (delete from run_facets where run_id in (select run_id from old)),
of_datasets as (delete from run_io_facets where run_id in (select run_id from old))
select run_id from old
"""
# The counts of a day stay, in query_days.
QUERIES = f"""
delete from query_uses where key in (
    select used.key from query_uses as used
    join nodes as asked
      on asked.kind = 'job' and used.job in (asked.name, asked.namespace || '/' || asked.name)
    where used.at < %(before)s and {job_of_team("asked.id")}
    limit %(rows)s)
"""
SPANS = """
delete from trace_spans where (day, trace_id, span_id) in (
    select day, trace_id, span_id from trace_spans
    where team = %(team)s and day < (%(before)s at time zone 'UTC')::date limit %(rows)s)
"""
POINTS = """
delete from metric_points where (day, point_id) in (
    select point.day, point.point_id from metric_points as point
    join telemetry_series as measured on measured.series = point.series
    where measured.team = %(team)s and point.day < (%(before)s at time zone 'UTC')::date limit %(rows)s)
"""
# Requests as they came, once they are served and in the lake. One of several teams goes by the server's days.
TELEMETRY = """
delete from telemetry_log where position in (
    select position from telemetry_log
    where received_at < %(before)s and (%(team)s::text is null or teams = array[%(team)s])
      and position <= (select least(position, lake) from telemetry_state)
    order by received_at limit %(rows)s)
"""
STATEMENTS: Mapping[RemovedKind, str] = {
    "events": EVENTS,
    "telemetry": TELEMETRY,
    "runs": RUNS,
    "queries": QUERIES,
    "spans": SPANS,
    "points": POINTS,
}
NOTE = """
insert into removed_rows (team, kind, removed, before, at)
values (%(team)s, %(kind)s, %(removed)s, %(before)s, %(at)s)
on conflict (team, kind) do update
set removed = removed_rows.removed + excluded.removed,
    before = greatest(removed_rows.before, excluded.before), at = excluded.at
"""


@dataclass(frozen=True, slots=True)
class Cut:
    """What of a team is older than it keeps; with None, of all."""

    team: str | None
    kind: RemovedKind
    before: datetime


def cuts(connection: Connection, now: datetime, telemetry_log_days: int) -> Iterator[Cut]:
    """One for each team and kind. The team `default` keeps all for good: nobody has said otherwise.

    Of telemetry, which comes by the thousand, nobody's requests are kept longer than the server keeps them.
    """
    yield Cut(None, "telemetry", now - timedelta(days=telemetry_log_days))
    for team in TEAMS.all_rows(connection):
        kept = min(days_kept(team, "events") or telemetry_log_days, telemetry_log_days)
        yield Cut(team.name, "telemetry", now - timedelta(days=kept))
        for kind in KINDS:
            days = days_kept(team, kind)
            if days is not None:
                yield Cut(team.name, kind, now - timedelta(days=days))


def days_kept(team: TeamRow, kind: RetentionKind) -> int | None:
    """None for good."""
    return team.retention_days.get(kind, None if kind in KEPT_FOR_GOOD else team.storage_retention_days)


def apply(connection: Connection, cut: Cut, now: datetime, steps: int, rows: int = STEP_ROWS) -> int:
    """So many steps, each a transaction; returns how many rows they removed."""
    values: dict[str, Any] = {"team": cut.team, "before": cut.before, "rows": rows}
    if cut.kind == "events" and cut.team is not None:
        values |= dict(event_owner(connection, cut.team))
    total = 0
    for _ in range(steps):
        with connection.transaction():
            removed = connection.execute(STATEMENTS[cut.kind], values).rowcount
            if removed:
                noted = {"team": cut.team or DEFAULT, "kind": cut.kind, "before": cut.before, "at": now}
                connection.execute(NOTE, noted | {"removed": removed})
        total += removed
        if removed < rows:
            break
    return total


def removed(connection: Connection, team: str | None = None) -> tuple[RemovedRows, ...]:
    """What was removed so far, of one team or of all."""
    query = """
        select team, kind, removed, before, at from removed_rows
        where %(team)s::text is null or team = %(team)s order by team, kind
    """
    return fetch(connection, RemovedRows, query, team=team)


def unknown_after_rebuild(connection: Connection) -> list[str]:
    """For people: what a rebuild can't know any more."""
    return [
        f"{one.removed:,} {NAMES.get(one.kind, one.kind)} of the team {one.team} "
        f"from before {one.before:%Y-%m-%d %H:%M} UTC"
        for one in removed(connection)
        if one.kind in ("events", "queries", "telemetry")
    ]
