"""`headwater ingest`: events, queries, signals, test results and catalogs from files to a running server."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import typer

from headwater.cli.catalog_file import is_catalog, send_catalog
from headwater.cli.console import FOUND, address, exit_on_error, fail, stderr, stdout
from headwater.cli.event_files import SUFFIXES, FoundEvent, UnreadLines, files_of, found_in
from headwater.cli.running import connect, wait_until
from headwater.client import Headwater
from headwater.client.batches import batches
from headwater.client.errors import ServerNotReadyError
from headwater.client.request import (
    ASSERTIONS,
    LINEAGE,
    QUERIES,
    SIGNALS,
    send_lines,
    wait_visible_events,
)
from headwater.documents.formats import joined, printable
from headwater.documents.words import count
from headwater.model import openlineage

# Nobody reads more; the number of all is printed.
MOST_REFUSALS = 20
# After this long, a backlog of others is what we wait for.
VISIBLE_SECONDS = 300.0
# Ids that one request waits for.
MOST_AWAITED = 100
# A worker that starts anew needs less.
WORKER_SECONDS = 30.0


@dataclass
class Sent:
    accepted: int = 0
    duplicates: int = 0
    refused: int = 0
    refusals: list[str] = field(default_factory=list)
    unread: UnreadLines = field(default_factory=UnreadLines)
    empty: list[str] = field(default_factory=list)
    """Files without a single event."""
    catalogs: list[str] = field(default_factory=list)
    """What each catalog held."""
    position: int = 0
    event_ids: list[str] = field(default_factory=list)
    """To wait for, where the events go through Kafka and have no position yet."""


def ingest_files(names: Sequence[str], url: str | None, wait: bool) -> None:
    """What came of it on stdout; ends with 1 when some were refused, or a file held none."""
    # Asked before anything is sent: a mistyped name must not leave the work half done.
    missing = [name for name in names if name != "-" and not Path(name).exists()]
    if missing:
        fail(f"no such file: {', '.join(missing)}", "check the path")
    files = files_of(names)
    if not files:
        fail(
            f"no events in {', '.join(names)}",
            f"files of a folder are taken if they end in {joined(SUFFIXES)}",
        )
    server, sent = connect(address(url)), Sent()
    with exit_on_error(), stderr.status("sending") as spinner:
        for sent in send_files(server, files):
            spinner.update(f"sending: {sent.accepted} accepted, {sent.refused} refused")
        visible = True
        if wait and (sent.position or sent.event_ids):
            spinner.update("waiting until it is visible")
            visible = _wait_visible_events(server, sent.event_ids) and wait_visible(server, sent.position)
    _print_sent(sent)
    if not visible:
        stderr.print("taken, but not visible yet: `headwater status` tells how far the pipeline is")
    if sent.refused or sent.empty:
        raise typer.Exit(FOUND)


def _print_sent(sent: Sent) -> None:
    for line in sent.catalogs:
        stdout.print(line, markup=False, soft_wrap=True)
    if sent.accepted or sent.duplicates or sent.refused or not sent.catalogs:
        counts = f"accepted {sent.accepted}  duplicates {sent.duplicates}  refused {sent.refused}"
        stdout.print(f"{counts}  lines without an event {sent.unread.count}")
    for reason in sent.refusals:
        stderr.print(f"  refused: {printable(reason)}", markup=False, soft_wrap=True)
    if sent.refused > len(sent.refusals):
        stderr.print(f"  and {sent.refused - len(sent.refusals)} more")
    for place in sent.unread.broken:
        stderr.print(f"  not JSON: {printable(place)}", markup=False, soft_wrap=True)
    for path in sent.empty:
        stderr.print(f"  no event in {printable(path)}", markup=False, soft_wrap=True)


def _wait_visible_events(server: Headwater, event_ids: Sequence[str]) -> bool:
    for first in range(0, len(event_ids), MOST_AWAITED):
        try:
            server.send(wait_visible_events(event_ids[first : first + MOST_AWAITED], VISIBLE_SECONDS))
        except ServerNotReadyError:
            return False
    return True


def wait_visible(server: Headwater, position: int) -> bool:
    """Whether all up to it can be read. Without a worker there is nothing to wait for."""
    last_alive = time.monotonic()

    def is_decided() -> bool:
        nonlocal last_alive
        state = server.pipeline_status()
        last_alive = time.monotonic() if state.worker_alive else last_alive
        return state.position >= position or time.monotonic() - last_alive > WORKER_SECONDS

    wait_until(is_decided, VISIBLE_SECONDS)
    if server.pipeline_status().position < position:
        return False
    # Stored is not yet shown: the API's graph follows the store a moment later.
    server.wait_visible(position)
    return True


def send_files(server: Headwater, paths: Iterable[str]) -> Iterator[Sent]:
    """The tally so far, after each batch."""
    sent = Sent()
    for path in paths:
        if is_catalog(path):
            _send_catalog(server, path, sent)
            continue
        found = 0
        for batch in batches(found_in(path, sent.unread), lambda one: len(one.event)):
            found += len(batch)
            send(server, batch, sent)
            yield sent
        sent.empty += [] if found else [path]
    yield sent


def _send_catalog(server: Headwater, path: str, sent: Sent) -> None:
    taken = send_catalog(server, path)
    sent.catalogs.append(f"{path}: {count(len(taken.assets), 'asset')}, {count(len(taken.edges), 'edge')}")
    sent.position = max(sent.position, taken.position)


def send(server: Headwater, found: list[FoundEvent], sent: Sent) -> None:
    by_path: dict[str, list[FoundEvent]] = {}
    for one in found:
        by_path.setdefault(path_of(one.event), []).append(one)
    for path, some in by_path.items():
        # A line each, not an array: what can't be read on one line costs that event alone.
        reply = server.send(send_lines(b"\n".join(_on_one_line(one.event) for one in some), path))
        duplicates = reply.summary.duplicates or 0
        sent.accepted += reply.summary.successful - duplicates
        sent.duplicates += duplicates
        sent.event_ids += reply.wait_for_event_ids
        sent.refused += reply.summary.failed
        sent.position = max(sent.position, reply.position or 0)
        room = MOST_REFUSALS - len(sent.refusals)
        sent.refusals += [f"{some[one.index].place}: {one.reason}" for one in reply.failed_events[:room]]


def path_of(event: bytes) -> str:
    """Where this is sent: what is no OpenLineage event, which has `eventTime`, is recognised by its fields.

    >>> path_of(b'{"sql": "select 1", "time": "2026-04-20T04:00:00Z"}')
    '/queries'
    """
    # Most files hold OpenLineage events: those are not decoded to find out.
    if b'"sql"' not in event and b'"entity"' not in event:
        return LINEAGE
    document = openlineage.decode(event)[0]
    if not isinstance(document, dict) or "eventTime" in document:
        return LINEAGE
    if "sql" in document:
        return QUERIES
    if "entity" not in document:
        return LINEAGE
    return ASSERTIONS if "success" in document else SIGNALS


def _on_one_line(event: bytes) -> bytes:
    """Inside a JSON string a line break is written as an escape, so these stand between tokens."""
    return event.replace(b"\n", b" ").replace(b"\r", b" ")
