"""How alike two column names are: by their words, with abbreviations, case-insensitive, in any order."""

import re
from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz.distance import Indel

# What people shorten beyond what `_shortens` sees, and what goes by two names.
MEANINGS: dict[str, tuple[str, ...]] = {
    "acct": ("account",),
    "dept": ("department",),
    "dob": ("date", "of", "birth"),
    "birthdate": ("date", "of", "birth"),
    "birthday": ("date", "of", "birth"),
    "dt": ("date",),
    "fname": ("first", "name"),
    "lname": ("last", "name"),
    "identifier": ("id",),
    "mail": ("email",),
    "no": ("number",),
    "nr": ("number",),
    "num": ("number",),
    "nbr": ("number",),
    "org": ("organization",),
    "organisation": ("organization",),
    "postcode": ("postal", "code"),
    "zip": ("postal", "code"),
    "zipcode": ("postal", "code"),
    "surname": ("last", "name"),
    "tel": ("phone",),
    "telephone": ("phone",),
    "ts": ("timestamp",),
    "txn": ("transaction",),
    "tx": ("transaction",),
}
# Words that many columns of a table share say little about which column it is.
COMMON_WORDS = """
id at on of by is the date time timestamp name code key type value number status address dim src tgt col field
"""
COMMON, COMMON_WEIGHT = frozenset(COMMON_WORDS.split()), 0.4
# `email` and `email_hash` hold different values, however alike their names are.
OTHER_VALUES_WORDS = """
hash hashed md5 sha sha1 sha256 masked encrypted token count cnt flag has is ratio pct percent rank
previous prev
"""
OTHER_VALUES = frozenset(OTHER_VALUES_WORDS.split())
# When both names have a word of their own, one was exchanged for another: `billing_…` for `shipping_…`.
EXCHANGED = 0.6
ABBREVIATED = 0.9
TYPO_LEAST = 0.75
VOWELS = frozenset("aeiou")
WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_A-Za-z]+")


@lru_cache(maxsize=65536)
def words(name: str) -> tuple[str, ...]:
    """
    >>> words("CustEMail2"), words("tel_no")
    (('cust', 'e', 'email', '2'), ('phone', 'number'))
    """
    found = [word.lower() for word in WORD.findall(name)]
    return tuple(meaning for word in found for meaning in MEANINGS.get(word, (word,)))


@lru_cache(maxsize=65536)
def similarity(one: str, other: str) -> float:
    """From 0, nothing in common, to 1, the same words; the order of the two names does not matter.

    >>> similarity("cust_id", "customerId") > 0.9, similarity("e_mail", "email"), similarity("email", "phone")
    (True, 1.0, 0.0)
    """
    # `e_mail` and `eMail` are one name in two habits.
    if _squeezed(one) == _squeezed(other):
        return 1.0
    ours, theirs = words(one), words(other)
    pairs = _pairs(ours, theirs)
    if not pairs:
        return 0.0
    shared = sum(score * (_weight(ours[i]) + _weight(theirs[j])) for score, i, j in pairs)
    whole = sum(map(_weight, ours)) + sum(map(_weight, theirs))
    left = _left(ours, [i for _, i, _ in pairs]), _left(theirs, [j for _, _, j in pairs])
    return shared / whole * _discount(*left)


@lru_cache(maxsize=65536)
def _squeezed(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _weight(word: str) -> float:
    return COMMON_WEIGHT if word in COMMON else 1.0


def _pairs(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[float, int, int]]:
    """Words that mean the same, best first, each used once."""
    scored = [
        (score, i, j)
        for i, one in enumerate(ours)
        for j, other in enumerate(theirs)
        if (score := _word_similarity(one, other))
    ]
    taken: list[tuple[float, int, int]] = []
    for score, i, j in sorted(scored, reverse=True):
        if all(i != used and j != used_there for _, used, used_there in taken):
            taken.append((score, i, j))
    return taken


@lru_cache(maxsize=65536)
def _word_similarity(one: str, other: str) -> float:
    if one == other:
        return 1.0
    short, long = sorted((one, other), key=lambda word: (len(word), word))
    if _shortens(short, long):
        return ABBREVIATED
    typo = Indel.normalized_similarity(one, other, score_cutoff=TYPO_LEAST)
    return typo if len(short) > 3 else 0.0


def _shortens(short: str, long: str) -> bool:
    """`cust` begins `customer`; `amt` is `amount` without its vowels."""
    # Two letters begin too many words.
    if len(short) < 3 or len(short) > 0.7 * len(long) or short[0] != long[0]:
        return False
    if long.startswith(short):
        return True
    letters = iter(long)
    return not VOWELS & set(short[1:]) and all(letter in letters for letter in short)


def _left(all_words: Sequence[str], paired: Sequence[int]) -> list[str]:
    return [word for place, word in enumerate(all_words) if place not in paired]


def _discount(left: Sequence[str], left_there: Sequence[str]) -> float:
    exchanged = EXCHANGED if left and left_there else 1.0
    return exchanged * (EXCHANGED if OTHER_VALUES & {*left, *left_there} else 1.0)
