"""Columns that look like personal data, and what people decide of them."""

from typing import Any, ClassVar, Literal

from headwater.answers.base import Answer, Node
from headwater.answers.compliance import Prepared

EMAIL: dict[str, Any] = {
    "column": {
        "id": "column:crm/customers#email",
        "kind": "column",
        "namespace": "crm",
        "name": "customers",
        "field": "email",
    },
    "rule": "email",
    "confidence": 0.95,
    "state": "suggested",
}


class ColumnSuggestion(Answer, frozen=True):
    """A column that looks personal. It is not declared so, until somebody accepts it."""

    column: Node
    rule: str
    """The rule that holds for its name, type or description."""
    confidence: float
    """How sure the rule is, from 0 to 1."""
    state: Literal["suggested", "accepted", "rejected"]
    """`suggested` until somebody says whether the column is personal."""


class SuggestionPage(Prepared[ColumnSuggestion], frozen=True):
    """Columns that look personal, the most certain first."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [EMAIL],
        "total": 1,
        "next_cursor": None,
        "computed_at": "2026-04-20T05:00:00Z",
        "position": 4711,
    }


class SuggestionsDecided(Answer, frozen=True):
    """What was decided, as events in the log."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {"accepted": 2, "rejected": 1, "datasets": 1, "position": 4712}

    accepted: int
    rejected: int
    datasets: int
    """Datasets whose columns these are; each has an event."""
    position: int
