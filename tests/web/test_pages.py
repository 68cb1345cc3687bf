"""Each page of the web app in a browser, on the demo's history: what a person would see and do."""

import os
from pathlib import Path
from types import ModuleType

import pytest

from headwater.api.web_app import BUILD, WebApp
from tests.docs.repository import ROOT
from tests.running import RunningApi

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
    try:
        builder.run(node, "npx", "vitest", "run", "--config", "e2e/vitest.config.ts", page, seconds=250)
    except builder.subprocess.CalledProcessError as error:
        pytest.fail(error.stdout)
