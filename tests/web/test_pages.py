"""Each page of the web app in a browser, on the demo's history: what a person would see and do."""

import os
import secrets
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import psycopg
import pytest

from headwater.access.keys import new_token
from headwater.access.scopes import AccessScope
from headwater.api.web_app import BUILD, WebApp
from headwater.store.queries import api_keys
from tests.docs.repository import ROOT
from tests.running import RunningApi, running_api

PAGES = sorted(path.name for path in (ROOT / "web" / "e2e").glob("*.test.ts"))


@pytest.mark.spark
@pytest.mark.browser
@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_a_person_looks_for(
    builder: ModuleType,
    node: Path,
    chromium: str,
    demo_api: RunningApi,
    monkeypatch: pytest.MonkeyPatch,
    page: str,
) -> None:
    if not WebApp(BUILD).built:
        pytest.skip("the pages of the web app are not tested: it was not built; `make web` does")
    monkeypatch.setitem(os.environ, "HEADWATER_URL", demo_api.url)
    monkeypatch.setitem(os.environ, "CHROMIUM", chromium)
    _walk(builder, node, page)


@pytest.mark.browser
def test_whoever_has_a_key_signs_in(
    builder: ModuleType,
    node: Path,
    chromium: str,
    database_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not WebApp(BUILD).built:
        pytest.skip("the pages of the web app are not tested: it was not built; `make web` does")
    token = new_token(secrets.token_bytes(40))
    with psycopg.connect(database_url, autocommit=True) as connection:
        api_keys.keep_key(connection, token, "walker", frozenset({AccessScope.READ}), datetime.now(UTC))
    with running_api(database_url, access="keys") as guarded:
        monkeypatch.setitem(os.environ, "HEADWATER_URL", guarded.url)
        monkeypatch.setitem(os.environ, "HEADWATER_KEY", str(token))
        monkeypatch.setitem(os.environ, "CHROMIUM", chromium)
        _walk(builder, node, "guarded/signin.test.ts")


def _walk(builder: ModuleType, node: Path, page: str) -> None:
    try:
        builder.run(node, "npx", "vitest", "run", "--config", "e2e/vitest.config.ts", page, seconds=250)
    except builder.subprocess.CalledProcessError as error:
        pytest.fail(error.stdout)
