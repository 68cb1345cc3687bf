"""`headwater connect`: what is printed, and how the command ends."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from headwater.cli import folding
from headwater.cli.main import app
from tests.connectors.dbt.test_translate import SHOP, WAREHOUSE
from tests.running import RunningApi, running_api


@pytest.fixture
def api(database_url: str) -> Iterator[RunningApi]:
    with running_api(database_url, visible_wait_seconds=0.1) as running:
        yield running


def connect(api: RunningApi, *options: str) -> Any:
    return CliRunner().invoke(app, ["connect", *options, "--no-wait", "--url", api.url])


def test_a_dbt_project_is_read_once_and_shown_in_the_status(api: RunningApi) -> None:
    first = connect(api, "dbt", str(SHOP), "--namespace", WAREHOUSE)
    assert (first.exit_code, first.stdout) == (0, "dbt-shop: new 45  known 1  not usable 0\n")
    assert "new 0  known 0" in connect(api, "dbt", str(SHOP), "--namespace", WAREHOUSE).stdout
    assert "connector dbt-shop" in CliRunner().invoke(app, ["status", "--url", api.url]).stdout


def test_what_can_not_be_used_is_told_and_the_command_ends_with_1(api: RunningApi, tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text('{"sql": "select 1", "time": 1000}\nnonsense\n')
    told = connect(api, "queries", str(tmp_path / "log.jsonl"))
    assert (told.exit_code, "new 1  known 0  not usable 1" in told.stdout) == (1, True)
    assert "log.jsonl:2: is no JSON object" in told.stderr


def test_a_log_is_counted_by_text_and_day_where_it_is_asked_for(
    api: RunningApi, spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding, "_start", lambda until_the_end: spark)
    rows = (f'{{"sql": "select {number}", "time": {1000 + number}}}\n' for number in range(9))
    (tmp_path / "log.jsonl").write_text("".join(rows))
    assert "new 1  known 0" in connect(api, "queries", str(tmp_path / "log.jsonl"), "--fold").stdout


def test_a_source_that_can_not_be_read_ends_the_command_with_3_and_is_kept(
    api: RunningApi, tmp_path: Path
) -> None:
    told = connect(api, "duckdb", str(tmp_path / "missing.duckdb"))
    assert (told.exit_code, "no such file" in told.stderr) == (3, True)
    (listed,) = api.get("/api/v1/connectors").json()["items"]
    assert (listed["status"], "no such file" in listed["error"]) == ("failed", True)


def test_connectors_of_a_file_are_run_each_also_after_one_that_failed(
    api: RunningApi, tmp_path: Path
) -> None:
    file = tmp_path / "connectors.yaml"
    file.write_text(
        f"""
        connectors:
          - {{name: gone, kind: dbt, every: 1h, target: nowhere, namespace: x}}
          - {{name: shop, kind: dbt, every: 1h, target: {SHOP}, namespace: '{WAREHOUSE}'}}
        """
    )
    told = connect(api, "scheduled", "--file", str(file))
    assert (told.exit_code, "shop: new 45" in told.stdout) == (1, True)
    assert "gone: " in told.stderr
    assert connect(api, "scheduled", "absent", "--file", str(file)).exit_code == 3


@pytest.mark.parametrize(
    "options",
    [
        ("queries", "x.csv", "--mapping", "oracle"),
        ("queries", "x.csv", "--column", "nonsense=x"),
        ("postgresql", "nonsense"),
        ("scheduled", "--file", "missing.yaml"),
    ],
)
def test_options_that_can_not_be_used_are_named(api: RunningApi, options: tuple[str, ...]) -> None:
    told = connect(api, *options)
    assert (told.exit_code, "hint: " in told.stderr) == (3, True), told.output
