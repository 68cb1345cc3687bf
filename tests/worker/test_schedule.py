"""What is due: checks by the clock, batch jobs after changes, never while the stream is behind."""

import pytest

from headwater.settings import Settings
from headwater.store import analytics, work
from headwater.worker.schedule import Schedule
from tests.worker.stored_graph import StoredGraph

SETTINGS = Settings(analytics_seconds=60, timeliness_seconds=300)


class Clock:
    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def schedule(clock: Clock) -> Schedule:
    return Schedule(SETTINGS, clock)


def batch_jobs(schedule: Schedule, stored: StoredGraph) -> list[str]:
    return [task.kind for task in schedule.batch_jobs(stored.connection)]


def test_timeliness_is_checked_at_the_start_and_then_by_the_clock(schedule: Schedule, clock: Clock) -> None:
    assert [task.kind for task in schedule.checks()] == ["timeliness", "incidents", "retention"]
    clock.seconds += 299
    assert schedule.checks() == []
    clock.seconds += 1
    assert [task.kind for task in schedule.checks()] == ["timeliness", "incidents"]


def test_incidents_are_looked_for_after_a_change_once_the_stream_has_caught_up(
    schedule: Schedule, clock: Clock, stored: StoredGraph, chain: list[int]
) -> None:
    stored.world.event()
    stored.connection.execute("update pipeline_state set position = 0")
    assert schedule.incidents(stored.connection) == []
    clock.seconds += 30  # a stream that is always behind must not hide what fails
    assert [task.kind for task in schedule.incidents(stored.connection)] == ["incidents"]
    clock.seconds += 2
    stored.connection.execute("update pipeline_state set position = 1000000")
    assert [task.kind for task in schedule.incidents(stored.connection)] == ["incidents"]
    ran(stored, "incidents")
    clock.seconds += 2
    assert schedule.incidents(stored.connection) == []


def test_the_lake_is_filled_once_telemetry_came_that_it_does_not_have(
    schedule: Schedule, clock: Clock, stored: StoredGraph
) -> None:
    assert schedule.telemetry(stored.connection) == []
    stored.connection.execute(
        "insert into telemetry_log (event_id, kind, encoding, received_at, body)"
        " values (gen_random_uuid(), 'traces', 'json', now(), '')"
    )
    clock.seconds += SETTINGS.lake_seconds
    assert [task.kind for task in schedule.telemetry(stored.connection)] == ["telemetry"]
    stored.connection.execute("update telemetry_state set lake = (select max(position) from telemetry_log)")
    clock.seconds += SETTINGS.lake_seconds
    assert schedule.telemetry(stored.connection) == []


def test_batch_jobs_are_due_after_a_change_and_then_rest(
    schedule: Schedule, clock: Clock, stored: StoredGraph, chain: list[int]
) -> None:
    assert batch_jobs(schedule, stored) == ["classify", "reach", "suggest", "baselines"]
    assert batch_jobs(schedule, stored) == []
    clock.seconds += 60  # none of them left a state behind, so they failed
    assert batch_jobs(schedule, stored) == ["classify", "reach", "suggest", "baselines"]


def test_nothing_is_due_without_a_change(schedule: Schedule, stored: StoredGraph, chain: list[int]) -> None:
    ran(stored, "classify", "reach", hours_ago=1)
    assert batch_jobs(schedule, stored) == []
    stored.world.publish()
    assert batch_jobs(schedule, stored) == ["classify", "reach", "suggest", "baselines"]


def test_nothing_is_due_soon_after_a_run_of_another_worker(
    schedule: Schedule, stored: StoredGraph, chain: list[int]
) -> None:
    ran(stored, "classify", "reach")
    stored.world.publish()
    assert batch_jobs(schedule, stored) == []


def test_baselines_have_a_slower_pace(schedule: Schedule, stored: StoredGraph, chain: list[int]) -> None:
    ran(stored, "baselines")
    assert batch_jobs(schedule, stored) == ["classify", "reach", "suggest"]


def test_nothing_is_due_while_the_stream_is_behind(
    schedule: Schedule, stored: StoredGraph, chain: list[int]
) -> None:
    stored.world.event()
    stored.connection.execute("update pipeline_state set position = 0")
    assert batch_jobs(schedule, stored) == []


def ran(stored: StoredGraph, *jobs: str, hours_ago: int = 0) -> None:
    at = analytics.now(stored.connection)
    for job in jobs:
        analytics.record(stored.connection, analytics.whole_run(stored.connection, job, at, 0.1, 0))
    stored.connection.execute(
        "update analytics_state set computed_at = computed_at - make_interval(hours => %s)", [hours_ago]
    )


def requested(stored: StoredGraph) -> list[str]:
    return [kind for (kind,) in stored.connection.execute("select kind from work order by id desc")]


def test_a_store_that_older_rules_made_is_rebuilt_once(
    schedule: Schedule, clock: Clock, stored: StoredGraph
) -> None:
    schedule.request_rebuild(stored.connection)
    assert requested(stored) == []
    stored.connection.execute("update pipeline_state set rules = 0")
    for _ in range(3):
        clock.seconds += 30
        schedule.request_rebuild(stored.connection)
    assert requested(stored) == ["rebuild"]


def test_a_rebuild_that_failed_is_tried_again_but_not_at_once(
    schedule: Schedule, clock: Clock, stored: StoredGraph
) -> None:
    stored.connection.execute("update pipeline_state set rules = 0")
    schedule.request_rebuild(stored.connection)
    task = work.take(stored.connection)
    assert task
    work.finish(stored.connection, task, {}, "DiskFull: no space")
    schedule.request_rebuild(stored.connection)
    assert len(requested(stored)) == 1
    clock.seconds += 30
    schedule.request_rebuild(stored.connection)
    assert len(requested(stored)) == 2
