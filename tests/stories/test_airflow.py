"""The example DAG, run by a real Airflow with its OpenLineage provider; skipped where it is not at hand.

Its dependencies clash with ours, so it lives in an environment of its own, which `make test-slow` makes:

    python -m venv /path && /path/bin/pip install apache-airflow apache-airflow-providers-openlineage
    HEADWATER_TEST_AIRFLOW=/path/bin pytest tests/stories/test_airflow.py
"""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from psycopg import Connection

from tests.published import publish
from tests.running import RunningApi, running_api

BIN = os.environ.get("HEADWATER_TEST_AIRFLOW", "")
DAGS = Path(__file__).parents[2] / "examples" / "airflow-shop"
COMMANDS = ("db migrate", "dags test shop")
PARENTS = """select distinct job.name, parent.name from runs
join nodes as job on job.id = runs.job_id
join runs as above on above.run_id = runs.parent_run_id
join nodes as parent on parent.id = above.job_id"""
FOLLOWS = """select source.name from edges join nodes as source on source.id = edges.source_id
join nodes as target on target.id = edges.target_id where target.name = 'shop.report'"""


@pytest.fixture
def api(database_url: str) -> Iterator[RunningApi]:
    with running_api(database_url) as running:
        yield running


@pytest.mark.server
@pytest.mark.skipif(not BIN, reason="HEADWATER_TEST_AIRFLOW names no folder with airflow")
@pytest.mark.timeout(500)
def test_inlets_and_outlets_of_a_real_dag_are_lineage_and_its_tasks_belong_to_it(
    api: RunningApi, connection: Connection, tmp_path: Path
) -> None:
    environment = os.environ | {
        "AIRFLOW_HOME": str(tmp_path),
        "AIRFLOW__CORE__DAGS_FOLDER": str(DAGS),
        "AIRFLOW__CORE__LOAD_EXAMPLES": "false",
        "AIRFLOW__OPENLINEAGE__TRANSPORT": f'{{"type": "http", "url": "{api.url}"}}',
        "AIRFLOW__OPENLINEAGE__NAMESPACE": "airflow-shop",
    }
    for command in COMMANDS:
        done = subprocess.run(
            [f"{BIN}/airflow", *command.split()], env=environment, capture_output=True, text=True, timeout=240
        )
        assert done.returncode == 0, done.stdout + done.stderr
    publish(connection, [])
    api.wait_until_visible()
    upstream = api.get("/api/v1/graph/upstream", asset="postgres://db:5432/shop.public.orders").json()
    assert "dataset:s3://raw/orders.csv" in {found["node"]["id"] for found in upstream["nodes"]}
    assert set(api.rows(PARENTS)) == {
        ("shop.extract", "shop"),
        ("shop.load", "shop"),
        ("shop.report", "shop"),
    }
    assert api.rows(FOLLOWS) == [("shop.load",)]
