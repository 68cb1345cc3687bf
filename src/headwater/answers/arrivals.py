"""Answers about what arrived: how much, from whom, what an event gave, and what would come of a replay."""

from typing import Any, ClassVar
from uuid import UUID

from headwater.answers.base import Answer, Time
from headwater.answers.operations import EVENT_ID, QUARANTINED, Quarantined


class EventBucket(Answer, frozen=True):
    """How many events there were from this time on, until the next bucket."""

    at: Time
    events: int


class EventGroup(Answer, frozen=True):
    """How many events have a kind, or come from a producer."""

    name: str
    events: int


class EventActivity(Answer, frozen=True):
    """How much happened, and who reported it."""

    since: Time | None
    """Null where the log is empty."""
    until: Time | None
    bucket_seconds: int
    events: int
    cut: bool
    """Whether only the newest 100,000 were counted; earlier buckets are then empty or too low."""
    buckets: tuple[EventBucket, ...]
    """Oldest first, without gaps."""
    kinds: tuple[EventGroup, ...]
    """Most first."""
    producers: tuple[EventGroup, ...]
    """The first 20, most first."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "since": "2026-04-19T04:00:00Z",
        "until": "2026-04-20T04:00:00Z",
        "bucket_seconds": 3600,
        "events": 122,
        "cut": False,
        "buckets": [{"at": "2026-04-20T03:00:00Z", "events": 14}],
        "kinds": [{"name": "run", "events": 120}, {"name": "dataset", "events": 2}],
        "producers": [{"name": "https://airflow.apache.org", "events": 122}],
    }


class EventFacts(Answer, frozen=True):
    """What one event states by today's rules."""

    event_id: UUID
    facts: dict[str, int]
    """How many of each kind, such as `node`, `edge` or `schema_seen`."""
    set_aside: tuple[Quarantined, ...]
    """Parts of it that can't be read by today's rules."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "event_id": EVENT_ID,
        "facts": {"node": 3, "edge": 2, "run_seen": 1},
        "set_aside": [],
    }


class QuarantineReason(Answer, frozen=True):
    """What was set aside for one reason."""

    reason: str
    part: str
    """Which part of the events; places in lists are left out."""
    events: int
    first: Time
    last: Time
    sample: UUID
    """The newest of the events."""


class QuarantineReasons(Answer, frozen=True):
    """Why things were set aside, most frequent first."""

    reasons: tuple[QuarantineReason, ...]
    """The first 200."""
    total: int
    events: int
    """How many events have something set aside."""
    accepted: int
    """How many events were read in all."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "reasons": [
            {
                "reason": QUARANTINED["reason"],
                "part": "outputs[].facets.columnLineage",
                "events": 12,
                "first": "2026-04-19T02:15:00Z",
                "last": "2026-04-20T02:15:00Z",
                "sample": EVENT_ID,
            }
        ],
        "total": 1,
        "events": 12,
        "accepted": 4912,
    }


class ReplayForecast(Answer, frozen=True):
    """What a replay would come to; nothing was changed."""

    events: int
    """How many are asked for."""
    checked: int
    """How many were read: the first 1,000, and no more than 32 MB of them."""
    would_pass: int
    would_fail: int
    failing: tuple[Quarantined, ...]
    """Why those would be set aside again, the first 100."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "events": 12,
        "checked": 12,
        "would_pass": 10,
        "would_fail": 2,
        "failing": [QUARANTINED],
    }
