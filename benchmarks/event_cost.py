"""What one large event costs in processor seconds, read and published, whatever else the machine does.

`python -m benchmarks.event_cost`. The same events as those of `benchmarks.large_events`, without a server.
"""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from uuid import uuid4

import msgspec
import psutil
from psycopg import Connection

from benchmarks.large_events import KINDS
from benchmarks.table import table
from headwater.facts.arrow import to_table
from headwater.facts.fold import fold_events
from headwater.model.events import EventKind, LogEntry
from headwater.pipeline.batch import connect
from headwater.pipeline.sql_lineage import InPlaceAnalyst
from headwater.store.embedded import EmbeddedPostgres
from headwater.store.migrate import migrate
from headwater.store.publish import Publisher

AT = 1_780_000_000_000_000


def run() -> str:
    rows = []
    with _database() as connection:
        for number, kind in enumerate(KINDS):
            rows.append(_measured(connection, number + 1, kind))
            print(rows[-1], flush=True)
    return table(("one event", "MB", "facts", "read, s", "publish, s", "PostgreSQL's part, s"), rows)


def _measured(connection: Connection, number: int, kind: str) -> tuple[str, ...]:
    body = msgspec.json.encode(KINDS[kind](number)).decode()
    entry = LogEntry(number, uuid4().hex, AT + number, EventKind.RUN, body)
    backend = psutil.Process(connection.info.backend_pid)
    reading = Spent(time.process_time)
    facts = to_table(fold_events([entry]))
    read = reading.seconds
    publishing, in_postgres = Spent(time.process_time), Spent(lambda: sum(backend.cpu_times()[:2]))
    Publisher(10, InPlaceAnalyst()).publish(connection, facts)
    both = publishing.seconds + in_postgres.seconds
    figures = (read, both, in_postgres.seconds)
    size = f"{len(body) / 1e6:,.1f}"
    return kind, size, f"{facts.num_rows:,}", *(f"{seconds:.1f}" for seconds in figures)


class Spent:
    """Seconds of a clock since it was made."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._began = clock, clock()

    @property
    def seconds(self) -> float:
        return self._clock() - self._began


@contextmanager
def _database() -> Iterator[Connection]:
    home = Path(mkdtemp(prefix="hwb"))
    server = EmbeddedPostgres(home)
    try:
        url = server.start()
        migrate(url)
        with connect(url) as connection:
            yield connection
    finally:
        server.stop()
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    print(run())
