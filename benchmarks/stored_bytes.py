"""Bytes that an event and an edge take in the store, indexes included, at N and 2N events of 3 KB.

`python -m benchmarks.stored_bytes`. The log is read and published in this process, without Spark:
the rows are the same. What a machine is busy with does not show in it.
"""

import asyncio
from functools import partial

import psycopg

from benchmarks.events import events
from benchmarks.system import database
from benchmarks.table import table
from headwater.dialects.openlineage.translate import to_domain
from headwater.log.postgres import PostgresLog
from headwater.pipeline.batch import LogPipeline, connect
from headwater.pipeline.read import read_in_place
from headwater.pipeline.rebuild import rebuild
from headwater.pipeline.sql_lineage import InPlaceAnalyst
from headwater.store.publish import Publisher
from headwater.store.tables import SERVED

N = 2_000
STEP = 2_000
JOBS = (200, 2_000)
OF_EDGES = ("edges", "edge_spans")

SIZE = """
select coalesce(sum(pg_total_relation_size(c.oid)), 0), coalesce(sum(pg_indexes_size(c.oid)), 0)
from pg_class as c
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any(%s)
"""


def run() -> str:
    rows = [row for jobs in JOBS for count in (N, 2 * N) for row in measured(count, jobs)]
    return table(("jobs", "events", "what", "how many", "MB", "of it indexes", "bytes each"), rows)


def measured(count: int, jobs: int) -> list[tuple[str, ...]]:
    with database() as (_home, url):
        sent = asyncio.run(append(url, count, jobs))
        publisher = Publisher(10, InPlaceAnalyst())
        rebuild(
            LogPipeline(publisher, connect(url), partial(read_in_place, url)), STEP, lambda done, upto: None
        )
        with psycopg.connect(url, autocommit=True) as connection:
            # Written anew: how much room updates leave behind depends on when a vacuum came by.
            connection.execute("vacuum full")
            edges = connection.execute("select count(*) from edges").fetchone()
            parts = (
                ("events in the log", count, ("events",)),
                ("all that is served, by event", count, tuple(SERVED)),
                ("edges with their spans", (edges or (0,))[0], OF_EDGES),
            )
            found = [_row(connection, jobs, count, *part) for part in parts]
    return [(f"{jobs:,}", f"{count:,}", "events as they came", f"{count:,}", *_size(sent, 0, count)), *found]


def _row(
    connection: psycopg.Connection[tuple[int, ...]],
    jobs: int,
    count: int,
    what: str,
    number: int,
    tables: tuple[str, ...],
) -> tuple[str, ...]:
    row = connection.execute(SIZE, [list(tables)]).fetchone()
    size, indexes = row or (0, 0)
    return f"{jobs:,}", f"{count:,}", what, f"{number:,}", *_size(int(size), int(indexes), number)


def _size(size: int, indexes: int, number: int) -> tuple[str, str, str]:
    return f"{size / 1e6:.1f}", f"{indexes / 1e6:.1f}", f"{size / max(number, 1):,.0f}"


async def append(url: str, count: int, jobs: int) -> int:
    """Returns how many bytes the bodies have."""
    log = PostgresLog(url, 1 << 30)
    await log.start()
    batch = [to_domain(body) for body in events(count, jobs)]
    for start in range(0, count, 1000):
        await log.append(batch[start : start + 1000])
    await log.stop()
    return sum(event.size for event in batch)


if __name__ == "__main__":
    print(run())
