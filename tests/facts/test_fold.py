"""The fold: facts of one kind and key become one, however the events were divided."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.facts import kinds
from headwater.facts.arrow import fold_table, to_table
from headwater.facts.fold import FoldedFact, Stamp, fold_events, fold_parts
from headwater.model.events import LogEntry
from headwater.model.times import to_micros
from tests.builders import dataset, run_event, to_log
from tests.pipeline.random_events import histories


def entries(history: list[dict[str, Any]]) -> list[LogEntry]:
    taken = [to_log(event) for event in history]
    return [
        LogEntry(number + 1, event.event_id.hex, to_micros(event.event_time), event.kind, event.body)
        for number, event in enumerate(taken)
    ]


def rows(folded: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without the facts that tell how the events were divided, and where they stood in the log."""
    facts = [fact for fact in folded if fact["kind"] not in ("progress", "quarantine")]
    return sorted(facts, key=lambda fact: (fact["kind"], fact["key"]))


@settings(max_examples=30)
@given(history=histories, seed=st.integers(0, 1000))
def test_parts_folded_apart_and_then_together_are_the_whole_folded_at_once(
    history: list[dict[str, Any]], seed: int
) -> None:
    whole = entries(history)
    shuffled = Random(seed).sample(whole, len(whole))
    middle = Random(seed).randint(0, len(whole))
    apart = to_table([*fold_events(shuffled[:middle]), *fold_events(shuffled[middle:])])

    assert rows(fold_table(apart).to_pylist()) == rows(to_table(fold_events(whole)).to_pylist())


def test_no_events_fold_to_no_facts() -> None:
    assert fold_events([]) == []
    assert to_table([]).num_rows == 0


def test_a_fold_says_how_many_events_it_read_and_how_far() -> None:
    events = [LogEntry(position, f"{position:032x}", 0, "run", "{}") for position in (4, 9)]
    [progress] = [folded.fact for folded in fold_events(events) if folded.fact.kind == "progress"]
    assert (progress.label, progress.value) == ("9", "2")


EARLY, EARLY_TOO, LATE = (1, "a" * 32), (1, "b" * 32), (2, "0" * 32)
STATES = [("FAIL", EARLY), ("RUNNING", EARLY_TOO)]
POOR, RICH = '{"name": "z"}', '{"name": "a", "type": "OWNER"}'


def folded_value(*stated: tuple[Stamp, str]) -> str | None:
    facts = (FoldedFact(kinds.facet("n", "owner", value), stamp, stamp) for stamp, value in stated)
    [folded] = fold_parts(facts)
    return folded.fact.value


@pytest.mark.parametrize("order", [1, -1])
def test_of_two_statements_in_one_instant_the_richer_stands_then_that_of_the_greater_event(
    order: int,
) -> None:
    assert folded_value(*[(EARLY, RICH), (EARLY_TOO, POOR)][::order]) == RICH
    assert folded_value(*[(EARLY, RICH), (LATE, POOR)][::order]) == POOR
    assert folded_value(*[(EARLY, '{"x": 9}'), (EARLY_TOO, '{"x": 1}')][::order]) == '{"x": 1}'


def test_of_two_statements_in_one_event_the_richer_stands_then_the_first() -> None:
    assert folded_value((EARLY, POOR), (EARLY, RICH)) == folded_value((EARLY, RICH), (EARLY, POOR)) == RICH
    assert folded_value((EARLY, '{"x": 1}'), (EARLY, '{"x": 2}')) == '{"x": 1}'


def test_of_two_states_in_one_instant_the_one_that_ends_the_run_stands() -> None:
    run = (FoldedFact(kinds.run("r", state), stamp, stamp) for state, stamp in STATES)
    [folded] = fold_parts(run)
    assert folded.fact.label == "FAIL"


@pytest.mark.parametrize("order", [1, -1])
def test_an_assertion_given_twice_in_one_event_keeps_the_richer_copy(order: int) -> None:
    poor = {"assertion": "not_null", "column": "id", "success": False, "message": None}
    copies = [poor, poor | {"severity": "warn", "actual": "7"}][::order]
    facet, of_the_run = ({"dataQualityAssertions": {"assertions": [copy]}} for copy in copies)
    tested = dataset("orders", **facet) | {"inputFacets": of_the_run}

    folded = fold_events(entries([run_event("r", "COMPLETE", 0, inputs=(tested,))]))

    [result] = [one.fact.value for one in folded if one.fact.kind == "assertion"]
    assert json.loads(result or "")["severity"] == "warn"
