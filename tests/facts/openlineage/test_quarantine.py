"""What can't be read costs no more than itself, and is said."""

import json
from typing import Any

import pytest

from headwater.facts import Fact, read_event
from headwater.model.events import EventKind, LogEntry
from tests.builders import column_lineage, dataset, run_event, schema
from tests.facts.openlineage.readable import readable

EVENT_ID = "0" * 32


def facts(body: str, kind: str = EventKind.RUN) -> list[Fact]:
    return read_event(LogEntry(7, EVENT_ID, 0, kind, body))


def described(body: Any) -> dict[str, Any]:
    return readable(facts(body if isinstance(body, str) else json.dumps(body)))


@pytest.mark.parametrize(
    "body", ["nonsense", "[]", "7", "{}", '{"run": 7}', '{"run": {}, "job": {}}', "[" * 100_000]
)
def test_a_body_that_is_no_event_is_quarantined_as_a_whole(body: str) -> None:
    [fact] = facts(body)
    assert (fact.kind, fact.name, fact.label) == ("quarantine", "", "7")
    assert fact.value


# Each with the part of it that is set aside.
MALFORMED: dict[str, list[tuple[Any, str]]] = {
    "schema": [
        ({"fields": 7}, ".fields"),
        ({"fields": [{"type": "int"}]}, ".fields[0].name"),
        ({"fields": [[]]}, ".fields[0]"),
        ("text", ""),
        ([], ""),
    ],
    "columnLineage": [
        ({"fields": {"a": []}}, ".fields.a"),
        ({"fields": {"a": {"inputFields": [{"name": "x"}]}}}, ".fields.a.inputFields[0].namespace"),
        (7, ""),
    ],
    "symlinks": [
        ({"identifiers": [{"namespace": 1, "name": []}]}, ".identifiers[0].namespace"),
        ("text", ""),
    ],
    "lifecycleStateChange": [
        ({}, ".lifecycleStateChange"),
        ({"lifecycleStateChange": []}, ".lifecycleStateChange"),
        ("DROP", ""),
    ],
    "dataQualityAssertions": [
        ({"assertions": [{"success": True}]}, ".assertions[0].assertion"),
        ({"assertions": {}}, ".assertions"),
    ],
}


@pytest.mark.parametrize(
    ("facet", "value", "part"), [(name, *case) for name, cases in MALFORMED.items() for case in cases]
)
def test_a_malformed_facet_is_named_and_everything_else_stays(facet: str, value: Any, part: str) -> None:
    broken = dataset(
        "daily", **{"schema": schema("id int"), "documentation": {"description": "d"}, facet: value}
    )
    event = run_event("r", "COMPLETE", 0, inputs=("orders",), outputs=(broken,))

    said = described(event)

    assert said["quarantine"] == [f"outputs[0].facets.{facet}{part}"]
    assert "WRITES job tests/daily -> warehouse/daily (inputs_outputs)" in said["edges"]
    assert "READS warehouse/orders -> job tests/daily (inputs_outputs)" in said["edges"]
    assert said["facets"] == sorted(f"warehouse/daily {name}" for name in {facet, "schema", "documentation"})
    assert len(said["schemas"]) == (0 if facet == "schema" else 1)


@pytest.mark.parametrize(("value", "part"), [("text", ""), ({"run": {}}, ".run.runId"), ([], "")])
def test_a_malformed_parent_leaves_the_run(value: Any, part: str) -> None:
    said = described(run_event("r", "START", 0, run_facets={"parent": value, "mine": {"x": 1}}))
    assert said["quarantine"] == [f"run.facets.parent{part}"]
    assert (len(said["runs"]), said["parents"], said["run_facets"]) == (1, [], ["mine", "parent"])


def test_a_parent_whose_job_has_no_name_is_still_the_parent() -> None:
    parent = {"run": {"runId": "p"}, "job": {"namespace": "n", "name": ""}}
    said = described(run_event("r", "START", 0, run_facets={"parent": parent}))
    assert said["quarantine"] == ["run.facets.parent.job.name"]
    assert (len(said["parents"]), said["stubs"]) == (1, [])


def test_a_malformed_lineage_facet_leaves_inputs_and_outputs_and_column_lineage() -> None:
    outputs = (dataset("daily", columnLineage=column_lineage(id="orders.id:IDENTITY")),)
    event = run_event("r", "COMPLETE", 0, outputs=outputs, job_facets={"lineage": {"entries": "x"}})
    said = described(event)
    assert said["quarantine"] == ["job.facets.lineage.entries"]
    assert said["edges"] == [
        "COLUMN warehouse/orders#id -> warehouse/daily#id (column_facet, IDENTITY)",
        "FEEDS warehouse/orders -> warehouse/daily (column_facet)",
        "WRITES job tests/daily -> warehouse/daily (inputs_outputs)",
    ]


def test_one_malformed_facet_is_one_problem_however_many_rules_read_it() -> None:
    broken = dataset("daily", lifecycleStateChange="DROP")
    said = described(run_event("r", "COMPLETE", 0, outputs=(broken,)))
    assert said["quarantine"] == ["outputs[0].facets.lifecycleStateChange"]


def test_a_number_beyond_64_bits_in_a_facet_costs_nothing_else() -> None:
    said = described(run_event("r", "COMPLETE", 0, outputs=(dataset("daily", custom={"n": 10**40}),)))
    assert (said["quarantine"], said["facets"]) == ([], ["warehouse/daily custom"])


def test_reasons_are_kept_short() -> None:
    broken = dataset("daily", schema={"fields": [{"name": {"x" * 5000: 1}}]})
    found = facts(json.dumps(run_event("r", "COMPLETE", 0, outputs=(broken,))))
    assert all(len(fact.value or "") <= 500 for fact in found if fact.kind == "quarantine")


def test_an_event_of_a_kind_without_a_reader_is_quarantined_with_that_reason() -> None:
    [fact] = facts(json.dumps(run_event("r", "COMPLETE", 0)), kind="weather_report")
    assert (fact.kind, fact.name) == ("quarantine", "")
    assert fact.value == "no reader for events of kind `weather_report`"
