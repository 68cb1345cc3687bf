"""Questions as MCP tools: read-only, and with answers that are small enough for whoever asks them.

One implementation for both ways in: `headwater mcp` asks a running server, `/mcp` asks its own process.
"""

import inspect
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, get_args, get_origin

import mcp_types as types
import msgspec
from mcp.server import Server

from headwater import __version__
from headwater.client.client import AsyncHeadwater
from headwater.client.errors import HeadwaterClientError
from headwater.client.parameters import Build, RequestParameter, alternatives_of, parameters_of
from headwater.client.requests import READS
from headwater.client.shortening import LeftOut, json_size, shortened

# Of a whole result, which carries its JSON twice, as text and as structure; the rest is for its envelope.
MAX_CHARACTERS = 19_500
# Lower than the API's own, so that most answers fit at the first try.
DEFAULT_LIMIT = 20
# In characters of JSON: what is shown beside the items of a page, and the least that an answer is cut to.
ROOM_BESIDE_A_PAGE, LEAST_ROOM = 3_000, 500
# Of the places where something was left out.
MOST_NOTES = 20

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
    return {**_shape(parameter.alternatives), **described}


def _shape(alternatives: tuple[Any, ...]) -> dict[str, Any]:
    for kind in alternatives:
        if get_origin(kind) is Sequence:
            return {"type": "array", "items": _shape(alternatives_of(*get_args(kind)))}
        if inspect.isclass(kind) and issubclass(kind, msgspec.Struct):
            fields = msgspec.json.schema(kind)["$defs"][kind.__name__]
            return {"type": "object", "properties": fields["properties"], "required": fields["required"]}
        if get_origin(kind) is Mapping:
            return {"type": "object"}
    return {"type": next((JSON_TYPES[kind] for kind in alternatives if kind in JSON_TYPES), "string")}


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
    """With shorter parts beside the page, then with fewer results; what is too large even alone is cut."""
    takes_limit = any(one.name == "limit" for one in parameters_of(build))
    limit = arguments.get("limit", DEFAULT_LIMIT)
    while True:
        request = build(**(arguments | ({"limit": limit} if takes_limit else {})))
        reply = _reply(await client.send(request.as_json()), arguments)
        if _size(reply) <= MAX_CHARACTERS:
            return reply
        if not takes_limit or not isinstance(limit, int) or limit <= 1:
            return _cut(reply)
        reply = _with_short_parts(reply, request.lists)
        size = _size(reply)
        if size <= MAX_CHARACTERS:
            return reply
        # In proportion to the excess, and always at least one fewer, so that this ends.
        limit = max(1, min(limit - 1, limit * MAX_CHARACTERS // size))


def _with_short_parts(reply: dict[str, Any], pages: tuple[str, ...]) -> dict[str, Any]:
    """The lists that go on with the next page stay whole; the others keep what fits beside them."""
    answer = reply["answer"]
    beside = {name: value for name, value in answer.items() if name not in pages}
    shorter, left_out = shortened(beside, ROOM_BESIDE_A_PAGE)
    return _noted({**reply, "answer": {name: shorter.get(name, answer[name]) for name in answer}}, left_out)


def _reply(answer: dict[str, Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    moment = answer.get("as_of") or arguments.get("as_of") or datetime.now(UTC)
    return {
        "as_of": moment,
        "total": answer.get("total"),
        "next_cursor": answer.get("next_cursor"),
        "answer": answer,
    }


def _cut(reply: dict[str, Any]) -> dict[str, Any]:
    answer = reply["answer"]
    room = json_size(answer) * MAX_CHARACTERS // _size(reply)
    while room > LEAST_ROOM:
        shorter, left_out = shortened(answer, room)
        cut = _noted({**reply, "answer": shorter}, left_out)
        if _size(cut) <= MAX_CHARACTERS:
            return cut
        room = room * 9 // 10
    return {**reply, "answer": None, "cut": ["answer: too large, so ask for a part of it, or the API itself"]}


def _noted(reply: dict[str, Any], left_out: LeftOut) -> dict[str, Any]:
    notes = [f"{place or 'answer'}: {kept}" for place, kept in left_out.items()]
    more = [f"and {len(notes) - MOST_NOTES} more places"] if len(notes) > MOST_NOTES else []
    return {**reply, "cut": notes[:MOST_NOTES] + more}


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
