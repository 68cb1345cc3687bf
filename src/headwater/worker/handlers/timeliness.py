"""Log what is late, each breach once; the API shows it to whoever asks."""

import psycopg

from headwater.questions.pipelines.timeliness import recorded_check
from headwater.store.work import Task
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources


def timeliness(resources: Resources, task: Task) -> Result:
    # A breach enters the log here: unlike what is derived from the log, its commit waits for the disk.
    with psycopg.connect(resources.database_url, autocommit=True) as connection:
        report = recorded_check(connection, resources.now())
    return {"checked": report.checked, "late": len(report.late), "long_running": len(report.long_running)}
