"""What a request of the telemetry log says; never an exception, so that no request stops those behind it."""

import msgspec

from headwater.errors import BadInputError
from headwater.facts.telemetry import hub, otlp
from headwater.facts.telemetry.rows import Telemetry, TelemetryProblem
from headwater.model.telemetry import TelemetryEntry, TelemetryKind

UNREADABLE = (
    BadInputError,
    msgspec.DecodeError,
    RecursionError,
    TypeError,
    KeyError,
    ValueError,
    OverflowError,
)
MAX_REASON = 500


def read_entry(entry: TelemetryEntry) -> Telemetry:
    received_ns = entry.received * 1000
    try:
        if entry.kind == TelemetryKind.HUB:
            return hub.read(bytes(entry.body), received_ns, entry.team)
        return otlp.read(entry.kind, entry.encoding, bytes(entry.body), received_ns, entry.team)
    except UNREADABLE as error:
        return Telemetry(problems=[TelemetryProblem("", f"{type(error).__name__}: {error}"[:MAX_REASON])])
