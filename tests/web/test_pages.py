"""Each page of the web app in a browser, on the demo's history: what a person would see and do."""

import json
import os
import secrets
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import psycopg
import pytest

from headwater.access.keys import new_token
from headwater.access.scopes import AccessScope
from headwater.api.web_app import BUILD, WebApp
from headwater.store.queries import api_keys
from tests.docs.repository import ROOT
from tests.running import RunningApi, running_api

PAGES = sorted(path.name for path in (ROOT / "web" / "e2e").glob("*.test.ts"))


@pytest.fixture(scope="session")
def walks(
    request: pytest.FixtureRequest, builder: ModuleType, node: Path, chromium: str, demo_api: RunningApi
) -> dict[str, str]:
    """What each page that is asked for has to complain about; all walk at once, in one browser."""
    _skip_unless_built()
    asked = {page for item in request.session.items for page in PAGES if f"[{page}]" in item.name}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "HEADWATER_URL", demo_api.url)
        patch.setitem(os.environ, "CHROMIUM", chromium)
        reported = _walk(builder, node, *sorted(asked))
    files = {Path(file["name"]).name: file for file in reported["testResults"]}
    return {page: "\n".join(_complaints(files[page])) for page in asked}


@pytest.mark.spark
@pytest.mark.browser
# The first of them waits for all.
@pytest.mark.timeout(900)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_a_person_looks_for(walks: dict[str, str], page: str) -> None:
    assert walks[page] == ""


@pytest.mark.browser
def test_whoever_has_a_key_signs_in(
    builder: ModuleType,
    node: Path,
    chromium: str,
    database_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _skip_unless_built()
    token = new_token(secrets.token_bytes(40))
    with psycopg.connect(database_url, autocommit=True) as connection:
        api_keys.keep_key(connection, token, "walker", frozenset({AccessScope.READ}), datetime.now(UTC))
    with running_api(database_url, access="keys") as guarded:
        monkeypatch.setitem(os.environ, "HEADWATER_URL", guarded.url)
        monkeypatch.setitem(os.environ, "HEADWATER_KEY", str(token))
        monkeypatch.setitem(os.environ, "CHROMIUM", chromium)
        reported = _walk(builder, node, "guarded/signin.test.ts")
    assert [line for file in reported["testResults"] for line in _complaints(file)] == []


def _skip_unless_built() -> None:
    if not WebApp(BUILD).built:
        pytest.skip("the pages of the web app are not tested: it was not built; `make web` does")


def _walk(builder: ModuleType, node: Path, *pages: str) -> Any:
    """Walk through pages, several at once; the report of vitest."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        arguments = ("--config", "e2e/vitest.config.ts", "--reporter", "json", "--outputFile", str(report))
        try:
            builder.run(node, "npx", "vitest", "run", *arguments, *pages, seconds=600)
        except builder.subprocess.CalledProcessError as error:
            if not report.exists():
                pytest.fail(error.stdout)
        return json.loads(report.read_text())


def _complaints(file: dict[str, Any]) -> list[str]:
    """Each test that did not pass; of a file that could not run at all, why."""
    if not file["assertionResults"]:
        return [file["message"] or "it holds no test"]
    return [
        "\n".join([test["fullName"], *test["failureMessages"]])
        for test in file["assertionResults"]
        if test["status"] != "passed"
    ]
