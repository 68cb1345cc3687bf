"""What handlers work with: settings, the database, the Spark session, the publishing pipeline, the graph."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from psycopg import Connection

from headwater.pipeline.batch import LogPipeline, connect
from headwater.pipeline.types import Session
from headwater.settings import Settings
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

    def connect(self) -> Connection:
        """A connection for what can be computed again: its commits do not wait for the disk."""
        return connect(self.database_url)

    def reconnect(self) -> None:
        """Give the pipeline a new connection if it has lost its own."""
        if self.pipeline.connection.closed or self.pipeline.connection.broken:
            self.pipeline.connection = self.connect()
