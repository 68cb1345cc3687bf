"""How the pipeline is doing: what it has published, what waits, and whether its worker is alive."""

import re
from datetime import datetime, timedelta

from headwater.answers.operations import PipelineStatus
from headwater.facts.rules import CURRENT
from headwater.questions.reading import Reading
from headwater.questions.registry import question
from headwater.store.queries import pipeline
from headwater.store.queries.pipeline import PipelineState

# Twenty beats of the worker: starting or stopping a stream keeps it from some of them.
ALIVE_WITHIN = timedelta(seconds=10)
# An event that waits longer while nothing is published tells of a stream that does not move. A full batch
# takes some seconds.
STALLED_AFTER = timedelta(seconds=15)
# How Python and Java name an error: `psycopg.errors.DiskFull: no space`.
REASON = re.compile(r"[\w.$]*[A-Z]\w*: ")
PATHS = re.compile(r"(?:/[\w.@+-]+){2,}")


@question("/pipeline", topic="pipeline")
def pipeline_status(reading: Reading) -> PipelineStatus:
    """Position, lag, rates, last error, and how much there is in all."""
    now = reading.clock()
    state = pipeline.status(reading.connection, now)
    totals = pipeline.totals(reading.connection, reading.sees_everything)
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
        worker_alive=is_alive(state, now),
        worker_seen_at=state.worker_seen_at,
        last_error=state.last_error and reason_of(state.last_error),
        last_error_at=state.last_error_at,
        rules=str(state.made_by),
        complete=not state.made_by.is_older_than(CURRENT),
        rebuilding=state.rebuilding,
        graph_position=reading.position,
        graph_arcs=len(reading.graph.arcs) if reading.sees_everything else totals.edges,
        totals=totals,
    )


def is_alive(state: PipelineState, now: datetime) -> bool:
    return state.worker_seen_at is not None and now - state.worker_seen_at <= ALIVE_WITHIN


def pipeline_health(state: PipelineState, now: datetime) -> str:
    """`healthy` if what is taken becomes visible: the worker is there, and nothing waits beyond measure.

    During a rebuild nothing new becomes visible, however long it takes: it is `rebuilding`.
    """
    if not is_alive(state, now):
        return "unhealthy"
    if state.rebuilding is not None:
        return "rebuilding"
    moved = state.published_at is not None and now - state.published_at <= STALLED_AFTER
    return "healthy" if moved or state.lag_seconds <= STALLED_AFTER.total_seconds() else "unhealthy"


def reason_of(error: str) -> str:
    """What went wrong, without the stack that led there and without paths of the server.

    >>> reason_of("Failed: Traceback:\\n  File x\\nValueError: no /a/b/c")
    'ValueError: no …'
    """
    # Spark puts its query below the message: offsets and states, which say nothing of the reason.
    message = error.partition("=== Streaming Query ===")[0]
    lines = [line for line in message.splitlines() if line.strip() and not line[0].isspace()]
    kept = [line for line in lines if not line.startswith(("Traceback", "at "))] or ["unknown"]
    reasons = [line for line in kept if REASON.match(line)]
    # Python tells the reason last, below the stack; a plain message begins with it.
    return PATHS.sub("…", (reasons or kept)[-1 if reasons else 0].partition("Traceback")[0])[:500]


def _rate(state: PipelineState) -> float | None:
    """Of the last batch; None before there was one."""
    return state.batch_events / state.batch_seconds if state.batch_events and state.batch_seconds else None
