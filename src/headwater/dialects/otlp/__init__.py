"""OTLP over HTTP: where exporters of OpenTelemetry send traces, metrics and logs."""

from headwater.dialects.contract import Dialect
from headwater.dialects.otlp.routes import hot_routes
from headwater.dialects.otlp.wire import ERRORS, PATHS
from headwater.questions.operations.telemetry_ingest import TelemetryIngest

DESCRIPTION = """
Where the OTLP/HTTP exporters of [OpenTelemetry](https://opentelemetry.io) send traces, metrics and logs, as
protobuf or JSON. Each request is durable before it is acknowledged; the reply has its encoding.
gRPC is not spoken: a collector with an `otlphttp` exporter stands between.
"""


def dialect(ingest: TelemetryIngest) -> Dialect:
    return Dialect(
        name="otlp",
        title="OpenTelemetry (OTLP/HTTP)",
        description=DESCRIPTION.strip(),
        paths=PATHS,
        errors=ERRORS,
        hot_routes=hot_routes(ingest),
    )
