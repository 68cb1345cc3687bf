"""Executions: started and ended once, as a row and as events of a run, and read together with other runs."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from tests.dialects.watcher.conftest import Client, at, fields, fresh
from tests.world import World, day


@pytest.fixture
def pipeline(watcher: Client) -> Any:
    return watcher.pipeline(next_watermark=150)


def count(watcher: Client) -> int:
    return watcher.api.count()


def test_a_start_writes_the_row_and_a_start_event(watcher: Client, pipeline: Any) -> None:
    watcher.lineage(pipeline, ["src.a", "src.b"], ["dwh.c"])
    answer = watcher.start(pipeline, execution_metadata={"host": "w1"})

    row = watcher.get(f"/pipeline_execution/{answer['id']}")
    assert (row["pipeline_id"], row["end_date"], row["full_load"]) == (pipeline["id"], None, False)
    assert row["execution_metadata"] == {"host": "w1"}
    [event] = watcher.events(answer["run_id"])
    assert (event["eventType"], event["eventTime"]) == ("START", "2026-04-20T09:00:00.000Z")
    assert [one["name"] for one in event["inputs"]] == ["src.a", "src.b"]
    assert [one["name"] for one in event["outputs"]] == ["dwh.c"]
    facet = event["run"]["facets"]["headwater_execution"]
    assert (facet["watermark"], facet["next_watermark"], facet["execution_id"]) == ("0", "150", answer["id"])


def test_an_end_writes_the_row_and_a_complete_event_with_statistics(watcher: Client, pipeline: Any) -> None:
    watcher.lineage(pipeline, ["src.a"], ["dwh.c"])
    answer = watcher.start(pipeline, execution_metadata={"host": "w1", "try": 1})
    watcher.end(
        answer, "09:31", inserts=10, updates=2, soft_deletes=1, total_rows=99, execution_metadata={"try": 2}
    )

    row = watcher.get(f"/pipeline_execution/{answer['id']}")
    assert (row["duration_seconds"], row["completed_successfully"]) == (31 * 60, True)
    assert [row[name] for name in ("inserts", "updates", "soft_deletes", "total_rows")] == [10, 2, 1, 99]
    assert row["execution_metadata"] == {"host": "w1", "try": 2}
    event = watcher.events(answer["run_id"])[-1]
    assert (event["eventType"], event["eventTime"]) == ("COMPLETE", "2026-04-20T09:31:00.000Z")
    assert event["outputs"][0]["outputFacets"]["outputStatistics"]["rowCount"] == 99
    assert event["run"]["facets"]["headwater_execution"]["inserts"] == 10


def test_without_a_total_the_rows_written_are_those_that_changed(watcher: Client, pipeline: Any) -> None:
    watcher.lineage(pipeline, ["src.a"], ["dwh.c"])
    answer = watcher.start(pipeline)
    watcher.end(answer, "09:31", inserts=10, soft_deletes=1)

    event = watcher.events(answer["run_id"])[-1]
    assert event["outputs"][0]["outputFacets"]["outputStatistics"]["rowCount"] == 11


def test_a_failed_execution_is_a_fail_event_and_moves_nothing(watcher: Client, pipeline: Any) -> None:
    answer = watcher.start(pipeline)
    before = watcher.row(pipeline)
    watcher.end(answer, completed_successfully=False, inserts=10)

    assert watcher.row(pipeline) == before
    assert watcher.events(answer["run_id"])[-1]["eventType"] == "FAIL"
    assert watcher.get(f"/pipeline_execution/{answer['id']}")["completed_successfully"] is False


def test_success_moves_the_watermark_and_resets_load_lineage(watcher: Client, pipeline: Any) -> None:
    watcher.end(watcher.start(pipeline), inserts=1, updates=0)
    row = watcher.row(pipeline)
    assert (row["watermark"], row["load_lineage"]) == ("150", False)
    assert (row["last_target_insert"], row["last_target_update"]) == (at("10:00"), None)


def test_a_target_was_changed_last_by_the_latest_end_whatever_came_in_last(
    watcher: Client, pipeline: Any
) -> None:
    early, late = watcher.start(pipeline), watcher.start(pipeline)
    watcher.end(late, "12:00", updates=1)
    watcher.end(early, "10:00", updates=1)
    assert watcher.row(pipeline)["last_target_update"] == at("12:00")


def test_of_several_outputs_nobody_says_which_got_how_many_rows(watcher: Client, pipeline: Any) -> None:
    watcher.lineage(pipeline, ["src.a"], ["dwh.c", "dwh.d"])
    answer = watcher.start(pipeline)
    watcher.end(answer, inserts=10)
    outputs = watcher.events(answer["run_id"])[-1]["outputs"]
    assert [one.get("outputFacets") for one in outputs] == [None, None]


def test_ending_twice_is_a_conflict_and_changes_nothing(watcher: Client, pipeline: Any) -> None:
    answer = watcher.start(pipeline)
    watcher.end(answer, "09:30", inserts=1)
    before = watcher.get(f"/pipeline_execution/{answer['id']}"), watcher.row(pipeline), count(watcher)
    refusal = watcher.end(answer, "09:40", 409, inserts=2)
    assert refusal == {"detail": f"Pipeline Execution {answer['id']} has already ended"}
    assert (
        watcher.get(f"/pipeline_execution/{answer['id']}"),
        watcher.row(pipeline),
        count(watcher),
    ) == before


def test_an_end_before_the_start_is_refused_and_changes_nothing(watcher: Client, pipeline: Any) -> None:
    answer, before = watcher.start(pipeline), count(watcher)
    assert fields(watcher.end(answer, "08:59", 422)) == ["end_date"]
    assert count(watcher) == before
    assert watcher.get(f"/pipeline_execution/{answer['id']}")["end_date"] is None
    watcher.end(answer, "09:00")


def test_a_clock_that_is_days_ahead_is_refused_by_field(watcher: Client, pipeline: Any) -> None:
    """What it tells would be the newest change of the data for good."""
    now = datetime.now(UTC)
    soon, later = ((now + timedelta(hours=hours)).isoformat() for hours in (23, 25))
    start, end = "/start_pipeline_execution", "/end_pipeline_execution"
    assert fields(watcher.post(start, 422, pipeline_id=pipeline["id"], start_date=later)) == ["start_date"]
    answer = watcher.post(start, 201, pipeline_id=pipeline["id"], start_date=soon)
    assert fields(watcher.post(end, 422, id=answer["id"], end_date=later, inserts=1)) == ["end_date"]
    assert watcher.row(pipeline)["last_target_insert"] is None
    watcher.post(end, 204, id=answer["id"], end_date=soon)


@pytest.mark.parametrize("name", ["inserts", "updates", "soft_deletes", "total_rows"])
@pytest.mark.parametrize("number", [-1, 10**18 + 1, 1.5, "x"])
def test_counts_that_cant_be_are_refused(watcher: Client, pipeline: Any, name: str, number: Any) -> None:
    answer = watcher.start(pipeline)
    assert fields(watcher.end(answer, status=422, **{name: number}))[0] == name
    assert watcher.get(f"/pipeline_execution/{answer['id']}")["end_date"] is None


def test_the_largest_counts_are_taken(watcher: Client, pipeline: Any) -> None:
    watcher.lineage(pipeline, ["src.a"], ["dwh.c"])
    watcher.end(watcher.start(pipeline), inserts=10**18, updates=10**18, soft_deletes=10**18)


def test_unknown_ids_are_not_found_and_write_nothing(watcher: Client, pipeline: Any) -> None:
    before = count(watcher)
    answer = watcher.post("/start_pipeline_execution", 404, pipeline_id=2**62)
    assert answer == {"detail": "Pipeline Not Found"}
    answer = watcher.post("/end_pipeline_execution", 404, id=2**62)
    assert answer == {"detail": "Pipeline Execution Not Found"}
    answer = watcher.post("/start_pipeline_execution", 404, pipeline_id=pipeline["id"], parent_id=2**62)
    assert answer == {"detail": "Parent Pipeline Execution Not Found"}
    assert count(watcher) == before
    assert watcher.get("/pipeline_execution", pipeline_id=pipeline["id"])["total"] == 0


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "pipeline_id"),
        ({"pipeline_id": 2**63}, "pipeline_id"),
        ({"pipeline_id": 0}, "pipeline_id"),
        ({"pipeline_id": 1, "start_date": "yesterday"}, "start_date"),
        ({"pipeline_id": 1, "start_date": 7}, "start_date"),
        ({"pipeline_id": 1, "start_date": "0001-01-01T00:00:00+14:00"}, "start_date"),
        ({"pipeline_id": 1, "start_date": "9999-01-01T00:00:00Z"}, "start_date"),
        ({"pipeline_id": 1, "execution_metadata": {"x": "\x00"}}, "execution_metadata"),
        ({"pipeline_id": 1, "full_load": "maybe"}, "full_load"),
    ],
)
def test_a_start_that_cant_be_used_is_refused_by_field(
    watcher: Client, body: dict[str, Any], field: str
) -> None:
    assert fields(watcher.post("/start_pipeline_execution", 422, **body))[0] == field


def test_times_that_are_left_out_are_now(watcher: Client, pipeline: Any) -> None:
    answer = watcher.post("/start_pipeline_execution", 201, pipeline_id=pipeline["id"])
    watcher.post("/end_pipeline_execution", 204, id=answer["id"])
    assert watcher.get(f"/pipeline_execution/{answer['id']}")["duration_seconds"] < 60


def test_a_second_start_is_told_which_others_are_active_and_overlap(watcher: Client, pipeline: Any) -> None:
    first = watcher.start(pipeline)
    assert (first["active_executions"], first["overlaps"]) == ([], [])
    second = watcher.start(pipeline)
    assert (second["active_executions"], second["overlaps"]) == ([first["id"]], [first["id"]])
    third = watcher.start(pipeline, watermark=150, next_watermark=200)
    assert (third["active_executions"], third["overlaps"]) == ([second["id"], first["id"]], [])
    watcher.end(first)
    assert watcher.start(pipeline)["active_executions"] == [third["id"], second["id"]]


def test_an_execution_keeps_the_range_that_it_got(watcher: Client) -> None:
    name = fresh("pipeline")
    pipeline = watcher.pipeline(name, next_watermark=150)
    answer = watcher.start(pipeline)
    watcher.post("/pipeline", 200, name=name, pipeline_type_name="x", next_watermark=900)
    watcher.end(answer)
    assert watcher.row(pipeline)["watermark"] == "150"


def test_a_full_load_has_no_lower_bound(watcher: Client, pipeline: Any) -> None:
    watcher.end(watcher.start(pipeline))
    assert watcher.start(pipeline, full_load=True)["watermark"] is None
    assert watcher.start(pipeline)["watermark"] == "150"


def test_an_execution_lists_its_children_and_they_name_it(watcher: Client, pipeline: Any) -> None:
    parent = watcher.start(pipeline)
    child = watcher.start(watcher.pipeline(), "09:10", parent_id=parent["id"])
    found = watcher.get(f"/pipeline_execution/{parent['id']}")
    assert [(one["id"], one["parent_id"]) for one in found["children"]] == [(child["id"], parent["id"])]
    assert found["children_total"] == 1
    facet = watcher.events(child["run_id"])[0]["run"]["facets"]["parent"]
    assert facet["run"]["runId"] == parent["run_id"]


def test_an_execution_is_found_by_its_number_and_by_its_run(watcher: Client, pipeline: Any) -> None:
    answer = watcher.start(pipeline)
    by_number = watcher.get(f"/pipeline_execution/{answer['id']}")
    assert watcher.get(f"/pipeline_execution/{answer['run_id']}") == by_number


@pytest.mark.parametrize("number", ["0", "99999999", str(2**64), str(UUID(int=1)), "some run"])
def test_an_unknown_execution_is_not_found(watcher: Client, number: str) -> None:
    assert watcher.get(f"/pipeline_execution/{number}", 404) == {"detail": "Pipeline Execution Not Found"}


def test_a_run_of_openlineage_shows_as_an_execution(watcher: Client, world: World) -> None:
    name = fresh("dbt.run")
    job = world.job(name, namespace="dbt")
    run = world.run(job, day(20, 3), ended_at=day(20, 4), end_state="COMPLETE")
    target = world.dataset(fresh("table"))
    world.io_facet(run, target, "output", "outputStatistics", {"rowCount": 42})
    child = world.run(job, day(20, 3), parent_run_id=run)

    row = watcher.get(f"/pipeline_execution/{run}")
    assert (row["id"], row["pipeline_id"], row["source"]) == (str(run), None, "openlineage")
    assert (row["duration_seconds"], row["completed_successfully"], row["total_rows"]) == (3600, True, 42)
    assert (row["job_namespace"], row["job_name"]) == ("dbt", name)
    assert [one["id"] for one in row["children"]] == [str(child)]
    page = watcher.get("/pipeline_execution", job=name)
    assert sorted(one["id"] for one in page["items"]) == sorted([str(run), str(child)])


@pytest.mark.parametrize("count", ['"many"', "null", "1e999", "{}"])
def test_statistics_that_are_no_number_do_no_harm(watcher: Client, world: World, count: str) -> None:
    run = world.run(world.job(fresh("job")), day(20, 3))
    world.io_facet(run, world.dataset(fresh("table")), "output", "outputStatistics", {"rowCount": [count]})
    assert watcher.get(f"/pipeline_execution/{run}")["total_rows"] is None


def test_the_run_of_an_execution_does_not_show_twice(watcher: Client, world: World, pipeline: Any) -> None:
    """The pipeline publishes it from the log like any other run."""
    answer = watcher.start(pipeline)
    job = world.job(watcher.row(pipeline)["name"], namespace="watcher")
    world.run(job, day(20, 9), run_id=answer["run_id"])
    assert watcher.get("/pipeline_execution", pipeline_id=pipeline["id"])["total"] == 1
    assert watcher.get("/pipeline_execution", pipeline_id=pipeline["id"], source="openlineage")["total"] == 0


@pytest.fixture
def mixed(watcher: Client, world: World) -> tuple[Any, list[str]]:
    """Six executions of one pipeline, by Watcher and by OpenLineage in turn; newest first."""
    name = fresh("mixed")
    job = world.job(name, namespace="airflow")
    pipeline = watcher.pipeline(name)
    first = watcher.start(pipeline, "01:00")
    watcher.end(first, "01:30")
    second = world.run(job, day(20, 2), ended_at=day(20, 3), end_state="FAIL")
    third = watcher.start(pipeline, "03:00")
    watcher.end(third, "03:30", completed_successfully=False)
    fourth = world.run(job, day(20, 4), last_state="START")
    fifth = watcher.start(pipeline, "04:00")
    sixth = watcher.start(pipeline, "05:00")
    # Two that began together stand in the order of their runs.
    last = [fifth["run_id"], str(fourth)]
    return pipeline, [sixth["run_id"], *sorted(last), third["run_id"], str(second), first["run_id"]]


def run_ids(page: Any) -> list[str]:
    return [one["run_id"] for one in page["items"]]


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 100])
def test_pages_of_both_kinds_follow_each_other_without_gap(
    watcher: Client, mixed: tuple[Any, list[str]], limit: int
) -> None:
    pipeline, expected = mixed
    found: list[str] = []
    more: dict[str, Any] = {}
    while True:
        page = watcher.get("/pipeline_execution", pipeline_id=pipeline["id"], limit=limit, **more)
        assert (page["total"], len(page["items"]) <= limit) == (6, True)
        found += run_ids(page)
        if page["next_cursor"] is None:
            break
        more = {"cursor": page["next_cursor"]}
    assert found == expected


def test_filters_choose_executions(watcher: Client, mixed: tuple[Any, list[str]]) -> None:
    pipeline, runs = mixed

    def asked(**filters: Any) -> list[str]:
        page = watcher.get("/pipeline_execution", pipeline_id=pipeline["id"], **filters)
        assert page["total"] == len(page["items"])
        return run_ids(page)

    assert asked(active=True) == runs[:3]
    assert asked(active=False) == runs[3:]
    assert asked(completed_successfully=True) == runs[5:]
    assert asked(completed_successfully=False) == runs[3:5]
    assert asked(since=at("03:00")) == runs[:4]
    assert asked(until=at("03:00")) == runs[4:]
    assert len(asked(source="watcher")) == 4
    assert len(asked(source="openlineage")) == 2


def test_a_job_is_chosen_by_name_or_full_name(watcher: Client, mixed: tuple[Any, list[str]]) -> None:
    pipeline, runs = mixed
    name = watcher.row(pipeline)["name"]
    for spelled in (name, f"airflow/{name}"):
        assert run_ids(watcher.get("/pipeline_execution", job=spelled)) == runs
    assert watcher.get("/pipeline_execution", job="no such job")["total"] == 0


@pytest.mark.parametrize(
    ("parameter", "value", "status"),
    [
        ("cursor", "nonsense", 400),
        ("limit", "0", 422),
        ("limit", "1001", 422),
        ("pipeline_id", "0", 422),
        ("pipeline_id", str(2**62), 404),
        ("since", "yesterday", 422),
        ("source", "elsewhere", 422),
        ("job", "a\x00b", 422),
        ("active", "maybe", 422),
    ],
)
def test_a_question_that_cant_be_answered_is_refused(
    watcher: Client, parameter: str, value: str, status: int
) -> None:
    assert watcher.get("/pipeline_execution", status, **{parameter: value})["detail"]
