"""The worker's loop: keep the streams running, say that it is alive, do what is due and what is requested."""

import logging
from collections.abc import Mapping
from contextlib import nullcontext

from psycopg import Connection

from headwater.documents.words import count
from headwater.lifetime import Lifetime
from headwater.store import work
from headwater.store.work import Task
from headwater.worker.background import Background
from headwater.worker.connectors import ConnectorSchedule
from headwater.worker.handlers import Handler
from headwater.worker.hung_batch import HungBatch
from headwater.worker.resources import Resources
from headwater.worker.schedule import Schedule
from headwater.worker.streams import Streams
from headwater.worker.watchdog import Watchdog

logger = logging.getLogger(__name__)

# "worker" in ASCII; any number will do that no other advisory lock uses.
WORKER_LOCK = 0x776F726B6572
HEARTBEAT_SECONDS = 0.5
# Longer than Spark takes to stop a stream, which is the longest call between two beats.
SILENT_SECONDS = 45.0


class Worker:
    """`control` is its own connection: for the heartbeat and the queue."""

    def __init__(
        self,
        control: Connection,
        resources: Resources,
        streams: Streams,
        schedule: Schedule,
        handlers: Mapping[str, Handler],
        lifetime: Lifetime,
        connectors: ConnectorSchedule | None = None,
        hung_batch: HungBatch | None = None,
    ) -> None:
        self._connectors = connectors
        self._control, self._resources, self._streams = control, resources, streams
        self._schedule, self._handlers, self._lifetime = schedule, handlers, lifetime
        self._background = Background()
        self._watchdog = Watchdog(SILENT_SECONDS)
        self._hung_batch = hung_batch

    def run(self) -> None:
        try:
            with self._watchdog.watching():
                while not self._lifetime.over:
                    self._turn()
                    self._lifetime.wait(HEARTBEAT_SECONDS)
        except InterruptedError:  # in the middle of a task, which the next worker begins again
            logger.info("stopping with a task unfinished")
        self._streams.stop()

    def _turn(self) -> None:
        self._beat()
        self._schedule.request_rebuild(self._control)
        if self._connectors is not None:
            self._connectors.start_due(self._control)
        for due in self._schedule.checks():
            self.handle(due)
        # What someone waits for goes before batch jobs, and checks are looked at again between two requests.
        requested = work.take(self._control)
        if requested is not None:
            self.handle(requested)
            return
        for due in (
            *self._schedule.index(self._control),
            *self._schedule.incidents(self._control),
            *self._schedule.telemetry(self._control),
            *self._schedule.batch_jobs(self._control),
        ):
            self.handle(due)

    def _beat(self) -> None:
        """Also while a task lasts: the streams go on, and so does the sign of life."""
        if self._lifetime.over:
            raise InterruptedError("the worker is stopping")
        if self._hung_batch is not None:
            self._hung_batch.end()
        self._streams.keep_running()
        self._control.execute(work.ALIVE)
        self._watchdog.reset()

    def handle(self, task: Task) -> None:
        """Do it, and note the outcome; a task that fails must not take the streams with it."""
        result: Mapping[str, object] = {}
        error = None
        try:
            result = self._done(task)
        # No outcome is noted, so that the request stays in the queue for the next worker.
        except InterruptedError:
            work.put_back(self._control, task)
            raise
        except Exception as raised:
            logger.exception("%s failed", task.kind)
            error = f"{type(raised).__name__}: {raised}"
        if task.id is not None:
            work.finish(self._control, task, result, error)

    def _done(self, task: Task) -> Mapping[str, object]:
        if task.kind not in self._handlers:
            raise LookupError(f"no handler for work of kind `{task.kind}`")
        handler = self._handlers[task.kind]
        if task.tries > handler.tries:
            raise RuntimeError(f"the worker ended each time it did this, {count(handler.tries, 'time')}")
        with self._streams.paused() if handler.pauses_stream else nullcontext():
            # Not in this thread, which has to beat meanwhile, and to notice that the worker should stop.
            return self._background.run(lambda: handler.run(self._resources, task), self._beat)


def wait_for_lock(control: Connection, lifetime: Lifetime, pause_seconds: float = 1.0) -> bool:
    """Two publishers would be right but wasteful: the second waits for the first to go."""
    while not lifetime.over:
        row = control.execute("select pg_try_advisory_lock(%s)", [WORKER_LOCK]).fetchone()
        if row and row[0]:
            return True
        lifetime.wait(pause_seconds)
    return False
