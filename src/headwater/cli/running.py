"""A running Headwater, seen from a command: is it there, and wait until something holds."""

import time
from collections.abc import Callable
from typing import Any

from headwater.cli.console import address, api_token
from headwater.client import Headwater, HeadwaterClientError
from headwater.client.errors import ServerNotReadyError
from headwater.client.request import Request

SECONDS = 60.0
HEALTH: Request[dict[str, Any]] = Request("GET", "/api/v1/health", dict, reads=False, patience=0.0)


def connect(url: str, token: str | None = None) -> Headwater:
    """Patient with a slow answer, and not with a server that is not ready: a command says so instead."""
    return Headwater(url, token=token or api_token(), timeout=SECONDS, patience=0.0, read_your_writes=False)


def open_client(url: str | None) -> Headwater:
    """For a question: patient, and asked with the key of whoever runs the command."""
    return Headwater(address(url), token=api_token())


def is_up(server: Headwater) -> bool:
    """Whether it answers; also when it says that it is not healthy, as before its worker is there."""
    try:
        server.send(HEALTH)
    except ServerNotReadyError:
        return True
    except HeadwaterClientError:
        return False
    return True


def wait_until(done: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if done():
            return True
        time.sleep(0.2)
    return False
