"""What an investigation says in one sentence."""

from dataclasses import replace

from headwater.questions.investigation.answering import summary
from headwater.timemachine.engine import explain
from tests.timemachine.small_world import ALERT, LINEAGE, the_incident


def test_a_cause_is_told_with_who_and_when() -> None:
    found = explain(ALERT, the_incident(), LINEAGE)
    assert (
        summary(found)
        == "alex dropped column amount at 06:00 UTC on 2026-04-20, and 2 failures followed from it."
    )


def test_a_likely_cause_that_is_not_sure_enough_is_told_all_the_same() -> None:
    found = explain(ALERT, the_incident(), LINEAGE)
    assert found.cause is not None
    unsure = replace(found, cause=None, alternatives=(replace(found.cause, probability=0.7),))
    said = summary(replace(unsure, none_probability=0.2))
    assert said.startswith("Nothing is sure enough to be named; likeliest (70%): alex dropped column amount")
    assert summary(replace(unsure, none_probability=0.75)) == "Nothing that was recorded explains it."
