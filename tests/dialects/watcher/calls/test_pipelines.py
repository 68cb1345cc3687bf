"""Pipelines and their types: made once, found again, changed field by field, and the same thing as jobs."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from headwater.api.web_app import BUILD, WebApp
from tests.dialects.watcher.conftest import Client, fields, fresh
from tests.world import World

THRESHOLD = "timeliness_execution_seconds_threshold"
NO_THRESHOLDS = ("60", 0, -5, True, None, [60])


def test_a_new_pipeline_is_answered_with_four_fields(watcher: Client) -> None:
    answer = watcher.pipeline(pipeline_type_group_name="extraction")
    assert isinstance(answer.pop("id"), int)
    assert answer == {"active": True, "load_lineage": True, "watermark": None}


def test_a_pipeline_that_is_there_is_answered_with_200_and_the_same_id(watcher: Client) -> None:
    name = fresh("pipeline")
    first = watcher.pipeline(name)
    again = watcher.post("/pipeline", 200, name=f"  {name.upper()} ", pipeline_type_name="other")
    assert again["id"] == first["id"]
    assert watcher.row(first)["name"] == name


def test_telling_of_a_pipeline_again_changes_only_its_next_watermark(watcher: Client) -> None:
    name = fresh("pipeline")
    first = watcher.pipeline(name, next_watermark=5, timely_number=1, pipeline_args={"a": 1})
    watcher.post(
        "/pipeline",
        200,
        name=name,
        pipeline_type_name="x",
        next_watermark="9",
        timely_number=7,
        pipeline_args={},
    )
    row = watcher.row(first)
    assert (row["next_watermark"], row["timely_number"], row["pipeline_args"]) == ("9", 1, {"a": 1})


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (150, "150"),
        (1.5, "1.5"),
        (1e16, "10000000000000000"),
        ("2026-04-20T00:00:00Z", "2026-04-20T00:00:00Z"),
        (" page-7 ", "page-7"),
        (2**70, str(2**70)),
    ],
)
def test_a_watermark_is_kept_as_text(watcher: Client, sent: Any, kept: str) -> None:
    assert watcher.row(watcher.pipeline(next_watermark=sent))["next_watermark"] == kept


@pytest.mark.parametrize(("upper", "answer"), [(150, "0"), ("-5", None), ("2026-04-20", None), (None, None)])
def test_a_first_watermark_is_zero_where_the_upper_bound_is_a_number(
    watcher: Client, upper: Any, answer: str | None
) -> None:
    pipeline = watcher.pipeline(next_watermark=upper)
    assert pipeline["watermark"] == answer
    assert watcher.row(pipeline)["watermark"] is None


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": ""}, "name"),
        ({"name": "a\x00b"}, "name"),
        ({"name": "x" * 501}, "name"),
        ({"name": "x", "timely_number": 0}, "timely_number"),
        ({"name": "x", "timely_number": 2**63}, "timely_number"),
        ({"name": "x", "timely_datepart": "decade"}, "timely_datepart"),
        ({"name": "x", "next_watermark": True}, "next_watermark"),
        ({"name": "x", "next_watermark": [1]}, "next_watermark"),
        ({"name": "x", "pipeline_args": {"a": "b\x00"}}, "pipeline_args"),
        ({"name": "x", "pipeline_args": {"a": 2**80}}, "pipeline_args"),
        ({"name": "x", "pipeline_args": 7}, "pipeline_args"),
        *(({"name": "x", "pipeline_args": {THRESHOLD: answer}}, THRESHOLD) for answer in NO_THRESHOLDS),
    ],
)
def test_a_pipeline_that_cant_be_used_is_refused_by_field(
    watcher: Client, body: dict[str, Any], field: str
) -> None:
    assert field in fields(watcher.post("/pipeline", 422, pipeline_type_name="tests", **body))


@pytest.mark.parametrize("raw", [b'{"a": "\\ud800"}', b'{"a": NaN}', b'{"\\u0000": 1}', b"[" * 2000, b"{"])
def test_json_that_cant_be_stored_is_refused(watcher: Client, raw: bytes) -> None:
    body = b'{"name": "x", "pipeline_type_name": "y", "pipeline_args": ' + raw + b"}"
    headers = {"Content-Type": "application/json"}
    reply = watcher.api.client.post("/pipeline", content=body, headers=headers)
    assert reply.status_code in (400, 422), reply.text
    assert "detail" in reply.json()


def test_a_patch_changes_what_is_sent_and_answers_with_the_row(watcher: Client) -> None:
    answer = watcher.pipeline(pipeline_args={"a": 1})
    row = watcher.patch("/pipeline", id=answer["id"], timely_number=2, timely_datepart="Hours", active=False)
    assert (row["timely_number"], row["timely_datepart"], row["active"]) == (2, "hour", False)
    assert row["pipeline_args"] == {"a": 1}
    assert row["updated_at"] is not None
    assert watcher.patch("/pipeline", id=answer["id"], timely_number=None)["timely_number"] is None


def test_a_patch_of_nothing_changes_nothing_but_the_time(watcher: Client) -> None:
    before = watcher.row(watcher.pipeline())
    after = watcher.patch("/pipeline", id=before["id"])
    assert {**after, "updated_at": None} == before


@pytest.mark.parametrize("answer", NO_THRESHOLDS)
def test_a_threshold_that_is_no_positive_number_cant_be_patched_in(watcher: Client, answer: Any) -> None:
    pipeline = watcher.pipeline(pipeline_args={THRESHOLD: 60, "a": "b"})
    refusal = watcher.patch("/pipeline", 422, id=pipeline["id"], pipeline_args={THRESHOLD: answer})
    assert fields(refusal) == [THRESHOLD]
    assert watcher.row(pipeline)["pipeline_args"] == {THRESHOLD: 60, "a": "b"}
    changed = watcher.patch("/pipeline", id=pipeline["id"], pipeline_args={THRESHOLD: 1.5})
    assert changed["pipeline_args"] == {THRESHOLD: 1.5}


@pytest.mark.parametrize("path", ["/pipeline", "/pipeline_type", "/address", "/address_type"])
def test_a_patch_of_what_nobody_knows_is_refused_by_field(watcher: Client, path: str) -> None:
    assert fields(watcher.patch(path, 422, id=1, timely_numbr=3)) == ["timely_numbr"]


def test_a_new_pipeline_may_come_with_more_than_we_know(watcher: Client) -> None:
    watcher.pipeline(address_lineage={"source_addresses": []})


@pytest.mark.parametrize("name", ["name", "active", "load_lineage", "mute_timely_check", "pipeline_type_id"])
def test_what_a_pipeline_needs_cant_be_patched_away(watcher: Client, name: str) -> None:
    answer = watcher.pipeline()
    assert name in str(watcher.patch("/pipeline", 422, id=answer["id"], **{name: None}))


def test_patching_what_does_not_exist_is_not_found(watcher: Client) -> None:
    assert watcher.patch("/pipeline", 404, id=2**62, name="x") == {"detail": "Pipeline Not Found"}
    answer = watcher.patch("/pipeline_type", 404, id=2**62, name="x")
    assert answer == {"detail": "Pipeline Type Not Found"}
    pipeline = watcher.pipeline()
    answer = watcher.patch("/pipeline", 404, id=pipeline["id"], pipeline_type_id=2**62)
    assert answer == {"detail": "Pipeline Type Not Found"}


def test_a_name_that_another_has_is_a_conflict(watcher: Client) -> None:
    one, other = fresh("one"), watcher.pipeline()
    watcher.pipeline(one)
    watcher.patch("/pipeline", 409, id=other["id"], name=one.upper())


@pytest.mark.parametrize("number", ["0", "99999999", "x", str(2**63), "-1", "job:no/such"])
def test_an_unknown_pipeline_is_not_found(watcher: Client, number: str) -> None:
    assert watcher.get(f"/pipeline/{number}", 404) == {"detail": "Pipeline Not Found"}


def test_a_pipeline_type_is_made_once_and_can_be_changed(watcher: Client) -> None:
    name = fresh("type")
    made = watcher.post("/pipeline_type", 201, name=name, timely_number=1, timely_datepart="days")
    assert watcher.post("/pipeline_type", 200, name=name.upper()) == made
    row = watcher.patch("/pipeline_type", id=made["id"], mute_timely_check=True)
    assert (row["timely_datepart"], row["mute_timely_check"]) == ("day", True)
    assert row in watcher.get("/pipeline_type")
    other = watcher.post("/pipeline_type", 201, name=fresh("type"))
    watcher.patch("/pipeline_type", 409, id=other["id"], name=name)


def test_a_pipelines_type_is_made_with_it(watcher: Client) -> None:
    name = fresh("type")
    body = {"name": fresh("pipeline"), "pipeline_type_name": name, "pipeline_type_group_name": "extraction"}
    pipeline = watcher.post("/pipeline", 201, **body)
    [kind] = [row for row in watcher.get("/pipeline_type") if row["name"] == name]
    assert kind["group_name"] == "extraction"
    assert watcher.row(pipeline)["pipeline_type_id"] == kind["id"]


def test_those_who_make_a_pipeline_at_once_get_the_same_one(watcher: Client) -> None:
    body = {"name": fresh("pipeline"), "pipeline_type_name": fresh("type")}
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda _: watcher.api.client.post("/pipeline", json=body), range(16)))
    assert len({reply.json()["id"] for reply in replies}) == 1
    assert sorted(reply.status_code for reply in replies) == [200] * 15 + [201]


def test_a_new_pipeline_is_a_job_of_watchers_own(watcher: Client) -> None:
    row = watcher.row(watcher.pipeline("lonely-worker"))
    assert (row["job_namespace"], row["job_name"]) == ("watcher", "lonely-worker")


def test_a_pipeline_is_the_only_known_job_of_its_name(watcher: Client, world: World) -> None:
    name = fresh("airflow.task")
    world.job(name, namespace="airflow")
    row = watcher.row(watcher.pipeline(name))
    assert (row["job_namespace"], row["job_name"]) == ("airflow", name)


def test_of_two_jobs_of_a_name_the_full_name_tells_which(watcher: Client, world: World) -> None:
    name = fresh("load")
    world.job(name, namespace="here")
    world.job(name, namespace="there")
    assert watcher.row(watcher.pipeline(name))["job_namespace"] == "watcher"
    row = watcher.row(watcher.pipeline(f"there/{name}"))
    assert (row["job_namespace"], row["job_name"]) == ("there", name)


def test_a_renamed_pipeline_stays_the_job_that_it_is(watcher: Client) -> None:
    name = fresh("pipeline")
    answer = watcher.pipeline(name)
    row = watcher.patch("/pipeline", id=answer["id"], name=fresh("renamed"))
    assert row["job_name"] == name


def job(row: Any) -> tuple[str, str]:
    return row["job_namespace"], row["job_name"]


def register(watcher: Client, name: str, status: int = 200, **more: Any) -> Any:
    return watcher.post("/pipeline", status, name=name, pipeline_type_name="tests", **more)


@pytest.mark.parametrize("first", ["{}", "ns/{}"])
def test_the_short_and_the_full_name_of_a_job_are_one_pipeline(
    watcher: Client, world: World, first: str
) -> None:
    name = fresh("load")
    world.job(name, namespace="ns")
    pipeline = watcher.pipeline(first.format(name))
    for spelled in (name, f"ns/{name}"):
        assert register(watcher, spelled, next_watermark=7)["id"] == pipeline["id"]
    assert watcher.row(pipeline)["next_watermark"] == "7"


def test_the_full_name_of_a_job_that_no_event_has_named_yet_is_its_pipeline(watcher: Client) -> None:
    name = fresh("load")
    pipeline = watcher.pipeline(name)
    assert register(watcher, f"watcher/{name}")["id"] == pipeline["id"]


def test_the_full_name_means_the_pipeline_also_when_the_short_one_has_become_ambiguous(
    watcher: Client, world: World
) -> None:
    name = fresh("load")
    world.job(name, namespace="here")
    pipeline = watcher.pipeline(name)
    world.job(name, namespace="there")
    assert register(watcher, f"here/{name}")["id"] == pipeline["id"]
    assert job(watcher.row(watcher.pipeline(f"there/{name}"))) == ("there", name)


def test_after_a_rename_the_old_name_is_a_job_of_its_own(watcher: Client, world: World) -> None:
    own, known = fresh("own"), fresh("known")
    world.job(known, namespace="ns")
    for name in (own, known):
        watcher.patch("/pipeline", id=watcher.pipeline(name)["id"], name=fresh("renamed"))
    assert job(watcher.row(watcher.pipeline(own))) == ("watcher", f"{own} (2)")
    assert job(watcher.row(watcher.pipeline(known))) == ("watcher", known)
    assert job(watcher.row(watcher.pipeline(f"ns/{known}"))) == ("watcher", f"ns/{known}")


def test_those_who_claim_a_job_at_once_under_both_names_get_one_pipeline(
    watcher: Client, world: World
) -> None:
    name = fresh("load")
    world.job(name, namespace="ns")
    with ThreadPoolExecutor(8) as pool:
        bodies = [{"name": answer, "pipeline_type_name": "tests"} for answer in (name, f"ns/{name}") * 8]
        replies = list(pool.map(lambda body: watcher.api.client.post("/pipeline", json=body), bodies))
    assert len({reply.json()["id"] for reply in replies}) == 1


def test_a_pipeline_becomes_the_job_that_was_not_known_yet(watcher: Client, world: World) -> None:
    name = fresh("early")
    pipeline = watcher.pipeline(name)
    world.job(name, namespace="airflow")
    assert register(watcher, name)["id"] == pipeline["id"]
    assert job(watcher.row(pipeline)) == ("airflow", name)


def test_a_pipeline_with_events_of_its_own_stays_the_job_that_it_is(watcher: Client, world: World) -> None:
    executed, declared = fresh("executed"), fresh("declared")
    watcher.start(watcher.pipeline(executed))
    watcher.lineage(watcher.pipeline(declared), ["src.a"], ["dwh.b"])
    for name in (executed, declared):
        world.job(name, namespace="airflow")
        assert job(watcher.row(register(watcher, name))) == ("watcher", name)


def test_a_pipeline_does_not_become_a_job_that_is_not_clear_or_taken(watcher: Client, world: World) -> None:
    unclear, taken = fresh("unclear"), fresh("taken")
    for name in (unclear, taken):
        watcher.pipeline(name)
        world.job(name, namespace="here")
    world.job(unclear, namespace="there")
    watcher.pipeline(f"here/{taken}")
    for name in (unclear, taken):
        assert job(watcher.row(register(watcher, name))) == ("watcher", name)


def test_jobs_that_only_openlineage_knows_are_listed_when_asked_for(watcher: Client, world: World) -> None:
    name = fresh("dbt.model")
    world.job(name, namespace="dbt")
    number = f"job:dbt/{name}"
    assert number not in [row["id"] for row in watcher.get("/pipeline")]
    assert number in [row["id"] for row in watcher.get("/pipeline", source="all", limit=10000)]
    assert watcher.get(f"/pipeline/{number}")["job_name"] == name
    watcher.pipeline(name)
    assert number not in [row["id"] for row in watcher.get("/pipeline", source="all", limit=10000)]


def test_the_root_says_that_it_is_up_and_leads_browsers_to_the_app_or_the_docs(watcher: Client) -> None:
    assert watcher.get("/") == {"message": "I'm up!"}
    reply = watcher.api.client.get("/", headers={"Accept": "text/html,*/*"})
    if WebApp(BUILD).built:
        assert (reply.status_code, reply.headers["cache-control"]) == (200, "no-store")
    else:
        assert (reply.status_code, reply.headers["location"]) == (307, "/docs")
