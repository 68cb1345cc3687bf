"""The same three events in every form of a file."""

import json
from typing import Any
from uuid import uuid4

from tests.builders import run_event

NOISE = b"2026-04-20 INFO starting {main} thread\n"


def an_event() -> dict[str, Any]:
    return run_event(uuid4().hex, "COMPLETE", "09:30")


def lines(events: list[Any]) -> bytes:
    return b"".join(json.dumps(event).encode() + b"\n" for event in events)


EVENTS = [an_event() for _ in range(3)]
FORMS = {
    "an array": json.dumps(EVENTS).encode(),
    "a pretty array": json.dumps(EVENTS, indent=2).encode(),
    "a pretty array after blank lines": b"\n \r\n" + json.dumps(EVENTS, indent=2).encode() + b"\n\n",
    "an array after a byte order mark": b"\xef\xbb\xbf" + json.dumps(EVENTS).encode(),
    "a line each": lines(EVENTS),
    "a line each with blank ones": lines(EVENTS).replace(b"\n", b"\r\n\r\n"),
    "log lines": b"".join(
        NOISE + b"[2026-04-20] {spark} ConsoleTransport: " + line + b"\n"
        for line in lines(EVENTS).splitlines()
    ),
    "log lines that begin with a bracket": b"[main] hello\n" + lines(EVENTS),
}
