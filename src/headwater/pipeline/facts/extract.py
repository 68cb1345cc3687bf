"""All rules applied to one event; what they can't read becomes a quarantine fact, never an exception."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from headwater.model.ids import digest
from headwater.pipeline.facts.changes import alias_facts, assertion_facts, lifecycle_facts
from headwater.pipeline.facts.edges import edge_facts
from headwater.pipeline.facts.entities import dataset_facts, job_facts, parent_facts, run_facts, schema_facts
from headwater.pipeline.facts.fact import Fact
from headwater.pipeline.facts.reading import MAX_REASON, Problem, Reading

Rule = Callable[[Reading], Iterator[Fact]]

RULES: tuple[Rule, ...] = (
    run_facts,
    parent_facts,
    job_facts,
    dataset_facts,
    schema_facts,
    alias_facts,
    lifecycle_facts,
    assertion_facts,
    edge_facts,
)

_decoder = msgspec.json.Decoder()


def facts_of(position: int, event_id: str, at: int, body: str) -> list[Fact]:
    """Everything that one event of the log states."""
    try:
        reading = Reading(_document(body), event_id, at)
        facts = [fact for rule in RULES for fact in _guarded(rule, reading)]
    except (msgspec.DecodeError, RecursionError, TypeError, KeyError, ValueError) as error:
        return [_quarantined(event_id, position, Problem("", f"{type(error).__name__}: {error}"))]
    return facts + [_quarantined(event_id, position, problem) for problem in reading.problems]


def _document(body: str) -> dict[str, Any]:
    # PostgreSQL's text and JSON hold every character but NUL; the log keeps the body as it came.
    readable = body.replace("\\u0000", "\\ufffd") if "\\u0000" in body else body
    document = _decoder.decode(readable)
    if not isinstance(document, dict):
        raise TypeError("an event is a JSON object")
    return document


def _guarded(rule: Rule, reading: Reading) -> list[Fact]:
    """A rule that stumbles over something unforeseen costs its own facts, not the whole event."""
    try:
        return list(rule(reading))
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        reading.problems.append(Problem(rule.__name__, reason[:MAX_REASON]))
        return []


def _quarantined(event_id: str, position: int, problem: Problem) -> Fact:
    return Fact(
        "quarantine",
        digest(event_id, problem.part),
        name=problem.part,
        label=str(position),
        value=problem.reason[:MAX_REASON],
    )
