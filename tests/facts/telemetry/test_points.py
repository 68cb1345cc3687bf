"""Metric points as they are allowed to come, and as they are not foreseen."""

import json

import pytest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.metrics.v1.metrics_pb2 import Metric

from headwater.facts.telemetry import otlp, reader
from headwater.facts.telemetry.rows import PointRow, Telemetry
from headwater.model.telemetry import Encoding, TelemetryEntry, TelemetryKind
from tests.facts.telemetry.requests import AT


def entry(*metrics: Metric) -> TelemetryEntry:
    request = ExportMetricsServiceRequest()
    request.resource_metrics.add().scope_metrics.add().metrics.extend(metrics)
    body = request.SerializeToString()
    return TelemetryEntry(1, TelemetryKind.METRICS, Encoding.PROTOBUF, None, AT // 1000, body)


def exponential(scale: int, offset: int) -> Metric:
    metric = Metric(name="seconds")
    point = metric.exponential_histogram.data_points.add(time_unix_nano=AT, count=2, sum=2.0, scale=scale)
    point.positive.offset = offset
    point.positive.bucket_counts.extend([1, 1])
    return metric


def only_point(read: Telemetry) -> PointRow:
    assert read.problems == []
    [point] = read.points
    return point


@pytest.mark.parametrize("scale", [-(2**31), -11, -10, 0, 20, 2**31 - 1])
@pytest.mark.parametrize("offset", [-(2**31), 0, 2**31 - 2])
def test_an_exponential_histogram_of_any_scale_is_counted_whole(scale: int, offset: int) -> None:
    sent = entry(exponential(scale, offset))
    checked = otlp.check(sent.kind, sent.encoding, bytes(sent.body), AT)
    assert (checked.items, checked.rejected) == (1, 0)
    bins = json.loads(only_point(reader.read_entry(sent)).bins)
    assert sum(count for _, count in bins) == 2


def test_a_temporality_of_a_later_version_is_taken_for_none() -> None:
    metric = Metric(name="rows")
    metric.sum.aggregation_temporality = 9  # type: ignore[assignment]
    metric.sum.data_points.add(time_unix_nano=AT, as_int=5)
    assert only_point(reader.read_entry(entry(metric))).temporality == ""


def test_a_request_that_nobody_foresaw_is_a_problem_and_no_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Telemetry:
        raise IndexError("tuple index out of range")

    monkeypatch.setattr(otlp, "read", fail)
    [problem] = reader.read_entry(entry()).problems
    assert problem.reason == "IndexError: tuple index out of range"
