"""What could not be read from SQL, and why: "we don't know" is an answer, and it is counted."""

from dataclasses import dataclass

from psycopg_pool import ConnectionPool

from headwater.questions import resolve
from headwater.store.queries import sql_readings
from headwater.store.queries.paging import Page
from headwater.store.queries.rows import Connection
from headwater.store.queries.sql_readings import ProblemFilter, SqlProblem, SqlTotals


@dataclass(frozen=True, slots=True)
class SqlReport:
    totals: SqlTotals
    page: Page[SqlProblem]


class SqlReadings:
    def __init__(self, pool: ConnectionPool[Connection]) -> None:
        self._pool = pool

    def problems(self, job: str | None, reason: str | None, limit: int, cursor: str | None) -> SqlReport:
        with self._pool.connection() as connection:
            job_id = resolve.entity(connection, job, resolve.JOB, "job").id if job else None
            page = sql_readings.problems(connection, ProblemFilter(job_id, reason), limit, cursor)
            return SqlReport(sql_readings.totals(connection), page)
