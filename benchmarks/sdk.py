"""What a tracked call costs its host. `python -m benchmarks.sdk`.

The server is one that takes everything, or none at all. Calls are made as fast as they can be, which no host
does: the background's share of the processor is part of what the clock shows, not of the host's own time.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import headwater_sdk
from benchmarks.table import table
from headwater_sdk import lineage_track, telemetry_track, track

CALLS = 20_000
AWAY = "http://127.0.0.1:9"


@lineage_track(inputs=["warehouse/orders"], outputs=["warehouse/daily"])
def decorated() -> None:
    """A function whose every call is a run."""


@telemetry_track
def spanned() -> None:
    """A function whose every call is a span."""


def block() -> None:
    with track("orders.daily") as run:
        run.reads("warehouse/orders")
        run.writes("warehouse/daily_orders", rows=1_204)


FORMS: dict[str, Callable[[], None]] = {
    "`@lineage_track`": decorated,
    "`@telemetry_track`": spanned,
    "`with track`, one input, one output": block,
}


def measured(call: Callable[[], None]) -> tuple[float, float]:
    """Microseconds a call: of the thread's own time, and by the clock."""
    call()
    clock, own = time.perf_counter(), time.thread_time()
    for _ in range(CALLS):
        call()
    own, clock = time.thread_time() - own, time.perf_counter() - clock
    return own / CALLS * 1e6, clock / CALLS * 1e6


def measure_all(server: str, **settings: object) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for name, call in FORMS.items():
        headwater_sdk.configure(**settings)
        own, clock = measured(call)
        dropped = headwater_sdk.statistics().dropped
        rows.append((name, server, f"{own:.1f}", f"{clock:.1f}", f"{dropped}"))
        headwater_sdk.configure(exit_seconds=0)
        headwater_sdk.reset()
    return rows


@contextmanager
def server_of_its_own() -> Iterator[str]:
    """One that takes everything, in another process, as servers are."""
    program = [sys.executable, "-m", "tests.sdk.servers"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        process.stdin.close()


def run() -> str:
    with TemporaryDirectory() as folder, server_of_its_own() as url:
        spool = {"spool": str(Path(folder)), "spool_bytes": 1 << 30}
        rows = measure_all("not configured", disabled=True)
        rows += measure_all("answers", url=url, **spool)
        rows += measure_all("down", url=AWAY, **spool)
    return table(("a call", "server", "µs of the host's thread", "µs by the clock", "events dropped"), rows)


if __name__ == "__main__":
    print(run())
