"""Events are found in every form in which people hand them over, each with its place."""

import gzip
import json
import os
from pathlib import Path

import pytest

from headwater.cli.event_files import UnreadLines, files_of, found_in
from tests.cli.event_forms import EVENTS, FORMS, NOISE, lines


@pytest.mark.parametrize("form", FORMS)
def test_the_events_of_a_file_are_found_in_every_form(tmp_path: Path, form: str) -> None:
    path = tmp_path / "events"
    path.write_bytes(FORMS[form])
    assert [json.loads(one.event) for one in found_in(str(path), UnreadLines())] == EVENTS


def test_one_event_over_many_lines_is_found(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_text(json.dumps(EVENTS[0], indent=4))
    assert [json.loads(one.event) for one in found_in(str(path), UnreadLines())] == EVENTS[:1]


def test_a_gz_file_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "events.ndjson.gz"
    path.write_bytes(gzip.compress(FORMS["a line each"]))
    assert len(list(found_in(str(path), UnreadLines()))) == 3


def test_lines_without_an_event_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "app.log"
    path.write_bytes(NOISE + lines(EVENTS[:1]) + b"\n" + NOISE + b'{"half": \n')
    unread = UnreadLines()
    assert len(list(found_in(str(path), unread))) == 1
    assert unread.count == 3
    last = len(path.read_bytes().splitlines())
    assert unread.broken == [f"{path}:{last}"], "an object begins there, and does not end"


def test_an_empty_file_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    unread = UnreadLines()
    assert (list(found_in(str(path), unread)), unread.count) == ([], 0)


@pytest.mark.parametrize(
    ("form", "places"),
    [
        ("a line each", [":1", ":2", ":3"]),
        ("a line each with blank ones", [":1", ":3", ":5"]),
        ("log lines", [":2", ":4", ":6"]),
        ("log lines that begin with a bracket", [":2", ":3", ":4"]),
        ("a pretty array", ["[0]", "[1]", "[2]"]),
    ],
)
def test_each_event_has_its_place(tmp_path: Path, form: str, places: list[str]) -> None:
    path = tmp_path / "events"
    path.write_bytes(FORMS[form])
    assert [one.place for one in found_in(str(path), UnreadLines())] == [f"{path}{end}" for end in places]


def test_a_folder_is_its_files_but_for_hidden_ones_and_those_of_other_kinds(tmp_path: Path) -> None:
    wanted = ["a.json", "b/c.ndjson.gz", "b/d.log", "catalog.yaml"]
    for name in [*wanted, "notes.txt", ".hidden.json", ".git/x.json", "picture.png"]:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    assert files_of([str(tmp_path), "-"]) == [*(os.path.join(tmp_path, name) for name in wanted), "-"]
