"""Many at once, in any order: watermarks never go back, no range is shared unnoticed, events match rows."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import psycopg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headwater.model.times import parse_time
from tests.dialects.watcher.conftest import Client, fresh
from tests.running import running_api

few = settings(max_examples=20, suppress_health_check=list(HealthCheck))

# A worker that gets a bound and starts with it, or one that ends well or badly.
starts = st.tuples(st.just("start"), st.integers(0, 2), st.integers(0, 9))
ends = st.tuples(st.sampled_from(["end", "end", "fail"]), st.integers(0, 2), st.just(0))
steps = st.lists(starts | ends, min_size=6, max_size=20)


class Story:
    """One pipeline and up to three workers; `bound` writes a number as this story writes watermarks."""

    def __init__(self, watcher: Client, bound: Callable[[int], Any]) -> None:
        self.watcher, self.bound, self.name = watcher, bound, fresh("pipeline")
        self.pipeline = watcher.pipeline(self.name, next_watermark=bound(0))
        self.running: dict[int, tuple[Any, int]] = {}
        self.reached: list[int] = []

    def take(self, step: str, worker: int, upper: int) -> None:
        if step == "start" and worker not in self.running:
            body = {"name": self.name, "pipeline_type_name": "x", "next_watermark": self.bound(upper)}
            self.watcher.post("/pipeline", 200, **body)
            self.running[worker] = self.watcher.start(self.pipeline), upper
        elif step != "start" and worker in self.running:
            execution, reached = self.running.pop(worker)
            self.watcher.end(execution, completed_successfully=step == "end")
            self.reached += [reached] * (step == "end")

    def watermark(self) -> str | None:
        found: str | None = self.watcher.row(self.pipeline)["watermark"]
        return found


@few
@given(steps)
def test_a_numeric_watermark_is_the_highest_that_a_success_has_reached(
    watcher: Client, steps: list[tuple[str, int, int]]
) -> None:
    story = Story(watcher, lambda number: number)
    for step in steps:
        story.take(*step)
        assert story.watermark() == (str(max(story.reached)) if story.reached else None)


@few
@given(steps)
def test_a_watermark_of_times_never_goes_back(watcher: Client, steps: list[tuple[str, int, int]]) -> None:
    """Written in different zones, so that their texts come in another order than they do."""

    def bound(number: int) -> str:
        moment = datetime(2026, 4, 20, tzinfo=UTC) + timedelta(hours=number)
        return f"{(moment + timedelta(hours=number % 5)).replace(tzinfo=None).isoformat()}+0{number % 5}:00"

    story, before = Story(watcher, bound), datetime(1, 1, 1, tzinfo=UTC)
    for step in steps:
        story.take(*step)
        watermark = story.watermark()
        now = parse_time(watermark) if watermark else before
        assert now >= before
        before = now


def test_where_nothing_can_be_compared_the_later_start_has_the_last_word(watcher: Client) -> None:
    name = fresh("pipeline")
    pipeline = watcher.pipeline(name, next_watermark="page-c")
    early = watcher.start(pipeline, "09:00")
    watcher.post("/pipeline", 200, name=name, pipeline_type_name="x", next_watermark="page-a")
    late = watcher.start(pipeline, "09:30")
    watcher.end(late)
    watcher.end(early)
    assert watcher.row(pipeline)["watermark"] == "page-a"


def test_a_large_number_with_an_exponent_is_not_passed_by_a_small_one(watcher: Client) -> None:
    pipeline = watcher.pipeline(next_watermark=1e16)
    watcher.end(watcher.start(pipeline))
    watcher.end(watcher.start(pipeline, next_watermark=5))
    assert watcher.row(pipeline)["watermark"] == "10000000000000000"


def test_a_watermark_set_by_hand_may_go_back_and_then_moves_on(watcher: Client) -> None:
    pipeline = watcher.pipeline(next_watermark=100)
    watcher.end(watcher.start(pipeline))
    watcher.patch("/pipeline", id=pipeline["id"], watermark=40)
    execution = watcher.start(pipeline)
    assert (execution["watermark"], execution["next_watermark"]) == ("40", "100")
    watcher.end(execution)
    assert watcher.row(pipeline)["watermark"] == "100"


def test_of_two_that_start_at_once_one_is_told_of_the_other(watcher: Client) -> None:
    pipeline = watcher.pipeline(next_watermark=150)
    with ThreadPoolExecutor(8) as pool:
        answer = list(pool.map(lambda _: watcher.start(pipeline), range(16)))
    ids = sorted(one["id"] for one in answer)
    for place, number in enumerate(ids):
        [one] = [one for one in answer if one["id"] == number]
        assert sorted(one["active_executions"]) == sorted(one["overlaps"]) == ids[:place]


def test_of_those_who_end_an_execution_at_once_only_one_does(watcher: Client) -> None:
    execution = watcher.start(watcher.pipeline(next_watermark=150))
    body = {"id": execution["id"], "inserts": 1}
    with ThreadPoolExecutor(8) as pool:
        statuses = list(
            pool.map(
                lambda _: watcher.api.client.post("/end_pipeline_execution", json=body).status_code, range(16)
            )
        )
    assert sorted(statuses) == [204] + [409] * 15
    assert [event["eventType"] for event in watcher.events(execution["run_id"])] == ["START", "COMPLETE"]


def test_many_workers_at_once_keep_rows_events_and_watermarks_together(watcher: Client) -> None:
    names = [fresh("pipeline") for _ in range(3)]
    pipelines = {name: watcher.pipeline(name, next_watermark=0) for name in names}

    def work(seed: int) -> tuple[str, int, bool]:
        chance = random.Random(seed)
        name, upper, well = chance.choice(names), chance.randrange(1000), chance.random() < 0.7
        execution = watcher.start(pipelines[name], next_watermark=upper)
        watcher.end(execution, completed_successfully=well, inserts=1)
        return name, upper, well

    with ThreadPoolExecutor(12) as pool:
        done = list(pool.map(work, range(90)))

    for name, pipeline in pipelines.items():
        reached = [upper for one, upper, well in done if one == name and well]
        assert watcher.row(pipeline)["watermark"] == str(max(reached))
        page = watcher.get("/pipeline_execution", pipeline_id=pipeline["id"])
        assert page["total"] == sum(one == name for one, _, _ in done)
        for execution in page["items"]:
            kinds = [event["eventType"] for event in watcher.events(execution["run_id"])]
            assert kinds == ["START", "COMPLETE" if execution["completed_successfully"] else "FAIL"]
            assert written_last(watcher, "pipeline_execution", execution["id"])["end_date"] is not None
        assert written_last(watcher, "pipeline", pipeline["id"])["watermark"] == str(max(reached))


def written_last(watcher: Client, table: str, number: int) -> Any:
    """The row as the log has it; calls that shared a transaction share an event for the rows they wrote."""
    query = """
    select image -> 'rows' -> 0
    from events cross join lateral jsonb_array_elements(body::jsonb -> 'written') as image
    where stream = 'stored_rows' and image ->> 'table' = %s and (image ->> 'key')::bigint = %s
    order by position desc limit 1
    """
    [(row,)] = watcher.api.rows(query, table, number)
    return row


LIST = "/pipeline_execution"
BROKEN_LOG = """
create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'the log is broken'; end $$;
create trigger refuse before insert on events for each row execute function refuse()
"""


def test_without_its_event_a_row_is_not_written(new_database: Callable[[], str]) -> None:
    with running_api(new_database()) as api:
        watcher = Client(api)
        pipeline = watcher.pipeline(next_watermark=150)
        execution = watcher.start(pipeline)
        before = [watcher.row(pipeline), watcher.get(LIST)]
        with psycopg.connect(api.database_url, autocommit=True) as connection:
            connection.execute(BROKEN_LOG)
        lineage = {"pipeline_id": pipeline["id"], "source_addresses": [], "target_addresses": []}
        for path, body in (
            ("/start_pipeline_execution", {"pipeline_id": pipeline["id"]}),
            ("/end_pipeline_execution", {"id": execution["id"]}),
            ("/address_lineage", lineage),
        ):
            # On a connection of its own: the server closes one on which it has failed.
            assert httpx.post(f"{api.url}{path}", json=body).status_code == 500
        rows = [httpx.get(f"{api.url}{path}").json() for path in (f"/pipeline/{pipeline['id']}", LIST)]
        assert rows == before
