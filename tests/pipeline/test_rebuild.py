"""A rebuild, beyond what the laws say of it."""

from datetime import UTC, datetime

import pytest

from headwater.facts.rules import CURRENT
from headwater.pipeline.rebuild import rebuild
from headwater.questions.incidents.acts import (
    CauseCorrection,
    IncidentAct,
    IncidentAssignment,
    acknowledge_incident,
    assign_incident,
    correct_cause,
)
from headwater.questions.incidents.subscriptions import SubscriptionRequest, subscribe
from headwater.questions.live_graph import FixedGraph
from headwater.questions.pipelines import pipelines
from headwater.questions.pipelines.pipelines import PipelineSpec
from headwater.questions.reading import Writing
from headwater.store import rules
from headwater.store.queries.pipelines.pipelines import PIPELINES
from headwater.store.snapshots import loaded, repeatable_read
from tests.builders import run_event
from tests.pipeline.conftest import World
from tests.pipeline.served import served
from tests.questions.incidents.conftest import dropped, failed_load, look
from tests.questions.investigation.conftest import weeks

pytestmark = pytest.mark.spark

NOW = datetime(2026, 4, 20, tzinfo=UTC)


def test_rows_that_requests_wrote_and_somebody_lost_are_put_back(world: World) -> None:
    new = PipelineSpec("orders", "etl", None, "150", {"timely_number": 6, "timely_datepart": "hour"})
    made = pipelines.register(world.connection, new, NOW).pipeline
    world.connection.execute("delete from pipeline; delete from pipeline_type")

    world.rebuild()

    assert PIPELINES.by_id(world.connection, made.id) == made


def test_incidents_come_back_with_all_that_was_done_about_them(world: World) -> None:
    """With their numbers; what is served beside them is derived anew, and opens no incident again."""
    world.take([*weeks()], [dropped(), *failed_load()])
    look(world.connection)
    with repeatable_read(world.connection):
        snapshot = loaded(world.connection, None)
    writing = Writing(world.connection, FixedGraph(snapshot), clock=lambda: NOW)
    acknowledge_incident(writing, 1, IncidentAct(by="tom.ops", text="on it"))
    assign_incident(writing, 1, IncidentAssignment(by="tom.ops", to="sam.lead"))
    correct_cause(writing, 1, CauseCorrection(by="sam.lead", why="seen", asset="orders", says="a bad file"))
    subscribe(writing, SubscriptionRequest(by="lena", asset="daily", channel="finance"))
    tables = ("incident", "incident_explanation", "incident_activity", "subscription")
    before = {table: world.rows(f"select to_jsonb(one) from {table} as one order by id") for table in tables}
    assert [len(before[table]) for table in tables] == [1, 1, 4, 1]

    world.connection.execute(f"truncate {', '.join(tables)}")
    world.rebuild()
    look(world.connection)

    for table in tables:
        assert world.rows(f"select to_jsonb(one) from {table} as one order by id") == before[table]


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
