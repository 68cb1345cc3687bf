"""Which known names a name that nobody knows may have meant."""

import re
from collections.abc import Iterable

from rapidfuzz import fuzz

MAX_NEAREST = 5
# Two names of ten letters that share no word reach about 45.
LEAST_SCORE = 55.0
# Every word typed is in the name (`usd`, `amount_usd`): a little less than a slip of the keyboard.
ALL_WORDS = 90.0
WORD = re.compile(r"[^\W_]+")


def nearest_names(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """The most similar names, best first; a short name is compared with the ends of longer ones.

    >>> nearest_names("sales.ordrs", ["warehouse/shop.sales.orders", "warehouse/shop.crm.customers"])
    ('warehouse/shop.sales.orders',)
    """
    size = text.count(".") + text.count("/") + 1
    scored = sorted((-_score(text.lower(), name.lower(), size), name) for name in names)
    return tuple(name for score, name in scored[:MAX_NEAREST] if -score >= LEAST_SCORE)


def _score(text: str, name: str, size: int) -> float:
    """From 0 to 100."""
    end = ".".join(re.split(r"[./]", name)[-size:])
    words = ALL_WORDS if set(WORD.findall(text)) <= set(WORD.findall(end)) else 0.0
    return max(fuzz.ratio(text, name), fuzz.ratio(text, end), words)
