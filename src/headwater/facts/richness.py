"""How much a statement says: of two that events of the same instant make, the one that says more stands.

PostgreSQL counts the same, by its function `richness`: what is folded in one batch and what is merged from
two must come out alike.
"""

from typing import Any

from msgspec.json import Decoder

from headwater.facts.fact import Fact

TERMINAL = frozenset({"COMPLETE", "FAIL", "ABORT"})
# Every facet has them, and they say nothing of what it is about.
ABOUT_THE_FACET = ("_producer", "_schemaURL")

_decode = Decoder().decode


def richness(value: str | None) -> int:
    """The number of values in a JSON text, at any depth; nulls and empty strings are none.

    >>> richness('{"owners": [{"name": "kira", "type": null}], "_producer": "x"}'), richness(None)
    (1, 0)
    """
    if value is None:
        return 0
    document = _decode(value)
    if isinstance(document, dict):
        document = {key: inner for key, inner in document.items() if key not in ABOUT_THE_FACET}
    return _count(document)


def of_value(fact: Fact) -> int:
    return richness(fact.value)


def ends(fact: Fact) -> int:
    """An event that ends a run says more than one that does not."""
    return fact.label in TERMINAL


def names_root(fact: Fact) -> int:
    return fact.source != fact.target


def of_number(fact: Fact) -> int:
    return int(fact.value or 0)


def of_list(fact: Fact) -> int:
    return len(fact.value.split(",")) if fact.value else 0


def _count(document: Any) -> int:
    count, level = 0, [document]
    while level:
        count += sum(1 for one in level if not isinstance(one, dict | list) and one not in (None, ""))
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return count
