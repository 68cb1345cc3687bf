"""Questions as MCP tools: read-only, and with answers that are small enough for whoever asks them.

One implementation for both ways in: `headwater mcp` asks a running server, `/mcp` asks its own process.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import mcp_types as types
import msgspec
from mcp.server import Server

from headwater import __version__
from headwater.client.client import AsyncHeadwater
from headwater.client.errors import HeadwaterClientError
from headwater.client.parameters import Build, RequestParameter, parameters_of
from headwater.client.requests import READS

# Of a whole result, which carries its JSON twice, as text and as structure; the rest is for its envelope.
MAX_CHARACTERS = 19_500
# Lower than the API's own, so that most answers fit at the first try.
DEFAULT_LIMIT = 20
SHORT_PART, SHORT_TEXT = 10, 2_000
# How long lists and texts inside an answer may be, from generous to strict; the first that fits is taken.
CUTS = ((50, 2_000), (20, 1_000), (10, 500), (5, 200), (2, 100), (1, 50))

INSTRUCTIONS = (
    "Where data comes from and goes to, what broke, and what a change would affect. Every answer tells its "
    "`total`, and a `next_cursor` where there is more: send it back as `cursor`. `as_of` is the time that "
    "the answer is about. A name may be the end of a full name; an unknown one is answered with the nearest."
)
TOOLS: Mapping[str, Build] = {build.__name__: build for build in READS}
JSON_TYPES = {bool: "boolean", int: "integer", float: "number"}


def build_server(client: AsyncHeadwater) -> Server[Any]:
    """An MCP server whose tools ask through this client."""

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(name, build) for name, build in TOOLS.items()])

    async def call_tool(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        return await _called(client, params.name, params.arguments or {})

    return Server(
        "headwater",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _tool(name: str, build: Build) -> types.Tool:
    parameters = list(parameters_of(build))
    return types.Tool(
        name=name,
        description=build.__doc__,
        input_schema={
            "type": "object",
            "properties": {one.name: _schema(one) for one in parameters},
            "required": [one.name for one in parameters if one.required],
            "additionalProperties": False,
        },
        annotations=types.ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )


def _schema(parameter: RequestParameter) -> dict[str, Any]:
    described: dict[str, Any] = {"description": parameter.help} if parameter.help else {}
    if parameter.choices:
        return {"type": "string", "enum": list(parameter.choices), **described}
    if parameter.name == "columns":
        return {"type": "array", "items": {"type": "object", "required": ["name"]}, **described}
    kind = next((JSON_TYPES[part] for part in parameter.alternatives if part in JSON_TYPES), "string")
    return {"type": kind, **described}


async def _called(client: AsyncHeadwater, name: str, arguments: dict[str, Any]) -> types.CallToolResult:
    problem = _problem(name, arguments)
    if problem:
        return _failed(problem)
    try:
        return _result(await _asked(client, TOOLS[name], arguments))
    except HeadwaterClientError as error:
        # A result and not a protocol error: whoever asked reads the reason and can ask better.
        near = [*error.nearest, *error.candidates]
        perhaps = f" Perhaps: {', '.join(near)}." if near else ""
        return _failed(f"{error.detail}. {error.hint}.{perhaps}")


def _problem(name: str, arguments: Mapping[str, Any]) -> str | None:
    """What keeps a call from being a question at all."""
    if name not in TOOLS:
        return f"there is no tool `{name}`; there are {', '.join(TOOLS)}"
    known = {one.name: one for one in parameters_of(TOOLS[name])}
    unknown = [given for given in arguments if given not in known]
    if unknown:
        return f"`{unknown[0]}` is no parameter of `{name}`; it takes {', '.join(known) or 'none'}"
    missing = [one.name for one in known.values() if one.required and arguments.get(one.name) is None]
    return f"`{missing[0]}` is required" if missing else None


async def _asked(client: AsyncHeadwater, build: Build, arguments: dict[str, Any]) -> dict[str, Any]:
    """With shorter lists beside the page, then with fewer results; what is too large even alone is cut."""
    takes_limit = any(one.name == "limit" for one in parameters_of(build))
    limit = arguments.get("limit", DEFAULT_LIMIT)
    while True:
        request = build(**(arguments | ({"limit": limit} if takes_limit else {})))
        reply = _reply(await client.send(request.as_json()), arguments)
        if _size(reply) <= MAX_CHARACTERS:
            return reply
        reply = _with_short_parts(reply, request.lists)
        size = _size(reply)
        if size <= MAX_CHARACTERS:
            return reply
        if not takes_limit or not isinstance(limit, int) or limit <= 1:
            return _cut(reply)
        # In proportion to the excess, and always at least one fewer, so that this ends.
        limit = max(1, min(limit - 1, limit * MAX_CHARACTERS // size))


def _with_short_parts(reply: dict[str, Any], pages: tuple[str, ...]) -> dict[str, Any]:
    """The lists that go on with the next page stay whole; the others keep their first items."""
    parts = {
        name: value if name in pages else _shortened(value, SHORT_PART, SHORT_TEXT)
        for name, value in reply["answer"].items()
    }
    return {**reply, "answer": parts, "cut": f"lists beside the page after {SHORT_PART} items"}


def _reply(answer: dict[str, Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    moment = answer.get("as_of") or arguments.get("as_of") or datetime.now(UTC)
    return {
        "as_of": moment,
        "total": answer.get("total"),
        "next_cursor": answer.get("next_cursor"),
        "answer": answer,
    }


def _cut(reply: dict[str, Any]) -> dict[str, Any]:
    for items, characters in CUTS:
        answer = _shortened(reply["answer"], items, characters)
        shorter = {**reply, "answer": answer, "cut": f"lists after {items}, texts after {characters}"}
        if _size(shorter) <= MAX_CHARACTERS:
            return shorter
    return {**reply, "answer": None, "cut": "too large: ask for a part of it, or the API itself"}


def _shortened(value: Any, items: int, characters: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= characters else value[:characters] + "…"
    if isinstance(value, list):
        return [_shortened(item, items, characters) for item in value[:items]]
    if isinstance(value, dict):
        # Objects have more fields than a short list has items, and losing one costs more; maps still get cut.
        return {key: _shortened(item, items, characters) for key, item in list(value.items())[: items * 10]}
    return value


def _size(reply: Mapping[str, Any]) -> int:
    """In characters; as text the JSON is written inside JSON, so its quotes are escaped."""
    text = _text(reply)
    return len(text) + len(_text(text))


def _text(reply: Any) -> str:
    return msgspec.json.encode(reply).decode()


def _result(reply: dict[str, Any]) -> types.CallToolResult:
    text = _text(reply)
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=text)]
    return types.CallToolResult(content=content, structured_content=msgspec.json.decode(text))


def _failed(reason: str) -> types.CallToolResult:
    shown = reason if len(reason) <= MAX_CHARACTERS else reason[:MAX_CHARACTERS] + "…"
    return types.CallToolResult(content=[types.TextContent(type="text", text=shown)], is_error=True)
