"""Tells the owners of a team, once a day, that it has sent its quota."""

from datetime import datetime
from typing import Any

from headwater.model.ids import digest
from headwater.model.times import iso
from headwater.store.queries import notifications, team_days
from headwater.store.queries.rows import Connection
from headwater.store.queries.team_days import SpentQuota
from headwater.worker.notifications.routing_file import RoutingFile

SEVERITY = "warning"
UNITS = {"events": "events", "items": "spans, points and log records"}


def fill(connection: Connection, routing: RoutingFile, now: datetime) -> int:
    """A message for each channel of the owners; returns how many. A team without one is not asked again."""
    added = 0
    with connection.transaction():
        for spent in team_days.not_notified(connection, now.date()):
            owners = (*spent.owners, f"team:{spent.team}")
            for channel in routing.channels_for(owners, None, SEVERITY):
                key = digest("quota", spent.team, spent.day.isoformat(), channel)
                notifications.add(connection, key, channel, None, message_of(spent, now), now)
                added += 1
            team_days.mark_notified(connection, spent.team, spent.day, now)
    return added


def message_of(spent: SpentQuota, now: datetime) -> dict[str, Any]:
    """With the fields that each format of a message reads."""
    taken = f"{spent.refused:,} refused" if spent.refused else "those beyond it are taken and marked"
    return {
        "name": spent.display_name,
        "key": digest("quota", spent.team, spent.day.isoformat()),
        "state": "open",
        "what": "has sent its quota",
        "title": f"{spent.sent:,} of {spent.quota:,} {UNITS[spent.unit]} on {spent.day.isoformat()}; {taken}",
        "summary": f"Raise daily_{spent.unit[:-1]}_quota, or find the producer that sends too much.",
        "severity": SEVERITY,
        "tier": None,
        "owners": list(spent.owners),
        "facts": f"team {spent.team}",
        "news": [],
        "at": iso(now),
        "url": f"/teams/{spent.team}",
    }
