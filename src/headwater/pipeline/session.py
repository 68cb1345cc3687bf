"""The one Spark session of a process."""

import os
import sys
from pathlib import Path

from pyspark.sql import SparkSession

from headwater.pipeline.java import java_home
from headwater.settings import Settings

CHECKPOINTS = "org.apache.spark.sql.execution.streaming.checkpointing.FileSystemBasedCheckpointFileManager"


def start_session(settings: Settings, name: str = "headwater") -> SparkSession:
    """Local by default; small shuffles, because a micro-batch has a few thousand rows."""
    scratch = settings.home.absolute() / "spark"
    scratch.mkdir(parents=True, exist_ok=True)
    _environment(settings)
    builder = SparkSession.builder.master(settings.spark_master).appName(name)
    for key, value in _configuration(settings, scratch).items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


def _environment(settings: Settings) -> None:
    """Spark reads these when it starts its JVM and its Python workers."""
    os.environ["JAVA_HOME"] = str(java_home(settings.home))
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")


def _configuration(settings: Settings, scratch: Path) -> dict[str, str]:
    return {
        "spark.driver.memory": settings.spark_memory,
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        # Jobs of different pools share the cores: the stream does not wait for a long job to end.
        "spark.scheduler.mode": "FAIR",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "2000",
        "spark.sql.warehouse.dir": str(scratch / "warehouse"),
        "spark.local.dir": str(scratch / "local"),
        # In quotes: the path may hold spaces.
        "spark.driver.extraJavaOptions": f'"-Dderby.system.home={scratch / "derby"}" -XX:+UseParallelGC',
        "spark.sql.streaming.stopTimeout": "20s",
        # Checkpoints are written without a process for each file; Spark's default starts forty a batch.
        "spark.sql.streaming.checkpointFileManagerClass": CHECKPOINTS,
        # Nobody else on this machine reads the lake.
        "spark.hadoop.fs.permissions.umask-mode": "077",
        "spark.hadoop.fs.file.impl": "org.apache.hadoop.fs.RawLocalFileSystem",
        "spark.sql.streaming.numRecentProgressUpdates": "10",
        **_authentication(settings),
    }


def _authentication(settings: Settings) -> dict[str, str]:
    """Other users of this machine reach Spark's ports too. With a local master, Spark makes up the secret."""
    return {"spark.authenticate": "true"} if settings.spark_master.startswith("local") else {}
