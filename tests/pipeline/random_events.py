"""Random but plausible histories: few jobs, runs and datasets, so that events meet each other."""

from typing import Any

from hypothesis import strategies as st

from tests.builders import column_lineage, dataset, dataset_event, job_event, run_event, schema


def declared_edge(source: str, target: str, how: str = "direct", **more: Any) -> dict[str, Any]:
    """An edge as the catalog declares it; `raw#id` is a column."""
    if "pipeline" in more:
        more["pipeline"] = {"namespace": "tests", "name": more["pipeline"]}
    return {"source": _end(source), "target": _end(target), "transformation_type": how, **more}


def _end(name: str) -> dict[str, Any]:
    table, _, field = name.partition("#")
    return {"namespace": "warehouse", "name": table, "kind": "dataset", "field": field or None}


JOBS = st.sampled_from(["load", "clean", "report"])
RUNS = st.integers(0, 5)
# Some producers start a run as one job and end it as another, or reuse an id in another namespace.
SHARED_RUNS = st.sampled_from(["shared-1", "shared-2"])
NAMES = st.sampled_from(["raw", "orders", "daily", "s3/orders", "s3/export"])
# Few enough that several events share an instant.
MINUTES = st.integers(0, 40)
KINDS = st.sampled_from(["START", "RUNNING", "COMPLETE", "COMPLETE", "FAIL", "ABORT", "OTHER", None])

FACETS: dict[str, st.SearchStrategy[Any]] = {
    "schema": st.sampled_from(
        [schema("id int"), schema("id int", "email text"), schema("id bigint"), {"fields": 7}]
    ),
    "columnLineage": st.sampled_from(
        [
            column_lineage(id="raw.id:IDENTITY", email="raw.id:IDENTITY raw.day:FILTER"),
            column_lineage(id="orders.id:AGGREGATION orders.day:FILTER"),
            {"fields": None},
        ]
    ),
    "ownership": st.sampled_from([{"owners": [{"name": "kira"}]}, {"owners": [{"name": "sam"}]}]),
    "documentation": st.sampled_from([{"description": "one"}, {"_deleted": True}]),
    "symlinks": st.sampled_from([{"identifiers": [{"namespace": "s3", "name": "orders", "type": "TABLE"}]}]),
    "lifecycleStateChange": st.sampled_from(
        [
            {"lifecycleStateChange": "DROP"},
            {"lifecycleStateChange": "RENAME", "previousIdentifier": {"namespace": "s3", "name": "export"}},
        ]
    ),
    "tags": st.sampled_from(
        [
            {"tags": [{"key": "pii", "field": "email"}, {"key": "tier", "value": "Tier1"}]},
            {"tags": [{"key": "classification", "value": "restricted", "field": "id"}]},
        ]
    ),
    "headwater_asset": st.sampled_from(
        [
            {"type": "table", "owner": "kira", "tier": "2", "columns": [{"name": "email", "is_pii": True}]},
            {"type": "view", "tags": ["gold"], "columns": [{"name": "id", "classification": "public"}]},
        ]
    ),
    "headwater_edges": st.sampled_from(
        [
            {"edges": [declared_edge("raw#id", "orders#id")]},
            {"edges": [declared_edge("raw#id", "orders#id", "aggregation", confidence=0.5)]},
            {"edges": [declared_edge("raw#id", "orders#id", removed=True)]},
            {"edges": [declared_edge("raw", "daily", pipeline="load"), declared_edge("orders#id", "daily")]},
        ]
    ),
    "custom_thing": st.sampled_from([{"x": 1}, {"x": 2}]),
    "dataQualityAssertions": st.sampled_from(
        [{"assertions": [{"assertion": "not_null", "column": "id", "success": True}]}]
    ),
}

JOB_FACETS = st.fixed_dictionaries(
    {},
    optional={
        "jobType": st.sampled_from([{"processingType": "STREAMING"}, {"processingType": "BATCH"}]),
        "sql": st.sampled_from(
            [
                {"query": "select 1"},
                {"query": "insert into orders select id, email from raw where day = '2026-04-20'"},
                {"query": "insert into orders select * from raw"},
                {"query": "create table daily as select o.id, lost.x from orders o join lost using (id)"},
                {"query": "insert into nowhere selec"},
            ]
        ),
        "lineage": st.just(
            {
                "entries": [
                    {
                        "namespace": "warehouse",
                        "name": "orders",
                        "type": "DATASET",
                        "inputs": [{"namespace": "warehouse", "name": "raw", "type": "DATASET"}],
                    }
                ]
            }
        ),
    },
)


@st.composite
def datasets(draw: st.DrawFn) -> dict[str, Any]:
    facets = draw(st.fixed_dictionaries({}, optional=FACETS))
    return dataset(draw(NAMES), **facets)


@st.composite
def run_events(draw: st.DrawFn) -> dict[str, Any]:
    job = draw(JOBS)
    run = draw(st.one_of(RUNS.map(lambda number: f"{job}-{number}"), SHARED_RUNS))
    parent = {"run": {"runId": "parent"}, "job": {"namespace": "tests", "name": "dag"}}
    run_facets: list[dict[str, Any]]
    run_facets = [{}, {"parent": parent}, {"parent": "nonsense"}, {"mine": {"y": 1}}]
    return run_event(
        run,
        draw(KINDS),
        draw(MINUTES),
        job=job,
        inputs=tuple(draw(st.lists(datasets(), max_size=2))),
        outputs=tuple(draw(st.lists(datasets(), max_size=2))),
        run_facets=draw(st.sampled_from(run_facets)),
        job_facets=draw(JOB_FACETS),
    )


@st.composite
def static_events(draw: st.DrawFn) -> dict[str, Any]:
    facets = draw(st.fixed_dictionaries({}, optional=FACETS))
    if draw(st.booleans()):
        return dataset_event(draw(NAMES), draw(MINUTES), **facets)
    sides = draw(st.sampled_from([{}, {"inputs": ["raw"], "outputs": ["orders"]}, {"inputs": ["orders"]}]))
    return job_event(draw(JOBS), draw(MINUTES), **sides)


histories = st.lists(
    st.one_of(run_events(), run_events(), run_events(), static_events()), min_size=8, max_size=40
)
