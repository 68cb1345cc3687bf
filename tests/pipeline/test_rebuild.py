"""A rebuild, beyond what the laws say of it."""

from datetime import UTC, datetime

import pytest

from headwater.questions.pipelines import pipelines
from headwater.questions.pipelines.pipelines import PipelineSpec
from headwater.store.queries.pipelines.pipelines import PIPELINES
from tests.pipeline.conftest import World

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
