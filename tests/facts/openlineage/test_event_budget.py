"""An event that is over a budget keeps what is within it, and states no more than is soon published."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from headwater.facts import Fact, read_event
from headwater.facts.budgets import DATASETS, EDGES, FACETS, PROBLEMS, SCHEMA_FIELDS, STATEMENTS
from headwater.facts.openlineage.event_budget import MORE
from headwater.model.events import EventKind, LogEntry
from tests.builders import dataset, run_event

# What datasets state by being named, and what one facet can state when it alone is over the budget.
MOST_FACTS = 4 * DATASETS.limit + FACETS.limit + 3 * EDGES.limit + PROBLEMS.limit

Event = dict[str, Any]


def facts(event: Event) -> list[Fact]:
    return read_event(LogEntry(1, "0" * 32, 0, EventKind.RUN, json.dumps(event)))


def quarantined(found: list[Fact]) -> list[str]:
    return [fact.name or "" for fact in found if fact.kind == "quarantine"]


def written(*outputs: Any, **more: Any) -> Event:
    return run_event("r", "COMPLETE", "09:00", outputs=(*outputs, "kept"), **more)


def schema(count: int, **more: Any) -> Event:
    return {"fields": [{"name": f"c{number}", **more} for number in range(count)]}


def lineage(columns: int, sources: int) -> Event:
    def inputs(of: int) -> list[Event]:
        return [{"namespace": "n", "name": f"t{of}", "field": f"c{number}"} for number in range(sources)]

    return {"fields": {f"o{number}": {"inputFields": inputs(number)} for number in range(columns)}}


def listed(name: str, element: Callable[[int], Any], count: int) -> Event:
    return {name: [element(number) for number in range(count)]}


NASTY: dict[str, Callable[[], Event]] = {
    "inputs": lambda: written(inputs=tuple(f"t{number}" for number in range(DATASETS.limit + 5))),
    "outputs": lambda: written(*(f"t{number}" for number in range(DATASETS.limit + 5))) | {"inputs": []},
    "empty names": lambda: written(inputs=tuple({"namespace": "n", "name": ""} for _ in range(2000))),
    "run facets": lambda: written(run_facets={f"f{number}": {} for number in range(FACETS.limit + 5)}),
    "schema fields": lambda: written(dataset("wide", schema=schema(SCHEMA_FIELDS.limit + 5))),
    "nested fields": lambda: written(dataset("deep", schema=schema(200, fields=schema(60)["fields"]))),
    "schemas": lambda: written(
        *(dataset(f"t{number}", schema=schema(900)) for number in range(STATEMENTS.limit // 900 + 5))
    ),
    "long names": lambda: written(
        *(dataset("x" * 1900 + str(number), schema=schema(6000)) for number in range(5))
    ),
    "column lineage": lambda: written(dataset("wide", columnLineage=lineage(170, 170))),
    "column lineage of many sources": lambda: written(
        dataset("wide", columnLineage=lineage(EDGES.limit + 5, 1))
    ),
    "column lineages": lambda: written(
        *(dataset(f"t{number}", columnLineage=lineage(90, 90)) for number in range(8))
    ),
    "symlinks": lambda: written(
        dataset(
            "t",
            symlinks=listed("identifiers", lambda number: {"namespace": "n", "name": f"s{number}"}, 2000),
        )
    ),
    "assertions": lambda: written(
        dataset(
            "t",
            dataQualityAssertions=listed(
                "assertions", lambda number: {"assertion": f"a{number}", "success": True}, 11_000
            ),
        )
    ),
    "tags": lambda: written(
        dataset(
            "t", tags=listed("tags", lambda number: {"key": "k", "value": "v", "field": f"c{number}"}, 21_000)
        )
    ),
    "owners": lambda: written(
        job_facets={"ownership": listed("owners", lambda number: {"name": f"o{number}"}, 1100)}
    ),
    "an SQL text": lambda: written(job_facets={"sql": {"query": "select a from t where " + "x" * 1_000_000}}),
    "a large facet": lambda: written(job_facets={"large": {"x": "x" * 17_000_000}}),
    "a long job name": lambda: run_event("r", "COMPLETE", "09:00", job="j" * 3000, outputs=("kept",)),
}


@pytest.mark.parametrize("kind", NASTY)
def test_what_is_over_a_budget_is_told_and_the_rest_is_kept(kind: str) -> None:
    found = facts(NASTY[kind]())
    names = {fact.name for fact in found if fact.kind == "node"}
    assert "kept" in names or kind == "outputs"
    parts = quarantined(found)
    assert parts
    assert all(parts)
    assert len(parts) <= PROBLEMS.limit + 1
    assert len(found) <= MOST_FACTS


def test_the_first_facets_are_kept_and_datasets_stay_without_theirs() -> None:
    found = facts(NASTY["schemas"]())
    columns = [fact for fact in found if fact.kind == "node" and fact.label == "column"]
    datasets = [fact for fact in found if fact.kind == "node" and fact.label == "dataset"]
    assert STATEMENTS.limit - 900 < len(columns) <= STATEMENTS.limit
    assert len(datasets) == STATEMENTS.limit // 900 + 6


def test_a_dataset_that_is_dropped_is_not_written_though_its_other_facets_are_set_aside() -> None:
    drop = dataset("gone", schema=schema(900), lifecycleStateChange={"lifecycleStateChange": "DROP"})
    full = [dataset(f"t{number}", schema=schema(900)) for number in range(STATEMENTS.limit // 900 + 1)]
    found = facts(written(*full, drop))
    assert sum(fact.kind == "edge" for fact in found) == len(full) + 1
    assert sum(fact.kind == "lifecycle" for fact in found) == 1


def test_more_problems_than_are_listed_are_counted() -> None:
    found = facts(NASTY["empty names"]())
    [more] = [fact.value for fact in found if fact.kind == "quarantine" and fact.name == MORE]
    assert more == f"{2000 - PROBLEMS.limit:,} more parts of this event are set aside"


def test_a_wide_table_of_a_real_producer_is_kept_whole() -> None:
    """Three thousand columns, each of two others, with thirty that all are filtered by."""
    shared = [
        {"namespace": "n", "name": "t", "field": f"f{number}", "transformations": [{"type": "INDIRECT"}]}
        for number in range(30)
    ]
    fields = {
        name: {"inputFields": [*output["inputFields"], *shared]}
        for name, output in lineage(3000, 2)["fields"].items()
    }
    found = facts(written(dataset("wide", schema=schema(3000), columnLineage={"fields": fields})))
    assert quarantined(found) == []
