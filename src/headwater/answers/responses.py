"""What people say of a simulation: a break that is known, a consumer who accepts or objects."""

from typing import Any
from uuid import UUID

from headwater.answers.base import Answer, Time

FINDING = "9b2f6c1e0d7a4b3c8e5f1a2b3c4d5e6f"
ACKNOWLEDGED: dict[str, Any] = {
    "finding": FINDING,
    "by": "dana.lead",
    "why": "the report is retired in May",
    "until": "2026-06-01T00:00:00Z",
    "simulation": 7,
    "at": "2026-04-20T10:00:00Z",
    "event_id": "0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a11",
}
RESPONSES: dict[str, Any] = {"consumers": 3, "accepted": 1, "objected": 0, "open": 2}


class KnownBreak(Answer, frozen=True):
    """A finding that may pass until then: who says so, and why."""

    finding: str
    by: str
    why: str
    until: Time


class Acknowledgement(KnownBreak, frozen=True):
    """A known break that may pass until then."""

    simulation: int
    """In which it was found."""
    at: Time
    event_id: UUID


class ResponseCounts(Answer, frozen=True):
    """What the consumers whose texts are affected say to it."""

    consumers: int
    accepted: int
    objected: int
    open: int
    """Those who said nothing yet."""
