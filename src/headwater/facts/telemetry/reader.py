"""What a request of the telemetry log says; never an exception, so that no request stops those behind it."""

from headwater.facts.telemetry import hub, otlp
from headwater.facts.telemetry.rows import Telemetry, TelemetryProblem
from headwater.model.telemetry import TelemetryEntry, TelemetryKind

MAX_REASON = 500


def read_entry(entry: TelemetryEntry) -> Telemetry:
    received_ns = entry.received * 1000
    try:
        if entry.kind == TelemetryKind.HUB:
            return hub.read(bytes(entry.body), received_ns, entry.team)
        return otlp.read(entry.kind, entry.encoding, bytes(entry.body), received_ns, entry.team)
    # Whatever it is: one request that nobody foresaw must not stop those behind it.
    except Exception as error:
        return Telemetry(problems=[TelemetryProblem("", f"{type(error).__name__}: {error}"[:MAX_REASON])])
