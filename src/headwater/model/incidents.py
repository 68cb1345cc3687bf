"""An incident's identity, its name for people, and how much may be said of it."""

from datetime import datetime

from headwater.model.ids import digest
from headwater.model.times import to_micros

PREFIX = "INC-"
MAX_NAME = 200
MAX_TEXT = 4_000
# Tiers that mean the most, whichever words a company uses.
HIGHEST_TIERS = ("1", "gold", "platinum", "critical")
LOWER_TIERS = {"silver": 2, "bronze": 3}


def incident_name(number: int) -> str:
    """
    >>> incident_name(7)
    'INC-7'
    """
    return f"{PREFIX}{number}"


def incident_number(text: str) -> str:
    """The number in a name for people; what is no such name stays as it is.

    >>> incident_number("inc-7"), incident_number(" 7 ")
    ('7', '7')
    """
    stripped = text.strip()
    return stripped[len(PREFIX) :] if stripped.upper().startswith(PREFIX) else stripped


def incident_key(kind: str, entity_key: str, at: datetime) -> str:
    """The same cause gives the same key: what happened, where and when.

    Not which column: a migration that drops two columns is one cause.
    """
    return digest("incident", kind, entity_key, str(to_micros(at)))


def tier_rank(tier: str) -> tuple[int, str]:
    """The highest first; tiers in words that we do not know come last.

    >>> sorted(["bronze", "2", "1", "internal"], key=tier_rank)
    ['1', '2', 'bronze', 'internal']
    """
    word = tier.lower()
    if word in HIGHEST_TIERS:
        return 1, word
    # Digits of other scripts are no numbers to `int` alone.
    number = int(word) if word.isascii() and word.isdigit() else LOWER_TIERS.get(word, 10**6)
    return number, word
