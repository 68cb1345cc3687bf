"""One part of a valid event is broken at random: the event is taken, and only that part lost, and named."""

import json
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.demo.history import history
from headwater.dialects.openlineage.translate import to_domain
from headwater.facts import Fact, kinds, read_event
from headwater.model.events import LogEntry
from tests.facts.openlineage.broken_parts import Path, broken, is_element, spelled, with_value, without
from tests.pipeline.random_events import run_events, static_events

# What a facet is kept as, whatever it means.
AS_IT_CAME = ("facet", "run_facet", "io_facet")
# To declare that there are no edges takes back those before. Lineage of which all is broken does not say so.
NO_EDGES = kinds.edge_set("").key


@cache
def shopflow() -> list[dict[str, Any]]:
    """Every hundredth event of the demo: all kinds, with real facets."""
    return list(history())[::100]


def facts(event: dict[str, Any]) -> list[Fact]:
    taken = to_domain(json.dumps(event).encode())
    # The same entry for all, as the id of the event is in the keys of some facts.
    return read_event(LogEntry(1, "e" * 32, 0, taken.kind, taken.body))


def stated(found: list[Fact], facet: str | None) -> set[Fact]:
    """All but what is set aside, and but the facet that holds the broken part, which is kept as it came."""
    return {
        fact
        for fact in found
        if fact.kind != "quarantine"
        and NO_EDGES not in (fact.key, fact.target)
        and not (facet and fact.kind in AS_IT_CAME and str(fact.name).split(".")[0] == facet)
    }


def set_aside(found: list[Fact]) -> set[str]:
    return {str(fact.name) for fact in found if fact.kind == "quarantine"}


valid = st.one_of(
    # By number, so that a failure does not print the whole of them.
    st.integers(0, 33).map(lambda number: shopflow()[number]),
    run_events(),
    static_events(),
).filter(lambda event: not set_aside(facts(event)))


@settings(max_examples=400)
@given(broken(valid))
def test_a_broken_part_costs_no_more_than_itself_and_is_named(
    case: tuple[dict[str, Any], Path, Any],
) -> None:
    event, path, value = case

    found = facts(with_value(event, path, value))

    parts = set_aside(found)
    assert len(parts) == 1, f"{spelled(path)} = {value}: {parts}"
    [part] = parts
    lost = _smallest_loss(event, path, found)
    assert lost is not None, f"{part}: more is lost than one element around {spelled(path)}"
    assert part.startswith(spelled(lost))


def _smallest_loss(event: dict[str, Any], path: Path, found: list[Fact]) -> Path | None:
    """The part around the broken one without which the event states the same; at most one of many."""
    facet = str(path[path.index("facets") + 1]) if "facets" in path[:-1] else None
    for length in range(len(path), 0, -1):
        lost = path[:length]
        if stated(facts(without(event, lost)), facet) == stated(found, facet):
            return lost
        if is_element(lost):
            return None
    return None
