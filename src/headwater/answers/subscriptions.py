"""Answers about subscriptions: who wants to hear of which changes."""

from typing import Any, ClassVar, Literal

from headwater.answers.base import Answer, Node, Page, Time
from headwater.answers.lineage import ORDERS_NODE

ChangeKind = Literal["schema", "lineage"]
ChangeSeverity = Literal["compatible", "risky", "breaking"]

SUBSCRIPTION: dict[str, Any] = {
    "id": 2,
    "at": "2026-04-20T09:00:00Z",
    "by": "lena.finance",
    "node": ORDERS_NODE,
    "upstream": True,
    "kinds": ["schema"],
    "severity": "breaking",
    "channel": "finance-data",
    "ended_at": None,
}


class Subscription(Answer, frozen=True):
    """Somebody wants to hear of changes of an asset."""

    id: int
    at: Time
    by: str
    node: Node
    upstream: bool
    """Whether changes of what it is made from count as well."""
    kinds: tuple[ChangeKind, ...]
    severity: ChangeSeverity
    """The least that counts. An edge that appears is `compatible`, one that vanishes `risky`."""
    channel: str
    """Where messages go: a channel of the routing file."""
    ended_at: Time | None

    EXAMPLE: ClassVar[dict[str, Any] | None] = SUBSCRIPTION


class SubscriptionPage(Page[Subscription], frozen=True):
    """Subscriptions that have not ended, newest first."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {"items": [SUBSCRIPTION], "total": 1, "next_cursor": None}
