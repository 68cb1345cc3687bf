"""Answers about messages to people: sent, waiting or given up. No address and no secret is shown."""

from typing import Any, ClassVar, Literal

from headwater.answers.base import Answer, Page, Time

NOTIFICATION: dict[str, Any] = {
    "id": 3,
    "key": "5d0c4a3e61a70b1f53c28e0b6f2f9a10",
    "channel": "data-incidents",
    "incident": 7,
    "state": "sent",
    "title": "amount_usd dropped from shopflow.sales.orders",
    "attempts": 1,
    "created_at": "2026-04-20T02:15:02Z",
    "next_at": "2026-04-20T02:15:02Z",
    "sent_at": "2026-04-20T02:15:03Z",
    "gave_up_at": None,
    "last_error": None,
}


class Notification(Answer, frozen=True):
    """One message to one channel."""

    id: int
    key: str
    """Sent as `Idempotency-Key`, the same with every attempt."""
    channel: str
    incident: int | None
    """Null for a change that somebody subscribed to."""
    state: Literal["waiting", "sent", "given_up"]
    title: str | None
    attempts: int
    created_at: Time
    next_at: Time
    """When it is tried next, while it waits."""
    sent_at: Time | None
    gave_up_at: Time | None
    last_error: str | None


class NotificationPage(Page[Notification], frozen=True):
    """Messages, newest first."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {"items": [NOTIFICATION], "total": 1, "next_cursor": None}
