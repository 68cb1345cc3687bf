"""What is one incident and what is another: opened, widened, reopened, merged, over by itself."""

from datetime import timedelta
from typing import Any

import pytest

from headwater.questions.incidents.examining import examine
from headwater.store.queries.incidents.triggers import Trigger
from headwater.store.stored_rows import restore
from headwater.worker.handlers.incidents import update_incidents
from tests.builders import at, dataset_event, run_event, run_id, schema, signal
from tests.questions.incidents.conftest import Event, Warehouse, dropped, failed_load, failed_test, look
from tests.questions.investigation.conftest import ALERT, DAY, NIGHT, night
from tests.store.test_stored_rows import rows

TITLE = "amount dropped from orders"
SERVED = ("incident", "incident_explanation", "incident_activity")


def test_a_failure_over_a_dropped_column_is_an_incident_of_that_change(broken: Warehouse) -> None:
    assert broken.titles() == [(TITLE, "open")]
    (one,) = broken.get()["items"]
    assert one["counts"] == {"pipelines": 1, "tables": 1, "tests": 0, "alerts": 0, "at_risk": 0}


def test_looking_again_changes_nothing(broken: Warehouse) -> None:
    before = rows(broken.connection, "select * from incident_activity order by id")
    assert broken.look()["changed"] == 0
    assert rows(broken.connection, "select * from incident_activity order by id") == before


def test_a_test_that_fails_later_for_the_same_cause_widens_it(broken: Warehouse) -> None:
    broken.publish(failed_test())
    broken.look()
    (one,) = broken.get()["items"]
    assert (one["counts"]["tests"], one["widened"]) == (1, 1)
    assert [row["kind"] for row in broken.get("/1")["activity"]] == ["widened", "opened"]


def test_all_at_once_and_one_after_the_other_are_the_same_incident(
    broken: Warehouse, warehouse: Warehouse
) -> None:
    broken.publish(failed_test())
    broken.look()
    one_by_one = broken.get("/1")
    broken.connection.execute("truncate incident, incident_explanation, incident_activity restart identity")
    broken.connection.execute("delete from analytics_state where job = 'incidents'")
    broken.look()
    at_once = broken.get("/1")
    for name in ("key", "title", "counts", "opened_at", "last_at", "widened", "members"):
        assert one_by_one.get(name) == at_once.get(name), name
    assert [row["id"] for row in one_by_one["tree"]] == [row["id"] for row in at_once["tree"]]


MERGED = """
insert into incident overriding system value
select (jsonb_populate_record(one, jsonb_build_object('id', 2, 'key', md5('whole')::uuid))).*
from incident as one where id = 1;
insert into incident_explanation select 2, value from incident_explanation where id = 1;
update incident set merged_into = 2, resolved_at = now(), members = '{}' where id = 1;
update incident set members = '{}', cause = null, cause_node = null where id = 2;
"""


def test_what_belongs_to_a_merged_incident_widens_the_one_it_is_a_part_of(broken: Warehouse) -> None:
    broken.connection.execute(MERGED)
    broken.publish(failed_test())
    broken.look()
    assert broken.get("/2")["widened"] == 1


def test_the_next_failure_of_the_same_job_days_later_is_the_same_incident(broken: Warehouse) -> None:
    for number in (-1, -2, -3):
        broken.publish(*failed_load(number))
        broken.look()
    assert broken.titles() == [(TITLE, "open")]
    (one,) = broken.get()["items"]
    assert (one["last_at"][:10], one["widened"]) == ("2026-04-23", 0)


def test_what_was_repeated_with_success_before_anyone_looked_is_no_incident(warehouse: Warehouse) -> None:
    warehouse.publish(*night(1, "FAIL", message="deadlock"), *night(0))
    assert warehouse.look()["changed"] == 0
    assert warehouse.titles() == []


def test_an_incident_is_over_when_all_that_failed_has_gone_well(broken: Warehouse) -> None:
    broken.publish(failed_test())
    broken.look()
    broken.publish(*night(-1))
    broken.look()
    assert broken.titles() == [(TITLE, "open")]
    broken.publish(failed_test(success=True, minute=NIGHT + DAY))
    broken.look()
    (one,) = broken.get()["items"]
    assert (one["state"], one["resolved_by"]) == ("resolved", None)
    assert one["resolved_at"] == "2026-04-21T02:10:00Z"


def test_an_unusual_run_is_made_good_by_one_that_measures_as_usual(warehouse: Warehouse) -> None:
    warehouse.publish(*night(0, rows=9000), failed_test())
    warehouse.look()
    warehouse.publish(*night(-1, rows=9000), failed_test(True, NIGHT + DAY + 30))
    warehouse.look()
    assert [state for _, state in warehouse.titles()] == ["open"]
    warehouse.publish(*night(-2))
    warehouse.look()
    assert [state for _, state in warehouse.titles()] == ["resolved"]


def test_a_new_failure_of_the_same_cause_opens_it_again(broken: Warehouse) -> None:
    assert broken.act("resolve").status_code == 200
    broken.look()
    assert broken.titles() == [(TITLE, "resolved")]
    broken.publish(*failed_load(-1))
    broken.look()
    assert broken.titles() == [(TITLE, "open")]
    assert broken.get("/1")["activity"][0]["kind"] == "reopened"


def test_a_failure_that_nothing_recorded_explains_is_an_incident_too(warehouse: Warehouse) -> None:
    warehouse.publish(failed_test())
    warehouse.look()
    (one,) = warehouse.get()["items"]
    assert one["counts"]["tests"] == 1
    assert one["state"] == "open"


BREACH = """
insert into timeliness_breach (job_key, kind, since, rule, created_at)
select key, 'data_age', %s, 'rhythm', %s from nodes where kind = 'job' and name = 'load'
"""


def test_a_job_that_is_late_now_is_an_incident_and_one_of_history_is_none(warehouse: Warehouse) -> None:
    now = at(ALERT) + timedelta(days=30)
    warehouse.connection.execute(BREACH, [now - timedelta(days=20), now])
    warehouse.look()
    assert warehouse.titles() == []
    warehouse.connection.execute(BREACH, [now - timedelta(hours=1), now])
    warehouse.look()
    (one,) = warehouse.get()["items"]
    assert (one["state"], one["counts"]["pipelines"], one["severity"]) == ("open", 1, "warning")
    assert one["title"].startswith("load")


def test_a_run_that_failed_over_its_task_is_no_incident_beside_the_tasks_own(warehouse: Warehouse) -> None:
    whole = {"parent": {"run": {"runId": run_id("dag")}, "job": {"namespace": "tests", "name": "dag"}}}
    events = failed_load()
    for one in events:
        one["run"]["facets"] |= whole
    warehouse.publish(dropped(), *events, run_event("dag", "FAIL", NIGHT + 15, job="dag"))
    warehouse.look()
    assert warehouse.titles() == [(TITLE, "open")]


def test_a_cause_that_is_told_after_the_failure_is_found_by_looking_again(warehouse: Warehouse) -> None:
    opened = at(ALERT)
    warehouse.publish(*failed_load())
    look(warehouse.connection, opened)
    assert TITLE not in [title for title, _ in warehouse.titles()]
    warehouse.publish(dropped())
    with warehouse.connection.cursor() as cursor:
        cursor.execute("update analytics_state set computed_at = %s where job = 'incidents'", [opened])
    look(warehouse.connection, opened + timedelta(minutes=4))
    assert TITLE not in [title for title, _ in warehouse.titles()]
    with warehouse.connection.cursor() as cursor:
        cursor.execute("update analytics_state set computed_at = %s where job = 'incidents'", [opened])
    look(warehouse.connection, opened + timedelta(minutes=6))
    assert warehouse.titles() == [(TITLE, "open")]
    assert warehouse.get("/1")["activity"][0]["kind"] == "cause_changed"


def test_a_weekly_job_is_looked_back_upon_to_when_it_last_worked(warehouse: Warehouse) -> None:
    def week(number: int, state: str = "COMPLETE", message: str = "") -> Event:
        error = {"errorMessage": {"message": message, "programmingLanguage": "SQL"}} if message else {}
        minute = NIGHT - 7 * number * DAY
        return run_event(
            f"week-{number}", state, minute, job="weekly", inputs=("contracts",), run_facets=error
        )

    whole = dataset_event("contracts", -30 * DAY, schema=schema("id int", "signed date"))
    without = dataset_event("contracts", -5 * DAY, schema=schema("id int"))
    failed = week(0, "FAIL", 'column "signed" does not exist')
    warehouse.publish(whole, week(3), week(2), week(1), without, failed)
    warehouse.look()
    assert warehouse.titles() == [("signed dropped from contracts", "open")]


def test_what_somebody_says_alone_opens_nothing(warehouse: Warehouse) -> None:
    warehouse.publish(signal("daily", "It is empty!", NIGHT + 60, severity="critical"))
    warehouse.look()
    assert warehouse.titles() == []


def test_what_somebody_says_of_something_downstream_joins_the_incident(broken: Warehouse) -> None:
    broken.publish(signal("daily", "It is empty!", NIGHT + 60, severity="critical", author="lena"))
    broken.look()
    (one,) = broken.get()["items"]
    assert (one["counts"]["alerts"], one["last_at"]) == (1, "2026-04-20T03:00:00Z")


def test_a_confirmed_cause_stays_whatever_comes(broken: Warehouse) -> None:
    assert broken.act("confirm").status_code == 200
    broken.publish(*failed_load(-1), failed_test())
    broken.look()
    (one,) = broken.get()["items"]
    assert (one["title"], one["verdict"]) == (TITLE, "confirmed")


def test_everything_comes_back_from_the_log(broken: Warehouse) -> None:
    broken.act("acknowledge", text="on it")
    broken.act("notes", text="überprüft ✓ \u202e")
    broken.act("assign", to="ann")
    broken.publish(failed_test())
    broken.look()
    broken.act("confirm", text="seen in the diff")
    broken.act("mute", until="2999-01-01T00:00:00Z")
    cases = broken.get("/cases")
    assert cases["total"] == 1
    before = {table: rows(broken.connection, f"select * from {table} order by id") for table in SERVED}
    detail = broken.get("/1")
    broken.connection.execute(f"truncate {', '.join(SERVED)}")
    restore(broken.connection)
    after = {table: rows(broken.connection, f"select * from {table} order by id") for table in SERVED}
    assert after == before
    assert broken.get("/1") == detail
    assert (detail["verdict"], detail["assignee"]) == ("confirmed", "ann")
    assert broken.get("/cases") == cases


def test_one_that_can_not_be_examined_does_not_stop_the_others(
    warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    warehouse.publish(dropped(), *failed_load(), failed_test())

    def refuse(reading: Any, trigger: Trigger, pending: Any) -> Any:
        if trigger.kind == "run":
            raise RuntimeError("a lineage that nobody foresaw")
        return examine(reading, trigger, pending)

    monkeypatch.setitem(update_incidents.__globals__, "examine", refuse)
    assert look(warehouse.connection)["changed"] == 1


def test_what_can_not_be_examined_is_left_behind_in_the_end(
    warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    warehouse.publish(dropped(), *failed_load(), failed_test())

    def refuse(*_given: Any) -> Any:
        raise RuntimeError("a lineage that nobody foresaw")

    monkeypatch.setitem(update_incidents.__globals__, "MOST_EXAMINED", 1)
    with monkeypatch.context() as broken:
        broken.setitem(update_incidents.__globals__, "examine", refuse)
        look(warehouse.connection)
    warehouse.publish(*failed_load(-1))
    assert look(warehouse.connection)["triggers"] == 1
