"""A run of a connector: fetch, translate, send, and keep the state after each part that was taken."""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec

from headwater.answers.connectors import ConnectorDetails
from headwater.client import Headwater, requests
from headwater.client.batches import batches
from headwater.client.errors import NameNotFoundError, NoAnswerError
from headwater.client.request import Request, SentEvents, send_lines
from headwater.connectors.contract import Connector, SourceDocument, SourceProblem, State
from headwater.errors import HeadwaterError

# The server takes no larger body unless it is set to.
MAX_BYTES = 60 * 1024 * 1024
MOST_PROBLEMS = 20
LONGEST_TEXT = 500
# A run that was cut off goes on under its own time, so that what it sends again is the same. After this
# long, what has no other time is dated anew.
RESUMED_WITHIN = timedelta(hours=1)
TRIES = 3


@dataclass
class Tally:
    """What a run has sent so far."""

    sent: int = 0
    duplicates: int = 0
    refused: int = 0
    problems: list[str] = field(default_factory=list)
    """The first of them."""

    def add_problem(self, text: str, count: int = 1) -> None:
        self.refused += count
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(_storable(text))


@dataclass(frozen=True, slots=True)
class RunResult:
    tally: Tally
    position: int
    """Up to here the log holds what the run sent; 0 if it sent nothing."""
    run_at: datetime
    dropped: tuple[str, ...] = ()
    """Datasets that are gone from the source, as `namespace/name`."""


Progress = Callable[[Tally], object]
RunStatus = Literal["running", "succeeded", "failed"]


def run(
    connector: Connector[Any],
    server: Headwater,
    now: datetime,
    *,
    name: str | None = None,
    again: bool = False,
    progress: Progress = lambda tally: None,
) -> RunResult:
    """Read what is new. `again` forgets how far earlier runs came; what is known stays known."""
    return _Run(connector, server, name or connector.name, progress).run(now, again)


class _Run:
    def __init__(self, connector: Connector[Any], server: Headwater, name: str, progress: Progress) -> None:
        self._connector, self._server, self._name, self._progress = connector, server, name, progress
        self._tally, self._position = Tally(), 0
        self._dropped: list[str] = []

    def run(self, now: datetime, again: bool) -> RunResult:
        kept = self._kept()
        self._run_at = now
        if kept is not None and kept.status != "succeeded" and now - kept.run_at < RESUMED_WITHIN:
            self._run_at = kept.run_at
            self._tally = Tally(kept.sent, kept.duplicates, kept.refused, list(kept.problems))
        state: State = {} if kept is None or again else kept.state
        # Kept from the start, so that a run that is killed in its first part is known to have begun.
        self._report("running", {} if again else None)
        try:
            self._read(state)
        except Exception as error:
            self._report("failed", error=_message(error))
            raise
        self._report("succeeded")
        return RunResult(self._tally, self._position, self._run_at, tuple(self._dropped))

    def _kept(self) -> ConnectorDetails | None:
        try:
            return self._server.send(requests.connector(self._name))
        except NameNotFoundError:
            return None

    def _read(self, state: State) -> None:
        for fetched in self._connector.fetch(state, self._run_at):
            for batch in batches(self._documents(fetched.part), lambda document: len(document.body)):
                self._send(batch)
                self._progress(self._tally)
            self._report("running", fetched.state)

    def _documents(self, part: Any) -> "Iterator[EncodedDocument]":
        for said in self._connector.translate(part, self._run_at):
            if isinstance(said, SourceProblem):
                self._tally.add_problem(f"{said.place}: {said.reason}", said.times)
                continue
            if dataset := dropped_dataset(said):
                self._dropped.append(dataset)
            encoded = encode_document(said)
            if len(encoded.body) > MAX_BYTES:
                self._tally.add_problem(f"{_subject(encoded.body)}: larger than {MAX_BYTES:,} bytes")
            else:
                yield encoded

    def _send(self, batch: "list[EncodedDocument]") -> None:
        by_path: dict[str, list[EncodedDocument]] = {}
        for one in batch:
            by_path.setdefault(one.path, []).append(one)
        for path, some in by_path.items():
            reply = self._tried(send_lines(b"\n".join(one.body for one in some), path))
            duplicates = reply.summary.duplicates or 0
            self._tally.sent += reply.summary.successful - duplicates
            self._tally.duplicates += duplicates
            self._position = max(self._position, reply.position or 0)
            for refusal in reply.failed_events:
                self._tally.add_problem(f"{_subject(some[refusal.index].body)}: {refusal.reason}")
            # The reply lists only the first of them.
            self._tally.refused += reply.summary.failed - len(reply.failed_events)

    def _tried(self, request: Request[SentEvents]) -> SentEvents:
        """A connection that breaks leaves open what was taken: sending it again changes nothing."""
        for _ in range(TRIES - 1):
            try:
                return self._server.send(request)
            except NoAnswerError:
                pass
        return self._server.send(request)

    def _report(self, status: RunStatus, state: State | None = None, error: str | None = None) -> None:
        said = requests.report_connector(
            self._name,
            self._connector.kind,
            _storable(self._connector.source),
            status,
            self._run_at,
            state=state,
            error=error,
            **asdict(self._tally),
        )
        self._server.send(said)


@dataclass(frozen=True, slots=True)
class EncodedDocument:
    path: str
    body: bytes


def encode_document(document: SourceDocument) -> EncodedDocument:
    try:
        return EncodedDocument(document.path, msgspec.json.encode(document.body))
    except UnicodeError:
        # Half of a surrogate pair, which JSON can escape and UTF-8 can't hold.
        return EncodedDocument(document.path, json.dumps(document.body).encode())


def dropped_dataset(document: SourceDocument) -> str | None:
    """The dataset that an event says is gone, as connectors write it."""
    about = document.body.get("dataset")
    if not isinstance(about, dict):
        return None
    life = about.get("facets", {}).get("lifecycleStateChange", {})
    gone = life.get("lifecycleStateChange") == "DROP"
    return f"{about['namespace']}/{about['name']}" if gone else None


def _subject(body: bytes) -> str:
    """What a document that was refused is about."""
    document = msgspec.json.decode(body)
    about = document.get("dataset") or document.get("job") or document.get("entity") or {}
    name = about.get("name") if isinstance(about, dict) else about
    return str(name or document.get("sql") or "a document")[:LONGEST_TEXT]


def _message(error: Exception) -> str:
    """Of an error that was foreseen, its words; of any other, its name as well."""
    text = str(error) if isinstance(error, HeadwaterError) else f"{type(error).__name__}: {error}"
    return _storable(text)


def _storable(text: str) -> str:
    return text.replace("\x00", "").encode(errors="replace").decode()[:LONGEST_TEXT]
