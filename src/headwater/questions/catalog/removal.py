"""Taking a dataset or job out of the graph: an event like any other, so that a rebuild knows of it too."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from psycopg_pool import ConnectionPool

from headwater.model.events import Event, EventKind, content_id
from headwater.model.ids import NodeKind
from headwater.model.times import iso
from headwater.questions import resolve
from headwater.questions.operations.ingest import Ingest
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.rows import Connection

PRODUCER = "https://headwater.dev/api"


@dataclass(frozen=True, slots=True)
class Removed:
    """What was removed, and where in the log that stands."""

    node: NodeName
    event_id: UUID
    position: int


class Removal:
    """Soft: the history stays, the node stops connecting until an event shows it again."""

    def __init__(self, pool: ConnectionPool[Connection], ingest: Ingest, now: Callable[[], datetime]) -> None:
        self._pool = pool
        self._ingest = ingest
        self._now = now

    def find(self, name: str, kinds: resolve.Kinds) -> NodeName:
        with self._pool.connection() as connection:
            return resolve.entity(connection, name, kinds)

    async def remove(self, node: NodeName) -> Removed:
        event = removal_event(node, self._now())
        position = await self._ingest.take([event])
        return Removed(node, event.event_id, position or 0)


def removal_event(node: NodeName, now: datetime) -> Event:
    """A static event whose lifecycle facet says that the dataset, or job, is dropped."""
    dropped = {"_producer": PRODUCER, "_schemaURL": PRODUCER, "lifecycleStateChange": "DROP"}
    part = "job" if node.kind == NodeKind.JOB else "dataset"
    document: dict[str, Any] = {
        "eventTime": iso(now),
        "producer": PRODUCER,
        part: {
            "namespace": node.namespace,
            "name": node.name,
            "facets": {"lifecycleStateChange": dropped},
        },
    }
    kind = EventKind.JOB if part == "job" else EventKind.DATASET
    return Event(content_id(document), kind, now, None, msgspec.json.encode(document).decode())
