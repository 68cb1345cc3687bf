"""How soon events are taken and become visible again after something was killed, or the disk was full.

`python -m benchmarks.recovery`. The full disk is a small one in memory, which only root can mount; without
that its row is left out.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import httpx
import msgspec
import psutil
import psycopg

from benchmarks.latency import _event
from benchmarks.system import await_spark, child, database_url, running_system
from benchmarks.table import table
from headwater.cli.up import System

PATIENCE_SECONDS = 240.0
# Between two faults, once Spark has started again, for its stream to take over.
STREAM_SECONDS = 5.0
DISK_MEGABYTES = 600
FULL_SECONDS = 30.0
# Of events while the disk is full, so that all of PostgreSQL's files that are prepared get used up.
LARGE_BYTES = 500_000

Fault = Callable[[System], None]
_numbers = count(1)


def kill_worker(system: System) -> None:
    child(system, "worker").kill()


def kill_jvm(system: System) -> None:
    _jvm(system).kill()


def kill_backend(system: System) -> None:
    """The one that publishes; PostgreSQL ends all others as well when one of them dies like this."""
    with psycopg.connect(database_url(system), autocommit=True) as connection:
        rows = connection.execute(
            "select pid from pg_stat_activity where backend_type = 'client backend' "
            "and pid <> pg_backend_pid() and query ilike '%pipeline_state%' limit 1"
        ).fetchall()
    os.kill(rows[0][0] if rows else _postmaster(system).children()[-1].pid, signal.SIGKILL)


def kill_postmaster(system: System) -> None:
    _postmaster(system).kill()


def stop_jvm(system: System) -> None:
    """It hangs: it neither answers nor ends."""
    _jvm(system).suspend()


FAULTS: tuple[tuple[str, Fault], ...] = (
    ("kill -9 of the worker", kill_worker),
    ("kill -9 of the JVM", kill_jvm),
    ("kill -9 of a PostgreSQL backend", kill_backend),
    ("kill -9 of the postmaster", kill_postmaster),
    ("SIGSTOP of the JVM", stop_jvm),
)


def run() -> str:
    rows: list[tuple[str, ...]] = []
    with _watched() as system:
        for name, fault in FAULTS:
            _await_calm(system)
            began = time.monotonic()
            fault(system)
            rows.append((name, *_recovered(system, began)))
            print(rows[-1], flush=True)
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        rows.append(("full disk, from the moment space is back", *_full_disk()))
    return table(("after", "told unhealthy after s", "events taken after s", "visible after s"), rows)


def _full_disk() -> tuple[str, ...]:
    with _small_disk() as disk, _watched(disk) as system:
        _await_calm(system)
        filler, began = disk / "filler", time.monotonic()
        _fill(filler)
        told = _until(lambda: not _is_healthy(system), began, FULL_SECONDS)
        while time.monotonic() < began + FULL_SECONDS:
            _sent(system, LARGE_BYTES)
            time.sleep(0.2)
        filler.unlink()
        _unhealthy, taken, visible = _recovered(system, time.monotonic())
        return told, taken, visible


def _recovered(system: System, began: float) -> tuple[str, str, str]:
    """When it was told, when an event was taken, and when it was visible; in seconds."""
    told: list[str] = []
    watch = threading.Thread(
        target=lambda: told.append(_until(lambda: not _is_healthy(system), began, PATIENCE_SECONDS)),
        daemon=True,
    )
    watch.start()
    # What was on its way when the fault came may still get through: an event of later counts.
    time.sleep(0.5)
    position = 0
    while not position and time.monotonic() < began + PATIENCE_SECONDS:
        position = _sent(system)
        time.sleep(0.05)
    taken = time.monotonic() - began
    visible = _until(lambda: _position(system) >= position, began, PATIENCE_SECONDS)
    return (told or ["not told"])[0], f"{taken:.1f}", visible


def _until(ready: Callable[[], bool], began: float, seconds: float) -> str:
    while not ready():
        if time.monotonic() > began + seconds:
            return f"not in {seconds:.0f}"
        time.sleep(0.05)
    return f"{time.monotonic() - began:.1f}"


def _await_calm(system: System) -> None:
    await_spark(system)
    while not _is_healthy(system):
        time.sleep(0.5)
    time.sleep(STREAM_SECONDS)


def _sent(system: System, size: int = 0) -> int:
    """The position of one more event; 0 where it was not taken."""
    event = _event(next(_numbers))
    event["run"]["facets"] = {"large": {"noise": os.urandom(size // 2).hex()}} if size else {}
    body = msgspec.json.encode(event)
    try:
        reply = httpx.post(f"{system.server.url}/api/v1/lineage", content=body, timeout=5)
    except httpx.HTTPError:
        return 0
    return int(reply.json()["position"]) if reply.status_code == 201 else 0


def _position(system: System) -> int:
    found = _get(system, "/api/v1/pipeline")
    return int(found.json()["graph_position"]) if found is not None and found.status_code == 200 else 0


def _is_healthy(system: System) -> bool:
    found = _get(system, "/api/v1/health")
    return found is not None and found.status_code == 200


def _get(system: System, path: str) -> Any:
    try:
        return httpx.get(f"{system.server.url}{path}", timeout=5)
    except httpx.HTTPError:
        return None


def _jvm(system: System) -> psutil.Process:
    return next(one for one in child(system, "worker").children(recursive=True) if one.name() == "java")


def _postmaster(system: System) -> psutil.Process:
    file = system.settings.home / "postgres" / "postmaster.pid"
    return psutil.Process(int(file.read_text().split()[0]))


@contextlib.contextmanager
def _watched(below: Path | None = None) -> Iterator[System]:
    """With the watch that `headwater up` keeps."""
    with running_system(below) as system:
        threading.Thread(target=system.run, daemon=True).start()
        yield system


@contextlib.contextmanager
def _small_disk() -> Iterator[Path]:
    folder = Path(mkdtemp(prefix="hwdisk"))
    size = f"size={DISK_MEGABYTES}m,mode=755"
    subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", folder], check=True, capture_output=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=False)
        shutil.rmtree(folder, ignore_errors=True)


def _fill(file: Path) -> None:
    with file.open("wb", buffering=0) as filler, contextlib.suppress(OSError):
        while filler.write(b"x" * 65536):
            pass


if __name__ == "__main__":
    print(run())
