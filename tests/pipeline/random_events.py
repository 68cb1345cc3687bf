"""Random but plausible histories: few jobs, runs and datasets, so that events meet each other."""

from typing import Any

from hypothesis import strategies as st

from tests.builders import (
    acknowledgement,
    at,
    column_lineage,
    dataset,
    dataset_event,
    job_event,
    query,
    response,
    result,
    run_event,
    schema,
    signal,
)


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
# Few enough that several events share an instant, and some of them the one of many others.
MINUTES = st.one_of(st.integers(0, 40), st.integers(18, 19))
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
    # What events of one instant say may be more, as much, less or nothing.
    "documentation": st.sampled_from(
        [
            {"description": "one"},
            {"description": "two"},
            {"description": "one", "contentType": "text/plain"},
            {"_deleted": True},
        ]
    ),
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
            {
                "type": "table",
                "owner": "kira",
                "tier": "2",
                "domain": "shop",
                "columns": [{"name": "email", "is_pii": True}],
            },
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
    "custom_thing": st.sampled_from([{"x": 1}, {"x": 2}, {"x": 2, "y": [None, "", 0]}, "x", []]),
    "headwater_signal": st.sampled_from(
        [{"text": "red", "severity": "Error", "author": "sam"}, {"text": "red"}, {"author": "sam"}]
    ),
    "dataQualityAssertions": st.sampled_from(
        [
            {"assertions": [{"assertion": "not_null", "column": "id", "success": True}]},
            {"assertions": [{"assertion": "not_null", "column": "id", "success": False}]},
            {"assertions": [{"assertion": "not_null", "column": "id", "success": True, "actual": 0}]},
        ]
    ),
}

JOB_FACETS = st.fixed_dictionaries(
    {},
    optional={
        "jobType": st.sampled_from(
            [
                {"processingType": "STREAMING"},
                {"processingType": "BATCH"},
                {"processingType": "BATCH", "jobType": "QUERY"},
                {"processingType": "BATCH", "jobType": "query"},
            ]
        ),
        "sourceCodeLocation": st.sampled_from(
            [
                {"version": "a1", "url": "x"},
                {"version": "b2", "pullRequestNumber": "7"},
                {"version": 7},
            ]
        ),
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
    rooted = parent | {"root": {"run": {"runId": "root"}, "job": {"namespace": "tests", "name": "dag"}}}
    run_facets = [
        {},
        {"parent": parent},
        {"parent": rooted},
        {"parentRun": parent},
        {"parent": "nonsense"},
        {"mine": {"y": 1}},
    ]
    run_facets += [{"headwater_query": {"user": user, "rows": 3, "count": 4}} for user in ("kira", "sam")]
    event = run_event(
        run,
        draw(KINDS),
        draw(MINUTES),
        job=job,
        inputs=tuple(draw(st.lists(datasets(), max_size=2))),
        outputs=tuple(draw(st.lists(datasets(), max_size=2))),
        run_facets=draw(st.sampled_from(run_facets)),
        job_facets=draw(JOB_FACETS),
    )
    # Most events are whole; some lack the job or the run, or have one that can't be used.
    lacking = draw(st.sampled_from([*[None] * 8, "job", "run", "job.name"]))
    if lacking == "job.name":
        event["job"]["name"] = ""
    elif lacking is not None:
        del event[lacking]
    return event


@st.composite
def static_events(draw: st.DrawFn) -> dict[str, Any]:
    facets = draw(st.fixed_dictionaries({}, optional=FACETS))
    if draw(st.booleans()):
        return dataset_event(draw(NAMES), draw(MINUTES), **facets)
    sides = draw(st.sampled_from([{}, {"inputs": ["raw"], "outputs": ["orders"]}, {"inputs": ["orders"]}]))
    return job_event(draw(JOBS), draw(MINUTES), **sides)


@st.composite
def queries(draw: st.DrawFn) -> dict[str, Any]:
    text = draw(
        st.sampled_from(
            [
                "select id from raw where day = '2026-04-20'",
                "SELECT id\nFROM raw WHERE day = '2026-04-21'",
                "insert into orders select * from raw",
                "select count(*) from lost",
                "selec",
            ]
        )
    )
    more: dict[str, st.SearchStrategy[Any]] = {
        "user": st.sampled_from(["kira", "sam", None]),
        "count": st.integers(1, 3),
        "duration_ms": st.sampled_from([0.1, 0.2, 1000]),
        "dashboard": st.just("weekly"),
        "job": st.just("load"),
        "schema": st.sampled_from(["warehouse", "Warehouse"]),
        "tags": st.just(["b", "a", "b"]),
    }
    # Hours that lie on two days.
    return query(text, draw(st.integers(1400, 1480)), **draw(st.fixed_dictionaries({}, optional=more)))


@st.composite
def reports(draw: st.DrawFn) -> dict[str, Any]:
    """Signals and results of tests; some of the latter are those that a facet brings as well."""
    name, clock = draw(NAMES), draw(MINUTES)
    if draw(st.booleans()):
        severity: dict[str, Any] = draw(st.sampled_from([{}, {"severity": "warning"}]))
        return signal(name, draw(st.sampled_from(["red", "green"])), clock, **severity)
    more: dict[str, Any] = draw(
        st.sampled_from([{}, {"column": "id"}, {"column": "id", "actual": 3, "message": "nulls"}])
    )
    return result(name, draw(st.sampled_from(["not_null", "fresh"])), draw(st.booleans()), clock, **more)


@st.composite
def responses(draw: st.DrawFn) -> dict[str, Any]:
    """What few people say of few findings, often in one instant."""
    clock, by = draw(st.integers(0, 3)), draw(st.sampled_from(["kira", "sam"]))
    why, simulation = draw(st.sampled_from(["", "known"])), draw(st.integers(1, 2))
    if draw(st.booleans()):
        findings = draw(st.lists(st.sampled_from(["a" * 32, "b" * 32]), min_size=1, unique=True))
        said = {"findings": findings, "until": at(draw(st.integers(0, 2)))}
        return acknowledgement(clock, simulation=simulation, by=by, why=why, **said)
    verdict = draw(st.sampled_from(["accept", "object"]))
    return response(clock, simulation=simulation, consumer=by, verdict=verdict, by=by, why=why)


histories = st.lists(
    st.one_of(run_events(), run_events(), run_events(), static_events(), queries(), reports(), responses()),
    min_size=8,
    max_size=40,
)
