"""Answers for circuit breakers, and labelled cases for the back-test."""

from typing import Any, ClassVar, Literal

from headwater.answers.base import Answer, Node, Page, Time
from headwater.answers.investigation import CHANGE, RecordedChange
from headwater.answers.lineage import ORDERS_NODE

CheckKind = Literal["incident", "failing_test", "failed_pipeline", "late_pipeline"]

REASON: dict[str, Any] = {
    "kind": "incident",
    "says": "INC-7: amount_usd dropped from shopflow.sales.orders",
    "node": ORDERS_NODE,
    "at": "2026-04-20T02:15:00Z",
    "incident": 7,
}


class CheckReason(Answer, frozen=True):
    """Something that is wrong with an asset, or upstream of it."""

    kind: CheckKind
    says: str
    node: Node | None
    """What it is about; null where it is an incident of several."""
    at: Time
    incident: int | None


class DataCheck(Answer, frozen=True):
    """Whether to run on this data now."""

    asset: Node
    at: Time
    go: bool
    """False if anything is in `reasons`."""
    reasons: tuple[CheckReason, ...]
    """The latest first, at most 100."""
    reasons_total: int
    muted: tuple[CheckReason, ...]
    """Muted incidents: somebody knows of them, so they stop nothing."""
    upstream: int
    """How many datasets and jobs upstream were looked at."""
    missing: tuple[str, ...]
    """Why `go` may say less than it seems to."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "asset": ORDERS_NODE,
        "at": "2026-04-20T04:00:00Z",
        "go": False,
        "reasons": [REASON],
        "reasons_total": 1,
        "muted": [],
        "upstream": 12,
        "missing": [],
    }


CASE: dict[str, Any] = {
    "incident": 7,
    "asset": ORDERS_NODE["id"],
    "at": "2026-04-20T04:00:00Z",
    "lookback_days": 2.1,
    "cause": CHANGE,
    "verdict": "confirmed",
    "by": "sam.lead",
}


class LabelledCase(Answer, frozen=True):
    """An incident whose cause somebody confirmed or corrected: what to ask, and what is right."""

    incident: int
    asset: str
    at: Time
    lookback_days: float
    cause: RecordedChange
    verdict: Literal["confirmed", "corrected"]
    by: str


class LabelledCasePage(Page[LabelledCase], frozen=True):
    """Labelled cases, the latest first."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {"items": [CASE], "total": 1, "next_cursor": None}
