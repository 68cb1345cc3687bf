"""Starts and ends of executions a second, and the timeliness check. `python -m benchmarks.watcher`.

A pair is a start and its end, each a row and an event in one durable transaction. What each part takes of
the processor says what a pair costs beside clients and a pipeline on the same cores. The check runs over
10,000 pipelines with a million executions, put into the tables directly; every tenth pipeline is late, and
each has ended an execution within the last hour.
"""

import asyncio
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import urlsplit

import httpx
import msgspec
import psycopg

from benchmarks.ingest import request
from benchmarks.system import PARTS, database, processor_seconds, running_system
from benchmarks.table import percentiles, table
from headwater.store.queries.pipelines.execution_search import REPORTED, STARTED, ExecutionFilter, search
from headwater.store.timeliness import run_check

PAIRS, CONNECTIONS, SHARED = 3_000, (1, 16), 64
PIPELINES, EXECUTIONS, CHECKS = 10_000, 1_000_000, 5

# The executions come back from the log as runs, so they stand in both places. What is normal for each job was
# worked out before, as the worker does.
FILL = """
insert into pipeline_type (name) values ('bench');
insert into nodes (key, kind, namespace, name)
select md5('pipeline-' || number)::uuid, 'job', 'watcher', 'pipeline-' || number
from generate_series(1, %(pipelines)s::int) as number;
insert into pipeline (name, pipeline_type_id, job_namespace, job_name, job_key, timely_number,
                      timely_datepart, last_target_insert)
select name, 1, namespace, name, key, 1, 'day',
       %(now)s::timestamptz - case when id %% 10 = 0 then interval '2 days' else interval '1 minute' end
from nodes order by id;
insert into pipeline_execution
    (run_id, pipeline_id, start_date, end_date, duration_seconds, completed_successfully, inserts)
select md5('run-' || number)::uuid, 1 + number %% %(pipelines)s::int, begun,
       begun + seconds * interval '1 second', seconds, true, number
from generate_series(0, %(executions)s::int - 1) as number
cross join lateral (select 60 + number %% 97 as seconds) as length
cross join lateral (select %(now)s::timestamptz - interval '10 minutes'
                           - (number / %(pipelines)s::int) * interval '1 hour' as begun) as start;
insert into runs (run_id, job_id, started_at, ended_at, end_state, counts_at, is_execution)
select execution.run_id, node.id, start_date, end_date, 'COMPLETE', end_date, true
from pipeline_execution as execution
join pipeline on pipeline.id = execution.pipeline_id
join nodes as node on node.key = pipeline.job_key;
insert into job_baselines (job_id, measure, hour_of_week, runs, median, mad, spread)
select id, 'duration', -1, 100, 108, 24, 36 from nodes;
"""


async def pairs(url: str, ids: list[int], count: int, connections: int) -> list[float]:
    """Seconds each pair took."""
    waiting = iter(range(count))
    work = (_worker(url, ids[number % len(ids)], waiting) for number in range(connections))
    return [seconds for taken in await asyncio.gather(*work) for seconds in taken]


async def _worker(url: str, pipeline: int, waiting: Iterator[int]) -> list[float]:
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(str(address.hostname), int(address.port or 80))
    taken = []
    for number in waiting:
        began = time.perf_counter()
        start = msgspec.json.encode({"pipeline_id": pipeline, "next_watermark": number})
        writer.write(request("/start_pipeline_execution", start))
        told = msgspec.json.decode(await _body(reader, b"201"))
        end = msgspec.json.encode({"id": told["id"], "inserts": 150, "total_rows": 180})
        writer.write(request("/end_pipeline_execution", end))
        await _body(reader, b"204")
        taken.append(time.perf_counter() - began)
    writer.close()
    return taken


async def _body(reader: asyncio.StreamReader, wanted: bytes) -> bytes:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    if head.split(b" ", 2)[1] != wanted:
        raise RuntimeError(f"the server answered {head.decode()}")
    lengths = [line for line in head.split(b"\r\n") if line.startswith(b"content-length:")]
    return await reader.readexactly(int(lengths[0].split(b":")[1])) if lengths else b""


def measure_pairs() -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    with running_system() as system:
        ids = [register(system.server.url, number) for number in range(SHARED)]
        for connections in CONNECTIONS:
            count = PAIRS if connections > 1 else PAIRS // 10
            before, began = processor_seconds(system), time.perf_counter()
            seconds = asyncio.run(pairs(system.server.url, ids, count, connections))
            rate, after = count / (time.perf_counter() - began), processor_seconds(system)
            p50, p95 = percentiles(seconds)
            spent = (f"{(after[part] - before[part]) / count * 1000:.2f}" for part in PARTS)
            rows.append((f"{connections} at once", f"{rate:,.0f}", f"{p50:.1f}", f"{p95:.1f}", *spent))
    return rows


def register(url: str, number: int) -> int:
    """A pipeline with a source and a target; returns its number."""
    body = {"name": f"bench-{number}", "pipeline_type_name": "bench"}
    found = httpx.post(f"{url}/pipeline", json=body).json()
    side = [{"address_name": f"bench-{number}-{end}", "address_type_name": "bench"} for end in ("in", "out")]
    lineage = {"pipeline_id": found["id"], "source_addresses": side[:1], "target_addresses": side[1:]}
    httpx.post(f"{url}/address_lineage", json=lineage).raise_for_status()
    return int(found["id"])


def measure_check() -> list[tuple[str, ...]]:
    now = datetime.now(UTC)
    with database() as (_home, url), psycopg.connect(url, autocommit=True) as connection:
        values = {"now": now, "pipelines": PIPELINES, "executions": EXECUTIONS}
        with psycopg.ClientCursor(connection) as cursor:
            cursor.execute(FILL, values)
        connection.execute("vacuum analyze")
        checks, pages = [], []
        for _ in range(CHECKS):
            began = time.perf_counter()
            report = run_check(connection, now)
            checks.append(time.perf_counter() - began)
            began = time.perf_counter()
            search(connection, ExecutionFilter(), (STARTED, REPORTED), 100)
            pages.append(time.perf_counter() - began)
    size = f"{PIPELINES:,} pipelines, {EXECUTIONS:,} executions"
    return [
        (f"timeliness: {size}, {len(report.late):,} late", f"{percentiles(checks)[0]:,.0f}"),
        (f"a page of executions: {size}", f"{percentiles(pages)[0]:,.0f}"),
    ]


def run() -> str:
    parts = tuple(f"{part}, processor ms a pair" for part in PARTS)
    speed = table(("start + end, durable", "pairs/s", "pair p50 ms", "p95 ms", *parts), measure_pairs())
    return f"{speed}\n\n{table(('question', 'p50 ms'), measure_check())}"


if __name__ == "__main__":
    print(run())
