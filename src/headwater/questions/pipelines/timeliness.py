"""What is late and which runs take too long, with what is downstream of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from headwater.errors import NotFoundError
from headwater.graph import Graph, reach
from headwater.model.timeliness import Report
from headwater.questions.pipelines.pipelines import MISSING
from headwater.questions.reading import PRESENT
from headwater.questions.record import record
from headwater.store.queries import nodes
from headwater.store.queries.paging import RowPage
from headwater.store.queries.pipelines import breaches, names, timely
from headwater.store.queries.pipelines.breaches import BreachFilter, LoggedBreach
from headwater.store.queries.pipelines.pipelines import PIPELINES
from headwater.store.queries.rows import Connection
from headwater.store.timeliness import LOOKBACK, run_check

SHOWN = 20
# Beyond so many pipelines the list is a flood, and walking the graph for each would hold up the answer.
MAX_WALKS = 200


@dataclass(frozen=True, slots=True)
class DownstreamDatasets:
    """How many datasets wait for a pipeline, and the nearest of them by name."""

    total: int
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TimelinessCheck:
    """`downstream` is by job; the jobs beyond the first few hundred are not in it."""

    report: Report
    downstream: dict[UUID, DownstreamDatasets]


def recorded_check(connection: Connection, now: datetime, lookback: timedelta = LOOKBACK) -> Report:
    """The check, with its new breaches in the log."""

    def record_breaches(numbers: Sequence[int]) -> None:
        record(connection, {"timeliness_breach": numbers}, now)

    return run_check(connection, now, record=record_breaches, lookback=lookback)


def check(
    connection: Connection, graph: Graph, now: datetime, lookback: timedelta = LOOKBACK
) -> TimelinessCheck:
    report = recorded_check(connection, now, lookback)
    return TimelinessCheck(report, _downstream(connection, graph, report.jobs[:MAX_WALKS]))


def logged(
    connection: Connection, wanted: BreachFilter, limit: int, cursor: str | None
) -> RowPage[LoggedBreach]:
    """Breaches that any check has found, newest first."""
    # An empty list would read as "never late" for a pipeline that does not exist.
    if wanted.pipeline_id is not None and PIPELINES.by_id(connection, wanted.pipeline_id) is None:
        raise NotFoundError(MISSING)
    return breaches.logged(connection, wanted, limit, cursor)


def _downstream(connection: Connection, graph: Graph, jobs: Sequence[UUID]) -> dict[UUID, DownstreamDatasets]:
    """A job whose events the pipeline has not published yet has nothing downstream."""
    ids = names.ids_by_key(connection, jobs)
    members = {node: {node} for node in ids.values()}
    for found in timely.members(connection, list(members)):
        members[found.job_id].add(found.member_id)
    reached = {
        job: reach(graph, sorted(members[node]), "downstream", at=PRESENT).nodes for job, node in ids.items()
    }
    shown = nodes.names(connection, {int(node) for found in reached.values() for node in found[:SHOWN]})
    downstream = {
        job: DownstreamDatasets(
            len(found), tuple(str(shown[node]) for node in found[:SHOWN].tolist() if node in shown)
        )
        for job, found in reached.items()
    }
    return {job: downstream.get(job, DownstreamDatasets(0, ())) for job in jobs}
