"""Ingest and latency with Kafka before the log, beside the same without. `python -m benchmarks.kafka`.

The broker is fetched by `make .others/kafka/.ready`. It runs on the same cores, and so does the bridge.
"""

import time
from pathlib import Path
from typing import Any, NamedTuple

import psutil
from tests.kafka_broker import JARS, kafka_broker
from tests.server.system import RunningSystem, running_system, wait_for

from benchmarks.events import events
from benchmarks.ingest import measure, request
from benchmarks.latency import WARM_UP, _sending
from benchmarks.table import percentiles, table
from headwater.cli.running import connect
from headwater.client.requests import graph_downstream

SINGLES, BATCHED, BATCH = 3_000, 10_000, 100
CONNECTIONS = (64, 4)
PROBES = 40
PATIENCE_SECONDS = 120.0


class Row(NamedTuple):
    way: str
    singles: float
    single_p95: float
    batched: float
    processor_ms: float
    """An event of a batch costs, from the request until it is served: all processes but client and broker."""
    visible_p50: float
    visible_p95: float


def run() -> str:
    if not Path(JARS).is_dir():
        return "Not measured: no broker was fetched."
    with running_system() as system:
        without = _measured("without", system)
    with kafka_broker() as broker, running_system({"HEADWATER_KAFKA_BOOTSTRAP": broker.address}) as system:
        beside = _measured("through Kafka", system)
    header = (
        *("3 KB events", "one a request, events/s", "answer p95 ms", f"batches of {BATCH}, events/s"),
        *("processor ms each until visible", "visible p50 ms", "p95 ms"),
    )
    return table(header, [_shown(row) for row in (without, beside)])


def _measured(way: str, system: RunningSystem) -> Row:
    visible = percentiles(_probed(system))
    singles = [request("/api/v1/lineage", body) for body in events(SINGLES, seed=2)]
    single_rate, _, single_p95 = measure(system.url, singles, 1, CONNECTIONS[0])
    _await_published(system)
    bodies = list(events(BATCHED, seed=3))
    batches = [b"[" + b",".join(bodies[at : at + BATCH]) + b"]" for at in range(0, BATCHED, BATCH)]
    before, began = _events(system), _processor_seconds(system)
    rate, *_ = measure(
        system.url, [request("/api/v1/lineage/batch", body) for body in batches], BATCH, CONNECTIONS[1]
    )
    wait_for("events from Kafka", lambda: _events(system) == before + BATCHED, PATIENCE_SECONDS)
    _await_published(system)
    spent = (_processor_seconds(system) - began) / BATCHED * 1000
    return Row(way, single_rate, single_p95, rate, spent, *visible)


def _probed(system: RunningSystem) -> list[float]:
    """Seconds from sending an event to an answer that holds its lineage; the first ones warm up."""
    server = connect(system.url)
    return [probe(server, number) for number in range(WARM_UP + PROBES)][WARM_UP:]


def probe(server: Any, number: int) -> float:
    began = time.perf_counter()
    reply = server.send(_sending(number))
    asked = graph_downstream(f"probe/source_{number}")
    waiting = (
        ("min_position", reply["position"]) if reply["position"] else ("min_event_id", reply["event_id"])
    )
    found = server.send(asked.with_parameter(*waiting))
    taken = time.perf_counter() - began
    if not any(reached.node.name == f"target_{number}" for reached in found.nodes):
        raise RuntimeError("the lineage was not there although its event was waited for")
    return taken


def _events(system: RunningSystem) -> int:
    return int(system.rows("select count(*) from events where stream = 'lineage'")[0][0])


def _await_published(system: RunningSystem) -> None:
    system.wait_until_caught_up(PATIENCE_SECONDS)


def _processor_seconds(system: RunningSystem) -> float:
    total = 0.0
    for process in system.everything():
        try:
            total += sum(process.cpu_times()[:2])
        except psutil.Error:
            continue
    return total


def _shown(row: Row) -> tuple[str, ...]:
    figures = (
        f"{row.singles:,.0f}",
        f"{row.single_p95:.1f}",
        f"{row.batched:,.0f}",
        f"{row.processor_ms:.2f}",
    )
    return row.way, *figures, f"{row.visible_p50:,.0f}", f"{row.visible_p95:,.0f}"


if __name__ == "__main__":
    print(run())
