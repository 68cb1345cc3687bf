"""A whole Headwater of one's own for a measurement, on a free port, with its data thrown away after."""

import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import psutil
import psycopg
from rich.console import Console

from headwater.cli.up import System
from headwater.settings import Settings
from headwater.store import work
from headwater.store.embedded import EmbeddedPostgres, url_of
from headwater.store.migrate import migrate

SPARK_SECONDS = 180.0


@contextmanager
def running_system(below: Path | None = None) -> Iterator[System]:
    """PostgreSQL, the API and the Spark worker, as `headwater up` starts them."""
    home = Path(mkdtemp(prefix="hwb", dir=below))
    system = System(Settings(home=home, port=free_port()), Console(quiet=True))
    try:
        system.start()
        system.await_worker()
        await_spark(system)
        yield system
    finally:
        system.stop()
        shutil.rmtree(home, ignore_errors=True)


def await_spark(system: System) -> None:
    """Until the worker does what is asked of it: before that, it publishes without Spark."""
    with psycopg.connect(database_url(system), autocommit=True) as connection:
        asked = work.request(connection, "timeliness", {})
        deadline = time.monotonic() + SPARK_SECONDS
        while time.monotonic() < deadline:
            found = work.find(connection, asked.id)
            if found is not None and found.finished_at is not None:
                return
            time.sleep(0.2)
    raise RuntimeError(f"Spark is not there after {SPARK_SECONDS:.0f} s")


def child(system: System, name: str) -> psutil.Process:
    """A process that the system supervises, by its name."""
    (found,) = [one for one in system._supervisor.children if one.name == name]
    assert found.process is not None
    return psutil.Process(found.process.pid)


PARTS = ("client", "API", "PostgreSQL")


def processor_seconds(system: System) -> dict[str, float]:
    """What this process, the API and PostgreSQL took of the processor so far."""
    with psycopg.connect(database_url(system)) as connection:
        postmaster = psutil.Process(connection.info.backend_pid).parent()
        measured = {
            "client": [psutil.Process()],
            "API": [child(system, "api")],
            "PostgreSQL": [postmaster, *postmaster.children()],
        }
        return {part: sum(map(_spent, found)) for part, found in measured.items()}


def _spent(process: psutil.Process) -> float:
    try:
        return float(sum(process.cpu_times()[:2]))
    except psutil.NoSuchProcess:
        return 0.0


def database_url(system: System) -> str:
    return url_of(system.settings.home / "postgres")


@contextmanager
def database() -> Iterator[tuple[Path, str]]:
    """An embedded PostgreSQL alone, migrated."""
    home = Path(mkdtemp(prefix="hwb"))
    postgres = EmbeddedPostgres(home)
    try:
        url = postgres.start()
        migrate(url)
        yield home, url
    finally:
        postgres.stop()
        shutil.rmtree(home, ignore_errors=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
