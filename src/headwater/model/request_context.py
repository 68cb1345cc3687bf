"""What the lines of a log belong to: the request, the run and the trace that are being worked on."""

from contextvars import ContextVar

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
run_id: ContextVar[str | None] = ContextVar("run_id", default=None)
trace_id: ContextVar[str | None] = ContextVar("trace_id", default=None)


def current_ids() -> dict[str, str | None]:
    """By the names that a log gives them."""
    return {"request_id": request_id.get(), "run_id": run_id.get(), "trace_id": trace_id.get()}
