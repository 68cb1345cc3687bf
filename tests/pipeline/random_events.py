"""Random but plausible histories: few jobs, runs and datasets, so that events meet each other."""

from typing import Any

from hypothesis import strategies as st

from tests.builders import column_lineage, dataset, dataset_event, job_event, run_event, schema

JOBS = st.sampled_from(["load", "clean", "report"])
RUNS = st.integers(0, 5)
NAMES = st.sampled_from(["raw", "orders", "daily", "s3/orders", "s3/export"])
MINUTES = st.integers(0, 90)
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
    "custom_thing": st.sampled_from([{"x": 1}, {"x": 2}]),
    "dataQualityAssertions": st.sampled_from(
        [{"assertions": [{"assertion": "not_null", "column": "id", "success": True}]}]
    ),
}

JOB_FACETS = st.fixed_dictionaries(
    {},
    optional={
        "jobType": st.sampled_from([{"processingType": "STREAMING"}, {"processingType": "BATCH"}]),
        "sql": st.just({"query": "select 1"}),
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
    job, number = draw(JOBS), draw(RUNS)
    parent = {"run": {"runId": "parent"}, "job": {"namespace": "tests", "name": "dag"}}
    return run_event(
        f"{job}-{number}",
        draw(KINDS),
        draw(MINUTES),
        job=job,
        inputs=tuple(draw(st.lists(datasets(), max_size=2))),
        outputs=tuple(draw(st.lists(datasets(), max_size=2))),
        run_facets=draw(
            st.sampled_from([{}, {"parent": parent}, {"parent": "nonsense"}, {"mine": {"y": 1}}])
        ),
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
