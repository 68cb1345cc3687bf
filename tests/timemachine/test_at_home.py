"""A change is judged by what happened where it was made."""

from dataclasses import replace

from headwater.model.ids import JobId
from headwater.timemachine.engine import explain
from headwater.timemachine.evidence import (
    LIMITS,
    IncidentEvidence,
    Observation,
    Sign,
    Suspect,
    SuspectKind,
    no_judge,
)
from headwater.timemachine.lineage_view import LineageView, Link
from headwater.timemachine.ranking import prepared
from headwater.timemachine.scoring import TERMS
from tests.timemachine.small_world import (
    ALERT,
    APART,
    LINEAGE,
    LINKS,
    LOAD,
    REPORTING,
    failed,
    hours_ago,
    worked,
)


def new_code(hours: float, name: str = "code") -> Suspect:
    return Suspect(name, SuspectKind.CODE_CHANGE, LOAD, hours_ago(hours), "new version of the code")


def terms_of(suspect: str, evidence: IncidentEvidence, lineage: LineageView = LINEAGE) -> dict[str, float]:
    case, terms = prepared(ALERT, evidence, lineage, no_judge, LIMITS)
    number = next(place for place, one in enumerate(case.suspects) if one.id == suspect)
    return dict(zip(TERMS, terms.values[number].tolist(), strict=True))


def test_a_job_that_broke_in_its_first_run_after_a_change_speaks_for_the_change() -> None:
    evidence = IncidentEvidence((worked(29), failed(5, message="")), (new_code(6),))
    assert terms_of("code", evidence)["at_home"] == 1
    assert terms_of("code", evidence)["no_effect_yet"] == 0
    assert terms_of("failed-load", evidence)["changed_here"] < -0.5


def test_a_job_that_went_on_working_after_a_change_speaks_against_it() -> None:
    broken = failed(4, REPORTING, "")
    evidence = IncidentEvidence((worked(29), worked(5), broken), (new_code(6),))
    assert terms_of("code", evidence)["at_home"] < -0.5
    assert terms_of("failed-reporting", evidence)["changed_here"] == 0


def test_a_change_without_a_run_before_the_first_failure_had_no_effect_yet() -> None:
    evidence = IncidentEvidence((worked(29), worked(8), failed(4, REPORTING, "")), (new_code(6),))
    assert terms_of("code", evidence)["no_effect_yet"] == -1
    unseen = replace(evidence, observations=evidence.observations[2:])
    assert terms_of("code", unseen)["no_effect_yet"] == 0


def test_a_job_right_upstream_of_which_nothing_is_heard_speaks_against_what_follows() -> None:
    evidence = IncidentEvidence((worked(28, REPORTING), failed(4, REPORTING, "")))
    assert terms_of("failed-reporting", evidence)["silent_above"] == -1
    heard = replace(evidence, observations=(worked(29), *evidence.observations))
    assert terms_of("failed-reporting", heard)["silent_above"] == 0


def test_where_hardly_any_job_is_heard_of_silence_says_nothing() -> None:
    links = (*LINKS, *(Link(JobId("etl", f"quiet-{number}"), APART) for number in range(4)))
    evidence = IncidentEvidence((worked(28, REPORTING), failed(4, REPORTING, "")))
    assert terms_of("failed-reporting", evidence, LineageView(links))["silent_above"] == 0


def test_a_job_that_takes_long_since_its_code_changed_is_a_symptom_of_the_change() -> None:
    long = Observation("long", Sign.RUN_LONG, LOAD, hours_ago(4), started=hours_ago(5), run="r")
    late = Observation("late", Sign.RUN_LATE, REPORTING, hours_ago(3))
    seen = (worked(53), worked(29), worked(28, REPORTING), long, late)
    found = explain(ALERT, IncidentEvidence(seen, (new_code(6),)), LINEAGE)
    ranked = [one.suspect.id for one in (found.cause, *found.alternatives) if one is not None]
    assert ranked.index("code") < ranked.index("long")
