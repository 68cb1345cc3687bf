"""The lineage the history tells: true to the schemas of its day, and to the SQL beside it."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from tests.demo.conftest import Event, RunEvents

from headwater.demo.loader import load_shopflow
from headwater.demo.notation import writes

SHOPFLOW = load_shopflow()
ORDERS = ("ecommerce_warehouse", "shopflow.sales.orders")


def name(dataset: Event) -> tuple[str, str]:
    return dataset["namespace"], dataset["name"]


def input_fields(lineage: Event) -> Iterator[tuple[str, Event]]:
    yield from (("*", source) for source in lineage["dataset"])
    for column, entry in lineage["fields"].items():
        yield from ((column, source) for source in entry["inputFields"])


def lineages(event: Event) -> Iterator[tuple[Event, Event]]:
    for dataset in event.get("outputs", []):
        if "columnLineage" in dataset["facets"]:
            yield dataset, dataset["facets"]["columnLineage"]


def all_datasets(event: Event) -> list[Event]:
    return [d for d in [*event.get("inputs", []), *event.get("outputs", []), event.get("dataset")] if d]


def test_column_lineage_names_only_columns_that_exist_at_the_time(events: list[Event]) -> None:
    known = {}
    for event in events:
        for dataset in all_datasets(event):
            if "schema" in dataset["facets"]:
                known[name(dataset)] = {field["name"] for field in dataset["facets"]["schema"]["fields"]}
        for output, lineage in lineages(event):
            for column, source in input_fields(lineage):
                assert column in known[name(output)] | {"*"}
                assert source["field"] in known[name(source)]


def test_a_run_reads_exactly_what_its_lineage_names(events: list[Event]) -> None:
    for event in events:
        named = {name(source) for _, lineage in lineages(event) for _, source in input_fields(lineage)}
        assert not named or named == {name(dataset) for dataset in event["inputs"]}


def column_edges(events: list[Event]) -> Any:
    edges: defaultdict[Any, set[Any]] = defaultdict(set)
    for event in events:
        for output, lineage in lineages(event):
            for column, source in input_fields(lineage):
                edges[(*name(source), source["field"])].add((*name(output), column))
    return edges


def test_twelve_assets_lie_downstream_of_amount_usd(events: list[Event]) -> None:
    edges, todo = column_edges(events), [(*ORDERS, "amount_usd")]
    seen: set[Any] = set()
    while todo:
        fresh = edges[todo.pop()] - seen
        seen |= fresh
        todo += fresh
    assert {dataset.removeprefix("shopflow.") for _, dataset, _ in seen} == {
        "marts.fct_revenue",
        "marts.customer_ltv",
        "marts.executive_kpis",
        "marketing.campaign_roi",
        "marketing.channel_revenue",
        "marketing.customer_segments",
        "finance.daily_revenue",
        "finance.monthly_close",
        "revenue_overview",
        "executive_summary",
        "customer_health",
        "campaign_performance",
    }


def test_every_kind_of_transformation_occurs(events: list[Event]) -> None:
    steps = [
        step
        for event in events
        for _, lineage in lineages(event)
        for _, source in input_fields(lineage)
        for step in source["transformations"]
    ]
    assert {(step["type"], step["subtype"]) for step in steps} == {
        ("DIRECT", "IDENTITY"),
        ("DIRECT", "TRANSFORMATION"),
        ("DIRECT", "AGGREGATION"),
        ("INDIRECT", "JOIN"),
        ("INDIRECT", "FILTER"),
        ("INDIRECT", "GROUP_BY"),
        ("INDIRECT", "CONDITIONAL"),
    }


def test_the_hashed_email_is_marked_as_masked(run_events: RunEvents) -> None:
    end = run_events("stage_customers", "COMPLETE")[0]
    fields = end["outputs"][0]["facets"]["columnLineage"]["fields"]
    (hashed,) = fields["email_sha256"]["inputFields"]
    (plain,) = fields["email"]["inputFields"]
    assert hashed["field"] == plain["field"] == "email"
    assert (hashed["transformations"][0]["masking"], plain["transformations"][0]["masking"]) == (True, False)


@pytest.mark.parametrize("job", SHOPFLOW.jobs, ids=lambda job: job.id.name)
def test_the_sql_of_a_job_names_what_its_lineage_names(job: Any) -> None:
    for key in job.inputs:
        assert SHOPFLOW.datasets[key].sql_name in job.sql
    for output in job.outputs:
        assert all(edge.field in job.sql for edge in output.edges)
        declared = {edge.column for edge in output.edges} - {"*"}
        assert all(column in job.sql for column in declared)
        assert declared == {column.name for column in SHOPFLOW.datasets[output.dataset].columns}


def test_an_unknown_verb_is_refused() -> None:
    with pytest.raises(ValueError, match="`guess`"):
        writes("sales.orders", "amount_usd guess o.amount", {"o": "staging.stg_orders"})
