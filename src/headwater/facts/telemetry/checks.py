"""What makes an item unusable, decided alike when it is received and when it is read."""

from headwater.model.telemetry import MAX_AHEAD

TRACE_ID_BYTES, SPAN_ID_BYTES = 16, 8
AHEAD_NS = int(MAX_AHEAD.total_seconds() * 1e9)
MAX_NS = 2**63 - 1


def ids_problem(trace_id: bytes, span_id: bytes, parent_id: bytes = b"") -> str | None:
    """
    >>> ids_problem(b"1" * 16, b"2" * 7)
    'spanId: must have 8 bytes, has 7'
    """
    if len(trace_id) != TRACE_ID_BYTES:
        return f"traceId: must have {TRACE_ID_BYTES} bytes, has {len(trace_id)}"
    if len(span_id) != SPAN_ID_BYTES:
        return f"spanId: must have {SPAN_ID_BYTES} bytes, has {len(span_id)}"
    if parent_id and len(parent_id) != SPAN_ID_BYTES:
        return f"parentSpanId: must have {SPAN_ID_BYTES} bytes, has {len(parent_id)}"
    if not any(trace_id) or not any(span_id):
        return "traceId: all zeros" if not any(trace_id) else "spanId: all zeros"
    return None


def times_problem(start_ns: int, end_ns: int, received_ns: int) -> str | None:
    """
    >>> times_problem(10, 5, 100)
    'endTimeUnixNano: lies before startTimeUnixNano'
    """
    if start_ns <= 0:
        return "startTimeUnixNano: required"
    if end_ns < start_ns:
        return "endTimeUnixNano: lies before startTimeUnixNano" if end_ns else "endTimeUnixNano: required"
    if start_ns > received_ns + AHEAD_NS:
        return "startTimeUnixNano: lies more than a day ahead"
    return "endTimeUnixNano: lies too far ahead" if end_ns > MAX_NS else None


def moment_problem(at_ns: int, received_ns: int) -> str | None:
    """
    >>> moment_problem(0, 100)
    'timeUnixNano: required'
    """
    if at_ns <= 0:
        return "timeUnixNano: required"
    return "timeUnixNano: lies more than a day ahead" if at_ns > received_ns + AHEAD_NS else None
