"""`headwater ingest`: OpenLineage events from files, also out of log lines, to a running server."""

import gzip
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import msgspec

from headwater.cli.server import Server

BATCH_EVENTS = 500
BATCH_BYTES = 8 * 1024 * 1024


@dataclass
class Sent:
    accepted: int = 0
    refused: list[str] = field(default_factory=list)
    unread: int = 0
    position: int = 0


def send_files(server: Server, paths: Iterable[str]) -> Iterator[Sent]:
    """The tally so far, after each batch."""
    sent = Sent()
    for path in paths:
        for batch in batches(found_in(path, sent)):
            send(server, batch, sent)
            yield sent
    yield sent


def send(server: Server, events: list[bytes], sent: Sent) -> None:
    reply = server.post_bytes("/api/v1/lineage/batch", b"\n".join(events), "application/x-ndjson")
    sent.accepted += reply["summary"]["successful"]
    sent.position = max(sent.position, reply["position"] or 0)
    sent.refused += [failed["reason"] for failed in reply["failed_events"]]


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
    with _opened(path) as file:
        head = file.read(1)
        while head.isspace():
            head = file.read(1)
        if head == b"[":
            yield from (
                bytes(part) for part in msgspec.json.decode(head + file.read(), type=list[msgspec.Raw])
            )
            return
        yield from _lines(head, file, sent)


def _lines(head: bytes, file: IO[bytes], sent: Sent) -> Iterator[bytes]:
    first = head + file.readline()
    if head == b"{" and not _is_json(first):
        yield _compact(first + file.read())
        return
    for line in (first, *file) if first.strip() else file:
        event = event_in(line)
        if event is not None:
            yield event
        elif line.strip():
            sent.unread += 1


def event_in(line: bytes) -> bytes | None:
    """The JSON object that a line holds, whatever a logger wrote before it.

    >>> event_in(b'INFO ConsoleTransport: {"eventTime": "2026-04-20T04:00:00Z"}')
    b'{"eventTime": "2026-04-20T04:00:00Z"}'
    """
    start = line.find(b"{")
    candidate = line[start:].strip()
    return candidate if start >= 0 and _is_json(candidate) else None


def _compact(text: bytes) -> bytes:
    return msgspec.json.format(text, indent=-1) if _is_json(text) else text.replace(b"\n", b" ")


def _is_json(text: bytes) -> bool:
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return True


def _opened(path: str) -> IO[bytes]:
    if path == "-":
        return sys.stdin.buffer
    if path.endswith(".gz"):
        return gzip.open(path, "rb")  # type: ignore[return-value]
    return Path(path).open("rb")
