"""Two workers, on a cluster and on this machine, each with a database: both have to do the same."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import psycopg
from psycopg import Connection
from psycopg.types.json import Jsonb

from headwater.log.postgres import INSERT, _columns
from headwater.model.events import Event
from headwater.store.migrate import migrate
from tests.cluster.spark_cluster import SparkCluster
from tests.databases import database_of
from tests.server.system import command, wait_for

PATIENCE_SECONDS = 240.0

# Small batches, so that several pass through executors; jobs that follow changes as soon as they can.
SETTINGS = {
    "HEADWATER_MAX_BATCH_EVENTS": "1200",
    "HEADWATER_ANALYTICS_SECONDS": "2",
    "HEADWATER_LAKE_SECONDS": "2",
    "HEADWATER_TELEMETRY_DAYS": "3650",
    "HEADWATER_TELEMETRY_FLUSH_SECONDS": "0.2",
    "HEADWATER_SPARK_MEMORY": "1g",
}


@dataclass
class Side:
    """A database, and the worker that publishes into it."""

    home: Path
    url: str
    settings: Mapping[str, str]
    worker: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        environment = os.environ | SETTINGS | dict(self.settings)
        environment |= {"HEADWATER_DATABASE_URL": self.url, "HEADWATER_HOME": str(self.home)}
        with (self.home / "worker.log").open("ab") as log:
            self.worker = subprocess.Popen(
                command("worker"), env=environment, stdout=log, stderr=log, start_new_session=True
            )

    def stop(self) -> None:
        if self.worker is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.worker.pid, signal.SIGKILL)
            self.worker.wait()

    def connect(self) -> Connection[Any]:
        return psycopg.connect(self.url, autocommit=True)

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self.connect() as connection:
            return connection.execute(query, values).fetchall()

    def append(self, events: Sequence[Event]) -> None:
        with self.connect() as connection:
            connection.execute(INSERT, _columns(events))

    def wait_until_published(self) -> None:
        level = "select position = (select max(position) from events) from pipeline_state"
        self.wait_for("the pipeline", level)

    def wait_for(self, what: str, query: str) -> None:
        """Until this query answers true."""

        def holds() -> bool:
            # As `headwater up` does: where the machine is busy, Spark may not come up in time at first.
            if self.worker is not None and self.worker.poll() is not None:
                self.start()
            return self.rows(query) == [(True,)]

        try:
            wait_for(what, holds, PATIENCE_SECONDS)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.log}") from None

    @property
    def is_streaming(self) -> bool:
        """Whether a batch has gone through Spark; before that, the worker publishes without it."""
        return any((self.home / "spark" / "checkpoint" / "commits").glob("[0-9]*"))

    def request(self, kind: str, **arguments: Any) -> int:
        query = "insert into work (kind, arguments) values (%s, %s) returning id"
        return int(self.rows(query, kind, Jsonb(arguments))[0][0])

    def result(self, work: int) -> dict[str, Any]:
        self.wait_for(f"work {work}", f"select finished_at is not null from work where id = {work}")
        [(result, error)] = self.rows("select result, error from work where id = %s", work)
        assert error is None, error
        return dict(result)

    @property
    def log(self) -> str:
        return (self.home / "worker.log").read_text()[-6000:]


@dataclass
class Sides:
    cluster: Side
    local: Side
    spark: SparkCluster

    @property
    def both(self) -> tuple[Side, Side]:
        return self.cluster, self.local

    def append(self, events: Sequence[Event]) -> None:
        for side in self.both:
            side.append(events)

    def append_until_streaming(self, events: Sequence[Event]) -> int:
        """One event after the other, until Spark publishes them on both sides; returns how many."""
        for number, event in enumerate(events, 1):
            self.append([event])
            self.wait_until_published()
            if all(side.is_streaming for side in self.both):
                return number
            time.sleep(0.5)
        raise AssertionError(f"no stream began\n{self.cluster.log}\n{self.local.log}")

    def wait_until_published(self) -> None:
        for side in self.both:
            side.wait_until_published()


def cluster_settings(spark: SparkCluster) -> dict[str, str]:
    return {
        "HEADWATER_SPARK_MASTER": spark.url,
        "HEADWATER_SPARK_TASKS": "4",
        "HEADWATER_SPARK_CONF_driver_host": "127.0.0.1",
        "HEADWATER_SPARK_CONF_driver_bindAddress": "127.0.0.1",
        "HEADWATER_SPARK_CONF_executor_memory": "512m",
        "HEADWATER_SPARK_CONF_authenticate": "true",
        "HEADWATER_SPARK_CONF_authenticate_secret": spark.secret,
        "HEADWATER_SPARK_CONF_network_crypto_enabled": "true",
        "SPARK_LOCAL_IP": "127.0.0.1",
    }


@contextmanager
def two_sides(database_url: str, spark: SparkCluster) -> Iterator[Sides]:
    made = []
    for name, settings in (("on_cluster", cluster_settings(spark)), ("on_this_machine", {})):
        with psycopg.connect(database_url, autocommit=True) as connection:
            connection.execute(f"create database {name}")
        url = database_of(database_url, name)
        migrate(url)
        # Nobody else can enter it.
        made.append(Side(Path(mkdtemp(prefix="hwside")), url, settings))
    sides = Sides(made[0], made[1], spark)
    try:
        for side in sides.both:
            side.start()
        yield sides
    finally:
        for side in sides.both:
            side.stop()
            shutil.rmtree(side.home, ignore_errors=True)
