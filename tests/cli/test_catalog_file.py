"""`headwater ingest catalog.yaml`: a team's catalog in one write."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from headwater.cli.main import app
from tests.databases import Databases, borrowed
from tests.running import RunningApi, running_api

CATALOG = """
assets:
  - {type: table, name: customers, database: crm, owner: team:crm, tier: 1,
     columns: [{name: email, type: text, isPII: true, classification: restricted}]}
  - {type: dashboard, name: Sales, namespace: looker}
lineage:
  - {sourceAsset: crm.customers, sourceColumn: email, targetAsset: Sales, transformationType: direct}
"""


@pytest.fixture
def api(database_url: str) -> Iterator[RunningApi]:
    with running_api(database_url) as running:
        yield running


@pytest.fixture(scope="module")
def untouched(databases: Databases) -> Iterator[RunningApi]:
    """For tests that are refused: as nothing is written, they can share it."""
    with borrowed(databases) as url, running_api(url) as running:
        yield running


def ingest(api: RunningApi, path: Path, text: str) -> tuple[int, str]:
    path.write_text(text)
    result = CliRunner().invoke(app, ["ingest", str(path), "--no-wait", "--url", api.url])
    return result.exit_code, result.output


def test_a_catalog_is_written_to_the_log(api: RunningApi, tmp_path: Path) -> None:
    code, told = ingest(api, tmp_path / "catalog.yaml", CATALOG)

    assert code == 0
    assert "2 assets, 1 edge" in told.replace("\n", "")
    assert api.rows("select count(*) from events") == [(3,)]


FORMS = {
    "YAML": CATALOG,
    "YAML after comments": f"# ours\n---\n{CATALOG}",
    "YAML in braces": "{assets: [{type: table, name: x}]}",
    "JSON": json.dumps(yaml.safe_load(CATALOG)),
    "JSON over lines": json.dumps(yaml.safe_load(CATALOG), indent="\t"),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("place", ["-", "catalog.json"])
def test_a_catalog_is_known_by_its_shape(api: RunningApi, tmp_path: Path, form: str, place: str) -> None:
    path = tmp_path / place
    path.write_text(FORMS[form])
    name = place if place == "-" else str(path)
    told = CliRunner().invoke(app, ["ingest", name, "--no-wait", "--url", api.url], input=FORMS[form])

    assert (told.exit_code, "asset" in told.stdout) == (0, True), told.output
    assert api.rows("select count(*) from events") != [(0,)]


def test_a_real_pipe_is_looked_into_and_read_from_its_beginning(api: RunningApi) -> None:
    start = "from headwater.cli.main import app; app()"
    command = [sys.executable, "-c", start, "ingest", "-", "--no-wait", "--url", api.url]
    told = subprocess.run(command, input=CATALOG.encode(), capture_output=True, timeout=60, check=False)

    assert (told.returncode, told.stdout) == (0, b"-: 2 assets, 1 edge\n"), told.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("assets: [", "is not YAML"),
        ("just a word", "at its top"),
        ("assets: [{type: table, nam: x}]", "nam"),
        ("assets: [{type: table, name: 2026-01-01}]", "assets.0.name: `2026-01-01` is read as date"),
        ("assets: [{type: table, name: 2026-13-01}]", "is not YAML"),
        ("assets: [{type: table, name: !!timestamp x}]", "is not YAML"),
        ('assets: [{type: table, name: "\\ud83d"}]', "assets.0.name: has a character that is half of a pair"),
        ("lineage: [{confidence: .nan}]", "lineage.0.confidence: `nan` is not a number"),
        ("assets: [{type: table, 7: x}]", "assets.0: `7` is read as int"),
        ("assets: &again [*again]", "holds itself"),
        ("assets: [{type: pipeline, name: p, columns: [{name: a}]}]", "assets.0.columns"),
        (CATALOG.replace("crm.customers", "crm.custmers"), "lineage.0.source_asset"),
    ],
)
def test_a_catalog_with_a_mistake_is_not_written_at_all(
    untouched: RunningApi, tmp_path: Path, text: str, said: str
) -> None:
    code, told = ingest(untouched, tmp_path / "catalog.yml", text)

    assert code == 3
    assert said in told.replace("\n", "")
    assert untouched.rows("select count(*) from events") == [(0,)]
