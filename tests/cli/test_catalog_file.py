"""`headwater ingest catalog.yaml`: a team's catalog in one write."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from headwater.cli.main import app
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


def ingest(api: RunningApi, path: Path, text: str) -> tuple[int, str]:
    path.write_text(text)
    result = CliRunner().invoke(app, ["ingest", str(path), "--url", api.url])
    return result.exit_code, result.output


def test_a_catalog_is_written_to_the_log(api: RunningApi, tmp_path: Path) -> None:
    code, told = ingest(api, tmp_path / "catalog.yaml", CATALOG)

    assert code == 0
    assert "2 assets, 1 edges" in told.replace("\n", "")
    assert api.rows("select count(*) from events") == [(3,)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("assets: [", "is not YAML"),
        ("just a word", "at its top"),
        ("assets: [{type: table, nam: x}]", "nam"),
        (CATALOG.replace("crm.customers", "crm.custmers"), "lineage[0].source_asset"),
    ],
)
def test_a_catalog_with_a_mistake_is_not_written_at_all(
    api: RunningApi, tmp_path: Path, text: str, said: str
) -> None:
    code, told = ingest(api, tmp_path / "catalog.yml", text)

    assert code == 3
    assert said in told.replace("\n", "")
    assert api.rows("select count(*) from events") == [(0,)]
