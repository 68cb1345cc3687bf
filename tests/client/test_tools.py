"""Questions as MCP tools, asked with the real MCP client over both transports."""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import psycopg
import pytest
from mcp import Client, StdioServerParameters

from headwater import questions
from headwater.access.scopes import AccessScope
from tests.running import RunningApi, running_api
from tests.world import World, shared_database

MOST = 20_000


@pytest.fixture(scope="module")
def many(postgres_url: str) -> Iterator[RunningApi]:
    """One table that three hundred others with long names are made from."""
    with shared_database(postgres_url) as url:
        with psycopg.connect(url, autocommit=True) as connection:
            fill(World(connection))
        with running_api(url, visible_wait_seconds=0.1) as running:
            yield running


def fill(world: World) -> None:
    orders, jobs = world.dataset("orders"), []
    for number in range(300):
        job, target = world.job(f"job_{number}"), world.dataset(f"target_{number}_" + "x" * 200)
        world.reads(orders, job)
        world.writes(job, target)
        jobs.append(job)
    world.publish(*jobs, position=0)


def over_http(api: RunningApi) -> Any:
    return f"{api.url}/mcp"


def over_stdio(api: RunningApi) -> Any:
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "headwater", "mcp", "--url", api.url],
        env=dict(os.environ),
    )


transports = pytest.mark.parametrize("reach", [over_http, over_stdio])


def tools(where: Any) -> list[Any]:
    async def ask() -> list[Any]:
        async with Client(where) as client:
            return list((await client.list_tools()).tools)

    return asyncio.run(ask())


def call(where: Any, tool: str, **arguments: Any) -> Any:
    async def ask() -> Any:
        async with Client(where) as client:
            return await client.call_tool(tool, arguments)

    return asyncio.run(ask())


def size(result: Any) -> int:
    return len(result.model_dump_json(by_alias=True, exclude_none=True))


@transports
def test_every_question_is_a_tool_that_only_reads(many: RunningApi, reach: Callable[..., Any]) -> None:
    found = tools(reach(many))
    asked = {
        name
        for name, question in questions.load().items()
        # Whoever may read may use the tools: what only admins may read is none of them.
        if not question.writes and question.scope is not AccessScope.ADMIN
    }
    assert {tool.name for tool in found} == asked
    assert all(tool.annotations.read_only_hint for tool in found)
    assert all(tool.description for tool in found)


@transports
def test_an_answer_gives_its_total_cursor_and_time(many: RunningApi, reach: Callable[..., Any]) -> None:
    result = call(reach(many), "list_datasets", search="target", limit=2)
    reply = result.structured_content
    assert (reply["total"], len(reply["answer"]["items"])) == (300, 2)
    assert reply["as_of"]
    following = call(reach(many), "list_datasets", search="target", limit=2, cursor=reply["next_cursor"])
    assert following.structured_content["answer"]["items"] != reply["answer"]["items"]


@pytest.mark.parametrize("name", ["impact", "graph_downstream", "list_datasets", "list_assets"])
def test_a_reply_stays_below_the_limit_and_goes_on_with_its_cursor(many: RunningApi, name: str) -> None:
    given = {"asset": "orders"} if name in ("impact", "graph_downstream") else {}
    seen, cursor = 0, None
    for _ in range(3):
        result = call(over_http(many), name, **given, limit=1000, **({"cursor": cursor} if cursor else {}))
        assert size(result) < MOST
        answer = result.structured_content["answer"]
        listed = answer.get("items") or answer.get("affected") or answer.get("nodes")
        assert listed
        seen += len(listed)
        cursor = result.structured_content["next_cursor"]
        assert cursor
    assert seen > 3


@transports
@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("simulate", {"asset": "orders", "changes": [{"change_type": "drop_table"}]}),
        ("investigate", {"asset": "orders"}),
    ],
)
def test_simulating_and_investigating_are_reads(
    many: RunningApi, reach: Callable[..., Any], name: str, given: dict[str, Any]
) -> None:
    result = call(reach(many), name, **given)
    assert (result.is_error or False, size(result) < MOST) == (False, True), result.content[0].text
    assert result.structured_content["as_of"]


def test_what_is_too_large_alone_is_cut_and_says_so(many: RunningApi) -> None:
    result = call(over_http(many), "dataset", name="orders")
    assert size(result) < MOST
    assert result.structured_content["cut"]
    assert result.structured_content["answer"]["consumers"]["total"] == 300


@transports
def test_what_is_cut_keeps_what_fits_and_names_what_does_not(
    many: RunningApi, reach: Callable[..., Any]
) -> None:
    result = call(reach(many), "dataset", name="orders")
    assert MOST / 2 < size(result) < MOST, "half of the room is not used"
    shown = len(result.structured_content["answer"]["consumers"]["items"])
    assert f"consumers.items: {shown} of 100" in result.structured_content["cut"]


def test_a_list_is_described_as_a_list(many: RunningApi) -> None:
    taken = {tool.name: tool.input_schema["properties"] for tool in tools(over_http(many))}
    simulate, breaking = taken["simulate"], taken["breaking_changes"]
    assert (simulate["changes"]["type"], simulate["changes"]["items"]) == ("array", {"type": "object"})
    assert (simulate["order"]["type"], simulate["order"]["items"]) == ("array", {"type": "string"})
    columns = breaking["columns"]["items"]
    assert (columns["required"], "type" in columns["properties"]) == (["name"], True)


def test_text_and_structure_say_the_same(many: RunningApi) -> None:
    result = call(over_http(many), "list_runs")
    assert json.loads(result.content[0].text) == result.structured_content


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("nosuch", {}, "there is no tool `nosuch`"),
        ("impact", {}, "`asset` is required"),
        ("impact", {"asset": "orders", "colum": "x"}, "`colum` is no parameter of `impact`"),
        ("impact", {"asset": "ordrs"}, "orders"),
        ("impact", {"asset": "orders", "depth": "deep"}, "depth"),
        ("impact", {"asset": ["orders"]}, "no dataset or job named"),
        ("list_runs", {"limit": -1}, "limit"),
        ("register_asset", {"name": "x", "type": "table"}, "there is no tool `register_asset`"),
    ],
)
def test_a_call_that_cannot_be_answered_says_why(
    many: RunningApi, name: str, arguments: dict[str, Any], said: str
) -> None:
    result = call(over_http(many), name, **arguments)
    assert (result.is_error, said in result.content[0].text) == (True, True), result.content[0].text


def test_without_a_server_a_call_says_how_to_start_one(many: RunningApi) -> None:
    nowhere = StdioServerParameters(
        command=sys.executable,
        args=["-m", "headwater", "mcp", "--url", "http://127.0.0.1:1"],
        env=dict(os.environ),
    )
    result = call(nowhere, "list_runs")
    assert (result.is_error, "headwater up" in result.content[0].text) == (True, True)


@pytest.mark.parametrize("header", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}])
def test_a_foreign_page_cannot_ask(many: RunningApi, header: dict[str, str]) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    accepted = {"Accept": "application/json, text/event-stream"}
    reply = httpx.post(f"{many.url}/mcp", json=body, headers=accepted | header)
    assert reply.status_code in (403, 421)
