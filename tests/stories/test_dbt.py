"""The example project, built by real dbt and read by the connector; skipped where dbt is not at hand.

dbt's dependencies clash with ours, so it lives in an environment of its own:

    python -m venv /path && /path/bin/pip install "dbt-core==1.10.23" dbt-duckdb openlineage-dbt
    HEADWATER_TEST_DBT=/path/bin pytest tests/stories/test_dbt.py
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from headwater.connectors.dbt import DbtOptions, connector
from tests.connectors.contract import run
from tests.running import RunningApi, running_api

BIN = os.environ.get("HEADWATER_TEST_DBT", "")
PROJECT = Path(__file__).parents[2] / "examples" / "dbt-shop"
COMMANDS = (
    "dbt seed",
    "dbt-ol run",
    "dbt-ol run --consume-structured-logs",
    "dbt build --exclude resource_type:seed",
    "dbt docs generate --no-compile",
    "dbt source freshness",
)


@pytest.fixture
def api(database_url: str) -> Iterator[RunningApi]:
    with running_api(database_url) as running:
        yield running


@pytest.mark.server
@pytest.mark.skipif(not BIN, reason="HEADWATER_TEST_DBT names no folder with dbt and dbt-ol")
@pytest.mark.timeout(500)
def test_dbt_and_dbt_ol_and_the_connector_speak_of_the_same_tables_and_jobs(
    api: RunningApi, tmp_path: Path
) -> None:
    project = tmp_path / "shop"
    shutil.copytree(PROJECT, project)
    environment = os.environ | {
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
        "OPENLINEAGE_URL": api.url,
        "DBT_SEND_ANONYMOUS_USAGE_STATS": "false",
        "DBT_PROFILES_DIR": ".",
    }
    for command in COMMANDS:
        done = subprocess.run(
            command.split(), cwd=project, env=environment, capture_output=True, text=True, timeout=200
        )
        # What the shop loaded in April is old by now, and the freshness says so.
        assert done.returncode == 0 or "freshness" in command, done.stdout + done.stderr
    tally = run(api, connector(DbtOptions(str(project / "target"))))
    assert (tally.refused, tally.problems) == (0, [])
    sent = api.rows("select distinct body::jsonb -> 'outputs' -> 0 ->> 'name' from events where kind = 'run'")
    stated = api.rows(
        "select distinct body::jsonb -> 'dataset' ->> 'name' from events where kind = 'dataset'"
    )
    assert {name for (name,) in sent if name} <= {name for (name,) in stated}
    keys = """select count(distinct job_key) from events
    where kind in ('run', 'job') and body like '%%"model.shop.stg_orders"%%' and body not like '%%.sql.%%'"""
    assert api.rows(keys) == [(1,)]
