"""Errors are sent at even times to callers that are bound to teams.

What belongs to another team is looked at longer than what is not there, before both are answered with the
same words. Sent at the next full step of the clock, the answers hide what less than a step would tell.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]

# Longer than a look at one name takes, and shorter than a person notices.
STEP_SECONDS = 0.05
FIRST_ERROR = 400


def until_next_step(passed: float, step: float) -> float:
    """
    >>> until_next_step(0.125, 0.5), until_next_step(1.75, 0.5)
    (0.375, 0.25)
    """
    return step - passed % step


def at_even_times(send: Send) -> Send:
    """Sends as before, but for errors; time is counted from now."""
    began = time.monotonic()

    async def send_evenly(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] >= FIRST_ERROR:
            await asyncio.sleep(until_next_step(time.monotonic() - began, STEP_SECONDS))
        await send(message)

    return send_evenly
