"""What one node holds: a long log, many jobs and columns, and how it starts and answers then.

`python -m benchmarks.one_node --rows 10000000 --events 1000000 --jobs 100000`. Rows beyond the events are
small ones, copied into the log as if they had been read: they make it long. Events go through the pipeline.
"""

import argparse
import asyncio
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import psutil
import psycopg
from tests.server.system import RunningSystem, running_system

from benchmarks.events import events
from benchmarks.kafka import probe
from benchmarks.system import database
from benchmarks.table import percentiles, table
from headwater.cli.running import connect as connect_to
from headwater.client.requests import graph_downstream, graph_upstream
from headwater.dialects.openlineage.translate import to_domain
from headwater.log.postgres import PostgresLog
from headwater.pipeline.batch import LogPipeline, connect
from headwater.pipeline.read import RangeReader
from headwater.pipeline.session import start_session
from headwater.pipeline.sql_lineage import SparkAnalyst
from headwater.settings import Settings
from headwater.store.publish import Publisher

CHUNK, STEP = 500_000, 5_000
WARM_UP, PROBES = 5, 40
FILL = """
insert into events (event_id, stream, kind, event_time, received_at, run_id, body, state)
select md5('row' || number)::uuid, 'lineage', 'run', '2025-01-01'::timestamptz + number * interval '1 second',
       '2025-01-01', md5('run' || number / 2)::uuid, '{"filled": ' || number || '}', 'START'
from generate_series(%s::bigint, %s::bigint) as number
"""
READ = "update pipeline_state set position = (select coalesce(max(position), 0) from events)"
COUNTS = {
    "rows in the log": "select count(*) from events",
    "of them through the pipeline": "select events from pipeline_state",
    "jobs": "select count(*) from nodes where kind = 'job'",
    "datasets": "select count(*) from nodes where kind = 'dataset'",
    "columns": "select count(*) from nodes where kind = 'column'",
    "edges": "select count(*) from edges",
    "column edges": "select count(*) from edges where kind between 3 and 5",
    "database, GB": "select round(pg_database_size(current_database()) / 1e9, 1)",
}


class Figure(NamedTuple):
    what: str
    value: str


def run(rows: int, count: int, jobs: int) -> str:
    with database() as (home, url):
        found = [*_filled(url, rows - count), *_published(home, url, count, jobs)]
        found += _counted(url)
        began = time.monotonic()
        with running_system({"HEADWATER_DATABASE_URL": url}) as system:
            found.append(
                Figure("until `headwater up` does all its work, s", f"{time.monotonic() - began:.0f}")
            )
            found += _asked(system)
    return table(("what", "measured"), found)


def _filled(url: str, rows: int) -> Iterator[Figure]:
    began = time.monotonic()
    with psycopg.connect(url, autocommit=True) as connection:
        for first in range(1, rows + 1, CHUNK):
            connection.execute(FILL, [first, min(first + CHUNK - 1, rows)])
        connection.execute(READ)
        connection.execute("vacuum analyze events")
    yield Figure(f"{rows:,} small rows copied into the log, s", f"{time.monotonic() - began:.0f}")


def _published(home: Path, url: str, count: int, jobs: int) -> Iterator[Figure]:
    """Appended and published in turn, so that neither waits for the other at any size."""
    spark = start_session(Settings(home=home))
    pipeline = LogPipeline(Publisher(10, SparkAnalyst(spark)), connect(url), RangeReader(spark, url))
    bodies = events(count, jobs)
    seconds = []
    while batch := list(islice(bodies, STEP)):
        first, last = asyncio.run(_append(url, batch))
        began = time.monotonic()
        pipeline.process(first, last)
        seconds.append(time.monotonic() - began)
    pipeline.connection.close()
    spark.stop()
    # Where each event is of a new job, and where all are known.
    new = seconds[1 : max(2, min(len(seconds), 2 * jobs // STEP))]
    yield Figure("events of new jobs through the pipeline, a second", f"{STEP * len(new) / sum(new):,.0f}")
    if len(seconds) > len(new) + 2:
        known = seconds[-len(seconds) // 4 :]
        yield Figure("the last quarter of the events, a second", f"{STEP * len(known) / sum(known):,.0f}")


async def _append(url: str, bodies: list[bytes]) -> tuple[int, int]:
    """The position before them, and the last one."""
    with psycopg.connect(url) as connection:
        [before] = connection.execute("select max(position) from events").fetchone() or (0,)
    log = PostgresLog(url, 1 << 30)
    await log.start()
    appended = await log.append([to_domain(body) for body in bodies])
    await log.stop()
    assert appended.position is not None
    return int(before or 0), appended.position


def _counted(url: str) -> Iterator[Figure]:
    with psycopg.connect(url, autocommit=True) as connection:
        for what, query in COUNTS.items():
            row = connection.execute(query).fetchone()
            assert row is not None
            yield Figure(what, f"{row[0]:,}")


def _asked(system: RunningSystem) -> Iterator[Figure]:
    server = connect_to(system.url)
    for name in ("api", "worker"):
        process = system.child(name)
        assert process is not None
        yield Figure(f"memory of the {name}, GB", f"{_gigabytes(process):.2f}")
    walks = {
        "upstream of one table": graph_upstream("warehouse/mart.table_7"),
        "downstream of a source that a fiftieth of all jobs reads": graph_downstream("warehouse/raw.table_7"),
    }
    for what, asked in walks.items():
        seconds = []
        for _ in range(PROBES):
            began = time.perf_counter()
            server.send(asked)
            seconds.append(time.perf_counter() - began)
        yield _latency(what, seconds)
    visible = [probe(server, number) for number in range(WARM_UP + PROBES)][WARM_UP:]
    yield _latency("from an event to its lineage", visible)


def _latency(what: str, seconds: list[float]) -> Figure:
    p50, p95 = percentiles(seconds)
    return Figure(f"{what}, p50 and p95 ms", f"{p50:,.1f} and {p95:,.1f}")


def _gigabytes(process: psutil.Process) -> float:
    below = process.children(recursive=True)
    return float(sum(one.memory_info().rss for one in (process, *below)) / 1e9)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.one_node", description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=100_000)
    given = parser.parse_args()
    print(run(given.rows, given.events, given.jobs))


if __name__ == "__main__":
    main()
