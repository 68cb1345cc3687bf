"""What this server depends on, each as it is right now."""

import shutil
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

import psycopg
from psycopg_pool import PoolTimeout

from headwater.api.process import Process
from headwater.log.postgres import PostgresLog
from headwater.questions.operations.status import pipeline_health
from headwater.store.queries import kafka_offsets, pipeline
from headwater.store.queries.rows import Connection

# PostgreSQL stops to write when it can't make its next file of 16 MB.
LEAST_FREE_BYTES = 64 * 1024 * 1024
# A bridge gives a sign of life every two seconds.
SILENT = timedelta(seconds=30)


class Failing(Protocol):
    """A way to write that knows whether its last write failed."""

    @property
    def failing(self) -> bool: ...


def dependencies(
    process: Process, log: PostgresLog, home: Path, kafka: Failing | None = None
) -> dict[str, str]:
    """By what happened last: the last write to the log, the last sign of life, the last batch published."""
    found = {"postgresql": "unhealthy", "pipeline": "unknown", "kafka": "not configured", **_disk(home)}
    try:
        with process.pool.connection(timeout=1.0) as connection:
            state = pipeline.status(connection, process.clock())
            if kafka is not None:
                found["kafka"] = _kafka(connection, kafka, process.clock())
    except (psycopg.Error, PoolTimeout, OSError):
        return found
    written = "unhealthy" if log.failing else "healthy"
    return found | {"postgresql": written, "pipeline": pipeline_health(state, process.clock())}


def _kafka(connection: Connection, producer: Failing, now: datetime) -> str:
    """Sent to and read from: without a bridge nothing that was sent becomes visible."""
    seen = kafka_offsets.last_seen(connection, now - SILENT)
    return "unhealthy" if producer.failing or seen.seen_at is None else "healthy"


def _disk(home: Path) -> dict[str, str]:
    """Of an embedded database; that of another is not ours to see."""
    folder = home / "postgres"
    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        return {}
    return {"disk": "healthy" if free >= LEAST_FREE_BYTES else "full"}
