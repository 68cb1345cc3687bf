"""What is late and which runs take too long, with what is downstream of each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from psycopg_pool import ConnectionPool

from headwater.errors import NotFoundError
from headwater.graph import reach
from headwater.model.timeliness import Report
from headwater.questions.lineage.walk import PRESENT
from headwater.questions.live_graph import LiveGraph
from headwater.questions.pipelines.pipelines import MISSING
from headwater.store.queries import nodes
from headwater.store.queries.paging import Page
from headwater.store.queries.pipelines import breaches, names, timely
from headwater.store.queries.pipelines.breaches import Logged, Wanted
from headwater.store.queries.pipelines.pipelines import PIPELINES
from headwater.store.queries.rows import Connection
from headwater.store.timeliness import LOOKBACK, run_check

SHOWN = 20
# Beyond so many pipelines the list is a flood, and walking the graph for each would hold up the answer.
MAX_WALKS = 200


@dataclass(frozen=True, slots=True)
class Downstream:
    """How many datasets wait for a pipeline, and the nearest of them by name."""

    total: int
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """`downstream` is by job; the jobs beyond the first few hundred are not in it."""

    report: Report
    downstream: dict[UUID, Downstream]


class Timeliness:
    def __init__(
        self, pool: ConnectionPool[Connection], live: LiveGraph, now: Callable[[], datetime]
    ) -> None:
        self._pool, self._live, self._now = pool, live, now

    def check(self, lookback: timedelta = LOOKBACK) -> Checked:
        with self._pool.connection() as connection:
            report = run_check(connection, self._now(), lookback=lookback)
            return Checked(report, self._downstream(connection, report.jobs[:MAX_WALKS]))

    def logged(self, wanted: Wanted, limit: int, cursor: str | None) -> Page[Logged]:
        """Breaches that any check has found, newest first."""
        with self._pool.connection() as connection:
            if wanted.pipeline_id is not None and PIPELINES.one(connection, wanted.pipeline_id) is None:
                raise NotFoundError(MISSING)
            return breaches.logged(connection, wanted, limit, cursor)

    def _downstream(self, connection: Connection, jobs: Sequence[UUID]) -> dict[UUID, Downstream]:
        """A job whose events the pipeline has not published yet has nothing downstream."""
        ids = names.ids_by_key(connection, jobs)
        members = {node: {node} for node in ids.values()}
        for found in timely.members(connection, list(members)):
            members[found.job_id].add(found.member_id)
        graph = self._live.snapshot.graph
        reached = {
            job: reach(graph, sorted(members[node]), "downstream", at=PRESENT).nodes
            for job, node in ids.items()
        }
        shown = nodes.names(connection, {int(node) for found in reached.values() for node in found[:SHOWN]})
        told = {
            job: Downstream(
                len(found), tuple(str(shown[node]) for node in found[:SHOWN].tolist() if node in shown)
            )
            for job, found in reached.items()
        }
        return {job: told.get(job, Downstream(0, ())) for job in jobs}
