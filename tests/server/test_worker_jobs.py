"""What the worker does beside the stream: batch jobs on request, and the timeliness check by itself."""

from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.builders import dataset, run_event
from tests.server.system import RunningSystem, wait_for

pytestmark = pytest.mark.server


@pytest.fixture
def name() -> str:
    return f"job_{uuid4().hex}"


def finished(system: RunningSystem, work: dict[str, Any]) -> dict[str, Any]:
    def look() -> dict[str, Any] | None:
        told: dict[str, Any] = system.get(f"/api/v1/work/{work['id']}")
        return told if told["finished_at"] else None

    found: dict[str, Any] = wait_for("the work", look, 120)
    assert found["error"] is None
    return found


def a_copy(name: str) -> dict[str, Any]:
    """A job that copies a personal column and tells nothing but its SQL."""
    tags = {"tags": [{"key": "pii", "value": "true", "field": "email"}]}
    query = f"insert into {name}.copied (mail) select email from {name}.people"
    return run_event(
        name,
        "COMPLETE",
        "09:30",
        job=name,
        inputs=(dataset(f"{name}.people", tags=tags),),
        outputs=(f"{name}.copied",),
        job_facets={"sql": {"query": query}},
    )


def test_classes_follow_lineage_that_was_read_from_sql(system: RunningSystem, name: str) -> None:
    position = system.send(a_copy(name))
    system.get("/api/v1/impact", asset=f"warehouse/{name}.people", column="email", min_position=position)
    finished(system, system.post("/api/v1/analytics/run", {}))

    listed = system.get("/api/v1/compliance/columns", undeclared=True, dataset=f"warehouse/{name}.copied")
    [column] = listed["items"]
    assert column["column"]["field"] == "mail"
    assert column["effective"]["pii"] is True
    assert column["inherited_from"]["name"] == f"{name}.people"


def test_the_closure_is_estimated_and_exported(system: RunningSystem, name: str) -> None:
    position = system.send(a_copy(name))
    system.get("/api/v1/graph/downstream", name=f"warehouse/{name}.people", min_position=position)
    estimate = finished(system, system.post("/api/v1/closure/estimate", {"level": "dataset", "depth": 3}))
    done = finished(system, system.post("/api/v1/closure", {"level": "dataset", "depth": 3}))

    assert done["result"]["rows"] >= 1
    assert estimate["result"]["rows"] >= 1


def test_the_worker_logs_late_data_by_itself(system: RunningSystem, name: str) -> None:
    pipeline = system.post("/pipeline", {"name": name, "pipeline_type_name": "nightly"})
    rule = {"id": pipeline["id"], "timely_number": 1, "timely_datepart": "hour"}
    httpx.patch(f"{system.url}/pipeline", json=rule).raise_for_status()
    start = {"pipeline_id": pipeline["id"], "start_date": "2026-04-20T02:00:00Z"}
    execution = system.post("/start_pipeline_execution", start)
    end = {"id": execution["id"], "end_date": "2026-04-20T02:05:00Z", "inserts": 5}
    assert httpx.post(f"{system.url}/end_pipeline_execution", json=end).status_code == 204

    query = "select kind, since::text from timeliness_breach where pipeline_id = %s and kind = 'data_age'"
    [(kind, since)] = wait_for("the check", lambda: system.rows(query, pipeline["id"]), 60)
    assert (kind, since[:16]) == ("data_age", "2026-04-20 03:05")
