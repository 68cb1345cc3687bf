"""How the pipeline is doing: what it has published, what waits, and whether its worker is alive."""

from datetime import timedelta

from headwater.answers.operations import PipelineStatus
from headwater.questions.reading import Reading
from headwater.questions.registry import question
from headwater.store.queries import pipeline
from headwater.store.queries.pipeline import PipelineState

ALIVE_WITHIN = timedelta(seconds=15)


@question("/pipeline", topic="pipeline")
def pipeline_status(reading: Reading) -> PipelineStatus:
    """Position, lag, rates, last error, and how much there is in all."""
    now = reading.clock()
    state = pipeline.status(reading.connection, now)
    return PipelineStatus(
        position=state.position,
        head=state.head,
        batch=state.batch,
        events=state.events,
        lag_events=state.lag_events,
        lag_seconds=state.lag_seconds,
        published_at=state.published_at,
        batch_events=state.batch_events,
        batch_seconds=state.batch_seconds,
        events_per_second=_rate(state),
        worker_alive=state.worker_seen_at is not None and now - state.worker_seen_at <= ALIVE_WITHIN,
        worker_seen_at=state.worker_seen_at,
        last_error=state.last_error,
        last_error_at=state.last_error_at,
        graph_position=reading.position,
        graph_arcs=len(reading.graph.arcs),
        totals=pipeline.totals(reading.connection),
    )


def _rate(state: PipelineState) -> float | None:
    """Of the last batch; None before there was one."""
    return state.batch_events / state.batch_seconds if state.batch_events and state.batch_seconds else None
