"""What happened to incidents, one row each."""

from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from headwater.answers.incidents import IncidentActivity
from headwater.store.queries.rows import Connection, count, fetch, fetch_values

INSERT = """
insert into incident_activity (incident_id, at, recorded_at, kind, by_name, text, details)
values (%(incident)s, %(at)s, %(recorded_at)s, %(kind)s, %(by)s, %(text)s, %(details)s)
returning id
"""
LATEST = """
select id, at, recorded_at, kind, by_name as by, text, details from incident_activity
where incident_id = %(incident)s order by at desc, id desc limit %(limit)s
"""
COUNT = "select count(*) from incident_activity where incident_id = %(incident)s"


def add(
    connection: Connection,
    incident: int,
    kind: str,
    at: datetime,
    recorded_at: datetime,
    by: str | None = None,
    text: str = "",
    details: Any = None,
) -> int:
    values = {
        "incident": incident,
        "kind": kind,
        "at": at,
        "recorded_at": recorded_at,
        "by": by,
        "text": text,
    }
    (number,) = fetch_values(connection, INSERT, **values, details=Jsonb(details or {}))
    return int(number)


def latest(connection: Connection, incident: int, limit: int) -> tuple[IncidentActivity, ...]:
    return fetch(connection, IncidentActivity, LATEST, incident=incident, limit=limit)


def total(connection: Connection, incident: int) -> int:
    return count(connection, COUNT, incident=incident)
