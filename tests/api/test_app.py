"""What the native routes answer."""

from collections.abc import Callable
from uuid import uuid4

from fastapi.testclient import TestClient

from headwater.model.edges import EdgeKind
from tests.world import World, day

Start = Callable[[], TestClient]


def test_datasets_are_listed_with_total_and_cursor(client: Start, world: World) -> None:
    world.dataset("a", owners=["ann"])
    world.dataset("b")
    reply = client().get("/api/v1/datasets", params={"limit": 1}).json()
    assert ([item["name"] for item in reply["items"]], reply["total"]) == (["a"], 2)
    assert reply["items"][0]["first_seen"] == "2026-04-01T00:00:00Z"
    rest = client().get("/api/v1/datasets", params={"limit": 1, "cursor": reply["next_cursor"]}).json()
    assert ([item["name"] for item in rest["items"]], rest["next_cursor"]) == (["b"], None)


def test_a_dataset_is_found_by_its_path_and_told_in_full(client: Start, world: World) -> None:
    orders = world.dataset("raw/orders.parquet", namespace="s3://lake")
    job, run = world.job("etl"), None
    run = world.run(job, day(2))
    world.writes(job, orders)
    world.facet(orders, "unheardOf", {"any": ["thing"]})
    world.schema(orders, "id bigint")
    world.assertion(orders, "not_null", False, field="id")
    world.io_facet(run, orders, "output", "outputStatistics", {"rowCount": 3})
    reply = client().get("/api/v1/datasets/s3://lake/raw/orders.parquet").json()
    assert reply["name"] == "raw/orders.parquet"
    assert reply["facets"]["unheardOf"]["value"] == {"any": ["thing"]}
    assert [column["name"] for column in reply["columns"]] == ["id"]
    assert (reply["schema_versions"]["total"], reply["schema_versions"]["items"][0]["valid_to"]) == (1, None)
    assert reply["assertions"]["items"][0]["success"] is False
    assert reply["statistics"][0]["value"] == {"rowCount": 3}
    assert [job["name"] for job in reply["producers"]["items"]] == ["etl"]
    assert reply["consumers"] == {"items": [], "total": 0}


def test_a_job_shows_its_sql_parent_and_latest_runs(client: Start, world: World) -> None:
    dag, task, orders = world.job("dag"), world.job("task"), world.dataset("orders")
    world.facet(task, "sql", {"query": "select 1"})
    world.reads(orders, task)
    parent = world.run(dag, day(1))
    run = world.run(task, day(1), parent_run_id=parent)
    reply = client().get("/api/v1/jobs/task").json()
    assert (reply["sql"], reply["parent"]["job_name"]) == ("select 1", "dag")
    assert [run_["run_id"] for run_ in reply["latest_runs"]["items"]] == [str(run)]
    assert [dataset["name"] for dataset in reply["inputs"]["items"]] == ["orders"]


def test_a_run_tells_what_it_did_and_how_it_ended(client: Start, world: World) -> None:
    job, orders, parent = world.job("etl"), world.dataset("orders"), uuid4()
    world.run(job, day(1), run_id=parent)
    run = world.run(
        job,
        day(2),
        ended_at=day(2, 1),
        end_state="FAIL",
        parent_run_id=parent,
        root_run_id=parent,
        shown=[world.reads(orders, job)],
    )
    world.run_facet(run, "errorMessage", {"message": "no such column"})
    world.run_facet(run, "nominalTime", {"nominalStartTime": "2026-04-02T00:00:00Z"})
    running = client()
    reply = running.get(f"/api/v1/runs/{run}").json()
    assert (reply["state"], reply["duration_seconds"], reply["error"]) == ("FAIL", 3600.0, "no such column")
    assert (reply["parent"]["run_id"], reply["nominal_start"]) == (str(parent), "2026-04-02T00:00:00Z")
    assert reply["inputs"] == [{"namespace": "ecommerce_warehouse", "name": "orders", "facets": {}}]
    assert running.get(f"/api/v1/runs/{parent}").json()["children"] == 1
    listed = running.get("/api/v1/runs", params={"job": "etl", "state": "fail", "since": "2026-04-02"}).json()
    assert (listed["total"], listed["items"][0]["run_id"]) == (1, str(run))


def test_lineage_names_nodes_by_ids_that_can_be_asked_for(client: Start, world: World) -> None:
    orders, job, mart = world.dataset("orders"), world.job("etl"), world.dataset("mart")
    world.reads(orders, job)
    world.writes(job, mart)
    running = client()
    reply = running.get("/api/v1/graph/downstream", params={"name": "orders", "jobs": False}).json()
    (reached,), (edge,) = reply["nodes"], reply["edges"]
    assert reached == {
        "node": {
            "id": "dataset:ecommerce_warehouse/mart",
            "kind": "dataset",
            "namespace": "ecommerce_warehouse",
            "name": "mart",
            "field": None,
        },
        "depth": 1,
    }
    assert (edge["source"], edge["job"]) == (reply["root"]["id"], "job:shopflow_airflow/etl")
    back = running.get("/api/v1/graph/upstream", params={"name": reached["node"]["id"]}).json()
    assert {item["node"]["id"] for item in back["nodes"]} == {edge["source"], edge["job"]}


def test_column_lineage_tells_what_is_unknown(client: Start, world: World) -> None:
    orders, mart, job = world.dataset("orders"), world.dataset("mart"), world.job("etl")
    world.column(orders, "amount")
    world.edge(EdgeKind.FEEDS, orders, mart, owner=job, origin="lineage_facet")
    reply = client().get("/api/v1/graph/downstream?name=orders&column=amount").json()
    assert reply["unknown"] == {
        "total": 1,
        "datasets": ["dataset:ecommerce_warehouse/mart"],
        "reason": "no column lineage known",
    }


def test_paths_and_diff_answer(client: Start, world: World) -> None:
    orders, job, mart = world.dataset("orders"), world.job("etl"), world.dataset("mart")
    world.reads(orders, job, since=day(7), opened_by=(event := uuid4()))
    world.writes(job, mart, since=day(1))
    running = client()
    paths = running.get("/api/v1/graph/paths?source=orders&target=mart").json()
    assert [node["name"] for node in paths["paths"][0]["nodes"]] == ["orders", "etl", "mart"]
    diff = running.get("/api/v1/graph/diff?from=2026-04-05&to=2026-04-20T00:00:00+00:00").json()
    assert [(change["change"], change["event_id"]) for change in diff["changes"]] == [
        ("appeared", str(event))
    ]


def test_an_event_is_given_back_byte_for_byte(client: Start, world: World) -> None:
    body = '{"eventType":  "START", "x": 1.10, "deep": ' + "[" * 500 + "]" * 500 + "}"
    event = world.event(body)
    reply = client().get(f"/api/v1/events/{event}")
    assert reply.status_code == 200
    assert body in reply.text


def test_what_is_in_quarantine_can_be_replayed(client: Start, world: World) -> None:
    event, running = world.quarantined("bad fields", 1), client()
    assert running.get("/api/v1/quarantine?reason=FIELDS").json()["total"] == 1
    some = running.post("/api/v1/quarantine/replay", json={"event_ids": [str(event)]})
    assert (some.status_code, some.json()["arguments"]) == (202, {"event_ids": [str(event)]})
    every = running.post("/api/v1/quarantine/replay", json={"all": True}).json()
    assert running.get(f"/api/v1/work/{every['id']}").json()["arguments"] == {"all": True}


def test_the_pipeline_tells_position_lag_and_worker(client: Start, world: World) -> None:
    for hour in (1, 2):
        world.event(received_at=day(20, hour))
    world.publish(position=1)
    world.connection.execute("update worker_state set seen_at = %s", [day(20, 4)])
    world.connection.execute("update pipeline_state set batch_events = 50, batch_seconds = 0.5")
    reply = client().get("/api/v1/pipeline").json()
    assert (reply["position"], reply["head"], reply["lag_events"], reply["lag_seconds"]) == (1, 2, 1, 7200.0)
    assert (reply["worker_alive"], reply["events_per_second"], reply["graph_position"]) == (True, 100.0, 1)
    assert reply["totals"]["datasets"] == 0


def test_a_read_waits_for_the_position_it_wants_to_see(client: Start, world: World) -> None:
    for _ in range(6):
        world.event()
    world.publish(position=5)
    running = client()
    assert running.get("/api/v1/datasets?min_position=5").status_code == 200
    late = running.get("/api/v1/datasets?min_position=6")
    assert (late.status_code, late.headers["retry-after"]) == (503, "1")
    assert late.json()["code"] == "not-yet-visible"


def test_the_home_page_leads_to_the_documentation(client: Start) -> None:
    assert client().get("/", follow_redirects=False).headers["location"] == "/docs"
