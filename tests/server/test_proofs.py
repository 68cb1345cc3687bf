"""Spark's analyzer in the real worker proves what a simulation left open."""

import json
from typing import Any
from uuid import uuid4

import pytest

from tests.builders import dataset_event, query, schema
from tests.server.system import RunningSystem, wait_for

pytestmark = pytest.mark.server


def test_the_worker_proves_a_text_of_spark(system: RunningSystem) -> None:
    name = f"proofs_{uuid4().hex}"
    table, text = f"warehouse/{name}.orders", f"select amount + 1 as more from {name}.orders"
    position = system.send(dataset_event(f"{name}.orders", 0, schema=schema("id int", "amount int")))
    system.post("/api/v1/queries", query(text, dialect="spark"))
    system.get("/api/v1/columns/usage", asset=table, min_position=position)

    def simulated() -> dict[str, Any] | None:
        body = {"asset": table, "change_type": "drop_column", "target": "amount"}
        found: dict[str, Any] = system.post("/api/v1/simulations", body)
        return found if found["queries"]["total"] else None

    asked = wait_for("the index of queries", simulated, 120)
    assert (asked["proofs"]["waiting"], asked["queries"]["items"][0]["being_proved_by"]) == (1, "spark")
    told = system.run("simulate", "--table", table, "--drop-column", "amount", "--wait", "--format", "json")
    assert told.returncode == 1, told.stderr
    found = json.loads(told.stdout)
    [judged] = found["queries"]["items"]
    assert (judged["verdict"], judged["being_proved_by"]) == ("will_error", None)
    assert found["proofs"]["waiting"] == 0
