"""The web app: browsers get its page and files, everyone else what was there before."""

import asyncio
import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from headwater.api.errors import PROBLEM_SHAPE
from headwater.api.front_door import Application, FrontDoor
from headwater.api.web_app import PAGES, WebApp
from headwater.dialects.contract import Dialect

HTML = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
PAGE = (
    '<base href="__BASE__"><script nonce="__NONCE__">1</script><script src="./assets/app-a1b2.js"></script>'
)
ROUTES = Path(__file__).parents[2] / "web" / "src" / "routes"

Get = Callable[..., httpx.Response]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "assets" / "app-a1b2.js").write_text("1")
    (tmp_path / "secret.txt").write_text("not an asset")
    return tmp_path


@pytest.fixture
def get(folder: Path) -> Get:
    return getter(WebApp(folder))


def getter(web: WebApp | None, dialects: tuple[tuple[Dialect, FastAPI], ...] = ()) -> Get:
    native = FastAPI()
    native.add_api_route("/", lambda: {"message": "health"})
    door = FrontDoor(Application(native, PROBLEM_SHAPE), dialects, 1000, "/deep", web=web)

    def get(path: str, method: str = "GET", **request: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(door)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                return await client.request(method, path, **request)

        return asyncio.run(ask())

    return get


def test_browsers_get_the_app_and_other_clients_what_was_there(get: Get) -> None:
    assert 'src="./assets/app-a1b2.js"' in get("/", headers=HTML).text
    assert get("/").json() == {"message": "health"}


@pytest.mark.parametrize("page", sorted(PAGES - {""}))
def test_a_deep_link_opens_the_app(get: Get, page: str) -> None:
    reply = get(f"/{page}/a%2Fb/c", headers=HTML)
    assert (reply.status_code, reply.headers["cache-control"]) == (200, "no-store")


def test_an_address_of_the_api_is_never_taken_for_a_page(get: Get) -> None:
    assert get("/api/v1/datasets/x", headers=HTML).headers["content-type"] == "application/json"


def test_only_the_nonce_of_the_page_lets_an_inline_script_run(get: Get) -> None:
    first, second = get("/", headers=HTML), get("/", headers=HTML)
    nonces = [
        re.findall(r"'nonce-([\w-]+)'", reply.headers["content-security-policy"]) for reply in (first, second)
    ]
    assert nonces[0] != nonces[1]
    assert f'<script nonce="{nonces[0][0]}">' in first.text
    assert "unsafe" not in first.headers["content-security-policy"]


def test_a_file_is_kept_for_a_year_as_its_name_changes_with_its_content(get: Get) -> None:
    reply = get("/assets/app-a1b2.js")
    assert reply.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert reply.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    ("encodings", "sent"), [("gzip, deflate, br", "gzip"), ("br, gzip;q=0", None), ("identity", None)]
)
def test_a_file_that_was_packed_is_sent_so_to_who_takes_it(
    folder: Path, encodings: str, sent: str | None
) -> None:
    (folder / "assets" / "app-a1b2.js.gz").write_bytes(gzip.compress(b"1"))
    reply = getter(WebApp(folder))("/assets/app-a1b2.js", headers={"accept-encoding": encodings})
    assert (reply.text, reply.headers.get("content-encoding")) == ("1", sent)
    assert reply.headers["vary"] == "accept-encoding"
    assert reply.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("path", ["../secret.txt", "..%2Fsecret.txt", "/etc/passwd", "", "gone.js"])
def test_nothing_beside_the_files_of_the_app_is_served(get: Get, path: str) -> None:
    assert get(f"/assets/{path}").status_code == 404


def test_the_page_names_the_prefix_that_it_is_served_below(get: Get) -> None:
    assert '<base href="/deep/">' in get("/deep/lineage", headers=HTML).text
    assert '<base href="/">' in get("/lineage", headers=HTML).text


def test_the_head_of_a_page_has_no_body(get: Get) -> None:
    reply = get("/", "HEAD", headers=HTML)
    assert (reply.status_code, reply.content) == (200, b"")


def test_without_a_built_app_everything_answers_as_before(tmp_path: Path) -> None:
    assert getter(WebApp(tmp_path))("/", headers=HTML).json() == {"message": "health"}


def test_the_pages_are_those_that_the_router_of_the_app_knows() -> None:
    text = "".join(file.read_text() for file in sorted(ROUTES.glob("*.tsx")))
    assert {path.strip("/").partition("/")[0] for path in re.findall(r'path: "(/[^"]*)"', text)} == PAGES
