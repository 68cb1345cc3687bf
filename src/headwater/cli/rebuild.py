"""`headwater rebuild`: what is served, made anew from the log; by the running worker, or right here."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import psycopg
from psycopg import Connection

from headwater.cli.database import open_database
from headwater.errors import HeadwaterError
from headwater.settings import Settings
from headwater.store import work
from headwater.store.migrate import migrate
from headwater.store.retention import unknown_after_rebuild

Progress = Callable[[str], None]

# The same 10 seconds as `ALIVE_WITHIN` of the status: both must agree on when a worker counts as dead.
WORKER_ALIVE = "select coalesce(seen_at > clock_timestamp() - interval '10 seconds', false) from worker_state"


class RebuildFailedError(HeadwaterError):
    """The old rows are still served: a rebuild is one transaction."""

    code = "rebuild-failed"
    hint = "nothing has changed; see the worker's log below the home folder"


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """`unknown` says what the log no longer holds, because teams keep it no longer."""

    positions: int
    unknown: Sequence[str]


def run_rebuild(settings: Settings, progress: Progress) -> Rebuilt:
    """How many positions of the log were read, and what it no longer holds."""
    with open_database(settings) as url:
        migrate(url)
        # Autocommit: in an open transaction the request would stay invisible to the worker.
        with psycopg.connect(url, autocommit=True) as connection:
            row = connection.execute(WORKER_ALIVE).fetchone()
            if row and row[0]:
                return _ask_worker(connection, progress)
        return _rebuild_here(settings, url, progress)


def _ask_worker(connection: Connection, progress: Progress) -> Rebuilt:
    asked = work.request(connection, "rebuild", {})
    while True:
        state = work.find(connection, asked.id)
        if state is None or state.error:
            raise RebuildFailedError(state.error if state and state.error else "the request is gone")
        if state.finished_at:
            return Rebuilt(int(state.result["positions"]), state.result.get("unknown", ()))
        progress(state.progress or "waiting for the worker")
        time.sleep(0.3)


def _rebuild_here(settings: Settings, url: str, progress: Progress) -> Rebuilt:
    # Spark is imported only where it is needed: every other command starts without it.
    from headwater.pipeline.batch import LogPipeline, connect
    from headwater.pipeline.read import RangeReader
    from headwater.pipeline.rebuild import rebuild
    from headwater.pipeline.session import start_session
    from headwater.pipeline.sql_lineage import SparkAnalyst
    from headwater.store.publish import Publisher

    progress("starting Spark")
    spark = start_session(settings)
    try:
        publisher = Publisher(settings.edge_window_runs, SparkAnalyst(spark))
        pipeline = LogPipeline(publisher, connect(url), RangeReader(spark, url, settings.spark_tasks))
        step = settings.max_batch_events
        read = rebuild(pipeline, step, lambda done, total: progress(f"{done} of {total}"))
        return Rebuilt(read, unknown_after_rebuild(pipeline.connection))
    finally:
        spark.stop()
