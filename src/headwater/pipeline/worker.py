"""The worker: owns the one Spark session, keeps the stream running and takes heavy requests."""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime

import psycopg
from psycopg import Connection
from pyspark.sql.streaming.query import StreamingQuery

from headwater.log.reader import read_chosen
from headwater.pipeline.analytics.desk import Desk
from headwater.pipeline.batch import Pipeline, connect
from headwater.pipeline.lake import start_lake
from headwater.pipeline.rebuild import rebuild
from headwater.pipeline.rehearsal import rehearse
from headwater.pipeline.session import start_session
from headwater.pipeline.sql_lineage import SparkAnalyst
from headwater.pipeline.stream import start_stream
from headwater.settings import Settings
from headwater.store import work
from headwater.store.publish import Published, Publisher
from headwater.store.timeliness import run_check

logger = logging.getLogger(__name__)

WORKER_LOCK = 0x776F726B6572
HEARTBEAT_SECONDS = 0.5
SLOWEST_RETRY_SECONDS = 30.0

SEEN = "update worker_state set seen_at = clock_timestamp()"


class Worker:
    """Runs until told to stop, or until the process that started it is gone."""

    def __init__(self, settings: Settings, database_url: str) -> None:
        self._settings = settings
        self._url = database_url
        self._stop = threading.Event()
        self._parent = os.getppid()
        self._control = psycopg.connect(database_url, autocommit=True)
        self._query: StreamingQuery | None = None
        self._lake: StreamingQuery | None = None
        self._retry_seconds = 1.0
        self._next_check = 0.0

    def run(self) -> None:
        signal.signal(signal.SIGTERM, lambda *_: self._stop.set())
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if not self._alone():
            return
        self._spark = start_session(self._settings)
        try:
            self._publisher = Publisher(self._settings.edge_window_runs, SparkAnalyst(self._spark))
            self._pipeline = Pipeline(self._publisher, connect(self._url))
            self._desk = Desk(self._spark, self._url, self._settings, self._beat)
            rehearse(self._spark, self._settings, self._pipeline)
            while not self._should_stop():
                self._turn()
                self._stop.wait(HEARTBEAT_SECONDS)
        finally:
            self._stop_stream()
            if self._lake is not None and self._lake.isActive:
                self._lake.stop()
            self._spark.stop()

    def _alone(self) -> bool:
        """Two publishers would be right but wasteful: the second waits for the first to go."""
        while not self._should_stop():
            row = self._control.execute("select pg_try_advisory_lock(%s)", [WORKER_LOCK]).fetchone()
            if row and row[0]:
                return True
            self._stop.wait(1.0)
        return False

    def _should_stop(self) -> bool:
        return self._stop.is_set() or os.getppid() != self._parent

    def _turn(self) -> None:
        self._keep_streaming()
        self._keep_filling_the_lake()
        self._control.execute(SEEN)
        self._check_timeliness()
        wanted = work.take(self._control)
        if wanted is not None:
            self._do(wanted)
        else:
            self._desk.run_if_due(self._control)

    def _beat(self) -> None:
        """While the desk is at work: the stream goes on, and so does the sign of life."""
        if self._should_stop():
            raise InterruptedError("the worker is stopping")
        self._keep_streaming()
        self._control.execute(SEEN)

    def _check_timeliness(self) -> None:
        """What is late is logged, each breach once; the API tells it to whoever asks."""
        if time.monotonic() < self._next_check:
            return
        self._next_check = time.monotonic() + self._settings.timeliness_seconds
        try:
            run_check(self._control, datetime.now(UTC))
        except psycopg.Error:  # the next check may do better; the stream must go on
            logger.exception("the timeliness check failed")

    def _keep_streaming(self) -> None:
        if self._query is not None and self._query.isActive:
            return
        if self._query is not None:
            self._note_failure(self._query)
        self._reconnect()
        self._query = start_stream(self._spark, self._settings, self._url, self._pipeline, self._observe)

    def _keep_filling_the_lake(self) -> None:
        """Not worth a retry of its own pace: the trigger is slow enough."""
        if self._lake is None or not self._lake.isActive:
            if self._lake is not None:
                logger.error("the lake's stream failed, starting it again: %s", self._lake.exception())
            self._lake = start_lake(self._spark, self._settings, self._url)

    def _note_failure(self, query: StreamingQuery) -> None:
        error = str(query.exception()) if query.exception() else "the stream ended"
        logger.error("the stream failed, starting it again in %.0f s: %s", self._retry_seconds, error)
        self._control.execute(
            "update worker_state set last_error = %s, last_error_at = clock_timestamp()",
            [error[:2000].replace("\x00", "")],
        )
        self._stop.wait(self._retry_seconds)
        self._retry_seconds = min(self._retry_seconds * 2, SLOWEST_RETRY_SECONDS)

    def _reconnect(self) -> None:
        if self._pipeline.connection.closed or self._pipeline.connection.broken:
            self._pipeline.connection = connect(self._url)

    def _observe(self, published: Published, seconds: float) -> None:
        self._retry_seconds = 1.0
        self._pipeline.connection.execute(
            "update pipeline_state set batch_events = %s, batch_seconds = %s", [published.events, seconds]
        )

    def _stop_stream(self) -> None:
        if self._query is not None and self._query.isActive:
            self._query.stop()
        self._query = None

    def _do(self, wanted: work.Work) -> None:
        doers: dict[str, Callable[[work.Work], dict[str, object]]] = {
            "rebuild": self._rebuild,
            "replay": self._replay,
            **self._desk.doers,
        }
        try:
            doer = doers[wanted.kind]
            work.finish(self._control, wanted, doer(wanted))
        except InterruptedError:  # not finished: the next worker begins it again
            return
        except Exception as error:  # a request that fails must not take the stream with it
            logger.exception("%s failed", wanted.kind)
            work.finish(self._control, wanted, {}, f"{type(error).__name__}: {error}"[:2000])

    def _rebuild(self, wanted: work.Work) -> dict[str, object]:
        self._stop_stream()
        self._reconnect()

        def progress(done: int, total: int) -> None:
            work.report(self._control, wanted, f"{done} of {total}")
            self._control.execute(SEEN)

        began = time.perf_counter()
        read = rebuild(self._spark, self._url, self._pipeline, self._settings.max_batch_events, progress)
        return {"positions": read, "seconds": round(time.perf_counter() - began, 3)}

    def _replay(self, wanted: work.Work) -> dict[str, object]:
        """Read quarantined events again, by today's rules."""
        with connect(self._url) as connection, connection.transaction():
            chosen = _quarantined(connection, wanted.arguments)
            events = read_chosen(connection, chosen)
            connection.execute("delete from quarantine where event_id = any(%s)", [chosen])
            if events.num_rows:
                pipeline = Pipeline(self._publisher, connection)
                pipeline.process(self._spark.createDataFrame(events), advance=False)
            left = connection.execute(
                "select count(distinct event_id) from quarantine where event_id = any(%s)", [chosen]
            ).fetchone()
        return {"replayed": events.num_rows, "still_quarantined": left[0] if left else 0}


def _quarantined(connection: Connection, arguments: dict[str, object]) -> list[str]:
    if arguments.get("all"):
        rows = connection.execute("select distinct event_id::text from quarantine").fetchall()
        return [row[0] for row in rows]
    return [str(event_id) for event_id in arguments.get("event_ids") or ()]  # type: ignore[attr-defined]
