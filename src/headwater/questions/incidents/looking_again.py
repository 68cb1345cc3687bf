"""Incidents that no change explains are looked at again: evidence may come later than the failures do.

A run counts as missed hours after it was due, and logs of other systems are read once in a while. So each is
looked at five minutes after it was opened, and again each time it has become twice as old, for a day.
"""

import time
from datetime import datetime, timedelta
from math import floor, log2

from headwater.model.ids import NodeKind, node_key
from headwater.questions.incidents.examining import OBSERVED, TOGETHER, ExaminedTrigger, examine
from headwater.questions.incidents.explanation import read_explanation
from headwater.questions.incidents.incident_writer import write_incident
from headwater.questions.reading import Reading
from headwater.store.queries import nodes
from headwater.store.queries.incidents import incidents
from headwater.store.queries.incidents.incidents import IncidentRow
from headwater.store.queries.incidents.triggers import Trigger

FIRST_LOOK, LAST_LOOK = timedelta(minutes=5), timedelta(days=1)


def look_again(reading: Reading, since: datetime, now: datetime, end: float) -> set[int]:
    """The incidents whose cause is known now; `since` is the last turn, `end` when this one has to stop."""
    changed = set()
    for row in incidents.unresolved(reading.connection, now):
        if time.monotonic() > end:
            break
        if is_unexplained(row) and looks(row.recorded_at, now) > looks(row.recorded_at, since):
            examined = _examined(reading, row, now)
            if examined is not None and examined.suspect is not None and examined.key != row.key.hex:
                written = write_incident(reading.connection, examined, now)
                changed |= {written.number} if written else set()
    return changed


def is_unexplained(row: IncidentRow) -> bool:
    """Nobody said what it was, and what is named is a failure itself, or nothing."""
    cause = incidents.read_change(row.cause)
    return row.verdict is None and (cause is None or cause.kind in OBSERVED)


def looks(opened: datetime, at: datetime) -> int:
    """How often it was to be looked at again by then.

    >>> opened = datetime.fromisoformat("2026-04-20T03:00:00Z")
    >>> [looks(opened, opened + timedelta(minutes=passed)) for passed in (4, 5, 9, 10, 40, 60 * 24 * 9)]
    [0, 1, 1, 2, 4, 9]
    """
    passed = min(at - opened, LAST_LOOK)
    return 1 + floor(log2(passed / FIRST_LOOK)) if passed >= FIRST_LOOK else 0


def _examined(reading: Reading, row: IncidentRow, now: datetime) -> ExaminedTrigger | None:
    kept = incidents.explanation(reading.connection, row.id)
    if kept is None or not row.members:
        return None
    alert = read_explanation(kept).alert
    kind = NodeKind(alert.kind)
    known = nodes.by_keys(reading.connection, [node_key(kind, alert.namespace, alert.name)], [kind])
    if not known:
        return None
    seen_at = min(now, row.last_at + TOGETHER)
    again = Trigger(row.members[0], "alert", known[0].id, row.last_at, seen_at, None, None, None)
    return examine(reading, again, [again])
