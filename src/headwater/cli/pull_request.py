"""What the GitHub Action publishes: one comment that is updated, and SARIF for code scanning.

`python -m headwater.cli.pull_request comment report.md`, or `sarif found.sarif`. Repository, event and token
come from the environment that GitHub gives to a step. Only the standard library is used.
"""

import base64
import gzip
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

# By this the comment is found again; a page shows nothing of it.
MARK = "<!-- headwater-simulate -->"
MOST_CHARACTERS = 65_000
MOST_PAGES = 30
PAGE = 100
SECONDS = 30


@dataclass(frozen=True, slots=True)
class Repository:
    """`number` is the pull request; None where the event is of none."""

    api: str
    name: str
    token: str
    number: int | None
    commit: str
    ref: str

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Repository":
        path = environment.get("GITHUB_EVENT_PATH")
        event = json.loads(Path(path).read_text()) if path and Path(path).exists() else {}
        pull = event.get("pull_request") or {}
        number = pull.get("number")
        # Of a pull request GitHub checks out a merge; what people look at is its head.
        commit = (pull.get("head") or {}).get("sha") or environment.get("GITHUB_SHA", "")
        ref = f"refs/pull/{number}/head" if number else environment.get("GITHUB_REF", "")
        return cls(
            environment.get("GITHUB_API_URL", "https://api.github.com"),
            environment["GITHUB_REPOSITORY"],
            environment.get("GITHUB_TOKEN", ""),
            number,
            commit,
            ref,
        )

    def send(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        request = Request(
            f"{self.api}/repos/{self.name}{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Accept": "application/vnd.github+json",
                "Authorization": f"Bearer {self.token}",
                "Content-Type": "application/json",
                "User-Agent": "headwater",
            },
        )
        with urlopen(request, timeout=SECONDS) as reply:
            return json.loads(reply.read() or b"null")


def comment(repository: Repository, text: str) -> str:
    """Writes the comment, or anew the one that is there; says which."""
    if repository.number is None:
        return "this event is of no pull request, so there is nothing to comment on"
    body = f"{MARK}\n{text}"
    if len(body) > MOST_CHARACTERS:
        body = f"{body[:MOST_CHARACTERS]}\n\n… cut; the job summary and the artifacts have all of it"
    for known in _comments(repository):
        if str(known.get("body", "")).startswith(MARK):
            repository.send("PATCH", f"/issues/comments/{known['id']}", {"body": body})
            return "comment updated"
    repository.send("POST", f"/issues/{repository.number}/comments", {"body": body})
    return "comment written"


def _comments(repository: Repository) -> Iterator[dict[str, Any]]:
    for page in range(1, MOST_PAGES + 1):
        path = f"/issues/{repository.number}/comments?per_page={PAGE}&page={page}"
        found = repository.send("GET", path)
        yield from found
        if len(found) < PAGE:
            return


def upload_sarif(repository: Repository, text: str) -> str:
    packed = base64.b64encode(gzip.compress(text.encode())).decode()
    body = {"commit_sha": repository.commit, "ref": repository.ref, "sarif": packed, "tool_name": "Headwater"}
    repository.send("POST", "/code-scanning/sarifs", body)
    return "SARIF uploaded"


STEPS = {"comment": comment, "sarif": upload_sarif}


def main(arguments: list[str]) -> int:
    """A report that can't be published is reported and fails no check: the gate decides by the exit code."""
    if len(arguments) != 2 or arguments[0] not in STEPS:
        print(f"usage: python -m headwater.cli.pull_request {'|'.join(STEPS)} FILE", file=sys.stderr)
        return 2
    try:
        text = Path(arguments[1]).read_text(encoding="utf-8")
        print(STEPS[arguments[0]](Repository.read(os.environ), text), file=sys.stderr)
    except (HTTPError, URLError, OSError, ValueError) as error:
        print(f"::warning title=Headwater::{arguments[0]} could not be published: {type(error).__name__}")
        print(error, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
