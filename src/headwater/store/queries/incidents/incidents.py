"""Incidents as rows: lists, one of them, and what belongs to it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple
from uuid import UUID

import msgspec
from psycopg.types.json import Jsonb

from headwater.answers.incidents import (
    IncidentCounts,
    IncidentPage,
    IncidentState,
    IncidentStateCounts,
    IncidentSummary,
    ResolvedLately,
    Severity,
)
from headwater.answers.investigation import Label, RecordedChange
from headwater.model.incidents import incident_name
from headwater.model.times import from_micros, to_micros
from headwater.store.queries.labels import plain_tier
from headwater.store.queries.paging import Number, counted, decode, encode
from headwater.store.queries.rows import Connection, conditions, count, fetch, fetch_one, fetch_values
from headwater.store.queries.teams import node_of_team

MOST_UNRESOLVED = 500
# A word of its own: what is resolved is so, muted or not; what is muted, acknowledged or not.
STATE = """
case when incident.resolved_at is not null then 'resolved'
     when incident.muted_at is not null
          and (incident.muted_until is null or incident.muted_until > %(now)s) then 'muted'
     when incident.acknowledged_at is not null then 'acknowledged'
     else 'open' end
"""
COLUMNS = f"""
id, key, {STATE} as state, title, summary, cause, confidence, label, verdict, verdict_by, severity, tier,
owners, counts, opened_at, last_at, widened, recorded_at, examined_at, assignee, acknowledged_at,
acknowledged_by, muted_at, muted_until, muted_by, resolved_at, resolved_by, resolution, merged_into, members,
true_cause
"""


class IncidentRow(msgspec.Struct, frozen=True):
    """A row with its state at a time."""

    id: int
    key: UUID
    state: IncidentState
    title: str
    summary: str
    cause: Any
    confidence: int
    label: Label
    verdict: Literal["confirmed", "corrected"] | None
    verdict_by: str | None
    severity: Severity
    tier: str | None
    owners: Sequence[str]
    counts: Any
    opened_at: datetime
    last_at: datetime
    widened: int
    recorded_at: datetime
    examined_at: datetime
    assignee: str | None
    acknowledged_at: datetime | None
    acknowledged_by: str | None
    muted_at: datetime | None
    muted_until: datetime | None
    muted_by: str | None
    resolved_at: datetime | None
    resolved_by: str | None
    resolution: str | None
    merged_into: int | None
    members: Sequence[str]
    true_cause: Any

    @property
    def name(self) -> str:
        return incident_name(self.id)

    @property
    def answer(self) -> IncidentSummary:
        return IncidentSummary(**self.fields)

    @property
    def fields(self) -> dict[str, Any]:
        """Those of `IncidentSummary`."""
        shared = {name: getattr(self, name) for name in IncidentSummary.__struct_fields__ if name != "name"}
        return shared | {
            "name": self.name,
            "cause": read_change(self.cause),
            "owners": tuple(self.owners),
            "counts": msgspec.convert(self.counts, IncidentCounts),
            # What has passed says nothing of now.
            "muted_until": self.muted_until if self.state == "muted" else None,
            "muted_by": self.muted_by if self.state == "muted" else None,
        }


def read_change(kept: Any) -> RecordedChange | None:
    return None if kept is None else msgspec.convert(completed(kept), RecordedChange)


def completed(change: dict[str, Any]) -> dict[str, Any]:
    """What was kept before spans were evidence has none."""
    return {"span": None} | change


class IncidentFilter(NamedTuple):
    state: IncidentState | None = None
    owner: str | None = None
    tier: str | None = None
    since: datetime | None = None
    now: datetime | None = None
    team: str | None = None


class IncidentCursor(NamedTuple):
    at: Number
    id: Number


OTHER_FILTERS = {
    "owner": "(%(owner)s = any(owners) or assignee = %(owner)s)",
    "tier": f"lower(tier) = {plain_tier('%(tier)s')}",
    "since": "last_at >= %(since)s",
    "team": f"exists (select from nodes as part where part.key = any(incident.nodes)"
    f" and {node_of_team('part.id')})",
}
FILTERS = {
    **OTHER_FILTERS,
    "state": f"{STATE} = %(state)s",
    "at": "(opened_at, id) < (%(at)s, %(id)s)",
}
PAGE = "select {columns} from incident where {where} order by opened_at desc, id desc limit %(rows)s"
BY_STATE = "select {state} as state, count(*)::int as number from incident where {where} group by 1"
LATELY = """
select count(*)::int as count,
       round(percentile_cont(0.5) within group (
           order by extract(epoch from resolved_at - opened_at)))::bigint as median_seconds
from incident
where resolved_at > %(now)s::timestamptz - interval '30 days' and merged_into is null
"""


class _StateCount(NamedTuple):
    state: str
    number: int


def page(connection: Connection, wanted: IncidentFilter, limit: int, cursor: str | None) -> IncidentPage:
    """The latest first. Those that became a part of another are in no list but that of the resolved."""
    after = decode(cursor, IncidentCursor)
    chosen = wanted._asdict()
    total = counted(connection, f"1 from incident where {conditions(FILTERS, chosen)}", chosen)
    given = {**chosen, "at": from_micros(after.at) if after else None, "id": after.id if after else None}
    query = PAGE.format(columns=COLUMNS, where=conditions(FILTERS, given))
    rows = fetch(connection, IncidentRow, query, **given, rows=limit + 1)
    shown = rows[:limit]
    return IncidentPage(
        items=tuple(row.answer for row in shown),
        total=total,
        next_cursor=encode(to_micros(shown[-1].opened_at), shown[-1].id) if len(rows) > limit else None,
        counts=_by_state(connection, chosen),
        resolved_lately=lately(connection, wanted.now),
    )


def _by_state(connection: Connection, chosen: dict[str, object]) -> IncidentStateCounts:
    query = BY_STATE.format(state=STATE, where=conditions(OTHER_FILTERS, chosen))
    found = {row.state: row.number for row in fetch(connection, _StateCount, query, **chosen)}
    return IncidentStateCounts(**{name: found.get(name, 0) for name in IncidentStateCounts.__struct_fields__})


def lately(connection: Connection, now: datetime | None) -> ResolvedLately:
    found = fetch_one(connection, ResolvedLately, LATELY, now=now)
    assert found is not None, "an aggregate always gives a row"
    return found


FIND = f"select {COLUMNS} from incident where id = %(id)s"


def find(connection: Connection, number: int, now: datetime, *, lock: bool = False) -> IncidentRow | None:
    """With `lock`, nobody else changes it before this transaction ends."""
    query = f"{FIND} for update" if lock else FIND
    return fetch_one(connection, IncidentRow, query, id=number, now=now)


CAUSED_BY = f"""
select {COLUMNS} from incident
where merged_into is null and opened_at >= %(since)s and cause ->> 'event_id' = any(%(events)s::text[])
order by id limit {MOST_UNRESOLVED}
"""


def caused_by(
    connection: Connection, events: Sequence[str], since: datetime, now: datetime
) -> tuple[IncidentRow, ...]:
    """Those opened since, whose named cause came with one of these events."""
    return fetch(connection, IncidentRow, CAUSED_BY, events=list(events), since=since, now=now)


UNRESOLVED = f"""
select {COLUMNS} from incident where resolved_at is null order by id desc limit {MOST_UNRESOLVED}
"""


def unresolved(connection: Connection, now: datetime) -> tuple[IncidentRow, ...]:
    """The latest of those that are not over."""
    return fetch(connection, IncidentRow, UNRESOLVED, now=now)


OF_NODES = f"""
select {COLUMNS} from incident where resolved_at is null and nodes && %(nodes)s::uuid[]
order by opened_at desc, id desc limit {MOST_UNRESOLVED}
"""


def of_nodes(connection: Connection, nodes: Sequence[UUID], now: datetime) -> tuple[IncidentRow, ...]:
    """Those that are not over and to which one of these datasets or jobs belongs."""
    return fetch(connection, IncidentRow, OF_NODES, nodes=list(nodes), now=now)


JUDGED = """
select {columns} from incident where verdict is not null and {where} order by id desc limit %(rows)s
"""


class CaseCursor(NamedTuple):
    id: Number


def judged(
    connection: Connection, now: datetime, limit: int, cursor: str | None
) -> tuple[tuple[IncidentRow, ...], int, str | None]:
    """Those whose cause somebody confirmed or corrected, the latest first, with the total and a cursor."""
    after = decode(cursor, CaseCursor)
    given = {"before": after.id if after else None, "now": now}
    query = JUDGED.format(columns=COLUMNS, where=conditions({"before": "id < %(before)s"}, given))
    rows = fetch(connection, IncidentRow, query, **given, rows=limit + 1)
    total = counted(connection, "1 from incident where verdict is not null", {})
    return rows[:limit], total, encode(rows[limit - 1].id) if len(rows) > limit else None


OPEN_COUNT = f"""
select count(*) from incident
where opened_at <= %(now)s and merged_into is null and (resolved_at is null or resolved_at > %(now)s)
  and not ({STATE} = 'muted')
"""


def open_count(connection: Connection, now: datetime, team: str | None = None) -> int:
    """How many there were at this time that were not over; what is muted is not counted."""
    query = f"{OPEN_COUNT} and {conditions(OTHER_FILTERS, {'team': team})}"
    return count(connection, query, now=now, team=team)


# One that was opened for the same cause; or one that is not over and shares failures, or a bad job, with it.
FITTING = f"""
select {COLUMNS} from incident
where merged_into is null
  and (id = %(same_key)s
       or (resolved_at is null and members && %(members)s)
       or (resolved_at is null and cause_node = %(cause_node)s::uuid and cause ->> 'kind' = %(observed)s))
order by (id is not distinct from %(same_key)s) desc, id
limit {MOST_UNRESOLVED}
for update
"""


MERGED_INTO = """
with recursive parts (id, merged_into) as (
    select id, merged_into from incident where key = %(key)s::uuid
    union
    select whole.id, whole.merged_into from incident as whole join parts on whole.id = parts.merged_into
)
select id from parts where merged_into is null
"""


def merged_into(connection: Connection, key: str) -> int | None:
    """The incident in which the one with this key goes on: itself, where it was not merged."""
    return next(iter(fetch_values(connection, MERGED_INTO, key=key)), None)


def fitting(
    connection: Connection,
    same_key: int | None,
    members: Sequence[str],
    cause_node: str | None,
    observed: str | None,
    now: datetime,
) -> tuple[IncidentRow, ...]:
    """Incidents that new evidence may belong to, the best first; `observed` is the kind of a cause that is a
    failure itself, of which the next failure of the same job is no new one."""
    values = {"same_key": same_key, "members": list(members), "cause_node": cause_node, "observed": observed}
    return fetch(connection, IncidentRow, FITTING, **values, now=now)


def change(connection: Connection, number: int, **values: object) -> None:
    """Set these columns; their names are ours."""
    assignments = ", ".join(f"{name} = %({name})s" for name in values)
    connection.execute(f"update incident set {assignments} where id = %(id)s", {**values, "id": number})


def insert(connection: Connection, **values: object) -> int:
    """A new one, under the next number."""
    names, places = ", ".join(values), ", ".join(f"%({name})s" for name in values)
    query = f"insert into incident ({names}) values ({places}) returning id"
    (number,) = fetch_values(connection, query, **values)
    return int(number)


EXPLAIN = """
insert into incident_explanation (id, value) values (%(id)s, %(value)s)
on conflict (id) do update set value = excluded.value
"""


def keep_explanation(connection: Connection, number: int, value: Any) -> None:
    connection.execute(EXPLAIN, {"id": number, "value": Jsonb(value)})


def explanation(connection: Connection, number: int) -> Any:
    """As JSON; None where there is none."""
    found = fetch_values(connection, "select value from incident_explanation where id = %(id)s", id=number)
    return found[0] if found else None
