"""Would a rebuild be faster from the lake than from PostgreSQL? `python -m benchmarks.log_reads`

Of the batch jobs, the rebuild alone reads events; all others read what is served.
"""

import asyncio
import time
from collections.abc import Callable
from itertools import chain

import psutil
from psycopg import Connection

from benchmarks.system import database
from benchmarks.table import table
from benchmarks.throughput import append
from headwater.facts.fold import fold_events
from headwater.log.reader import newest_position, read_range
from headwater.model.events import LogEntry
from headwater.pipeline.batch import connect
from headwater.pipeline.lake import read_events
from headwater.store.lake.lake import Lake

N, JOBS = 20_000, 200


def run() -> str:
    with database() as (home, url):
        asyncio.run(append(url, N, JOBS, seed=3))
        connection, lake = connect(url), Lake(home)
        last = newest_position(connection)
        lake.events.write(read_events(url, 0, last), last)
        rows = [
            _row("events from PostgreSQL", connection, lambda: _from_postgres(connection, last)),
            _row("events from the lake", connection, lambda: _from_lake(lake)),
            _row("what they say, folded", connection, lambda: list(fold_events(_from_lake(lake)))),
        ]
        connection.close()
    return table((f"{N:,} events of 3 KB", "seconds", "processor ms each, PostgreSQL's part included"), rows)


def _from_postgres(connection: Connection, last: int) -> list[LogEntry]:
    return list(chain.from_iterable(read_range(connection, 0, last)))


def _from_lake(lake: Lake) -> list[LogEntry]:
    columns = lake.events.delta.to_pyarrow_table().sort_by("position").to_pydict()
    return [LogEntry(*row) for row in zip(*columns.values(), strict=True)]


def _row(what: str, connection: Connection, read: Callable[[], object]) -> tuple[str, ...]:
    """The better of two."""
    backend = psutil.Process(connection.info.backend_pid)
    found = []
    for _ in range(2):
        began, spent = time.perf_counter(), time.process_time() + sum(backend.cpu_times()[:2])
        read()
        spent = time.process_time() + sum(backend.cpu_times()[:2]) - spent
        found.append((time.perf_counter() - began, spent))
    return what, f"{min(one for one, _ in found):.2f}", f"{min(one for _, one in found) / N * 1000:.3f}"


if __name__ == "__main__":
    print(run())
