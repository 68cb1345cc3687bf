"""Log what is late, each breach once; the API shows it to whoever asks."""

import psycopg

from headwater.store.timeliness import run_check
from headwater.store.work import Task
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources


def timeliness(resources: Resources, task: Task) -> Result:
    # A breach is in no event: unlike what is computed, its commit waits for the disk.
    with psycopg.connect(resources.database_url, autocommit=True) as connection:
        report = run_check(connection, resources.now())
    return {"checked": report.checked, "late": len(report.late), "long_running": len(report.long_running)}
