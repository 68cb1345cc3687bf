"""Log records as rows. They are kept in the log and the lake, and are not served from PostgreSQL."""

from opentelemetry.proto.logs.v1.logs_pb2 import LogRecord

from headwater.facts.telemetry.checks import SPAN_ID_BYTES, TRACE_ID_BYTES, moment_problem
from headwater.facts.telemetry.rows import LogRecordRow
from headwater.facts.telemetry.spans import ResourceAndScope
from headwater.facts.telemetry.values import AttributeBudget, encoder
from headwater.model.ids import digest


def at_of(record: LogRecord) -> int:
    """When it happened; where that is not known, when it was observed."""
    return record.time_unix_nano or record.observed_time_unix_nano


def record_problem(record: LogRecord, received_ns: int) -> str | None:
    if record.trace_id and len(record.trace_id) != TRACE_ID_BYTES:
        return f"traceId: must have {TRACE_ID_BYTES} bytes, has {len(record.trace_id)}"
    if record.span_id and len(record.span_id) != SPAN_ID_BYTES:
        return f"spanId: must have {SPAN_ID_BYTES} bytes, has {len(record.span_id)}"
    return moment_problem(at_of(record), received_ns)


def read_record(record: LogRecord, source: ResourceAndScope) -> LogRecordRow:
    budget = AttributeBudget()
    attributes = budget.attributes(record.attributes)
    context = source.context(attributes)
    value = budget.value(record.body)
    row = LogRecordRow(
        record_id="",
        at_ns=at_of(record),
        severity=budget.text(record.severity_text, 32),
        severity_number=record.severity_number,
        body=value if isinstance(value, str) else encoder.encode(value).decode(),
        trace_id=record.trace_id.hex() or None,
        span_id=record.span_id.hex() or None,
        service=context.service,
        team=context.team,
        job=context.job,
        run_id=context.run_id,
        attributes=budget.json(attributes),
        resource=source.resource_json,
    )
    return row._replace(record_id=digest(repr(row)))
