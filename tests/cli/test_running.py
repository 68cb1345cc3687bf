"""A server that says it is not healthy is up all the same; one that does not answer is not."""

import httpx

from headwater.cli.running import is_up
from headwater.client import Headwater


def server(status: int) -> Headwater:
    def answer(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(status, json={"status": "unhealthy"})

    return Headwater("http://headwater.test", transport=httpx.MockTransport(answer))


def test_a_server_that_is_not_healthy_is_up() -> None:
    assert is_up(server(503))
    assert is_up(server(200))
    assert not is_up(server(404))
