"""`headwater ingest`: what is sent, what is told, and how the command ends."""

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from headwater.cli.main import app
from tests.builders import query, result, signal
from tests.cli.event_forms import EVENTS, FORMS, NOISE, an_event, lines
from tests.running import RunningApi, running_api


@pytest.fixture
def api(new_database: Callable[[], str]) -> Iterator[RunningApi]:
    with running_api(new_database()) as running:
        yield running


def ingest(api: RunningApi, *paths: Path | str) -> Any:
    url = f"http://127.0.0.1:{api.port}"
    return CliRunner().invoke(app, ["ingest", *map(str, paths), "--no-wait", "--url", url])


def test_all_forms_reach_the_server_and_repeats_are_stored_once(api: RunningApi, tmp_path: Path) -> None:
    paths = []
    for number, body in enumerate(FORMS.values()):
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_bytes(body)
    told = ingest(api, *paths)
    again = 3 * len(FORMS) - 3
    assert (told.exit_code, f"accepted 3  duplicates {again}  refused 0" in told.stdout) == (0, True)
    assert api.count() == 3


def test_events_with_nan_are_sent_like_any_other(api: RunningApi, tmp_path: Path) -> None:
    path = tmp_path / "events.ndjson"
    path.write_bytes(lines([an_event() | {"score": float("nan")}, an_event()]))
    assert ingest(api, path).exit_code == 0
    assert api.count() == 2


def test_refused_events_are_told_and_the_rest_is_taken(api: RunningApi, tmp_path: Path) -> None:
    path = tmp_path / "events.ndjson"
    path.write_bytes(lines([an_event(), {"eventTime": "[/bold]", "run": {}}, an_event()]))
    told = ingest(api, path)
    assert (told.exit_code, api.count()) == (1, 2)
    assert "accepted 2  duplicates 0  refused 1" in told.stdout
    assert f"{path}:2: run.runId: required" in told.stderr


@pytest.mark.parametrize("body", [b"7\n", NOISE, b"assets: 5 of them compiled\n", b'"text"\n'])
def test_a_file_without_any_event_does_not_end_well(api: RunningApi, tmp_path: Path, body: bytes) -> None:
    path = tmp_path / "app.log"
    path.write_bytes(body)
    told = ingest(api, path)
    assert (told.exit_code, "lines without an event 1" in told.stdout) == (1, True)


def test_an_empty_file_is_named_and_the_others_are_taken(api: RunningApi, tmp_path: Path) -> None:
    (tmp_path / "a.ndjson").write_bytes(lines(EVENTS))
    (tmp_path / "b.ndjson").touch()
    told = ingest(api, tmp_path)
    assert (told.exit_code, api.count()) == (1, 3)
    assert "no event in" in told.stderr
    assert "b.ndjson" in told.stderr


def test_a_folder_without_any_file_of_events_is_told(api: RunningApi, tmp_path: Path) -> None:
    told = ingest(api, tmp_path)
    assert (told.exit_code, ".ndjson" in told.stderr) == (3, True)


def test_queries_are_sent_beside_events(api: RunningApi, tmp_path: Path) -> None:
    path = tmp_path / "queries.jsonl"
    path.write_bytes(lines([query("select 1"), an_event(), query("select 2 from t"), {"sql": ""}]))
    told = ingest(api, path)
    assert "accepted 3" in told.stdout
    assert "sql: must not be empty" in told.stderr
    assert sorted(api.rows("select kind from events")) == [("query",), ("query",), ("run",)]


def test_a_file_of_signals_is_sent(api: RunningApi, tmp_path: Path) -> None:
    said = [
        signal("orders", "It is red."),
        signal("orders", "It is green again.", "09:40"),
        signal("orders", ""),
    ]
    path = tmp_path / "signals.ndjson"
    path.write_bytes(lines([*said, said[0]]))
    told = ingest(api, path)
    assert (told.exit_code, "accepted 2  duplicates 1  refused 1" in told.stdout) == (1, True), told.output
    assert f"{path}:3: text: " in told.stderr
    assert api.rows("select kind, count(*) from events group by kind") == [("signal", 2)]


def test_a_file_of_assertions_is_sent(api: RunningApi, tmp_path: Path) -> None:
    passed, failed = result("orders", "not_null", True), result("orders", "not_null", False, "09:40")
    path = tmp_path / "assertions.json"
    path.write_text(json.dumps([passed, failed, failed, passed | {"success": "maybe"}], indent=2))
    told = ingest(api, path)
    assert (told.exit_code, "accepted 2  duplicates 1  refused 1" in told.stdout) == (1, True), told.output
    assert "success: " in told.stderr
    assert api.rows("select kind, count(*) from events group by kind") == [("assertion", 2)]


def test_stdin_is_read(api: RunningApi) -> None:
    url = f"http://127.0.0.1:{api.port}"
    told = CliRunner().invoke(app, ["ingest", "-", "--no-wait", "--url", url], input=lines(EVENTS))
    assert (told.exit_code, api.count()) == (0, 3), told.output


@pytest.mark.parametrize("body", [b"no gzip", gzip.compress(b"x" * 1000, mtime=0)[:-20]])
def test_a_broken_gz_file_is_told_without_a_traceback(api: RunningApi, tmp_path: Path, body: bytes) -> None:
    path = tmp_path / "events.gz"
    path.write_bytes(body)
    told = ingest(api, path)
    assert (told.exit_code, "can't be read" in told.stderr) == (3, True)


def test_a_missing_file_sends_nothing(api: RunningApi, tmp_path: Path) -> None:
    path = tmp_path / "here.json"
    path.write_bytes(lines(EVENTS))
    told = ingest(api, path, tmp_path / "nowhere.json")
    assert (told.exit_code, api.count()) == (3, 0)
    assert "nowhere.json" in told.stderr.replace("\n", "")


def test_without_a_server_the_command_says_how_to_start_one(tmp_path: Path) -> None:
    path = tmp_path / "events.json"
    path.write_bytes(lines(EVENTS))
    told = CliRunner().invoke(app, ["ingest", str(path), "--url", "http://127.0.0.1:1"])
    assert (told.exit_code, "headwater up" in told.stderr) == (3, True)
