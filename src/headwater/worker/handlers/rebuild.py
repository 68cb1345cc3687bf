"""Make everything that is served anew from the log."""

import logging
import time

from psycopg.errors import QueryCanceled

from headwater.pipeline import rebuild as pipeline
from headwater.pipeline.telemetry import TelemetryReader, rebuild_telemetry
from headwater.store import work
from headwater.store.retention import unknown_after_rebuild
from headwater.store.work import Task
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources

logger = logging.getLogger(__name__)


def rebuild(resources: Resources, task: Task) -> Result:
    began = time.perf_counter()
    resources.reconnect()
    # Over a connection of its own: what the rebuild's transaction writes shows only at its end.
    with resources.connect() as reports:
        read = _rebuilt(resources, lambda done, total: work.report(reports, task, f"{done} of {total}"))
        unknown = unknown_after_rebuild(reports)
    if unknown:
        logger.warning("the log no longer holds %s: what only these stated is lost", "; ".join(unknown))
    return {
        "positions": read,
        "telemetry": _telemetry(resources),
        "seconds": round(time.perf_counter() - began, 3),
        "unknown": unknown,
    }


def _rebuilt(resources: Resources, progress: pipeline.Progress) -> int:
    while True:
        try:
            return pipeline.rebuild(resources.pipeline, resources.settings.max_batch_events, progress)
        except (
            QueryCanceled
        ):  # a step that hung; the next time the steps there are smaller, until it is found
            logger.warning("a step of the rebuild was canceled; it begins again")


def _telemetry(resources: Resources) -> int | None:
    read = TelemetryReader(resources.session, resources.database_url, resources.settings.spark_tasks)
    with resources.connect() as connection:
        return rebuild_telemetry(connection, read, resources.settings.telemetry_days)
