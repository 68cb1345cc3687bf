"""`headwater ingest`: every form in which people hand over events."""

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from typer.testing import CliRunner

from headwater.cli.ingest import BATCH_EVENTS, Sent, batches, found_in
from headwater.cli.main import app
from tests.builders import run_event
from tests.running import RunningApi, running_api

NOISE = b"2026-04-20 INFO starting {main} thread\n"


def an_event() -> dict[str, Any]:
    return run_event(uuid4().hex, "COMPLETE", "09:30")


def lines(events: list[Any]) -> bytes:
    return b"".join(json.dumps(event).encode() + b"\n" for event in events)


EVENTS = [an_event() for _ in range(3)]
FORMS = {
    "an array": json.dumps(EVENTS).encode(),
    "a pretty array": json.dumps(EVENTS, indent=2).encode(),
    "a pretty array after blank lines": b"\n \r\n" + json.dumps(EVENTS, indent=2).encode() + b"\n\n",
    "an array after a byte order mark": b"\xef\xbb\xbf" + json.dumps(EVENTS).encode(),
    "a line each": lines(EVENTS),
    "a line each with blank ones": lines(EVENTS).replace(b"\n", b"\r\n\r\n"),
    "log lines": b"".join(
        NOISE + b"[2026-04-20] {spark} ConsoleTransport: " + line + b"\n"
        for line in lines(EVENTS).splitlines()
    ),
    "log lines that begin with a bracket": b"[main] hello\n" + lines(EVENTS),
}


@pytest.mark.parametrize("form", FORMS)
def test_the_events_of_a_file_are_found_in_every_form(tmp_path: Path, form: str) -> None:
    path = tmp_path / "events"
    path.write_bytes(FORMS[form])
    assert [json.loads(event) for event in found_in(str(path), Sent())] == EVENTS


def test_one_event_over_many_lines_is_found(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_text(json.dumps(EVENTS[0], indent=4))
    assert [json.loads(event) for event in found_in(str(path), Sent())] == EVENTS[:1]


def test_a_gz_file_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "events.ndjson.gz"
    path.write_bytes(gzip.compress(FORMS["a line each"]))
    assert len(list(found_in(str(path), Sent()))) == 3


def test_lines_without_an_event_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "app.log"
    path.write_bytes(NOISE + lines(EVENTS[:1]) + b"\n" + NOISE + b'{"half": \n')
    sent = Sent()
    assert len(list(found_in(str(path), sent))) == 1
    assert sent.unread == 3


def test_an_empty_file_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    sent = Sent()
    assert (list(found_in(str(path), sent)), sent.unread) == ([], 0)


def test_batches_are_bounded_in_number_and_size() -> None:
    assert [len(batch) for batch in batches([b"x"] * (BATCH_EVENTS + 1))] == [BATCH_EVENTS, 1]
    large = b"x" * 5_000_000
    assert [len(batch) for batch in batches([large, large, b"x"])] == [1, 2]


@pytest.fixture
def api(new_database: Callable[[], str]) -> Iterator[RunningApi]:
    with running_api(new_database()) as running:
        yield running


def ingest(api: RunningApi, *paths: Path | str) -> Any:
    url = f"http://127.0.0.1:{api.port}"
    return CliRunner().invoke(app, ["ingest", *map(str, paths), "--url", url])


def test_all_forms_reach_the_server_and_repeats_are_stored_once(api: RunningApi, tmp_path: Path) -> None:
    paths = []
    for number, body in enumerate(FORMS.values()):
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_bytes(body)
    told = ingest(api, *paths)
    assert (told.exit_code, f"accepted {3 * len(FORMS)}  refused 0" in told.stdout) == (0, True), told.output
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
    assert "accepted 2  refused 1" in told.stdout
    assert "run.runId: required" in told.stderr


@pytest.mark.parametrize("body", [b"7\n", NOISE, b"assets: 5 of them compiled\n", b'"text"\n'])
def test_a_file_without_any_event_does_not_end_well(api: RunningApi, tmp_path: Path, body: bytes) -> None:
    path = tmp_path / "app.log"
    path.write_bytes(body)
    told = ingest(api, path)
    assert (told.exit_code, "without an event 1" in told.stdout) == (1, True)


def test_stdin_is_read(api: RunningApi) -> None:
    url = f"http://127.0.0.1:{api.port}"
    told = CliRunner().invoke(app, ["ingest", "-", "--url", url], input=lines(EVENTS))
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
