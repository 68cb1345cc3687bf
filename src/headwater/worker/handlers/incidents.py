"""Open, widen and resolve incidents, as evidence is published."""

import logging
import time
from collections.abc import Sequence
from datetime import datetime, timedelta

import psycopg

from headwater.questions.incidents.examining import examine
from headwater.questions.incidents.incident_writer import write_incident
from headwater.questions.incidents.looking_again import look_again
from headwater.questions.incidents.recovering import resolve_recovered
from headwater.questions.incidents.subscribed_changes import notify_subscribers
from headwater.questions.live_graph import FixedGraph
from headwater.questions.reading import Reading
from headwater.store import analytics
from headwater.store.queries.incidents import triggers
from headwater.store.queries.incidents.triggers import Trigger
from headwater.store.queries.rows import Connection
from headwater.store.snapshots import Snapshot
from headwater.store.work import Task
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources

logger = logging.getLogger(__name__)

# So much is looked at in one turn: other work waits for its end.
POSITIONS, MOST_TRIGGERS, MOST_EXAMINED, SECONDS = 20_000, 1_000, 50, 20.0
LATE_SINCE = timedelta(days=2)


def incidents(resources: Resources, task: Task) -> Result:
    # An incident enters the log here: unlike what is derived from the log, its commit waits for the disk.
    with psycopg.connect(resources.database_url, autocommit=True) as connection:
        connection.execute("set timezone to 'UTC'")
        snapshot, now = resources.graph.read(connection, lambda found: found), resources.now()
        done = update_incidents(connection, snapshot, now)
        # Without channels nothing could ever leave the outbox.
        if resources.settings.notifications_file is not None:
            reading = Reading(connection, FixedGraph(snapshot), clock=lambda: now)
            recent = timedelta(seconds=resources.settings.notify_recent_seconds)
            done["subscribed"] = notify_subscribers(reading, recent)
        return done


def update_incidents(connection: Connection, snapshot: Snapshot, now: datetime) -> Result:
    """Ends alike when run again: what belongs to an incident is not looked at a second time."""
    began = time.monotonic()
    last = analytics.last_run(connection, analytics.INCIDENTS)
    after = last.position if last else 0
    until = min(after + POSITIONS, snapshot.position)
    pending = (
        *triggers.published(connection, after, until, MOST_TRIGGERS),
        *triggers.late(connection, now - LATE_SINCE, MOST_TRIGGERS),
    )
    reading = Reading(connection, FixedGraph(snapshot), clock=lambda: now)
    examined, changed = _examined(reading, pending, now, began + SECONDS)
    if examined is not None and last is not None:
        changed += len(look_again(reading, last.computed_at, now, began + SECONDS))
    resolved = resolve_recovered(connection, now)
    seconds = round(time.monotonic() - began, 3)
    # What there was no time for is found again by the next turn.
    whole = examined is not None
    run = analytics.JobRun(
        analytics.INCIDENTS,
        snapshot.batch if whole and until == snapshot.position else (last.batch if last else 0),
        until if whole else after,
        analytics.now(connection),
        seconds,
        whole=whole,
        changed=changed + len(resolved),
    )
    analytics.record(connection, run)
    return {"triggers": len(pending), "changed": changed, "resolved": len(resolved), "seconds": seconds}


def _examined(
    reading: Reading, pending: Sequence[Trigger], now: datetime, end: float
) -> tuple[int | None, int]:
    """How many were examined, None if the time did not suffice; and how many incidents changed."""
    # Failures first: what somebody says joins what they explain.
    left = sorted(pending, key=lambda one: (one.kind == "alert", one.at, one.id))
    changed: set[int] = set()
    examined = 0
    while left:
        if examined >= MOST_EXAMINED or time.monotonic() > end:
            # Of what was said alone nothing is opened, so that it need not be looked at again. Nor what led
            # to nothing: the next turn would begin with the same ones, and never get past them.
            over = left[0].kind == "alert" or not changed
            return (examined if over else None), len(changed)
        trigger = left[0]
        examined += 1
        done: set[str] = {trigger.id}
        try:
            found = examine(reading, trigger, left)
            kept = write_incident(reading.connection, found, now)
        except psycopg.OperationalError:
            raise
        except Exception:  # one that can't be examined must not keep the others from being
            logger.exception("%s could not be examined", trigger.id)
        else:
            done |= {one.id for one in found.covers}
            changed |= {kept.number} if kept else set()
        left = [one for one in left if one.id not in done]
    return examined, len(changed)
