"""What each team sent on a day, as it arrived: written once a second, read for quotas and by people."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from headwater.answers.teams import TeamDay
from headwater.store.queries.rows import Connection, fetch

SentCounts = Mapping[tuple[str, str], int]
"""By team and column of `team_days`."""

COLUMNS = (
    *("events", "marked", "refused", "slowed"),
    *("items", "items_marked", "items_refused", "items_slowed"),
)

ADD = f"""
insert into team_days (team, day, {", ".join(COLUMNS)})
values (%(team)s, %(day)s, {", ".join(f"%({name})s" for name in COLUMNS)})
on conflict (team, day) do update
set {", ".join(f"{name} = team_days.{name} + excluded.{name}" for name in COLUMNS)}
"""


def add(connection: Connection, counts: SentCounts, day: date) -> None:
    names = sorted({team for team, _ in counts})
    rows = [
        {"team": team, "day": day} | {column: counts.get((team, column), 0) for column in COLUMNS}
        for team in names
    ]
    with connection.transaction(), connection.cursor() as cursor:
        cursor.executemany(ADD, rows)


@dataclass(frozen=True, slots=True)
class _Sent:
    team: str
    events: int
    items: int


def sent_on(connection: Connection, day: date) -> tuple[dict[str, int], dict[str, int]]:
    """Events by team, and items of telemetry."""
    rows = fetch(connection, _Sent, "select team, events, items from team_days where day = %(day)s", day=day)
    return {row.team: row.events for row in rows}, {row.team: row.items for row in rows}


LATELY = f"""
select day, {", ".join(COLUMNS)} from team_days
where team = %(team)s and day > %(since)s order by day desc
"""


def lately(connection: Connection, team: str, since: date) -> tuple[TeamDay, ...]:
    """The days after this one on which the team sent something, the latest first."""
    return fetch(connection, TeamDay, LATELY, team=team, since=since)


@dataclass(frozen=True, slots=True)
class SpentQuota:
    team: str
    display_name: str
    owners: list[str]
    day: date
    unit: str
    """What it is the quota of: `events`, or `items` of telemetry."""
    quota: int
    sent: int
    refused: int


SPENT = """
select team.name as team, team.display_name, team.owners, sent.day,
       case when of_events then 'events' else 'items' end as unit,
       case when of_events then team.daily_event_quota else team.daily_item_quota end as quota,
       case when of_events then sent.events else sent.items end as sent,
       case when of_events then sent.refused else sent.items_refused end as refused
from team_days as sent join team on team.name = sent.team
cross join lateral (select sent.marked > 0 or sent.refused > 0) as spent (of_events)
where sent.day = %(day)s and sent.notified_at is null
  and greatest(sent.marked, sent.refused, sent.items_marked, sent.items_refused) > 0
order by team.name
for update of sent
"""
MARK_NOTIFIED = "update team_days set notified_at = %(at)s where team = %(team)s and day = %(day)s"


def not_notified(connection: Connection, day: date) -> tuple[SpentQuota, ...]:
    """Teams that sent more than their quota today, and whose owners do not know it yet."""
    return fetch(connection, SpentQuota, SPENT, day=day)


def mark_notified(connection: Connection, team: str, day: date, at: datetime) -> None:
    connection.execute(MARK_NOTIFIED, {"team": team, "day": day, "at": at})
