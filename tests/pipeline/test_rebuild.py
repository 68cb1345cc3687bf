"""A rebuild, beyond what the laws say of it."""

from datetime import UTC, datetime

import pytest

from headwater.facts.rules import CURRENT
from headwater.pipeline.rebuild import rebuild
from headwater.questions.pipelines import pipelines
from headwater.questions.pipelines.pipelines import PipelineSpec
from headwater.store import rules
from headwater.store.queries.pipelines.pipelines import PIPELINES
from tests.builders import run_event
from tests.pipeline.conftest import World
from tests.pipeline.served import served

pytestmark = pytest.mark.spark

NOW = datetime(2026, 4, 20, tzinfo=UTC)


def test_rows_that_requests_wrote_and_somebody_lost_are_put_back(world: World) -> None:
    new = PipelineSpec("orders", "etl", None, "150", {"timely_number": 6, "timely_datepart": "hour"})
    made = pipelines.register(world.connection, new, NOW).pipeline
    world.connection.execute("delete from pipeline; delete from pipeline_type")

    world.rebuild()

    assert PIPELINES.by_id(world.connection, made.id) == made


def test_events_of_stored_rows_are_not_read_with_the_lineage(world: World) -> None:
    pipelines.register(world.connection, PipelineSpec("orders", "etl", None, None, {}), NOW)

    world.rebuild()

    assert world.rows("select count(*) from quarantine") == [(0,)]
    assert world.rows("select position from pipeline_state") == [(0,)]


def test_a_rebuild_makes_a_store_of_older_rules_one_of_todays(world: World) -> None:
    world.take([run_event("r", "COMPLETE", "09:00", outputs=("orders",))])
    world.connection.execute("update pipeline_state set rules = 0, analyser = 0")
    assert rules.is_outdated(world.connection)
    world.rebuild()
    assert rules.made_by(world.connection) == CURRENT


def test_a_rebuild_that_breaks_off_leaves_the_old_rows_and_their_version(world: World) -> None:
    world.take([run_event("r", "COMPLETE", "09:00", outputs=("orders",))])
    world.connection.execute("update pipeline_state set rules = 0")
    before = served(world.connection)

    def fail(done: int, _total: int) -> None:
        if done:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        rebuild(world.pipeline, 1000, fail)
    assert rules.is_outdated(world.connection)
    assert served(world.connection) == before
