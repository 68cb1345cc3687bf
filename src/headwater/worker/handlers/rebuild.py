"""Make everything that is served anew from the log."""

import time

from headwater.pipeline import rebuild as pipeline
from headwater.store import work
from headwater.store.work import Task
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources


def rebuild(resources: Resources, task: Task) -> Result:
    began = time.perf_counter()
    resources.reconnect()
    # Over a connection of its own: what the rebuild's transaction writes shows only at its end.
    with resources.connect() as reports:
        read = pipeline.rebuild(
            resources.pipeline,
            resources.settings.max_batch_events,
            lambda done, total: work.report(reports, task, f"{done} of {total}"),
        )
    return {"positions": read, "seconds": round(time.perf_counter() - began, 3)}
