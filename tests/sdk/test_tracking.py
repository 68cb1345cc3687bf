"""A call or a block is a run: its name, what it reads and writes, how it ends, and what it is part of."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from headwater_sdk import current_run, inherit_run, lineage_track, track
from headwater_sdk.runs import NoRun

Events = list[dict[str, Any]]
RUN_ID = "0f8fad5b-d9cb-469f-a165-70867728950e"
Tracked = Callable[..., Events]


def states(events: Events) -> list[tuple[str, str]]:
    return [(event["job"]["name"], event["eventType"]) for event in events]


def parent_of(event: dict[str, Any]) -> Any:
    return event["run"]["facets"]["parent"]["run"]["runId"]


def test_a_call_is_a_run_that_starts_and_completes(tracked: Tracked) -> None:
    @lineage_track
    def daily_orders() -> int:
        return 42

    started, completed = tracked(lambda: daily_orders())
    assert states([started, completed]) == [("daily_orders", "START"), ("daily_orders", "COMPLETE")]
    assert started["run"]["runId"] == completed["run"]["runId"]
    assert started["job"]["namespace"] == "my-team"


def test_every_call_is_a_run_of_its_own(tracked: Tracked) -> None:
    @lineage_track("daily")
    def daily() -> None:
        pass

    events = tracked(lambda: [daily() for _ in range(3)])
    assert len({event["run"]["runId"] for event in events}) == 3


def test_a_run_id_that_is_given_is_kept(tracked: Tracked) -> None:
    with_id = lineage_track("daily", run_id='odd "id"')(lambda: None)
    assert {event["run"]["runId"] for event in tracked(with_id)} == {'odd "id"'}


def test_inputs_are_told_at_the_start_and_outputs_at_the_end(tracked: Tracked) -> None:
    job = lineage_track("daily", inputs=["warehouse/orders"], outputs=["warehouse/daily"])(lambda: None)
    started, completed = tracked(job)
    assert [started["inputs"], started["outputs"]] == [[{"namespace": "warehouse", "name": "orders"}], []]
    assert completed["inputs"] == started["inputs"]
    assert completed["outputs"] == [{"namespace": "warehouse", "name": "daily"}]


def test_a_block_notes_what_it_reads_and_writes(tracked: Tracked) -> None:
    def work() -> None:
        with track("orders.daily") as run:
            run.reads("warehouse/orders", rows=3, schema={"amount": "decimal"})
            run.writes("warehouse/daily_orders", rows=1_204, size=99)
            run.sql("select 1", dialect="duckdb")

    completed = tracked(work)[1]
    [source], [target] = completed["inputs"], completed["outputs"]
    assert source["inputFacets"]["inputStatistics"]["rowCount"] == 3
    assert source["facets"]["schema"]["fields"][0]["name"] == "amount"
    assert target["outputFacets"]["outputStatistics"]["rowCount"] == 1204
    assert target["outputFacets"]["outputStatistics"]["size"] == 99
    assert completed["job"]["facets"]["sql"]["query"] == "select 1"


def test_a_failure_has_its_message_and_stack_and_goes_on_to_the_caller(tracked: Tracked) -> None:
    @lineage_track("daily")
    def fails() -> None:
        raise ValueError("no orders today")

    def work() -> None:
        with pytest.raises(ValueError, match="no orders today"):
            fails()

    failed = tracked(work)[1]
    assert failed["eventType"] == "FAIL"
    told = failed["run"]["facets"]["errorMessage"]
    assert told["message"] == "ValueError: no orders today"
    assert "in fails" in told["stackTrace"]


def test_a_block_that_is_interrupted_is_aborted(tracked: Tracked) -> None:
    def work() -> None:
        with pytest.raises(KeyboardInterrupt), track("daily"):
            raise KeyboardInterrupt

    assert tracked(work)[1]["eventType"] == "ABORT"


def test_a_block_that_leaves_the_program_without_an_error_is_complete(tracked: Tracked) -> None:
    def work() -> None:
        with pytest.raises(SystemExit), track("daily"):
            raise SystemExit(0)

    assert tracked(work)[1]["eventType"] == "COMPLETE"


def test_a_run_inside_a_run_is_its_child_and_knows_the_root(tracked: Tracked) -> None:
    def work() -> None:
        with track("night"), track("orders"), track("load"):
            pass

    night, orders, load = tracked(work)[:3]
    assert "parent" not in night["run"]["facets"]
    assert parent_of(orders) == night["run"]["runId"]
    assert parent_of(load) == orders["run"]["runId"]
    assert load["run"]["facets"]["parent"]["root"]["run"]["runId"] == night["run"]["runId"]
    assert load["run"]["facets"]["parent"]["root"]["job"]["name"] == "night"


def test_after_a_run_the_one_before_it_is_current_again(tracked: Tracked) -> None:
    def work() -> None:
        with track("night") as night:
            with track("orders"):
                pass
            assert current_run() is night
        assert not current_run()

    tracked(work)


def test_a_thread_is_part_of_the_run_where_it_is_told(tracked: Tracked) -> None:
    load = lineage_track("load")(lambda table: table)

    def work() -> None:
        with track("night"), ThreadPoolExecutor(4) as pool:
            assert list(pool.map(inherit_run(load), "abc")) == ["a", "b", "c"]

    events = tracked(work)
    [night] = [event for event in events if states([event]) == [("night", "START")]]
    loads = [event for event in events if states([event]) == [("load", "START")]]
    assert [parent_of(event) for event in loads] == [night["run"]["runId"]] * 3


def test_two_threads_do_not_see_each_others_runs(tracked: Tracked) -> None:
    both_inside = threading.Barrier(2)

    def one(name: str) -> None:
        with track(name):
            both_inside.wait(20)
            with track(f"{name}.inner"):
                both_inside.wait(20)

    def work() -> None:
        threads = [threading.Thread(target=one, args=(name,)) for name in "ab"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    events = {event["job"]["name"]: event for event in tracked(work)}
    assert parent_of(events["a.inner"]) == events["a"]["run"]["runId"]
    assert parent_of(events["b.inner"]) == events["b"]["run"]["runId"]


def test_the_run_of_the_program_around_it_is_the_parent(
    tracked: Tracked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENLINEAGE_PARENT_ID", f"airflow/dev/night.orders/{RUN_ID}")

    def work() -> None:
        with track("daily"):
            pass

    told = tracked(work)[0]["run"]["facets"]["parent"]
    assert told["run"]["runId"] == RUN_ID
    assert told["job"] == {"namespace": "airflow/dev", "name": "night.orders"}


def test_without_settings_nothing_happens(tracked: Tracked) -> None:
    @lineage_track("daily")
    def daily() -> int:
        return 42

    with track("block") as run:
        run.writes("warehouse/x")
        assert isinstance(run, NoRun)
        current_run().reads("warehouse/y")
        assert not current_run()
    assert daily() == 42


def test_settings_may_come_after_the_declaration(tracked: Tracked) -> None:
    @lineage_track("daily")
    def daily() -> None:
        pass

    daily()
    assert states(tracked(lambda: daily())) == [("daily", "START"), ("daily", "COMPLETE")]


def test_what_can_not_be_tracked_does_not_reach_the_host(
    tracked: Tracked, caplog: pytest.LogCaptureFixture
) -> None:
    @lineage_track("daily", inputs=[{"no": "name"}, 42])  # type: ignore[list-item]
    def daily() -> int:
        return 42

    events = tracked(lambda: [daily() for _ in range(3)])
    assert [event["inputs"] for event in events] == [[]] * 6
    # Once of each kind, however often it is called.
    assert len([record for record in caplog.records if record.levelname == "WARNING"]) == 2


def test_under_strict_it_is_raised(tracked: Tracked) -> None:
    job = lineage_track("daily", inputs=[{"no": "name"}])(lambda: 42)
    with pytest.raises(KeyError):
        tracked(job, strict=True)


def test_an_exception_that_can_not_say_its_text_still_fails_the_run(tracked: Tracked) -> None:
    class WordlessError(Exception):
        def __str__(self) -> str:
            raise LookupError("no words")

        __repr__ = __str__

    def work() -> None:
        with pytest.raises(WordlessError), track("daily"):
            raise WordlessError

    failed = tracked(work)[1]
    assert failed["eventType"] == "FAIL"
    assert failed["run"]["facets"]["errorMessage"]["message"] == "WordlessError"


@pytest.mark.parametrize("odd", [None, 5, {"type": "mysql"}])
def test_a_dataset_that_can_not_be_read_does_not_take_the_run_with_it(odd: Any, tracked: Tracked) -> None:
    job = lineage_track("daily", inputs=["warehouse/orders", odd])(lambda: None)
    completed = tracked(job)[1]
    assert [source["name"] for source in completed["inputs"]] == ["orders"]


def test_tags_that_can_not_be_read_do_not_take_the_run_with_them(tracked: Tracked) -> None:
    tags: Any = ["nightly"]
    assert len(tracked(lineage_track("daily", tags=tags)(lambda: None))) == 2


def test_one_dataset_may_stand_for_a_list(tracked: Tracked) -> None:
    inputs: Any = "warehouse/orders"
    completed = tracked(lineage_track("daily", inputs=inputs)(lambda: None))[1]
    assert [source["name"] for source in completed["inputs"]] == ["orders"]


def test_a_dataset_is_noted_without_the_count_that_can_not_be_read(tracked: Tracked) -> None:
    def work() -> None:
        with track("daily") as run:
            rows: Any = "many"
            run.writes("warehouse/daily", rows=rows)

    assert tracked(work)[1]["outputs"] == [{"namespace": "warehouse", "name": "daily"}]
