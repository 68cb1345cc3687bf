"""Every case of tests/cases/facts: what one event states, in words."""

import json
from pathlib import Path
from typing import Any

import pytest

from headwater.dialects.openlineage.translate import to_domain
from headwater.facts import Fact, read_event
from headwater.model.events import LogEntry
from headwater.model.times import to_micros
from tests.facts.openlineage.readable import readable

FOLDER = Path(__file__).parents[2] / "cases" / "facts"
CASES = {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}


def facts(event: dict[str, Any]) -> list[Fact]:
    """Through the front door's reading first, so that no case holds what could never get in."""
    taken = to_domain(json.dumps(event).encode())
    entry = LogEntry(7, taken.event_id.hex, to_micros(taken.event_time), taken.kind, taken.body)
    return read_event(entry)


@pytest.mark.parametrize("name", CASES)
def test_an_event_states_what_its_case_says(name: str) -> None:
    case = CASES[name]
    described = readable(facts(case["event"]))
    assert {word: described[word] for word in case["facts"]} == case["facts"]


@pytest.mark.parametrize("name", CASES)
def test_an_edge_joins_nodes_that_the_same_event_names(name: str) -> None:
    found = facts(CASES[name]["event"])
    nodes = {fact.key for fact in found if fact.kind == "node"}
    for fact in found:
        if fact.kind == "edge":
            assert {fact.source, fact.target, fact.owner} <= nodes


@pytest.mark.parametrize("name", CASES)
def test_facts_hold_nothing_that_postgresql_cannot_store(name: str) -> None:
    for fact in facts(CASES[name]["event"]):
        assert not [value for value in fact if value is not None and "\x00" in value]
