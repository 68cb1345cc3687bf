"""Whatever body is sent to Watcher's routes, the server never breaks."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.dialects.watcher.conftest import Client

pytestmark = pytest.mark.fuzz
REFUSED = (400, 404, 405, 406, 409, 415, 422)


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from([2**63, -(2**63), 10**400, "\x00", "1e999", "2026-04-20T00:00:00Z", "0001-01-01", "1"])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
names = st.sampled_from(["fuzz", "Fuzz", "fuzz/job", " fuzz "]) | st.text(max_size=6)
numbers = st.integers(1, 3)

BODIES: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "POST /pipeline": {
        "name": names,
        "pipeline_type_name": names,
        "next_watermark": scalars,
        "pipeline_args": values,
        "timely_number": scalars,
        "timely_datepart": st.sampled_from(["days", "quarter", "x"]) | scalars,
        "load_lineage": scalars,
    },
    "PATCH /pipeline": {
        "id": numbers | scalars,
        "name": names,
        "pipeline_type_id": numbers | scalars,
        "watermark": scalars,
        "pipeline_args": values,
        "timely_number": scalars,
        "active": scalars,
    },
    "PATCH /pipeline_type": {"id": numbers | scalars, "name": names, "mute_timely_check": scalars},
    "POST /address": {"name": names, "address_type_name": names, "table_name": values, "deprecated": scalars},
    "PATCH /address": {"id": numbers | scalars, "name": names, "address_type_id": numbers | scalars},
    "POST /start_pipeline_execution": {
        "pipeline_id": numbers | scalars,
        "start_date": scalars,
        "watermark": scalars,
        "next_watermark": scalars,
        "parent_id": numbers | scalars,
        "execution_metadata": values,
    },
    "POST /end_pipeline_execution": {
        "id": numbers | scalars,
        "end_date": scalars,
        "completed_successfully": st.booleans() | scalars,
        "inserts": scalars,
        "total_rows": scalars,
        "execution_metadata": values,
    },
    "POST /address_lineage": {
        "pipeline_id": numbers | scalars,
        "source_addresses": st.lists(
            st.fixed_dictionaries({"address_name": names, "address_type_name": names}), max_size=2
        )
        | values,
        "target_addresses": st.lists(
            st.fixed_dictionaries({"address_name": names, "address_type_name": names}), max_size=2
        )
        | values,
    },
    "POST /timeliness": {"lookback_minutes": scalars},
}


@pytest.mark.parametrize("call", BODIES)
@settings(max_examples=60, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_body_breaks_the_server(watcher: Client, call: str, data: st.DataObject) -> None:
    method, path = call.split()
    shape = st.fixed_dictionaries({}, optional=BODIES[call]) | values
    body = json.dumps(data.draw(shape)).encode("utf-8", "surrogatepass")
    headers = {"Content-Type": "application/json"}
    reply = watcher.api.client.request(method, path, content=body, headers=headers)
    assert reply.status_code < 400 or reply.status_code in REFUSED, reply.text


def test_after_all_that_every_list_can_be_read(watcher: Client) -> None:
    """Runs last in this file: over everything that the tests above have stored."""
    for path in ("/pipeline", "/pipeline_type", "/address", "/address_type", "/pipeline_execution"):
        watcher.get(path)
    watcher.post("/timeliness", 200)
