"""What people say of a simulation, as events: a break that is known, a consumer who accepts or objects."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from headwater.model.events import Event, EventKind, content_id
from headwater.model.times import iso

MOST_FINDINGS = 1000
MAX_NAME = 200
MAX_WHY = 4000


def acknowledgement_event(
    simulation: int, findings: Sequence[str], by: str, why: str, until: datetime, at: datetime
) -> Event:
    """`findings` are known breaks; `until` may lie before `at`, which ends an earlier word."""
    document = {
        "simulation": simulation,
        "findings": sorted(findings),
        "by": by,
        "why": why,
        "until": iso(until),
    }
    return _event(EventKind.ACKNOWLEDGEMENT, document, at)


def response_event(simulation: int, consumer: str, verdict: str, by: str, why: str, at: datetime) -> Event:
    document = {"simulation": simulation, "consumer": consumer, "verdict": verdict, "by": by, "why": why}
    return _event(EventKind.RESPONSE, document, at)


def _event(kind: EventKind, document: dict[str, Any], at: datetime) -> Event:
    # With its time: the same word again, after another, is a new one.
    dated = {**document, "at": iso(at)}
    return Event(content_id(dated), kind, at, None, msgspec.json.encode(dated).decode())
