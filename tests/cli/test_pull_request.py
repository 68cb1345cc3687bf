"""One comment that is updated, and SARIF that code scanning takes."""

import base64
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from headwater.cli.pull_request import MARK, MOST_CHARACTERS, Repository, comment, main, upload_sarif
from tests.github_api import GitHub, running_github


@pytest.fixture
def github() -> Iterator[GitHub]:
    with running_github() as server:
        yield server


def repository(github: GitHub, folder: Path, **event: Any) -> Repository:
    (folder / "event.json").write_text(json.dumps(event))
    return Repository.read(
        {
            "GITHUB_API_URL": github.url,
            "GITHUB_REPOSITORY": "shop/warehouse",
            "GITHUB_TOKEN": "t",
            "GITHUB_EVENT_PATH": str(folder / "event.json"),
            "GITHUB_SHA": "merge",
            "GITHUB_REF": "refs/heads/main",
        }
    )


PULL = {"number": 7, "head": {"sha": "abc"}}


def test_the_comment_is_written_once_and_then_updated(github: GitHub, tmp_path: Path) -> None:
    github.comments += [{"id": number, "body": f"talk {number}"} for number in range(150)]
    known = repository(github, tmp_path, pull_request=PULL)
    assert [comment(known, text) for text in ("one", "two")] == ["comment written", "comment updated"]
    assert [one["body"] for one in github.comments if "talk" not in one["body"]] == [f"{MARK}\ntwo"]
    assert github.tokens == {"Bearer t"}


def test_a_quoted_comment_of_somebody_else_is_left_alone(github: GitHub, tmp_path: Path) -> None:
    github.comments.append({"id": 0, "body": f"> {MARK}\n> one"})
    comment(repository(github, tmp_path, pull_request=PULL), "mine")
    assert len(github.comments) == 2


def test_a_long_report_is_cut_and_says_so(github: GitHub, tmp_path: Path) -> None:
    comment(repository(github, tmp_path, pull_request=PULL), "x" * 100_000)
    body = github.comments[0]["body"]
    assert (len(body) < MOST_CHARACTERS + 100, "… cut" in body) == (True, True)


def test_a_push_has_nothing_to_comment_on(github: GitHub, tmp_path: Path) -> None:
    assert "no pull request" in comment(repository(github, tmp_path), "x")
    assert github.comments == []


def test_sarif_is_packed_for_the_head_of_the_pull_request(github: GitHub, tmp_path: Path) -> None:
    upload_sarif(repository(github, tmp_path, pull_request=PULL), '{"version": "2.1.0"}')
    sent = github.uploads[0]
    assert (sent["commit_sha"], sent["ref"]) == ("abc", "refs/pull/7/head")
    assert gzip.decompress(base64.b64decode(sent["sarif"])) == b'{"version": "2.1.0"}'


def test_what_can_not_be_published_is_told_and_fails_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "report.md").write_text("x")
    (tmp_path / "event.json").write_text(json.dumps({"pull_request": PULL}))
    monkeypatch.setenv("GITHUB_REPOSITORY", "shop/warehouse")
    monkeypatch.setenv("GITHUB_EVENT_PATH", str(tmp_path / "event.json"))
    monkeypatch.setenv("GITHUB_API_URL", "http://127.0.0.1:9")
    assert main(["comment", str(tmp_path / "report.md")]) == 0
    assert "::warning title=Headwater::comment could not be published" in capsys.readouterr().out
    assert main(["nonsense"]) == 2
