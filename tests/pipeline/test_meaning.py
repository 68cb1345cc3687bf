"""What events come to mean: runs, schema versions, aliases, owners and tags, assertions, statistics."""

from datetime import UTC, datetime
from typing import Any

import pytest

from headwater.facts.budgets import NAME
from tests.builders import at, column_lineage, dataset, dataset_event, job_event, run_event, run_id, schema
from tests.pipeline.conftest import World
from tests.pipeline.served import served

pytestmark = pytest.mark.spark

RUN = "select state, started_at, ended_at from runs where run_id = %s"


def test_a_late_heartbeat_does_not_reopen_a_run(world: World) -> None:
    world.take(
        [run_event("r", "COMPLETE", "09:30")],
        [run_event("r", "RUNNING", "09:40")],
        [run_event("r", "START", "09:00")],
    )

    assert world.rows(RUN, run_id("r")) == [("COMPLETE", at("09:00"), at("09:30"))]


def test_the_latest_terminal_state_wins(world: World) -> None:
    world.take([run_event("r", "COMPLETE", "09:30")], [run_event("r", "FAIL", "09:20")])

    assert world.rows(RUN, run_id("r")) == [("COMPLETE", None, at("09:30"))]


def test_a_child_makes_its_parent_and_root_known(world: World) -> None:
    parent = {
        "run": {"runId": run_id("task")},
        "job": {"namespace": "airflow", "name": "dag.task"},
        "root": {"run": {"runId": run_id("dag")}, "job": {"namespace": "airflow", "name": "dag"}},
    }
    world.take([run_event("child", "START", 0, run_facets={"parent": parent})])

    found = world.rows(
        """
        select nodes.name, runs.state from runs join nodes on nodes.key = stub_job_key order by nodes.name
        """
    )
    assert found == [("dag", "UNKNOWN"), ("dag.task", "UNKNOWN")]
    assert [
        str(value)
        for value in world.rows("select parent_run_id, root_run_id from runs where job_id is not null")[0]
    ] == [
        run_id("task"),
        run_id("dag"),
    ]


def test_a_schema_version_begins_where_a_sighting_differs(world: World) -> None:
    one, two = schema("id int"), schema("id int", "email text")
    sightings = [(0, one), (10, two), (5, one), (20, one), (15, two)]
    world.take(*([dataset_event("a", minute, schema=facet)] for minute, facet in sightings))

    versions = world.rows(
        "select valid_from, nullif(valid_to, 'infinity'), jsonb_array_length(fields) "
        "from schema_versions join schemas using (hash) order by 1"
    )
    assert versions == [(at(0), at(10), 1), (at(10), at(20), 2), (at(20), None, 1)]


def test_a_better_description_is_not_another_schema(world: World) -> None:
    described = {"fields": [{"name": "id", "type": "int", "description": "the key"}]}
    world.take([dataset_event("a", 0, schema=schema("id int"))], [dataset_event("a", 5, schema=described)])

    assert world.rows("select count(*) from schema_versions") == [(1,)]


CANONICAL = """
select nodes.namespace || '/' || nodes.name, speaker.namespace || '/' || speaker.name
from nodes join nodes as speaker on speaker.id = nodes.canonical_id
where nodes.kind = 'dataset' order by 1
"""


def test_a_symlink_makes_an_alias_of_one_node(world: World) -> None:
    symlinks = {"identifiers": [{"namespace": "hive", "name": "sales", "type": "TABLE"}]}
    world.take(
        [run_event("r", "COMPLETE", 0, inputs=("hive/sales",))],
        [dataset_event("s3/sales", 5, symlinks=symlinks)],
    )

    assert world.rows(CANONICAL) == [("hive/sales", "s3/sales"), ("s3/sales", "s3/sales")]


def test_renames_follow_each_other_to_the_newest_name(world: World) -> None:
    def renamed(before: str) -> dict[str, Any]:
        previous = {"namespace": "w", "name": before}
        return {"lifecycleStateChange": {"lifecycleStateChange": "RENAME", "previousIdentifier": previous}}

    world.take([dataset_event("w/c", 10, **renamed("b"))], [dataset_event("w/b", 5, **renamed("a"))])

    assert world.rows(CANONICAL) == [("w/a", "w/c"), ("w/b", "w/c"), ("w/c", "w/c")]


def test_a_column_of_an_alias_is_the_column_of_its_dataset(world: World) -> None:
    symlinks = {"identifiers": [{"namespace": "hive", "name": "sales", "type": "TABLE"}]}
    world.take(
        [dataset_event("hive/sales", 0, schema=schema("id int", "old text"))],
        [dataset_event("s3/sales", 5, symlinks=symlinks, schema=schema("id int"))],
    )

    same = world.rows(
        """
        select nodes.namespace || '#' || nodes.field, same.namespace || '#' || same.field
        from nodes join nodes as same on same.id = nodes.canonical_id where nodes.kind = 'column' order by 1
        """
    )
    assert same == [("hive#id", "s3#id"), ("hive#old", "hive#old"), ("s3#id", "s3#id")]


def test_owners_tags_and_documentation_stand_on_the_node(world: World) -> None:
    tags = {
        "tags": [
            {"key": "tier", "value": "Tier1"},
            {"key": "pii", "value": "true"},
            {"key": "x", "field": "id"},
        ]
    }
    ownership = {"owners": [{"name": "kira", "type": "OWNER"}]}
    world.take(
        [dataset_event("a", 0, tags=tags, ownership=ownership, documentation={"description": "All sales."})]
    )

    found = world.rows("select owners, tags, description from nodes where kind = 'dataset'")
    assert found == [(["kira"], ["pii", "tier:Tier1"], "All sales.")]


def test_a_deleted_facet_is_gone_and_an_older_one_does_not_bring_it_back(world: World) -> None:
    world.take(
        [dataset_event("a", 5, documentation={"_deleted": True})],
        [dataset_event("a", 0, documentation={"description": "old"})],
    )

    assert world.rows("select value from facets") == [(None,)]
    assert world.rows("select description from nodes where kind = 'dataset'") == [(None,)]


def test_an_unknown_facet_stays_as_it_came(world: World) -> None:
    strange = {"_producer": "x", "deep": {"list": [1, 2.5, None, "é\u0001"]}}
    world.take([job_event("j", 0, facets={"acme_thing": strange})])

    assert world.rows("select name, value from facets") == [("acme_thing", strange)]


def test_indirect_dependencies_of_all_columns_belong_to_the_dataset(world: World) -> None:
    lineage = column_lineage(x="a.x:IDENTITY a.day:FILTER", y="a.y:AGGREGATION a.day:FILTER a.z:SORT")
    world.take([run_event("r", "COMPLETE", 0, inputs=("a",), outputs=(dataset("b", columnLineage=lineage),))])

    found = world.rows(
        """
        select edges.kind, source.field, target.field, subtype
        from edges join nodes source on source.id = source_id join nodes target on target.id = target_id
        where edges.kind >= 3 order by 1, 2
        """
    )
    assert found == [
        (3, "x", "x", "IDENTITY"),
        (3, "y", "y", "AGGREGATION"),
        (4, "z", "y", "SORT"),
        (5, "day", "", "FILTER"),
    ]


def test_the_same_assertion_in_two_places_counts_once(world: World) -> None:
    facet = {"assertions": [{"assertion": "not_null", "column": "id", "success": False, "severity": "error"}]}
    tested = dataset("a", dataQualityAssertions=facet) | {"inputFacets": {"dataQualityAssertions": facet}}
    world.take([run_event("r", "COMPLETE", 0, inputs=(tested,))])

    assert world.rows("select name, field, success, severity from assertions") == [
        ("not_null", "id", False, "error")
    ]


def test_statistics_hang_on_the_run_and_the_dataset(world: World) -> None:
    written = dataset("a") | {"outputFacets": {"outputStatistics": {"rowCount": 7, "size": 700}}}
    world.take([run_event("r", "COMPLETE", 0, outputs=(written,))])

    assert world.rows("select direction, name, value from run_io_facets") == [
        ("output", "outputStatistics", {"rowCount": 7, "size": 700})
    ]


def test_what_cannot_be_read_is_quarantined_and_the_rest_of_the_event_counts(world: World) -> None:
    broken = dataset("b", columnLineage={"fields": [1]})
    world.take([run_event("r", "COMPLETE", 0, inputs=("a",), outputs=(broken,))])

    [(part, reason)] = world.rows("select part, reason from quarantine")
    assert part == "outputs[0].facets.columnLineage.fields"
    assert reason == "must be an object, not an array"
    assert world.rows("select count(*) from edges") == [(2,)]


def test_a_name_up_to_its_budget_is_kept_and_a_longer_one_set_aside(world: World) -> None:
    name = "x" * NAME.limit
    world.take([run_event("r", "COMPLETE", 0, job=name, inputs=(name, name + "y"))])

    assert world.rows("select length(name) from nodes") == [(NAME.limit,), (NAME.limit,)]
    assert world.rows("select part from quarantine") == [("inputs[1].name",)]


def test_a_number_that_postgresql_refuses_costs_no_more_than_itself(world: World) -> None:
    """One beyond its range, although JSON allows it."""
    world.send(dataset_event("good", 1), dataset_event("bad", 0, mine={"number": "1e999999", "x": 1}))
    world.connection.execute(
        """update events set body = replace(body, '"1e999999"', '1e999999') where body like '%1e999999%'"""
    )
    world.digest()

    assert world.rows("select name from nodes order by name") == [("bad",), ("good",)]
    assert world.rows("select value from facets") == [({"number": None, "x": 1},)]
    [(part, reason)] = world.rows("select part, reason from quarantine")
    assert (part, reason) == ("dataset.facets.mine", "a number that is too large is read as null")


def test_a_number_that_is_too_small_for_postgresql_costs_no_more_than_itself(world: World) -> None:
    world.send(dataset_event("bad", 0, mine={"number": "1e-999999", "x": 1}))
    world.connection.execute("""update events set body = replace(body, '"1e-999999"', '1e-999999')""")
    world.digest()

    assert world.rows("select value from facets") == [({"number": 0, "x": 1},)]
    assert world.rows("select part, reason from quarantine") == [
        ("dataset.facets.mine", "a number that is too small is read as 0")
    ]


def test_a_run_without_a_job_is_a_run_and_an_event_that_names_one_later_gives_it(world: World) -> None:
    nameless = run_event("r", "COMPLETE", 5, inputs=("a",), outputs=("b",)) | {"job": None}
    world.take([nameless])
    assert world.rows("select state, job_id from runs") == [("COMPLETE", None)]
    assert world.rows("select count(*) from nodes where kind = 'job'") == [(0,)]

    world.take([run_event("r", "START", 0, job="daily")], [nameless | {"eventType": "OTHER"}])
    assert world.rows("select state, name from runs join nodes on id = job_id") == [("COMPLETE", "daily")]


def test_an_event_of_a_run_without_its_run_declares_nothing(world: World) -> None:
    lost = run_event("r", "COMPLETE", 0, inputs=("a",), outputs=("b",))
    del lost["run"]
    world.take([lost])
    assert world.rows("select count(*) from edges") == [(0,)]
    assert world.rows("select part from quarantine") == [("run",)]
    assert world.rows("select name from nodes order by name") == [("a",), ("b",), ("daily",)]


def test_an_event_dated_far_ahead_counts_from_its_receipt_and_says_so(world: World) -> None:
    ahead = dataset_event("a", 0, documentation={"description": "of another age"})
    world.take([ahead | {"eventTime": "2999-01-01T00:00:00Z"}])
    now = datetime.now(UTC).isoformat()
    world.take([dataset_event("a", 0, documentation={"description": "of today"}) | {"eventTime": now}])

    assert world.rows("select description from nodes where name = 'a'") == [("of today",)]
    assert world.rows("select extract(year from max(last_seen)) > 2900 from nodes") == [(False,)]
    [(part, reason)] = world.rows("select part, reason from quarantine")
    assert part == "eventTime"
    assert reason.startswith("2999-01-01T00:00:00.000Z lies too far ahead; the event counts from ")
    streamed = served(world.connection)
    world.rebuild()
    assert served(world.connection) == streamed
