"""Numbers of a facet that PostgreSQL can't keep, or keeps as more digits than anyone wants to read.

JSON sets no limit to a number; PostgreSQL writes out every digit of one, so that a line of JSON can be
gigabytes there. What no double can hold is replaced, and all other numbers stay as they came.
"""

import json
import math
import re
from typing import NamedTuple

import msgspec

from headwater.facts.budgets import FACET_BYTES

TOO_LARGE = "a number that is too large is read as null"
TOO_SMALL = "a number that is too small is read as 0"
TOO_MANY_DIGITS = f"its numbers are more than {FACET_BYTES.limit:,} digits when written out"

# Cheap to look for: only where one is found, which may be in a string as well, all numbers are looked at.
_LARGE = re.compile(rb"[eE]\+?\d{3}|\d{300}")
_SMALL = re.compile(rb"[eE]-\d{3}")
_SCALED = re.compile(rb"\d[eE][+-]?\d\d")
# A smaller facet stays within its budget even if it holds nothing but the number that grows most.
_HARMLESS_BYTES = FACET_BYTES.limit // 60
# What Python reads.
_MAX_INTEGER_DIGITS = 4300
# No double has more digits before or behind its point that count.
_MAX_SCALE = 400

_decode = msgspec.json.Decoder().decode


class StorableFacet(NamedTuple):
    raw: bytes | None
    """None for a facet that can't be kept at all."""
    reasons: tuple[str, ...] = ()


def with_storable_numbers(raw: bytes) -> StorableFacet:
    """
    >>> with_storable_numbers(b'{"a": 1e400, "b": 1e-400, "c": 0.10}').raw
    b'{"a":null,"b":0,"c":0.10}'
    """
    if not _may_hold_extremes(raw):
        return StorableFacet(raw)
    numbers = _Numbers()
    document = json.loads(raw, parse_float=numbers.real, parse_int=numbers.integer)
    if len(raw) + numbers.digits > FACET_BYTES.limit:
        return StorableFacet(None, (TOO_MANY_DIGITS,))
    if not numbers.replaced:
        return StorableFacet(raw)
    return StorableFacet(msgspec.json.encode(document), tuple(numbers.reasons))


def _may_hold_extremes(raw: bytes) -> bool:
    if _SMALL.search(raw) is not None:
        return True
    if len(raw) > _HARMLESS_BYTES and _SCALED.search(raw) is not None:
        return True
    return _LARGE.search(raw) is not None and not _can_be_decoded(raw)


def _can_be_decoded(raw: bytes) -> bool:
    try:
        _decode(raw)
    except msgspec.ValidationError:
        return False
    return True


class _Numbers:
    """Reads the numbers of a document, and remembers what it replaced."""

    def __init__(self) -> None:
        self.digits = 0
        """How many more there are when all numbers are written out."""
        self.replaced = False
        # A dict keeps the order, and each reason once.
        self.reasons: dict[str, None] = {}

    def real(self, text: str) -> msgspec.Raw | int | None:
        number = float(text)
        if math.isinf(number):
            return self._replace(None, TOO_LARGE)
        mantissa, _, exponent = text.lower().partition("e")
        if number == 0:
            return self._replace(0, TOO_SMALL if mantissa.strip("-0.") else None)
        # Zeros may precede it in any number.
        self.digits += min(abs(int(exponent[:20] or 0)), _MAX_SCALE)
        return msgspec.Raw(text.encode())

    def integer(self, text: str) -> msgspec.Raw | int | None:
        if len(text) > _MAX_INTEGER_DIGITS:
            return self._replace(None, TOO_LARGE)
        return msgspec.Raw(text.encode())

    def _replace(self, value: int | None, reason: str | None) -> int | None:
        self.replaced = True
        if reason is not None:
            self.reasons[reason] = None
        return value
