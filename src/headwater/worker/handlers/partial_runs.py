"""What the batch jobs over the graph share: they do over what changes reach, and all when that is much."""

import time
from collections.abc import Callable
from typing import Protocol, TypeVar

from psycopg import Connection

from headwater.pipeline.types import Session
from headwater.store.analytics import JobRun
from headwater.store.snapshots import Snapshot
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources

Inputs = TypeVar("Inputs", covariant=True)
Given = TypeVar("Given")

# When changes reach more than this share, a whole run costs no more than a partial one.
LARGEST_SHARE = 0.2
# A graph so small is not worth the distinction.
SMALLEST = 100
# A Spark job takes longer to start than so many arcs take to solve.
ARCS_WITHOUT_SPARK = 20_000


class ReadInputs(Protocol[Inputs]):
    """Reads all that a run needs; called within one steady moment of the store."""

    def __call__(self, connection: Connection, snapshot: Snapshot, *, whole: bool) -> Inputs: ...


Write = Callable[[Session, Connection, Given], JobRun]


def run(resources: Resources, read: ReadInputs[Given], write: Write[Given], *, whole: bool) -> Result:
    """Read, work out, write; what is written follows one moment, however long it takes."""
    began = time.perf_counter()
    with resources.connect() as connection:
        inputs = resources.graph.read(connection, lambda graph: read(connection, graph, whole=whole))
        done = write(resources.session, connection, inputs)
    seconds = round(time.perf_counter() - began, 3)
    return {"batch": done.batch, "whole": done.whole, "changed": done.changed, "seconds": seconds}


def too_many(affected: int, size: int) -> bool:
    return affected > max(LARGEST_SHARE * size, SMALLEST)
