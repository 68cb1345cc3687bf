"""From what happened to an incident to messages in the outbox: one a channel for all that is new of it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from headwater.documents.words import count
from headwater.model.ids import digest
from headwater.model.times import iso
from headwater.store.queries import notifications
from headwater.store.queries.incidents import incidents
from headwater.store.queries.incidents.incidents import IncidentRow
from headwater.store.queries.notifications import NewActivity
from headwater.store.queries.rows import Connection
from headwater.worker.notifications.routing_file import RoutingFile

MOST = 500
KEPT = timedelta(days=2)
# Of several in one message, the last of these says what became of the incident.
CHANGES_STATE = ("opened", "reopened", "acknowledged", "resolved")


def fill(
    connection: Connection, routing: RoutingFile, now: datetime, recent: timedelta, pause: timedelta
) -> int:
    """Messages of what happened lately and was not looked at before, all or none; returns how many."""
    with connection.transaction():
        found = notifications.new_activities(connection, now, recent, pause, MOST)
        by_incident: dict[int, list[NewActivity]] = {}
        for one in found:
            by_incident.setdefault(one.incident_id, []).append(one)
        added = sum(_add(connection, routing, number, done, now) for number, done in by_incident.items())
        notifications.mark_seen(connection, [one.id for one in found], now)
        notifications.forget_seen(connection, now - max(KEPT, 2 * recent))
    return added


def _add(
    connection: Connection, routing: RoutingFile, number: int, done: Sequence[NewActivity], now: datetime
) -> int:
    row = incidents.find(connection, number, now)
    # Who muted it, or snoozed it, wants to hear nothing of it.
    if row is None or row.state == "muted":
        return 0
    owners = tuple(dict.fromkeys([*row.owners, *([row.assignee] if row.assignee else [])]))
    channels = routing.channels_for(owners, row.tier, row.severity)
    for channel in channels:
        # By what happened, so that the same message has the same key after a crash, too.
        key = digest("notification", row.key.hex, channel, *(str(one.id) for one in done))
        notifications.add(connection, key, channel, number, message_of(row, done), now)
    return len(channels)


def message_of(row: IncidentRow, done: Sequence[NewActivity]) -> dict[str, Any]:
    counts = row.answer.counts
    states = [one.kind for one in done if one.kind in CHANGES_STATE]
    return {
        "id": row.id,
        "name": row.name,
        "key": row.key.hex,
        "state": row.state,
        "what": (states or [done[-1].kind])[-1].replace("_", " "),
        "title": row.title,
        "summary": row.summary,
        "confidence": row.confidence,
        "label": row.label,
        "severity": row.severity,
        "tier": row.tier,
        "owners": list(row.owners),
        "assignee": row.assignee,
        "counts": row.counts,
        "facts": f"{count(counts.pipelines, 'pipeline')}, {count(counts.tables, 'table')}, "
        f"{count(counts.tests, 'test')}, "
        f"{counts.at_risk} at risk; {row.confidence} % {row.label}",
        "news": [_line(one) for one in done],
        "opened_at": iso(row.opened_at),
        "at": iso(done[-1].at),
        "url": f"/incidents/{row.id}",
    }


def _line(one: NewActivity) -> str:
    said = f"{one.by_name}: {one.text}".removesuffix(": ") if one.by_name else one.text
    return f"{one.kind.replace('_', ' ')}: {said}"
