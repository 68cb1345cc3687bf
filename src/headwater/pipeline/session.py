"""The one Spark session of a process: local by default, or the driver of a cluster."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pyspark.sql import SparkSession

from headwater.pipeline.cluster import send_package, submit_file
from headwater.pipeline.java import java_home
from headwater.pipeline.source import LogSource
from headwater.settings import Settings

# Executors on one host may be different users', who can't read each other's files: they ask each other.
OF_A_CLUSTER = {"spark.shuffle.readHostLocalDisk": "false"}
CHECKPOINTS = "org.apache.spark.sql.execution.streaming.checkpointing.FileSystemBasedCheckpointFileManager"


def start_session(settings: Settings, name: str = "headwater") -> SparkSession:
    """Small shuffles, because a micro-batch has a few thousand rows."""
    scratch = settings.home.absolute() / "spark"
    scratch.mkdir(parents=True, exist_ok=True)
    _environment(settings, scratch)
    with _submitted(settings.spark_conf, scratch):
        builder = SparkSession.builder.master(settings.spark_master).appName(name)
        for key, value in _configuration(settings, scratch).items():
            builder = builder.config(key, value)
        session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    # Before the executors' Python is named: where the log ends is asked on this machine.
    session.dataSource.register(LogSource)
    if settings.on_cluster:
        send_package(session, settings.spark_python, scratch)
    return session


def _environment(settings: Settings, scratch: Path) -> None:
    """Spark reads these when it starts its JVM and its Python workers."""
    os.environ["JAVA_HOME"] = str(java_home(settings.home))
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    if settings.on_cluster:
        os.environ.setdefault("SPARK_LOCAL_DIRS", str(scratch / "local"))
    else:
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")


@contextmanager
def _submitted(conf: Mapping[str, str], scratch: Path) -> Iterator[None]:
    """What the environment says of Spark reaches its JVM by a file: whoever lists processes sees options."""
    if not conf:
        yield
        return
    before = os.environ.get("PYSPARK_SUBMIT_ARGS")
    file = submit_file(conf, scratch)
    os.environ["PYSPARK_SUBMIT_ARGS"] = f'--properties-file "{file}" {before or "pyspark-shell"}'
    try:
        yield
    finally:
        file.unlink()
        del os.environ["PYSPARK_SUBMIT_ARGS"]
        if before is not None:
            os.environ["PYSPARK_SUBMIT_ARGS"] = before


def _configuration(settings: Settings, scratch: Path) -> dict[str, str]:
    """What the environment says of Spark goes before it, and is left out here."""
    found = {
        "spark.driver.memory": settings.spark_memory,
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        # Jobs of different pools share the cores: the stream does not wait for a long job to end.
        "spark.scheduler.mode": "FAIR",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": str(settings.spark_tasks),
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "2000",
        "spark.sql.warehouse.dir": (scratch / "warehouse").as_uri(),
        # In quotes: the path may hold spaces.
        "spark.driver.extraJavaOptions": f'"-Dderby.system.home={scratch / "derby"}" -XX:+UseParallelGC',
        "spark.sql.streaming.stopTimeout": "20s",
        # Checkpoints are written without a process for each file; Spark's default starts forty a batch.
        "spark.sql.streaming.checkpointFileManagerClass": CHECKPOINTS,
        # Nobody else on this machine reads the lake.
        "spark.hadoop.fs.permissions.umask-mode": "077",
        "spark.hadoop.fs.file.impl": "org.apache.hadoop.fs.RawLocalFileSystem",
        "spark.sql.streaming.numRecentProgressUpdates": "10",
        **(OF_A_CLUSTER if settings.on_cluster else _of_this_machine(scratch)),
    }
    return {key: value for key, value in found.items() if key not in settings.spark_conf}


def _of_this_machine(scratch: Path) -> dict[str, str]:
    """Other users of this machine reach Spark's ports too. With a local master, Spark makes up the secret."""
    return {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.local.dir": str(scratch / "local"),
        "spark.authenticate": "true",
    }
