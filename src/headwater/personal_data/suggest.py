"""What a column looks like: the most certain rule that holds for it.

>>> suggest = Suggester(read_rules(None))
>>> suggest("crm.customers", "E-Mail", "varchar"), suggest("sales.orders", "email_count", "int")
(Suggestion(rule='email', confidence=0.95), None)
"""

from functools import lru_cache
from typing import NamedTuple

from headwater.personal_data.rules import (
    PersonalDataRule,
    PersonalDataRules,
    joined,
    phrases_in,
    read_rules,
    words,
)

__all__ = ["Suggester", "Suggestion", "read_rules"]

# By what stands in the name of a type, whatever the database; the first that is found counts.
TYPES = {
    "text": ("char", "text", "string", "clob", "uuid", "json", "enum", "inet"),
    "flag": ("bool", "bit"),
    "date": ("date", "time", "year"),
    "number": ("int", "dec", "num", "float", "double", "real", "money", "serial"),
}
CACHED_DATASETS = 4096


class Suggestion(NamedTuple):
    rule: str
    confidence: float


class _Prepared(NamedTuple):
    rule: PersonalDataRule
    phrases: frozenset[str]
    against: frozenset[str]
    descriptions: tuple[str, ...]


class Suggester:
    """Prepared once: it looks at a million columns in some seconds."""

    def __init__(self, rules: PersonalDataRules) -> None:
        self._people = frozenset(joined(rules.people))
        general = set(joined(rules.not_personal))
        self._rules = tuple(
            _Prepared(
                rule,
                frozenset(joined(rule.phrases)),
                frozenset(general - set(joined(rule.keeps)) | set(joined(rule.unless))),
                tuple(" ".join(words(one)) for one in rule.descriptions),
            )
            for rule in sorted(rules.rules, key=lambda one: -one.confidence)
        )
        self._is_of_people = lru_cache(maxsize=CACHED_DATASETS)(self._speaks_of_people)

    def __call__(
        self, dataset: str, column: str, type: str | None = None, description: str | None = None
    ) -> Suggestion | None:
        kind = kind_of(type)
        # A yes or no about something personal is not the thing.
        if kind == "flag":
            return None
        found = words(column)
        phrases, single = phrases_in(found), set(found)
        described = f" {' '.join(words(description))} " if description else ""
        for prepared in self._rules:
            rule = prepared.rule
            named = not prepared.phrases.isdisjoint(phrases)
            if not named and not any(f" {one} " in described for one in prepared.descriptions):
                continue
            if (kind is not None and kind not in rule.types) or not prepared.against.isdisjoint(single):
                continue
            if not rule.only_of_people or self._is_of_people(dataset):
                return Suggestion(rule.name, rule.confidence)
        return None

    def _speaks_of_people(self, dataset: str) -> bool:
        return not self._people.isdisjoint(phrases_in(words(dataset)))


def kind_of(type: str | None) -> str | None:
    """
    >>> kind_of("VARCHAR(20)"), kind_of("timestamp with time zone"), kind_of("Nullable(Bool)"), kind_of("geo")
    ('text', 'date', 'flag', None)
    """
    said = (type or "").lower()
    return next((kind for kind, parts in TYPES.items() if any(part in said for part in parts)), None)
