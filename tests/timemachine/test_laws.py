"""Laws that hold for any evidence: what may never raise, lower or name a suspect."""

from dataclasses import replace
from datetime import timedelta

import pytest

from headwater.model.ids import DatasetId, JobId
from headwater.timemachine.engine import explain
from headwater.timemachine.evidence import Observation, Sign
from headwater.timemachine.explanation import Explanation, RankedCause
from headwater.timemachine.generator.incidents import LabelledIncident, generate
from headwater.timemachine.lineage_view import Link
from tests.timemachine.small_world import (
    ALERT,
    DAILY,
    LINEAGE,
    LINKS,
    LOAD,
    dropped_column,
    failed,
    hours_ago,
    the_incident,
    worked,
)

SEEDS = range(51_000, 51_010)
BEHIND = JobId("laws", "behind")


def ranked(found: Explanation) -> dict[str, RankedCause]:
    return {one.suspect.id: one for one in (found.cause, *found.alternatives) if one is not None}


def explained(one: LabelledIncident) -> Explanation:
    return explain(one.alert, one.evidence, one.lineage, judge=one.judge)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_change_after_everything_that_went_wrong_is_never_ranked(seed: int) -> None:
    one = generate(seed)
    if not one.evidence.suspects:
        return
    late = replace(one.evidence.suspects[0], time=one.alert.at + timedelta(minutes=15))
    found = explained(replace(one, evidence=replace(one.evidence, suspects=(late,))))
    assert late.id not in ranked(found)


@pytest.mark.parametrize("seed", SEEDS)
def test_one_more_failure_behind_never_lowers_its_cause(seed: int) -> None:
    one = generate(seed)
    before = explained(one)
    if before.cause is None or len(before.cause.path) < 3:
        return
    last = [step.entity for step in before.cause.path if isinstance(step.entity, DatasetId)][-1]
    more = Observation("one more", Sign.RUN_FAILED, BEHIND, one.alert.at, run="one more")
    wider = replace(one.lineage, links=(*one.lineage.links, Link(last, BEHIND)))
    evidence = replace(one.evidence, observations=(*one.evidence.observations, more))
    after = explained(replace(one, evidence=evidence, lineage=wider))
    assert ranked(after)[before.cause.suspect.id].score >= before.cause.score - 1e-6


@pytest.mark.parametrize("seed", SEEDS)
def test_a_suspect_without_a_way_to_the_alert_is_never_ranked(seed: int) -> None:
    one = generate(seed)
    assert not one.away & set(ranked(explained(one)))


def test_a_healthy_reader_lowers_what_would_have_broken_it_too() -> None:
    other = JobId("etl", "other")
    lineage = replace(LINEAGE, links=(*LINKS, Link(dropped_column().entity, other)))
    column = Link(dropped_column().entity, DatasetId("wh", "copy"), "amount", "amount", other)
    lineage = replace(lineage, links=(*lineage.links, column, Link(other, DatasetId("wh", "copy"))))
    evidence = the_incident()
    healthy = replace(evidence, observations=(*evidence.observations, worked(29, other), worked(3, other)))
    score = ranked(explain(ALERT, evidence, lineage))["drop"].score
    assert ranked(explain(ALERT, healthy, lineage))["drop"].score < score


def test_a_run_that_began_before_a_change_says_nothing_of_it() -> None:
    """It ended well after the change, but the change was not in it."""
    running = replace(worked(5.5), started=hours_ago(7))
    evidence = the_incident()
    more = replace(evidence, observations=(*evidence.observations, running))
    first, second = explain(ALERT, evidence, LINEAGE), explain(ALERT, more, LINEAGE)
    assert ranked(second)["drop"].score == pytest.approx(ranked(first)["drop"].score, abs=0.6)
    assert second.cause is not None
    assert second.cause.suspect.id == "drop"


def test_what_lies_on_the_way_to_the_alert_counts_as_on_the_way() -> None:
    """A failure upstream of the alert is explained as fully as the alert itself."""
    found = explain(ALERT, the_incident(), LINEAGE)
    assert found.cause is not None
    lines = {line.what: line for line in found.cause.why}
    assert set(lines["explains"].about) == {"failed-load", "failed-reporting"}
    alone = replace(the_incident(), observations=(*the_incident().observations[:2], failed(4, LOAD)))
    assert lines["explains"].weight > {
        line.what: line.weight for line in ranked(explain(ALERT, alone, LINEAGE))["drop"].why
    }.get("explains", 0.0)
    assert DAILY in [step.entity for step in found.cause.path]
