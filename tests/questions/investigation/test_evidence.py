"""What is gathered around an alert, from events that the pipeline published."""

from typing import Any

import pytest

from headwater.model.ids import DatasetId, JobId
from headwater.questions.investigation.evidence import GatheredEvidence
from headwater.timemachine.engine import explain
from headwater.timemachine.evidence import Alert, Proof, Sign, SuspectKind
from tests.builders import at, dataset, dataset_event, result, run_event, schema, signal
from tests.questions.investigation.conftest import ALERT, DAY, NIGHT, Gather, night

ORDERS, DAILY, LOAD = (
    DatasetId("warehouse", "orders"),
    DatasetId("warehouse", "daily"),
    JobId("tests", "load"),
)
ERROR = 'column "amount" does not exist'


def bad(found: GatheredEvidence) -> list[tuple[Sign, Any]]:
    return [(one.sign, one.entity) for one in found.evidence.observations if not one.healthy]


def suspects(found: GatheredEvidence) -> list[tuple[SuspectKind, Any, str]]:
    return [(one.kind, one.entity, one.says) for one in found.evidence.suspects]


def dropped(minute: int = 60) -> dict[str, Any]:
    """Somebody's migration of `orders`."""
    output = dataset("orders", schema=schema("id int"))
    actor = {"headwater_actor": {"name": "alex"}}
    return run_event("m", "COMPLETE", minute, job="migrate", outputs=(output,), run_facets=actor)


def test_a_good_night_is_evidence_of_health(gathered: Gather) -> None:
    found = gathered(*night(0))
    assert bad(found) == []
    healthy = [one for one in found.evidence.observations if one.sign is Sign.RUN_SUCCEEDED]
    assert [one.time for one in healthy] == [at(NIGHT - DAY + 10), at(NIGHT + 10)]


def test_a_failed_run_comes_with_its_error_its_text_and_how_often_it_fails(gathered: Gather) -> None:
    found = gathered(*night(0, "FAIL", message=ERROR))
    (failed,) = (one for one in found.evidence.observations if not one.healthy)
    assert (failed.sign, failed.entity, failed.message) == (Sign.RUN_FAILED, LOAD, ERROR)
    assert (failed.started, failed.time, failed.base_rate) == (at(NIGHT), at(NIGHT + 10), 0.0)
    assert "sum(amount)" in failed.query
    assert failed.event_id


def test_a_run_that_ended_after_the_alert_has_no_outcome_yet(gathered: Gather) -> None:
    assert bad(gathered(*night(0, "FAIL"), when=at(NIGHT + 5))) == []


@pytest.mark.parametrize(
    ("tonight", "sign"),
    [
        (night(0, rows=0), Sign.RUN_EMPTY),
        (night(0, rows=9000), Sign.RUN_UNUSUAL),
        (night(0, minutes=110), Sign.RUN_LONG),
        ([], Sign.RUN_MISSING),
    ],
)
def test_a_night_out_of_the_ordinary_is_observed(gathered: Gather, tonight: Any, sign: Sign) -> None:
    assert (sign, LOAD) in bad(gathered(*tonight))


def test_what_is_usual_of_a_job_that_runs_often_is_told_by_runs_before_the_window(gathered: Gather) -> None:
    def hourly(number: int) -> dict[str, Any]:
        output = dataset("hourly")
        output["outputFacets"] = {"outputStatistics": {"rowCount": 100 if number else 0}}
        name = f"hourly-{number}"
        return run_event(
            name, "COMPLETE", ALERT - 30 - 60 * number, job="hourly", inputs=("daily",), outputs=(output,)
        )

    found = gathered(*night(0), *(hourly(number) for number in range(60)), entity="warehouse/hourly")
    assert [(one.sign, one.time) for one in found.evidence.observations if not one.healthy] == [
        (Sign.RUN_EMPTY, at(ALERT - 30))
    ]


def test_a_run_that_may_still_begin_is_not_missing(gathered: Gather) -> None:
    assert bad(gathered(when=at(NIGHT + 45))) == []


def merge(name: str, minute: int, *inputs: str) -> dict[str, Any]:
    return run_event(name, "COMPLETE", minute, job="merge", inputs=inputs, outputs=("merged",))


def test_an_input_that_the_latest_run_no_longer_reads_is_a_change_at_once(gathered: Gather) -> None:
    before = [merge(f"merge-{number}", 100 - number * DAY, "daily", "keys") for number in range(6)]
    found = gathered(*before, merge("without", 130, "daily"), entity="warehouse/merged")
    (one,) = found.evidence.suspects
    assert (one.kind, one.entity.name, one.says, one.time) == (
        SuspectKind.LINEAGE_CHANGE,
        "merge",
        "ceased to read keys",
        at(130),
    )


def test_an_input_that_came_and_went_before_is_no_change(gathered: Gather) -> None:
    before = [
        merge(f"merge-{number}", 100 - number * DAY, *("daily", "keys")[: 1 + number % 2])
        for number in range(6)
    ]
    assert suspects(gathered(*before, merge("without", 130, "daily"), entity="warehouse/merged")) == []


def test_a_run_that_began_late_is_observed(gathered: Gather) -> None:
    late = run_event("late", "START", NIGHT + 9 * 60, job="load", inputs=("orders",))
    assert (Sign.RUN_LATE, LOAD) in bad(gathered(late, when=at(NIGHT + 10 * 60)))


def test_failed_and_passed_tests_are_observed_with_their_base_rate(gathered: Gather) -> None:
    before = [result("daily", "fresh", number % 2 == 0, -number * DAY) for number in range(3, 7)]
    now = [result("daily", "fresh", False, 200, message="0 rows"), result("orders", "unique", True, 201)]
    found = gathered(*night(0), *before, *now)
    (failed,) = (one for one in found.evidence.observations if one.sign is Sign.ASSERTION_FAILED)
    assert (failed.entity, failed.name, failed.message, failed.base_rate) == (DAILY, "fresh", "0 rows", 0.5)
    assert [one.entity for one in found.evidence.observations if one.sign is Sign.ASSERTION_PASSED] == [
        ORDERS
    ]


def test_a_column_profile_that_left_its_band_is_observed(gathered: Gather) -> None:
    def profile(number: int, nulls: int) -> dict[str, Any]:
        checked = dataset("orders")
        metrics = {"rowCount": 100, "columnMetrics": {"amount": {"nullCount": nulls}, "id": {"nullCount": 0}}}
        checked["inputFacets"] = {"dataQualityMetrics": metrics}
        return run_event(f"p-{number}", "COMPLETE", 60 - number * DAY, job="profile", inputs=(checked,))

    found = gathered(*night(0), *(profile(number, 1) for number in range(1, 14)), profile(0, 60))
    (one,) = (one for one in found.evidence.observations if not one.healthy)
    assert (one.sign, one.entity, one.column) == (Sign.PROFILE_UNUSUAL, ORDERS, "amount")
    assert "null share in percent 60" in one.message
    normal = [one.column for one in found.evidence.observations if one.sign is Sign.PROFILE_NORMAL]
    assert sorted(str(column) for column in normal) == ["amount", "id", "id"]


def test_a_schema_change_comes_with_who_made_it_and_in_which_run(gathered: Gather) -> None:
    (found,) = gathered(dropped(), *night(0, "FAIL", message=ERROR)).evidence.suspects
    assert (found.kind, found.entity, found.column) == (SuspectKind.SCHEMA_CHANGE, ORDERS, "amount")
    assert (found.says, found.actor, found.time) == ("dropped column amount", "alex", at(60))
    assert found.run
    assert found.event_id


def test_the_judge_proves_that_a_dropped_column_breaks_the_text_of_the_job(gathered: Gather) -> None:
    found = gathered(dropped(), *night(0, "FAIL", message=ERROR))
    (failed,) = (one for one in found.evidence.observations if not one.healthy)
    (suspect,) = found.evidence.suspects
    assert found.judge(suspect, failed) is Proof.BREAKS


def test_of_a_schema_change_only_the_part_that_breaks_the_text_is_proved_to(gathered: Gather) -> None:
    output = dataset("orders", schema=schema("id int", "note text"))
    found = gathered(
        run_event("m", "COMPLETE", 60, job="migrate", outputs=(output,)), *night(0, "FAIL", message=ERROR)
    )
    (failed,) = (one for one in found.evidence.observations if not one.healthy)
    proved = {one.says: found.judge(one, failed) for one in found.evidence.suspects}
    assert proved == {"dropped column amount": Proof.BREAKS, "added column note": Proof.SAFE}


def test_another_text_or_source_version_of_a_job_is_one_change(gathered: Gather) -> None:
    def code(version: str) -> dict[str, Any]:
        return {"sourceCodeLocation": {"version": version, "pullRequestNumber": "7"}}

    before = night(2, job_facets=code("a1"))
    found = gathered(*before, *night(0, text="insert into daily select 1 from orders", job_facets=code("b2")))
    (change,) = found.evidence.suspects
    assert (change.kind, change.entity) == (SuspectKind.CODE_CHANGE, LOAD)
    assert change.says == "ran version b2 instead of a1 (pull request 7)"


def test_how_often_the_code_of_a_job_changes_is_told_with_a_change(gathered: Gather) -> None:
    nights = [event for number in range(20) for event in night(number, job_facets=code(f"v{number}"))]
    latest = max(gathered(*nights).evidence.suspects, key=lambda one: one.time)
    assert latest.says == "ran version v0 instead of v1"
    assert latest.base_rate is not None
    assert latest.base_rate > 0.8
    assert latest.same_text


def test_a_first_change_of_code_has_none_before_it(gathered: Gather) -> None:
    nights = [event for number in range(1, 20) for event in night(number, job_facets=code("v1"))]
    (change,) = gathered(*nights, *night(0, text="select 1", job_facets=code("v2"))).evidence.suspects
    assert (change.base_rate, change.same_text) == (0.0, False)


def code(version: str) -> dict[str, Any]:
    return {"sourceCodeLocation": {"version": version}}


def test_an_input_that_no_column_comes_from_is_upstream_all_the_same(gathered: Gather) -> None:
    failed = run_event("load-0", "FAIL", NIGHT + 10, job="load", inputs=("orders", "rates"))
    gone = dataset_event("rates", 60, lifecycleStateChange={"lifecycleStateChange": "DROP"})
    reading = [
        {**one, "inputs": [*one["inputs"], dataset("rates")]}
        for number in range(1, 5)
        for one in night(number)
    ]
    assert DatasetId("warehouse", "rates") in gathered(*reading, failed, gone).upstream


@pytest.mark.parametrize(
    ("state", "kind"),
    [("DROP", SuspectKind.DATASET_DROPPED), ("RENAME", SuspectKind.DATASET_RENAMED)],
)
def test_a_dropped_or_renamed_dataset_is_a_suspect(gathered: Gather, state: str, kind: SuspectKind) -> None:
    gone = dataset_event("orders", 60, lifecycleStateChange={"lifecycleStateChange": state})
    assert (kind, ORDERS) in [one[:2] for one in suspects(gathered(*night(0), gone))]


def life(name: str, minute: int, state: str, **more: Any) -> dict[str, Any]:
    return dataset_event(name, minute, lifecycleStateChange={"lifecycleStateChange": state, **more})


def test_the_edges_that_a_drop_ends_are_no_changes_of_their_own(gathered: Gather) -> None:
    missing = night(0, "FAIL", message="table orders does not exist")
    found = gathered(life("orders", 60, "DROP"), *missing)
    assert suspects(found) == [(SuspectKind.DATASET_DROPPED, ORDERS, "dropped the dataset")]
    alert = Alert(DAILY, at(ALERT), at(ALERT - 2 * DAY))
    explained = explain(alert, found.evidence, found.lineage, judge=found.judge)
    assert explained.cause is not None
    assert explained.cause.suspect.kind is SuspectKind.DATASET_DROPPED


def test_what_is_emptied_each_night_is_no_news(gathered: Gather) -> None:
    habit = [life("orders", 60 - number * DAY, "TRUNCATE") for number in range(3, 6)]
    assert suspects(gathered(*habit, life("orders", 60, "TRUNCATE"), *night(0))) == []
    found = suspects(gathered(*habit[1:], life("daily", 61, "TRUNCATE"), *night(0)))
    assert found == [(SuspectKind.DATASET_DROPPED, DAILY, "emptied the dataset")]


def test_a_renamed_dataset_is_known_by_its_old_name_too(gathered: Gather) -> None:
    before = {"name": "orders", "namespace": "warehouse"}
    found = gathered(life("purchases", 60, "RENAME", previousIdentifier=before), *night(0))
    (renamed,) = (one for one in found.evidence.suspects if one.kind is SuspectKind.DATASET_RENAMED)
    assert (renamed.formerly, renamed.says) == (("orders",), "renamed the dataset, which was orders")


def test_a_text_that_does_not_read_what_changed_proves_nothing(gathered: Gather) -> None:
    behind = run_event(
        "behind",
        "FAIL",
        150,
        job="behind",
        inputs=("daily",),
        outputs=("report",),
        job_facets={"sql": {"query": "insert into report select total from daily"}},
    )
    found = gathered(dropped(), *night(0), behind, entity="warehouse/report")
    (failed,) = (one for one in found.evidence.observations if one.sign is Sign.RUN_FAILED)
    assert [found.judge(one, failed) for one in found.evidence.suspects] == [Proof.UNKNOWN]


def test_an_edge_that_appeared_between_what_was_known_is_a_suspect(gathered: Gather) -> None:
    def copied(run: str, minute: int, *inputs: str) -> dict[str, Any]:
        return run_event(run, "COMPLETE", minute, job="copy", inputs=inputs, outputs=("report",))

    known = run_event("x", "COMPLETE", -3 * DAY, job="other", inputs=("prices",), outputs=("rates",))
    events = [known, copied("c-1", -3 * DAY, "daily"), copied("c-2", 150, "daily", "prices")]
    found = gathered(*night(0), *events, entity="warehouse/report")
    assert suspects(found) == [(SuspectKind.LINEAGE_CHANGE, JobId("tests", "copy"), "began to read prices")]
    assert found.evidence.suspects[0].event_id


def test_what_people_said_within_the_window_is_a_suspect(gathered: Gather) -> None:
    found = gathered(
        *night(0),
        signal("orders", "It is red.", 200, source="slack", author="tom", severity="critical"),
        signal("orders", "Long ago.", -5 * DAY),
        signal("daily", "After the alert.", ALERT + 1),
    )
    (said,) = found.evidence.suspects
    assert (said.says, said.actor, said.severity) == ("slack: It is red.", "tom", "error")


def test_links_carry_columns_and_the_time_they_were_alive(gathered: Gather) -> None:
    links = gathered(*night(0)).lineage.links
    columns = [(one.source_column, one.target_column, one.job) for one in links if one.source_column]
    assert ("amount", "total", LOAD) in columns
    assert all(one.since <= at(ALERT) for one in links)
    assert {(one.source, one.target) for one in links} >= {(ORDERS, LOAD), (LOAD, DAILY)}


def test_an_entity_that_nothing_is_known_of_gives_no_evidence_and_says_so(gathered: Gather) -> None:
    lonely = dataset_event("lonely", -10 * DAY, documentation={"description": "x"})
    found = gathered(lonely, entity="warehouse/lonely")
    assert (found.evidence.observations, found.evidence.suspects) == ((), ())
    assert any("Nothing is known to lie upstream" in one for one in found.evidence.missing)


def test_a_suspect_has_an_id_of_its_own(gathered: Gather) -> None:
    found = gathered(dropped(), signal("orders", "red", 61), signal("orders", "redder", 61), *night(0))
    ids = [one.id for one in found.evidence.suspects] + [one.id for one in found.evidence.observations]
    assert len(set(ids)) == len(ids)
