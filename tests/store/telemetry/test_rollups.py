"""Telemetry at the ends of what its types hold."""

from typing import Any

import psycopg
import pytest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest

from headwater.facts.telemetry import otlp
from headwater.facts.telemetry.arrow import read_entries
from headwater.model.telemetry import TelemetryEntry
from headwater.store.telemetry.publish import publish
from tests.facts.telemetry.requests import AT, SECOND

RECEIVED = AT // 1000 + 60_000_000


@pytest.mark.parametrize("total", [1.0, 1.7e308, -1.7e308])
@pytest.mark.parametrize("count", [1, 2**62, 2**63 - 1])
@pytest.mark.parametrize("temporality", [1, 2])
def test_histograms_of_any_count_and_sum_are_published(
    connection: psycopg.Connection[Any], total: float, count: int, temporality: Any
) -> None:
    """What is taken must not stop what comes behind it."""
    request = ExportMetricsServiceRequest()
    metric = request.resource_metrics.add().scope_metrics.add().metrics.add(name="seconds")
    metric.histogram.aggregation_temporality = temporality
    for second in range(3):
        point = metric.histogram.data_points.add(
            time_unix_nano=AT + second * SECOND, start_time_unix_nano=AT - SECOND, count=count, sum=total
        )
        point.explicit_bounds.extend([1.0])
        point.bucket_counts.extend([0, count])
    body = request.SerializeToString()
    checked = otlp.check("metrics", "protobuf", body, AT)
    entry = TelemetryEntry(1, "metrics", "protobuf", None, RECEIVED, body)
    publish(connection, read_entries([entry]), 1, 7)
    row = connection.execute("select points, rejected from telemetry_state").fetchone()
    assert row == (3 - checked.rejected, checked.rejected)
