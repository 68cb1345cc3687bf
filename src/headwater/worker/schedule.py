"""What is due when, without anyone asking: a rebuild by new rules, the timeliness check, the batch jobs."""

import logging
import time
from collections.abc import Callable

from psycopg import Connection

from headwater.settings import Settings
from headwater.store import analytics, rules, work
from headwater.store.queries.incidents.triggers import is_caught_up
from headwater.store.work import Task

logger = logging.getLogger(__name__)

# The batch jobs that follow every change; what is normal for a job changes slowly, and is not among them.
AFTER_CHANGES = ("classify", "reach", "suggest")
# So many times the pause between other batch jobs lies between two runs of the baselines.
BASELINE_PAUSES = 10
# A rebuild that failed, on a full disk perhaps, is tried again after this.
REBUILD_PAUSE_SECONDS = 30.0
# What teams keep is counted in days.
RETENTION_SECONDS = 600.0
# What queries reference is asked right after they are sent, and a run without news takes milliseconds.
INDEX_SECONDS = 2.0
# A failure is reported soon; while events wait, as in a backfill, what failed may have been repeated since.
INCIDENT_SECONDS, INCIDENT_PATIENCE_SECONDS = 2.0, 30.0

LAKE_IS_BEHIND = "select lake < (select max(position) from telemetry_log) from telemetry_state"


class Schedule:
    """Asked every turn; what it hands out is counted as begun, so a failure waits for its next time too."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings, self._clock = settings, clock
        self._next_check = self._next_batch_jobs = self._next_rebuild = self._next_index = clock()
        self._next_incidents = self._next_telemetry = self._next_retention = clock()
        self._incidents_by = clock() + INCIDENT_PATIENCE_SECONDS

    def request_rebuild(self, connection: Connection) -> None:
        """If the store was made by older rules; as a request, so that it outlives this worker."""
        if self._clock() < self._next_rebuild:
            return
        self._next_rebuild = self._clock() + REBUILD_PAUSE_SECONDS
        if rules.is_outdated(connection) and work.unfinished(connection, "rebuild") is None:
            logger.warning("the store was made by older rules: rebuilding it")
            work.request(connection, "rebuild", {})

    def checks(self) -> list[Task]:
        """What must not wait for other work."""
        if self._clock() < self._next_check:
            return []
        self._next_check = self._clock() + self._settings.timeliness_seconds
        due = [Task("retention", {})] if self._clock() >= self._next_retention else []
        if due:
            self._next_retention = self._clock() + RETENTION_SECONDS
        # A breach of timeliness is no event that is published, and may call for an incident all the same.
        return [Task("timeliness", {}), Task("incidents", {}), *due]

    def index(self, connection: Connection) -> list[Task]:
        """The index of queries, a moment after something was published."""
        if self._clock() < self._next_index or not analytics.is_behind(connection, analytics.QUERY_INDEX):
            return []
        self._next_index = self._clock() + INDEX_SECONDS
        return [Task("query_index", {})]

    def incidents(self, connection: Connection) -> list[Task]:
        """What was published may call for an incident, or end one."""
        now = self._clock()
        if now < self._next_incidents or not analytics.is_behind(connection, analytics.INCIDENTS):
            return []
        if now < self._incidents_by and not is_caught_up(connection):
            return []
        self._next_incidents = now + INCIDENT_SECONDS
        self._incidents_by = now + INCIDENT_PATIENCE_SECONDS
        return [Task("incidents", {})]

    def telemetry(self, connection: Connection) -> list[Task]:
        """What came is written to the lake, in large steps."""
        if self._clock() < self._next_telemetry:
            return []
        self._next_telemetry = self._clock() + self._settings.lake_seconds
        return [Task("telemetry", {})] if connection.execute(LAKE_IS_BEHIND).fetchone() == (True,) else []

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
