"""`headwater ingest`: OpenLineage events from files, also out of log lines, to a running server."""

import gzip
import sys
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import IO, Any

from headwater.client import Headwater
from headwater.client.request import send_lines
from headwater.errors import BadInputError
from headwater.model import openlineage
from headwater.model.json_elements import array_parts

# Far below what one request may hold, so that progress shows and a failure costs little.
BATCH_EVENTS = 500
BATCH_BYTES = 8 * 1024 * 1024
# A log line without an event may be full of braces.
BRACES_TRIED = 20
HEAD_BYTES = 64 * 1024


@dataclass
class Sent:
    accepted: int = 0
    refused: list[str] = field(default_factory=list)
    unread: int = 0
    position: int = 0


def send_files(server: Headwater, paths: Iterable[str]) -> Iterator[Sent]:
    """The tally so far, after each batch."""
    sent = Sent()
    for path in paths:
        for batch in batches(found_in(path, sent)):
            send(server, batch, sent)
            yield sent
    yield sent


def send(server: Headwater, events: list[bytes], sent: Sent) -> None:
    # A line each, not an array: what can't be read on one line costs that event alone.
    body = b"\n".join(_on_one_line(event) for event in events)
    reply = server.send(send_lines(body))
    sent.accepted += reply.summary.successful
    sent.position = max(sent.position, reply.position or 0)
    sent.refused += [failed.reason for failed in reply.failed_events]


def batches(events: Iterable[bytes]) -> Iterator[list[bytes]]:
    batch: list[bytes] = []
    size = 0
    for event in events:
        if batch and (len(batch) >= BATCH_EVENTS or size + len(event) > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(event)
        size += len(event)
    if batch:
        yield batch


def found_in(path: str, sent: Sent) -> Iterator[bytes]:
    """Events of a file: a JSON array, one object, one object a line, or objects inside log lines."""
    try:
        with opened(path) as file:
            first = _first_line(file)
            # Line by line where possible: only what may be one document over many lines is read as a whole.
            if first[:1] not in (b"[", b"{") or _is_json(first, dict):
                yield from _in_lines(chain([first], file), sent)
                return
            text = first + file.read()
    except (OSError, EOFError, zlib.error) as error:
        raise BadInputError(path, f"can't be read: {error}") from error
    whole = _whole(text)
    yield from whole if whole is not None else _in_lines(text.splitlines(), sent)


def _first_line(file: IO[bytes]) -> bytes:
    """The first that is not blank; b"" at the end."""
    for line in file:
        if line.strip():
            return line.removeprefix(BOM_UTF8).lstrip()
    return b""


def _whole(text: bytes) -> list[bytes] | None:
    """The events of a document over several lines; None when it is no such document."""
    if _is_json(text, dict):
        return [text]
    try:
        # In effect without a limit: what is found is sent in batches.
        return [bytes(part) for part in array_parts(text, limit=len(text))]
    except BadInputError:
        return None


def _in_lines(lines: Iterable[bytes], sent: Sent) -> Iterator[bytes]:
    for line in lines:
        event = event_in(line)
        if event is not None:
            yield event
        elif line.strip():
            sent.unread += 1


def event_in(line: bytes) -> bytes | None:
    """The JSON object that a line ends in, whatever a logger wrote before it.

    >>> event_in(b'INFO {main} ConsoleTransport: {"eventTime": "2026-04-20T04:00:00Z"}')
    b'{"eventTime": "2026-04-20T04:00:00Z"}'
    """
    start = line.find(b"{")
    for _ in range(BRACES_TRIED):
        if start < 0:
            break
        candidate = line[start:].strip()
        if _is_json(candidate, dict):
            return candidate
        start = line.find(b"{", start + 1)
    return None


def _is_json(text: bytes, kind: type) -> bool:
    """As the server reads it, which is more lenient than JSON."""
    try:
        return isinstance(openlineage.decode(text)[0], kind)
    except BadInputError:
        return False


def _on_one_line(event: bytes) -> bytes:
    """Inside a JSON string a line break is written as an escape, so these stand between tokens."""
    return event.replace(b"\n", b" ").replace(b"\r", b" ")


def opened(path: str) -> IO[bytes]:
    if path == "-":
        return sys.stdin.buffer
    if path.endswith(".gz"):
        return gzip.open(path, "rb")  # type: ignore[return-value]
    return Path(path).open("rb")


def head(path: str) -> bytes:
    """The beginning of a file, or what has come of a pipe, which stays to be read; b"" if it can't be."""
    try:
        if path == "-":
            return _peeked(sys.stdin.buffer)
        with opened(path) as file:
            return file.read(HEAD_BYTES)
    except (OSError, EOFError, zlib.error):
        return b""


def _peeked(stream: Any) -> bytes:
    if hasattr(stream, "peek"):
        # A pipe can't go back, but what is in its buffer can be seen without taking it.
        return bytes(stream.peek(HEAD_BYTES))
    place = stream.tell()
    beginning = stream.read(HEAD_BYTES)
    stream.seek(place)
    return bytes(beginning)
