"""How the pipeline is doing: what it has published, what waits, and whether its worker is alive."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from psycopg_pool import ConnectionPool

from headwater.questions.live_graph import LiveGraph
from headwater.store.queries import pipeline
from headwater.store.queries.pipeline import Pipeline, Totals
from headwater.store.queries.rows import Connection

ALIVE_WITHIN = timedelta(seconds=15)

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class PipelineStatus:
    """`graph_position` is what the graph of this process shows; it follows `pipeline.position`."""

    pipeline: Pipeline
    totals: Totals
    worker_alive: bool
    events_per_second: float | None
    graph_position: int
    graph_arcs: int


class Status:
    def __init__(
        self, pool: ConnectionPool[Connection], live: LiveGraph, clock: Clock = system_clock
    ) -> None:
        self._pool = pool
        self._live = live
        self._clock = clock

    def pipeline(self) -> PipelineStatus:
        now = self._clock()
        with self._pool.connection() as connection:
            state, totals = pipeline.status(connection, now), pipeline.totals(connection)
        snapshot = self._live.snapshot
        return PipelineStatus(
            pipeline=state,
            totals=totals,
            worker_alive=state.worker_seen_at is not None and now - state.worker_seen_at <= ALIVE_WITHIN,
            events_per_second=_rate(state),
            graph_position=snapshot.position,
            graph_arcs=len(snapshot.graph.arcs),
        )


def _rate(state: Pipeline) -> float | None:
    """Of the last batch; None before there was one."""
    return state.batch_events / state.batch_seconds if state.batch_events and state.batch_seconds else None
