"""The engine's answers on a small warehouse, and laws that hold on generated incidents."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from headwater.model.ids import DatasetId, JobId
from headwater.simulator.changes import Change, Verdict
from headwater.timemachine.engine import explain
from headwater.timemachine.evidence import (
    EngineLimits,
    IncidentEvidence,
    Observation,
    Proof,
    Reads,
    Sign,
    Suspect,
    SuspectKind,
)
from headwater.timemachine.explanation import ConfidenceLabel, Phase
from headwater.timemachine.generator.incidents import generate
from headwater.timemachine.lineage_view import LineageView, Link
from tests.timemachine.small_world import (
    ALERT,
    APART,
    DAILY,
    LINEAGE,
    LINKS,
    LOAD,
    ORDERS,
    REPORT,
    REPORTING,
    dropped_column,
    failed,
    hours_ago,
    the_incident,
    worked,
)

SEEDS = range(50_000, 50_012)


def with_suspects(*suspects: Suspect) -> IncidentEvidence:
    return replace(the_incident(), suspects=suspects)


def test_without_evidence_no_cause_is_named() -> None:
    found = explain(ALERT, IncidentEvidence(missing=("no run was recorded",)), LineageView(()))
    assert (found.cause, found.label) == (None, ConfidenceLabel.NONE)
    assert found.missing == ("no run was recorded",)


def test_the_change_that_the_first_error_names_is_the_cause() -> None:
    found = explain(ALERT, the_incident(), LINEAGE)
    assert found.cause is not None
    assert found.cause.suspect.id == "drop"
    assert found.label is ConfidenceLabel.HIGH
    assert [step.entity for step in found.cause.path] == [ORDERS, LOAD, DAILY, REPORTING]
    assert found.cause.path[0].event_id == "event-drop"
    assert {line.what for line in found.cause.why} >= {"names", "explains"}
    assert [moment.phase for moment in found.timeline] == [
        Phase.ROOT_CAUSE,
        Phase.FIRST_FAILURE,
        Phase.CASCADE,
    ]


def test_what_follows_from_the_cause_is_told() -> None:
    evidence = replace(the_incident(), reads=(Reads(REPORT, "kim", hours_ago(1)),))
    beyond = (
        *LINKS,
        Link(DAILY, JobId("etl", "export")),
        Link(JobId("etl", "export"), DatasetId("wh", "export")),
    )
    found = explain(ALERT, evidence, LineageView(beyond))
    assert found.damage.failed_jobs == (LOAD, REPORTING)
    assert found.damage.datasets_without_data == (DAILY, REPORT)
    assert [(step.order, step.job) for step in found.recovery] == [
        (1, LOAD),
        (2, JobId("etl", "export")),
        (2, REPORTING),
    ]
    assert "orders.amount" in found.action
    assert set(found.counterfactual.mended) == {"failed-load", "failed-reporting"}
    silent = {victim.entity: victim for victim in found.silent}
    assert DatasetId("wh", "export") in silent
    assert silent[REPORT].readers[0].reader == "kim"


def test_a_change_without_a_path_is_never_named() -> None:
    found = explain(ALERT, with_suspects(dropped_column(5.5, APART)), LINEAGE)
    assert found.cause is None or found.cause.suspect.entity != APART
    assert all(one.suspect.entity != APART for one in found.alternatives)


def test_a_change_after_the_first_failure_is_not_named() -> None:
    found = explain(ALERT, with_suspects(dropped_column(3)), LINEAGE)
    assert found.cause is None or found.cause.suspect.id != "drop"


def test_a_link_that_had_ended_before_the_change_carries_no_blame() -> None:
    old = tuple(replace(link, until=hours_ago(40)) if link.target == LOAD else link for link in LINKS[:4])
    found = explain(ALERT, the_incident(), LineageView(old))
    assert found.cause is None or found.cause.suspect.id != "drop"


def test_a_link_that_the_change_itself_ended_carries_it() -> None:
    drop = replace(dropped_column(6), kind=SuspectKind.DATASET_DROPPED, column=None, schema=None)
    ended = tuple(replace(link, until=drop.time) if link.source == ORDERS else link for link in LINKS)
    gone = replace(failed(5), message="table orders does not exist")
    evidence = IncidentEvidence((worked(29), gone), (drop,))
    found = explain(ALERT, evidence, LineageView(ended))
    assert found.cause is not None
    assert found.cause.suspect.id == "drop"


def test_an_error_that_misses_the_old_name_speaks_for_the_renaming() -> None:
    rename = replace(
        dropped_column(6),
        kind=SuspectKind.DATASET_RENAMED,
        column=None,
        schema=None,
        formerly=("wh.purchases",),
    )
    missing = replace(failed(5), message="table purchases does not exist")
    scores = [
        explain(ALERT, IncidentEvidence((worked(29), missing), (one,)), LINEAGE)
        for one in (rename, replace(rename, formerly=()))
    ]
    first = [(found.cause or found.alternatives[0]).score for found in scores]
    assert first[0] > first[1] + 2


def test_a_text_that_still_binds_may_fail_over_the_values_of_a_changed_type() -> None:
    change = Change("type_changed", "amount", Verdict.BREAKING, "", old_type="int", new_type="string")
    suspect = replace(dropped_column(6), schema=change)
    evidence = replace(the_incident(), suspects=(suspect,))
    value = replace(failed(5), message="invalid input syntax for type integer", query="select amount")
    evidence = replace(evidence, observations=(worked(29), value, *evidence.observations[3:]))
    found = explain(ALERT, evidence, LINEAGE, judge=lambda *_: Proof.CHANGES)
    assert found.cause is not None
    assert value.id in found.cause.explains


def test_a_column_that_no_job_uses_is_not_blamed() -> None:
    found = explain(ALERT, with_suspects(dropped_column(6, column="note")), LINEAGE)
    assert found.cause is None or found.cause.suspect.id != "drop"


def test_what_a_job_says_of_columns_holds_for_the_link_between_its_datasets() -> None:
    wrong = Observation("t", Sign.ASSERTION_FAILED, DAILY, hours_ago(2), column="total", name="range")
    alert = replace(ALERT, entity=DAILY, column="total")
    went_on = (worked(29), worked(4), worked(5, JobId("etl", "ingest")))
    evidence = IncidentEvidence((*went_on, wrong), (dropped_column(6, column="note"),))
    stated = (Link(ORDERS, DAILY), Link(ORDERS, DAILY, "note", "notes", LOAD))
    lineage = LineageView((*LINKS, *stated, Link(JobId("etl", "ingest"), ORDERS)))
    found = explain(alert, evidence, lineage)
    assert found.cause is None
    assert found.none_probability > 0.5


def test_of_two_changes_the_one_that_is_proved_to_break_the_job_is_named() -> None:
    evidence = with_suspects(dropped_column(6), dropped_column(5.5, column="note", name="other"))
    silent = replace(failed(5, message=""), query="select amount from orders")
    evidence = replace(evidence, observations=(worked(29), silent))
    bare = LineageView(LINKS[:4])

    def judge(suspect: Suspect, _observation: Observation) -> Proof:
        return Proof.BREAKS if suspect.id == "drop" else Proof.SAFE

    found = explain(ALERT, evidence, bare, judge=judge)
    assert found.cause is not None
    assert found.cause.suspect.id == "drop"
    assert found.looked_at.judged == 2


def test_a_run_that_ran_out_of_memory_is_the_cause_of_what_follows() -> None:
    bad = (failed(5, message="java.lang.OutOfMemoryError"), failed(4, REPORTING, "upstream failed"))
    evidence = IncidentEvidence((worked(29), worked(28, REPORTING), *bad))
    found = explain(ALERT, evidence, LINEAGE)
    assert found.cause is not None
    assert found.cause.suspect.entity == LOAD


def test_a_run_that_misses_a_column_nobody_is_known_to_have_dropped_is_no_cause() -> None:
    found = explain(ALERT, replace(the_incident(), suspects=()), LINEAGE)
    assert found.cause is None
    assert found.probability >= 0.5


def test_two_incidents_come_apart() -> None:
    other = JobId("etl", "other")
    far = failed(3, other, "java.lang.OutOfMemoryError: Java heap space", name="far")
    evidence = replace(the_incident(), observations=(*the_incident().observations, far))
    lineage = LineageView((*LINKS, Link(APART, other)))
    found = explain(ALERT, evidence, lineage)
    assert found.cause is not None
    assert found.cause.suspect.id == "drop"
    assert [one.observations for one in found.others] == [("far-other",)]
    assert found.counterfactual.not_mended == ("far-other",)


def test_an_alert_on_a_column_is_about_that_column() -> None:
    tests = tuple(
        Observation(f"t-{column}", Sign.ASSERTION_FAILED, DAILY, hours_ago(2), column=column, name=column)
        for column in ("total", "note")
    )
    found = explain(
        replace(ALERT, entity=DAILY, column="total"), IncidentEvidence(tests, (dropped_column(),)), LINEAGE
    )
    assert found.cause is not None
    assert found.cause.suspect.id == "drop"
    assert "t-total" in found.cause.explains


def test_limits_are_kept_and_told() -> None:
    many = tuple(dropped_column(6, name=f"drop-{number}") for number in range(30))
    limits = EngineLimits(suspects=5, alternatives=2, observations=3)
    found = explain(ALERT, replace(the_incident(), suspects=many), LINEAGE, limits=limits)
    assert len(found.alternatives) == 2
    assert len(found.missing) == 2


def test_of_a_large_lineage_what_is_upstream_of_the_alert_stays() -> None:
    far = tuple(Link(DAILY, JobId("etl", f"aside{number}")) for number in range(30))
    lineage = LineageView((*far, *LINKS))
    found = explain(ALERT, the_incident(), lineage, limits=EngineLimits(nodes=8))
    assert "27 nodes of the lineage are beyond the limit" in found.missing
    assert found.cause is not None
    assert [step.entity for step in found.cause.path] == [ORDERS, LOAD, DAILY, REPORTING]
    assert found.looked_at.nodes == 8
    backwards = replace(lineage, links=lineage.links[::-1])
    assert explain(ALERT, the_incident(), backwards, limits=EngineLimits(nodes=8)) == found
    assert explain(ALERT, the_incident(), lineage).missing == ()


def test_a_lineage_without_end_upstream_is_cut_near_the_alert() -> None:
    chain = [DatasetId("wh", f"far{number}") for number in range(50)]
    links = tuple(Link(source, target) for source, target in pairwise([*chain, ORDERS]))
    found = explain(ALERT, the_incident(), LineageView((*links, *LINKS)), limits=EngineLimits(nodes=10))
    assert "45 nodes of the lineage are beyond the limit" in found.missing
    assert found.cause is not None
    assert found.cause.suspect.id == "drop"


def test_of_a_long_message_only_the_beginning_is_read_and_that_is_told() -> None:
    named = 'column "amount" does not exist'
    late = replace(the_incident(), observations=(worked(29), failed(5, message="x " * 40 + named)))
    found = explain(ALERT, late, LINEAGE, limits=EngineLimits(words=60))
    assert "1 error message is longer than the 60 characters that are read" in found.missing
    ranked = [one for one in (found.cause, *found.alternatives) if one and one.suspect.id == "drop"]
    assert "names" not in {line.what for line in ranked[0].why}
    assert all(len(one.message) <= 60 for one in found.observations)
    told = replace(dropped_column(6), message="y" * 61)
    found = explain(ALERT, with_suspects(told), LINEAGE, limits=EngineLimits(words=60))
    assert "1 text of a change is longer than the 60 characters that are read" in found.missing


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_evidence_does_not_matter(seed: int) -> None:
    one = generate(seed)
    random = Random(seed)
    observations, suspects = list(one.evidence.observations), list(one.evidence.suspects)
    links = list(one.lineage.links)
    for part in (observations, suspects, links):
        random.shuffle(part)
    other = IncidentEvidence(tuple(observations), tuple(suspects))
    first = explain(one.alert, one.evidence, one.lineage, judge=one.judge)
    second = explain(one.alert, other, replace(one.lineage, links=tuple(links)), judge=one.judge)
    assert _named(first) == _named(second)
    assert first.probability == pytest.approx(second.probability)
    assert [moment.evidence for moment in first.timeline] == [moment.evidence for moment in second.timeline]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_decoy_without_a_path_changes_nothing(seed: int) -> None:
    one = generate(seed)
    decoy = dropped_column(0, APART, name="decoy")
    decoy = replace(decoy, time=one.alert.at.replace(microsecond=0))
    more = replace(one.evidence, suspects=(*one.evidence.suspects, decoy))
    first = explain(one.alert, one.evidence, one.lineage, judge=one.judge)
    second = explain(one.alert, more, one.lineage, judge=one.judge)
    assert _named(first) == _named(second)
    assert first.probability == pytest.approx(second.probability)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_healthy_neighbour_never_raises_a_suspect(seed: int) -> None:
    one = generate(seed)
    first = explain(one.alert, one.evidence, one.lineage, judge=one.judge)
    suspects = [ranked for ranked in (first.cause, *first.alternatives) if ranked is not None]
    bad = {seen.entity for seen in one.evidence.observations if not seen.healthy}
    for ranked in suspects[:2]:
        readers = [link.target for link in one.lineage.links if link.source == ranked.suspect.entity]
        fresh = [entity for entity in readers if isinstance(entity, JobId) and entity not in bad]
        if not fresh or ranked.suspect.id not in {suspect.id for suspect in one.evidence.suspects}:
            continue
        healthy = Observation("fresh", Sign.RUN_SUCCEEDED, fresh[0], one.alert.at)
        more = replace(one.evidence, observations=(*one.evidence.observations, healthy))
        second = explain(one.alert, more, one.lineage, judge=one.judge)
        again = [other for other in (second.cause, *second.alternatives) if other is not None]
        after = {other.suspect.id: other.score for other in again}
        assert after.get(ranked.suspect.id, float("-inf")) <= ranked.score + 1e-6


@pytest.mark.parametrize("seed", SEEDS)
def test_a_named_cause_has_a_path_and_came_before(seed: int) -> None:
    one = generate(seed)
    found = explain(one.alert, one.evidence, one.lineage, judge=one.judge)
    if found.cause is not None:
        assert found.cause.path
        assert found.cause.suspect.time <= one.alert.at
        assert found.cause.suspect.id not in one.away
    assert 0 <= found.none_probability <= 1
    every = [found.cause, *found.alternatives]
    assert sum(ranked.probability for ranked in every if ranked is not None) <= 1 + 1e-6


def _named(found: object) -> str | None:
    cause = getattr(found, "cause", None)
    return cause.suspect.id if cause is not None else None
