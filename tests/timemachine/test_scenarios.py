"""Incidents as teams tell them, each written by hand: what the engine names, or that it names nothing."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from headwater.model.ids import DatasetId, JobId
from headwater.simulator.changes import Change, Verdict
from headwater.timemachine.engine import explain
from headwater.timemachine.evidence import Alert, IncidentEvidence, Observation, Sign, Suspect
from headwater.timemachine.evidence import SuspectKind as K
from headwater.timemachine.explanation import Explanation
from headwater.timemachine.lineage_view import LineageView, Link

MONDAY = datetime(2026, 6, 1, 9, tzinfo=UTC)


def dataset(name: str) -> DatasetId:
    return DatasetId("snowflake://acme", name)


def job(name: str) -> JobId:
    return JobId("airflow", name)


def flow(*lines: str) -> LineageView:
    """Each line is `input, input > job > output, output`."""
    links: list[Link] = []
    for line in lines:
        inputs, name, outputs = (part.split(",") for part in line.split(">"))
        made = job(name[0].strip())
        links += [Link(dataset(one.strip()), made) for one in inputs if one.strip()]
        links += [Link(made, dataset(one.strip())) for one in outputs if one.strip()]
    return LineageView(tuple(links))


def ran(
    name: str, hours: float, sign: Sign = Sign.RUN_SUCCEEDED, message: str = "", **more: object
) -> Observation:
    """A run of ten minutes that ended so many hours before Monday's alert."""
    end = MONDAY - timedelta(hours=hours)
    fields = {"started": end - timedelta(minutes=10), "message": message, "run": f"{name}@{hours}"} | more
    return Observation(f"{name}@{hours}", sign, job(name), end, **fields)  # type: ignore[arg-type]


def failed(name: str, hours: float, message: str = "", **more: object) -> Observation:
    return ran(name, hours, Sign.RUN_FAILED, message, **more)


def nightly(*names: str, nights: int = 4, at: float = 6) -> list[Observation]:
    """Every night but the last one all went well."""
    return [ran(name, at + 24 * night) for name in names for night in range(1, nights)]


def checked(name: str, hours: float, passed: bool, column: str | None = None) -> Observation:
    sign = Sign.ASSERTION_PASSED if passed else Sign.ASSERTION_FAILED
    time = MONDAY - timedelta(hours=hours)
    return Observation(
        f"check {name} {column} {hours}", sign, dataset(name), time, column=column, name="check"
    )


def changed(kind: K, entity: DatasetId | JobId, hours: float, **more: object) -> Suspect:
    time = MONDAY - timedelta(hours=hours)
    fields = {"says": kind.value} | more
    return Suspect(f"{kind.value} {entity.name}", kind, entity, time, **fields)  # type: ignore[arg-type]


def removed(table: str, column: str, hours: float) -> Suspect:
    change = Change("removed", column, Verdict.BREAKING, f"removed {column}")
    return changed(K.SCHEMA_CHANGE, dataset(table), hours, column=column, schema=change)


def asked(
    entity: DatasetId | JobId,
    lineage: LineageView,
    observations: Sequence[Observation],
    suspects: Sequence[Suspect] = (),
    days: float = 4,
) -> Explanation:
    alert = Alert(entity, MONDAY, MONDAY - timedelta(days=days))
    return explain(alert, IncidentEvidence(tuple(observations), tuple(suspects)), lineage)


def named(found: Explanation) -> str | None:
    return f"{found.cause.suspect.kind} {found.cause.suspect.entity.name}" if found.cause else None


PAYMENTS = flow("raw.payments > load > core.payments", "core.payments > margin > mart.margin")


def test_a_deployment_that_fails_in_its_first_run_is_the_cause_of_what_waits_for_it() -> None:
    change = changed(K.CODE_CHANGE, job("load"), 6.2, run="load@6")
    seen = [
        *nightly("load"),
        *nightly("margin", at=5),
        failed("load", 6, "NameError: name 'fx' is not defined"),
    ]
    found = asked(
        dataset("mart.margin"), PAYMENTS, [*seen, failed("margin", 5, "no rows in core.payments")], [change]
    )
    assert named(found) == "code_change load"


def test_a_change_of_code_that_ran_well_twice_is_not_blamed_for_a_full_disk() -> None:
    change = changed(K.CODE_CHANGE, job("load"), 54.3, run="load@54")
    seen = [*nightly("load"), *nightly("margin", at=5), failed("load", 6, "No space left on device")]
    found = asked(job("margin"), PAYMENTS, [*seen, failed("margin", 5, "upstream failed")], [change])
    assert named(found) == "run_failed load"


def test_a_name_that_the_old_text_had_as_well_is_not_the_new_texts_fault() -> None:
    texts = {
        "text": "select amount, fee, note from raw.payments",
        "text_before": "select amount, fee from raw.payments",
    }
    change = changed(K.CODE_CHANGE, job("load"), 6.2, run="load@6", **texts)
    error = failed("load", 6, 'column "fee" does not exist')
    assert named(asked(job("load"), PAYMENTS, [*nightly("load"), error], [change])) is None
    error = failed("load", 6, 'column "note" does not exist')
    assert named(asked(job("load"), PAYMENTS, [*nightly("load"), error], [change])) == "code_change load"


def test_of_two_dropped_columns_the_one_in_the_error_is_named() -> None:
    seen = [*nightly("load"), *nightly("margin", at=5), failed("load", 6, "invalid identifier 'FEE'")]
    both = [removed("raw.payments", "fee", 8), removed("raw.payments", "memo", 7)]
    found = asked(dataset("mart.margin"), PAYMENTS, seen, both)
    assert found.cause is not None
    assert found.cause.suspect.column == "fee"


def test_a_feed_that_never_came_is_the_cause_of_all_that_waits() -> None:
    lineage = flow(
        "> feed > raw.fx", "raw.fx > rates > core.fx", "core.fx, core.x > pnl > mart.pnl", "> x > core.x"
    )
    seen = [
        *nightly("feed", at=8),
        *nightly("rates", at=7),
        *nightly("pnl", at=5),
        *nightly("x", nights=4, at=8),
    ]
    seen += [
        ran("feed", 7.5, Sign.RUN_MISSING),
        ran("rates", 6.5, Sign.RUN_LATE),
        ran("pnl", 4, Sign.RUN_EMPTY),
        ran("x", 8),
    ]
    assert named(asked(dataset("mart.pnl"), lineage, seen)) == "run_late feed"


def test_siblings_that_miss_the_same_table_have_a_cause_that_nobody_recorded() -> None:
    lineage = flow(*(f"raw.fx > rates{number} > core.fx{number}" for number in range(4)))
    seen = [one for number in range(4) for one in nightly(f"rates{number}")]
    seen += [failed(f"rates{number}", 6 - number / 10, "Table 'raw.fx' doesn't exist") for number in range(4)]
    assert named(asked(job("rates0"), lineage, seen)) is None


def test_a_dropped_table_explains_its_readers_and_its_own_tests() -> None:
    lineage = flow(*(f"raw.fx > rates{number} > core.fx{number}" for number in range(3)))
    seen = [one for number in range(3) for one in nightly(f"rates{number}")]
    seen += [
        failed(f"rates{number}", 6 - number / 10, "relation raw.fx does not exist") for number in range(3)
    ]
    seen += [checked("raw.fx", 31, True), checked("raw.fx", 7, False)]
    found = asked(job("rates1"), lineage, seen, [changed(K.DATASET_DROPPED, dataset("raw.fx"), 9)])
    assert named(found) == "dataset_dropped raw.fx"


def test_a_loud_change_next_door_is_not_blamed() -> None:
    lineage = flow("raw.payments > load > core.payments", "raw.clicks > clicks > core.clicks")
    seen = [*nightly("load", "clicks"), failed("load", 6, "Process returned a non-zero exit status 1")]
    found = asked(job("load"), lineage, seen, [changed(K.DATASET_DROPPED, dataset("raw.clicks"), 6.5)])
    assert "dataset_dropped" not in str(named(found))
    assert all(one.suspect.kind is not K.DATASET_DROPPED for one in found.alternatives)


def test_readers_of_the_same_column_that_went_on_well_speak_against_its_change() -> None:
    column = [
        Link(dataset("raw.p"), dataset(f"core.{one}"), "fee", "fee", job(one)) for one in ("a", "b", "c")
    ]
    tables = flow(*(f"raw.p > {one} > core.{one}" for one in ("a", "b", "c")))
    lineage = LineageView((*tables.links, *column))
    seen = [*nightly("a", "b", "c"), failed("a", 6, "Task failed")]
    change = removed("raw.p", "fee", 8)
    alone = asked(job("a"), lineage, seen, [change])
    beside_healthy = asked(job("a"), lineage, [*seen, ran("b", 6), ran("c", 6)], [change])
    assert _probability(beside_healthy, change) < _probability(alone, change) - 0.1


def test_a_weekly_job_fails_days_after_the_change_that_broke_it() -> None:
    lineage = flow("core.orders > weekly > mart.weekly")
    weekly = [ran("weekly", 24 * 7 * week + 2) for week in (1, 2, 3)]
    seen = [*weekly, failed("weekly", 2, "Unknown column 'region' in 'field list'")]
    found = asked(job("weekly"), lineage, seen, [removed("core.orders", "region", 24 * 5)], days=25)
    assert named(found) == "schema_change core.orders"


def test_a_stream_of_minutes_that_stops_is_the_cause_of_the_stale_view() -> None:
    lineage = flow("> consume > raw.events", "raw.events > sessions > core.sessions")
    steps = [step / 12 for step in range(3, 40)]
    seen = [ran("consume", hours, started=MONDAY - timedelta(hours=hours)) for hours in steps]
    seen += [ran("sessions", hours - 0.02, started=MONDAY - timedelta(hours=hours)) for hours in steps]
    seen += [
        failed("consume", 0.16, "broker unreachable: connection refused"),
        ran("sessions", 0.05, Sign.RUN_EMPTY),
    ]
    assert named(asked(dataset("core.sessions"), lineage, seen)) == "run_failed consume"


def test_a_watermark_that_moved_back_explains_duplicates_further_down() -> None:
    seen = [*nightly("load"), *nightly("margin", at=5), checked("mart.margin", 28, True)]
    seen += [
        ran("load", 6, Sign.RUN_UNUSUAL),
        ran("margin", 5, Sign.RUN_UNUSUAL),
        checked("mart.margin", 4.5, False),
    ]
    found = asked(dataset("mart.margin"), PAYMENTS, seen, [changed(K.WATERMARK_MOVE, job("load"), 6.3)])
    assert named(found) == "watermark_move load"


def test_an_alert_without_any_failure_around_it_names_no_cause() -> None:
    change = changed(K.CODE_CHANGE, job("load"), 30.3, run="load@30")
    found = asked(
        dataset("mart.margin"), PAYMENTS, [*nightly("load"), ran("load", 6), *nightly("margin")], [change]
    )
    assert named(found) is None


def test_an_outage_that_somebody_told_of_explains_wrong_values_behind_it() -> None:
    told = changed(
        K.SIGNAL, dataset("raw.payments"), 9, says="outage at the payment provider, data incomplete"
    )
    seen = [
        *nightly("load"),
        *nightly("margin", at=5),
        ran("load", 6, Sign.RUN_UNUSUAL),
        ran("margin", 5, Sign.RUN_UNUSUAL),
    ]
    assert named(asked(dataset("mart.margin"), PAYMENTS, seen, [told])) == "signal raw.payments"


def _probability(found: Explanation, suspect: Suspect) -> float:
    every = [found.cause, *found.alternatives]
    return next((one.probability for one in every if one and one.suspect.id == suspect.id), 0.0)


def test_who_reports_that_a_test_is_red_did_not_break_it() -> None:
    """The change itself lies before the window: better no cause than the messenger."""
    red = checked("mart.margin", 0.2, passed=False)
    said = changed(
        K.SIGNAL,
        dataset("mart.margin"),
        0.15,
        says="slack: check is red, the margin looks wrong",
        actor="tom",
    )
    assert named(asked(dataset("mart.margin"), PAYMENTS, [red], [said], days=0.02)) is None


def test_an_outage_that_was_announced_before_anything_broke_is_still_a_cause() -> None:
    said = changed(K.SIGNAL, dataset("raw.payments"), 7, says="outage at the provider, data is incomplete")
    seen = [*nightly("load"), *nightly("margin", at=5), ran("load", 6, Sign.RUN_UNUSUAL)]
    found = asked(dataset("mart.margin"), PAYMENTS, [*seen, checked("mart.margin", 4, passed=False)], [said])
    assert named(found) == "signal raw.payments"


def test_a_failure_that_was_over_is_not_blamed_for_what_broke_days_later() -> None:
    recovered = [failed("load", 78, "out of memory"), ran("load", 54), ran("load", 30), ran("load", 6)]
    seen = [*recovered, *nightly("margin", at=5), failed("margin", 5, "exit status 2")]
    found = asked(dataset("mart.margin"), PAYMENTS, seen)
    assert named(found) != "run_failed load"
    assert "run_failed load" not in {
        f"{one.suspect.kind} {one.suspect.entity.name}" for one in found.alternatives
    }


def test_a_run_that_is_missed_late_has_hurt_others_since_it_was_due() -> None:
    """The watchdog speaks eight hours after the run was due; what reads its data failed an hour after."""
    missed = Observation(
        "missing load", Sign.RUN_MISSING, job("load"), MONDAY - timedelta(hours=1), name="load"
    )
    seen = [
        *nightly("load", at=9),
        *nightly("margin", at=8),
        missed,
        failed("margin", 8, "no new data in core.payments since last run"),
    ]
    assert named(asked(dataset("mart.margin"), PAYMENTS, seen)) == "run_late load"


def test_values_that_go_bad_where_they_come_in_are_the_cause_of_what_fails_over_them() -> None:
    lineage = flow("shop.payments > ingest > raw.payments", "raw.payments > load > core.payments")
    unusual = Observation(
        "profile", Sign.PROFILE_UNUSUAL, dataset("raw.payments"), MONDAY - timedelta(hours=5), column="amount"
    )
    seen = [*nightly("ingest", "load"), ran("ingest", 6), unusual, ran("load", 4)]
    found = asked(dataset("core.payments"), lineage, [*seen, checked("core.payments", 3, False, "amount")])
    assert named(found) == "profile_unusual raw.payments"


def test_values_that_go_bad_further_down_came_from_somewhere() -> None:
    unusual = Observation(
        "profile", Sign.PROFILE_UNUSUAL, dataset("mart.margin"), MONDAY - timedelta(hours=5), column="amount"
    )
    seen = [*nightly("load", "margin"), ran("load", 6), ran("margin", 5), unusual]
    found = asked(dataset("mart.margin"), PAYMENTS, [*seen, checked("mart.margin", 4, False, "amount")])
    assert named(found) is None


def test_a_release_of_a_job_that_is_released_every_day_says_little() -> None:
    seen = [
        *nightly("load", "margin"),
        failed("load", 6, "out of memory"),
        failed("margin", 5, "no new data"),
    ]
    daily = changed(K.CODE_CHANGE, job("load"), 6.2, base_rate=1.0)
    assert named(asked(dataset("mart.margin"), PAYMENTS, seen, [daily])) == "run_failed load"
    rare, often = (
        asked(
            dataset("mart.margin"), PAYMENTS, seen, [changed(K.CODE_CHANGE, job("load"), 6.2, base_rate=rate)]
        )
        for rate in (0.02, 1.0)
    )
    assert code_score(rare) > code_score(often) + 2


def test_a_release_that_left_the_text_as_it_was_says_less() -> None:
    seen = [*nightly("load", "margin"), failed("load", 6), failed("margin", 5, "no new data")]
    same, new = (
        asked(
            dataset("mart.margin"), PAYMENTS, seen, [changed(K.CODE_CHANGE, job("load"), 6.2, same_text=one)]
        )
        for one in (True, False)
    )
    assert code_score(new) > code_score(same) + 1


def code_score(found: Explanation) -> float:
    ranked = [one for one in (found.cause, *found.alternatives) if one is not None]
    return next(one.score for one in ranked if one.suspect.kind is K.CODE_CHANGE)


def test_a_dropped_column_fills_no_disk() -> None:
    seen = [*nightly("load", "margin"), failed("load", 6, "No space left on device"), failed("margin", 5)]
    gone = removed("raw.payments", "note", 6.5)
    assert named(asked(dataset("mart.margin"), PAYMENTS, seen, [gone])) == "run_failed load"


def test_an_error_that_names_what_a_failed_job_should_have_written_speaks_for_it() -> None:
    def score(message: str) -> float:
        seen = [*nightly("load", "margin"), failed("load", 6), failed("margin", 5, message)]
        found = asked(dataset("mart.margin"), PAYMENTS, seen)
        ranked = [one for one in (found.cause, *found.alternatives) if one is not None]
        return next(one.score for one in ranked if one.suspect.entity == job("load"))

    assert score("no new data in core.payments") > score("no new data in ledger") + 1


def test_two_records_of_one_change_of_a_job_are_one_cause() -> None:
    text = changed(K.CODE_CHANGE, job("load"), 30)
    ceased = changed(K.LINEAGE_CHANGE, job("load"), 30)
    seen = [ran("load", 54), ran("load", 30), ran("margin", 53), checked("mart.margin", 52, True)]
    found = asked(
        dataset("mart.margin"), PAYMENTS, [*seen, checked("mart.margin", 28, False)], [text, ceased]
    )
    ranked = [one.suspect.kind for one in (found.cause, *found.alternatives) if one is not None]
    assert len({K.CODE_CHANGE, K.LINEAGE_CHANGE} & set(ranked)) == 1


def test_a_missing_column_after_a_full_disk_is_new_trouble() -> None:
    seen = [
        *nightly("load", "margin", nights=6, at=30),
        failed("load", 30, "out of memory"),
        failed("load", 6, 'column "fee" does not exist'),
        failed("margin", 5, "no new data in core.payments"),
    ]
    assert named(asked(dataset("mart.margin"), PAYMENTS, seen, [removed("raw.payments", "fee", 8)], 6)) == (
        "schema_change raw.payments"
    )
