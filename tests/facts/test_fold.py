"""The fold: facts of one kind and key become one, however the events were divided."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.dialects.openlineage.translate import to_domain
from headwater.facts import kinds
from headwater.facts.arrow import fold_table, to_table
from headwater.facts.fold import FoldedFact, fold_events, fold_parts
from headwater.model.events import LogEntry
from headwater.model.times import to_micros
from tests.pipeline.random_events import histories


def entries(history: list[dict[str, Any]]) -> list[LogEntry]:
    taken = [to_domain(json.dumps(event).encode()) for event in history]
    return [
        LogEntry(number + 1, event.event_id.hex, to_micros(event.event_time), event.kind, event.body)
        for number, event in enumerate(taken)
    ]


def rows(folded: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without the facts that tell how the events were divided, and where they stood in the log."""
    facts = [fact for fact in folded if fact["kind"] not in ("progress", "quarantine")]
    return sorted(facts, key=lambda fact: (fact["kind"], fact["key"]))


@settings(deadline=None, max_examples=30)
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


@pytest.mark.parametrize("values", ["ab", "ba"])
def test_of_two_statements_in_one_event_the_greater_value_stands(values: str) -> None:
    stamp = (1, "e" * 32)
    [folded] = fold_parts(FoldedFact(kinds.facet("n", "owner", value), stamp, stamp) for value in values)
    assert folded.fact.value == "b"
