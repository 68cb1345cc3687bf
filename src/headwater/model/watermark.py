"""Watermarks: how far a pipeline has read, in whatever a source counts by; they move up, never back.

A watermark is text, a number plain decimal text. Two that are both numbers are compared as numbers, two that
are both times as times. Anything else has no order of its own: there the execution that started later has the
last word.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from headwater.model.times import parse_time

# An exponent of more digits is no number that anyone counts by, and Decimal has a limit of its own.
NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]{1,6})?", re.ASCII | re.IGNORECASE)

Started = tuple[datetime, int]
"""When an execution started, and its number: which of two came later."""


@dataclass(frozen=True, slots=True)
class Span:
    """What one execution reads: everything after `low`, up to and with `high`."""

    low: str | None
    high: str | None


def plain(number: int | float) -> str:
    """A number as it is kept: without an exponent, which not every source understands.

    >>> plain(150), plain(1.5), plain(1e16), plain(1e-7)
    ('150', '1.5', '10000000000000000', '0.0000001')
    """
    return str(number) if isinstance(number, int) else f"{Decimal(repr(number)):f}".removesuffix(".0")


def beginning(stored: str | None, upper: str | None) -> str | None:
    """Where reading begins: after the stored watermark, or after zero where a first upper bound is a number.

    >>> beginning(None, "150"), beginning("90", "150"), beginning(None, "2026-04-20")
    ('0', '90', None)
    """
    if stored is not None or upper is None:
        return stored
    number = _number(upper)
    return "0" if number is not None and number >= 0 else None


def is_beyond(new: str, old: str, new_started: Started, old_started: Started | None) -> bool:
    """Whether `new` lies further than `old`; what can't be compared is decided by who started later.

    >>> early, late = (datetime(2026, 4, 20), 1), (datetime(2026, 4, 21), 2)
    >>> is_beyond("9", "10", late, early), is_beyond("b", "a", early, late)
    (False, False)
    """
    step = order(new, old)
    if step is not None:
        return step > 0
    return old_started is None or new_started > old_started


def overlap(one: Span, other: Span) -> bool:
    """Whether both would read some of the same; without an upper bound there is no range to speak of.

    >>> overlap(Span("0", "150"), Span("0", "200")), overlap(Span("0", "150"), Span("150", "200"))
    (True, False)
    """
    if one.high is None or other.high is None:
        return False
    if one == other:
        return True
    return _starts_before(one.low, other.high) and _starts_before(other.low, one.high)


def _starts_before(low: str | None, high: str) -> bool:
    """What can't be compared might: it is better to say so once too often."""
    step = order(low, high) if low is not None else None
    return step is None or step < 0


def order(one: str, other: str) -> int | None:
    """Below, at or above zero as `one` lies before, at or after `other`; None where neither can be said."""
    # Numbers go first, as `20260420` can be read as a date too.
    for read in (_number, _time):
        first, second = read(one), read(other)
        if first is not None and second is not None:
            return int(first > second) - int(first < second)  # type: ignore[operator]
    return None


def _number(text: str) -> Decimal | None:
    return Decimal(text) if NUMBER.fullmatch(text) else None


def _time(text: str) -> datetime | None:
    try:
        return parse_time(text)
    except ValueError:
        return None
