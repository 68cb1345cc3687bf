"""What handlers work with: settings, the database, the Spark session, the publishing pipeline, the graph."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from psycopg import Connection

from headwater.graph.analytics.flow_changes import FlowArcs
from headwater.pipeline.batch import LogPipeline, connect
from headwater.pipeline.types import Session
from headwater.settings import Settings
from headwater.store.analytics import JobRun
from headwater.store.publish import Publisher
from headwater.store.snapshots import Snapshot, loaded, repeatable_read

Answer = TypeVar("Answer")


@dataclass(slots=True)
class GraphCache:
    """Keeps the graph between runs, so that a run reads only what changed."""

    _snapshot: Snapshot | None = None

    def read(self, connection: Connection, question: Callable[[Snapshot], Answer]) -> Answer:
        """Ask within one steady moment of the store, with the graph of that moment."""
        with repeatable_read(connection):
            self._snapshot = loaded(connection, self._snapshot)
            return question(self._snapshot)


@dataclass(slots=True)
class CountedFlow:
    """The arcs that the last run of reach counted, kept so that the next one sees which came or went."""

    arcs: FlowArcs | None = None
    counted_at: datetime | None = None

    def counted_by(self, run: JobRun | None) -> FlowArcs | None:
        """None if the last run was another worker's."""
        return self.arcs if run is not None and run.computed_at == self.counted_at else None

    def remember(self, arcs: FlowArcs, run: JobRun) -> None:
        self.arcs, self.counted_at = arcs, run.computed_at


@dataclass(frozen=True, slots=True)
class Resources:
    """One object for all handlers, built in `worker/bootstrap.py`."""

    settings: Settings
    database_url: str
    session: Session
    publisher: Publisher
    pipeline: LogPipeline
    """The one that the stream publishes through; a handler that uses it has to pause the stream."""
    now: Callable[[], datetime]
    graph: GraphCache = field(default_factory=GraphCache)
    counted: CountedFlow = field(default_factory=CountedFlow)

    def connect(self) -> Connection:
        """A connection for what can be computed again: its commits do not wait for the disk."""
        return connect(self.database_url)

    def reconnect(self) -> None:
        """Give the pipeline a new connection if it has lost its own."""
        if self.pipeline.connection.closed or self.pipeline.connection.broken:
            self.pipeline.connection = self.connect()
