"""What signals and test results state."""

import json

from headwater.facts import read_event
from headwater.facts.fact import Fact
from headwater.model.events import LogEntry
from headwater.model.times import to_micros
from tests.builders import dataset_event, result, signal, to_log


def facts_of(event: dict[str, object], kind: str) -> list[Fact]:
    stored = to_log(event)
    entry = LogEntry(1, stored.event_id.hex, to_micros(stored.event_time), stored.kind, stored.body)
    return [fact for fact in read_event(entry) if fact.kind == kind]


def test_a_sent_result_is_the_one_of_a_facet_without_a_run_at_the_same_instant() -> None:
    (sent,) = facts_of(result("orders", "not_null", False, column="id"), "assertion")
    facet = {"assertions": [{"assertion": "not_null", "column": "id", "success": False}]}
    (shown,) = facts_of(dataset_event("orders", "09:30", dataQualityAssertions=facet), "assertion")
    assert (sent.key, sent.node, sent.field) == (shown.key, shown.node, shown.field)


def test_a_sent_signal_says_what_a_facet_says() -> None:
    (sent,) = facts_of(signal("orders", "red", severity="error", author="sam"), "signal")
    facet = {"text": "red", "severity": "Error", "author": "sam", "link": "javascript:x", "kind": "message"}
    (shown,) = facts_of(dataset_event("orders", "09:30", headwater_signal=facet), "signal")
    assert json.loads(sent.value or "") == json.loads(shown.value or "")
    assert json.loads(sent.value or "") == {"author": "sam", "severity": "error", "text": "red"}
    assert (sent.node, sent.key != shown.key) == (shown.node, True)


def test_a_signal_about_a_job_mentions_the_job() -> None:
    said = signal("orders")
    said["entity"] |= {"kind": "job"}
    assert [fact.label for fact in facts_of(said, "node")] == ["job"]
