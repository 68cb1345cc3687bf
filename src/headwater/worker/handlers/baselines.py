"""What is normal for each job, and which runs were not, worked out over all runs."""

import time

from headwater.pipeline.analytics import baselines as job
from headwater.store import analytics
from headwater.store import baselines as store
from headwater.store.work import Task
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources


def baselines(resources: Resources, task: Task) -> Result:
    began = time.perf_counter()
    with resources.connect() as connection:
        at = analytics.now(connection)
        normal, outside = job.work_out(resources.session, store.completed_runs(connection))
        changed = store.replace_baselines(connection, normal, outside)
        seconds = round(time.perf_counter() - began, 3)
        analytics.record(
            connection, analytics.whole_run(connection, analytics.BASELINES, at, seconds, changed)
        )
    found: Result = {"baselines": normal.num_rows, "anomalies": outside.num_rows, "seconds": seconds}
    return {"baselines": found}
