"""What is due when, without anyone asking: the timeliness check, and the batch jobs after changes."""

import time
from collections.abc import Callable

from psycopg import Connection

from headwater.settings import Settings
from headwater.store import analytics
from headwater.store.work import Task

# The batch jobs that follow every change; what is normal for a job changes slowly, and is not among them.
AFTER_CHANGES = ("classify", "reach")
# So many times the pause between other batch jobs lies between two runs of the baselines.
BASELINE_PAUSES = 10


class Schedule:
    """Asked every turn; what it hands out is counted as begun, so a failure waits for its next time too."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings, self._clock = settings, clock
        self._next_check = self._next_batch_jobs = clock()

    def checks(self) -> list[Task]:
        """What must not wait for other work."""
        if self._clock() < self._next_check:
            return []
        self._next_check = self._clock() + self._settings.timeliness_seconds
        return [Task("timeliness", {})]

    def batch_jobs(self, connection: Connection) -> list[Task]:
        """What runs when nothing is requested, something was published, and no event waits."""
        seconds = self._settings.analytics_seconds
        if self._clock() < self._next_batch_jobs or not analytics.is_due(connection, seconds):
            return []
        self._next_batch_jobs = self._clock() + seconds
        due = [Task(kind, {}) for kind in AFTER_CHANGES]
        if not analytics.is_fresh(connection, analytics.BASELINES, BASELINE_PAUSES * seconds):
            due.append(Task("baselines", {}))
        return due
