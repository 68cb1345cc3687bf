"""What was cut from events before they were stored."""

from datetime import date
from typing import Any, ClassVar

from headwater.answers.base import Answer


class RedactionCount(Answer, frozen=True):
    """One rule, and how often it cut something."""

    rule: str
    cuts: int
    first_day: date
    last_day: date


class Redactions(Answer, frozen=True):
    """Rules that cut something, by name. What they cut is kept nowhere."""

    EXAMPLE: ClassVar[dict[str, Any]] = {
        "rules": [{"rule": "uri-password", "cuts": 12, "first_day": "2026-04-01", "last_day": "2026-04-20"}],
        "total": 12,
    }

    rules: tuple[RedactionCount, ...]
    total: int
    """Cuts of all rules."""
