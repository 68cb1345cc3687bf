"""What every connector promises: fetch what is new, translate it to documents of the ingest, keep a state."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from headwater.client.request import ASSERTIONS, LINEAGE, QUERIES, SIGNALS

Part = TypeVar("Part")
State = Mapping[str, Any]
"""How far a connector has read, as JSON; each has its own words for it in its `state.py`."""


class SourceDocument(NamedTuple):
    """What is sent to the server, and the call that takes it."""

    path: str
    body: Mapping[str, Any]


class SourceProblem(NamedTuple):
    """Something of the source that can't be used, and where it stands; the rest goes on."""

    place: str
    reason: str
    times: int = 1
    """How often; more than once where only the first are listed one by one."""


def event(body: Mapping[str, Any]) -> SourceDocument:
    return SourceDocument(LINEAGE, body)


def query(body: Mapping[str, Any]) -> SourceDocument:
    return SourceDocument(QUERIES, body)


def signal(body: Mapping[str, Any]) -> SourceDocument:
    return SourceDocument(SIGNALS, body)


def assertion(body: Mapping[str, Any]) -> SourceDocument:
    return SourceDocument(ASSERTIONS, body)


@dataclass(frozen=True, slots=True)
class Fetched(Generic[Part]):
    """A part of the source, and the state once everything of it has been taken."""

    part: Part
    state: State


class Connector(Protocol[Part]):
    """Reads one source.

    The same source, state and `run_at` give the same parts in the same order, and the same part the same
    documents: so a run that was cut off can go on, and what is sent twice is known by its content. What has
    no time of its own is dated `run_at`, never by a clock.
    """

    @property
    def kind(self) -> str: ...

    @property
    def source(self) -> str:
        """Where it reads, to be shown: without credentials."""
        ...

    @property
    def name(self) -> str:
        """What its state is kept under, unless it is given another name."""
        ...

    def fetch(self, state: State, run_at: datetime) -> Iterator[Fetched[Part]]:
        """What is new since this state. A source that can't be read is an error that names its place."""
        ...

    def translate(self, part: Part, run_at: datetime) -> Iterator[SourceDocument | SourceProblem]:
        """Pure: what the part says."""
        ...
