"""Spans merged into traces and rollups, at N and 2N: is it linear? `python -m benchmarks.rollups`."""

import time

import psutil
import psycopg
import pyarrow as pa
import pyarrow.compute as pc

from benchmarks.system import database
from benchmarks.table import table
from benchmarks.telemetry_requests import SPANS, span_requests
from headwater.facts.telemetry.arrow import read_entries
from headwater.model.telemetry import Encoding, TelemetryEntry, TelemetryKind
from headwater.store.telemetry.publish import publish

N = 1_000_000
BATCH = 20_000
# Each batch is so much older than the one before, and as long itself.
MINUTE_NS = 60 * 10**9
DAYS = 7


def run() -> str:
    one, both = _seconds(N), _seconds(2 * N)
    row = (f"{N:,}", f"{one:.1f}", f"{N / one:,.0f}", f"{2 * N / both:,.0f}", f"{both / one:.2f}")
    header = (
        "spans (N)",
        "processor s at N",
        "spans a processor s at N",
        "at 2N",
        "processor s 2N ÷ N (2 is linear)",
    )
    return table(header, [row])


def _seconds(count: int) -> float:
    """Of publishing so many spans: the spans themselves, their traces, and rollups of three steps.

    Those of the processor, here and in PostgreSQL: they are the same on a busy machine.
    """
    pattern, taken = _pattern(), 0.0
    with database() as (_home, url), psycopg.connect(url, autocommit=True) as connection:
        backend = psutil.Process(connection.info.backend_pid)
        for number in range(count // BATCH):
            batch = _moved(pattern, number)
            began = time.process_time() + sum(backend.cpu_times()[:2])
            publish(connection, batch, number + 1, DAYS)
            taken += time.process_time() + sum(backend.cpu_times()[:2]) - began
    return taken


def _pattern() -> pa.Table:
    now = time.time_ns() // 1000
    bodies = span_requests(BATCH // SPANS)
    return read_entries(
        TelemetryEntry(number, TelemetryKind.TRACES, Encoding.PROTOBUF, None, now, body)
        for number, body in enumerate(bodies)
    )


def _moved(pattern: pa.Table, number: int) -> pa.Table:
    """The same spans in other traces, in another minute."""
    changed = {
        "trace_id": pa.array([f"{number:08x}{one[8:]}" for one in pattern["trace_id"].to_pylist()]),
        "start_ns": pc.subtract(pattern["start_ns"], number * MINUTE_NS),
    }
    for name, values in changed.items():
        pattern = pattern.set_column(pattern.column_names.index(name), name, values)
    return pattern


if __name__ == "__main__":
    print(run())
