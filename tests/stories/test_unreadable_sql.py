"""What can't be read from SQL is counted, listed with its reason, and nothing else is lost with it."""

from collections.abc import Callable, Iterator

import pytest

from tests.builders import run_event
from tests.pipeline.conftest import World
from tests.running import RunningApi, running_api

pytestmark = pytest.mark.spark

TEXTS = {
    "good": "insert into b select x from a",
    "half": "insert into b select x from a; insert into b selec",
    "bad": "this is no sql (",
    "guess": "insert into b select * from a",
}


@pytest.fixture(scope="module")
def api(shared_world: Callable[[], World]) -> Iterator[RunningApi]:
    world = shared_world()
    world.take(
        [
            run_event(
                job,
                "COMPLETE",
                minute,
                job=job,
                inputs=("a",),
                outputs=("b",),
                job_facets={"sql": {"query": text}},
            )
            for minute, (job, text) in enumerate(TEXTS.items())
        ]
    )
    with running_api(world.url) as running:
        yield running


def test_texts_with_problems_are_listed_by_job_with_the_reason(api: RunningApi) -> None:
    answer = api.get("/api/v1/sql/problems").json()

    assert {item["job"] for item in answer["items"]} == {"job:tests/bad", "job:tests/half", "job:tests/guess"}
    assert answer["total"] == 3
    assert answer["totals"]["texts"] == 4
    assert answer["totals"]["with_problems"] == 3
    assert all(item["problems"] for item in answer["items"])


def test_the_good_statements_of_a_bad_script_count(api: RunningApi) -> None:
    answer = api.get("/api/v1/sql/problems", job="half").json()

    assert [item["edges"] for item in answer["items"]] == [1]


def test_the_list_comes_in_pages(api: RunningApi) -> None:
    first = api.get("/api/v1/sql/problems", limit=2).json()
    second = api.get("/api/v1/sql/problems", limit=2, cursor=first["next_cursor"]).json()

    listed = [item["job"] for item in (*first["items"], *second["items"])]
    assert (len(listed), len(set(listed)), second["next_cursor"]) == (3, 3, None)


def test_an_unknown_job_or_a_made_up_cursor_is_the_callers_mistake(api: RunningApi) -> None:
    assert api.get("/api/v1/sql/problems", job="nobody").status_code == 404
    assert api.get("/api/v1/sql/problems", cursor="WzEsMl0").status_code == 400


def test_what_flows_between_datasets_stays_where_the_text_could_not_be_read(api: RunningApi) -> None:
    answer = api.get("/api/v1/graph/downstream", name="warehouse/a").json()

    assert "job:tests/bad" in {edge["source"] for edge in answer["edges"]}
