"""An API alone, over a database of its own: for measurements that need neither worker nor Spark."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psutil
import psycopg

from benchmarks.system import free_port
from headwater.cli.running import connect, is_up, wait_until

START_SECONDS = 120.0


@dataclass(frozen=True)
class Api:
    address: str
    pid: int
    url: str
    """Of its database."""

    def processor_seconds(self) -> dict[int, float]:
        """By process: its own, and those that PostgreSQL has for its connections."""
        query = (
            "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
        )
        with psycopg.connect(self.url) as connection:
            pids = [self.pid, *(pid for (pid,) in connection.execute(query))]
        return {pid: sum(psutil.Process(pid).cpu_times()[:2]) for pid in pids}


@contextmanager
def serving_api(url: str, access: str = "off") -> Iterator[Api]:
    port = free_port()
    given = {"HEADWATER_DATABASE_URL": url, "HEADWATER_PORT": str(port), "HEADWATER_ACCESS": access}
    environment = os.environ | given | {"HEADWATER_READS_PER_SECOND": "0"}
    command = [sys.executable, "-m", "headwater", "api"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
        address = f"http://127.0.0.1:{port}"
        try:
            with connect(address) as client:
                wait_until(lambda: is_up(client), START_SECONDS)
            yield Api(address, process.pid, url)
        finally:
            process.terminate()
