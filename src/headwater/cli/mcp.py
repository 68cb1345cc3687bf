"""`headwater mcp`: the questions as tools over standard input and output, for programs that speak MCP."""

import anyio
from mcp.server.stdio import stdio_server

from headwater.client import AsyncHeadwater
from headwater.client.tools import build_server


def run_mcp(url: str, token: str | None = None) -> None:
    """Answer until standard input ends."""
    anyio.run(_serve, url, token)


async def _serve(url: str, token: str | None) -> None:
    async with AsyncHeadwater(url, token=token, read_your_writes=False) as client:
        server = build_server(client)
        async with stdio_server() as (received, sent):
            await server.run(received, sent, server.create_initialization_options())
