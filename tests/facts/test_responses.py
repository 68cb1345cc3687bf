"""What people say of a simulation is read from its event; what can't be read waits in quarantine."""

import json
from typing import Any

import pytest

from headwater.facts.fact import Fact
from headwater.facts.readers import read_event
from headwater.model.events import EventKind, LogEntry
from headwater.model.times import to_micros
from tests.builders import acknowledgement, response, to_log

ONE, TWO = "a" * 32, "b" * 32


def read(event: dict[str, Any], **other: Any) -> list[Fact]:
    stored = to_log(event)
    body = json.dumps(json.loads(stored.body) | other)
    return read_event(LogEntry(1, stored.event_id.hex, to_micros(stored.event_time), stored.kind, body))


def test_each_finding_is_acknowledged_for_itself() -> None:
    facts = read(acknowledgement(findings=[ONE, TWO], by="kira"))
    assert [(fact.kind, fact.target, fact.name) for fact in facts] == [
        ("acknowledgement", ONE, "kira"),
        ("acknowledgement", TWO, "kira"),
    ]
    assert len({fact.key for fact in facts}) == 2


def test_the_word_of_one_person_on_one_finding_has_one_key() -> None:
    [first] = read(acknowledgement("09:00", why="one"))
    [second] = read(acknowledgement("10:00", why="two"))
    [other] = read(acknowledgement("10:00", by="sam"))
    assert first.key == second.key != other.key


def test_a_response_is_of_one_simulation_and_consumer() -> None:
    [fact] = read(response(simulation=7, consumer="sam", verdict="object"))
    assert (fact.kind, fact.label, fact.name) == ("response", "7", "sam")
    assert json.loads(fact.value or "")["verdict"] == "object"


@pytest.mark.parametrize(
    "other",
    [
        {"findings": []},
        {"findings": ["x"]},
        {"findings": "a" * 32},
        {"until": "soon"},
        {"until": "2026-04-20T00:00:00"},
        {"by": ""},
        {"simulation": 0},
        {"simulation": 2**63},
        {"why": None},
    ],
)
def test_what_can_not_be_read_is_set_aside(other: dict[str, Any]) -> None:
    assert [fact.kind for fact in read(acknowledgement(), **other)] == ["quarantine"]


@pytest.mark.parametrize("other", [{"verdict": "maybe"}, {"consumer": ""}, {"consumer": "x" * 201}])
def test_a_response_that_can_not_be_read_is_set_aside(other: dict[str, Any]) -> None:
    assert [fact.kind for fact in read(response(), **other)] == ["quarantine"]


def test_the_same_word_at_another_time_is_another_event() -> None:
    assert to_log(response("09:00")).event_id != to_log(response("10:00")).event_id
    assert to_log(response("09:00")).event_id == to_log(response("09:00")).event_id
    assert to_log(acknowledgement()).kind == EventKind.ACKNOWLEDGEMENT
