"""The span that an answer of the Time Machine points to."""

from headwater.answers.base import Answer


class SpanReference(Answer, frozen=True):
    """The span that says where in a run the error was, or where the time went."""

    trace_id: str
    """`GET /api/v1/traces/{trace_id}` gives the whole trace."""
    span_id: str
    name: str
    service: str
    duration_ms: float
    usual_ms: float | None
    """How long the operation usually took before the window; null for a span that failed."""
    message: str
