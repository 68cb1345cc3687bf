"""Points of metrics as rows: gauges, sums, histograms of both kinds, and summaries."""

import math
from collections.abc import Iterator
from typing import Any

from opentelemetry.proto.metrics.v1.metrics_pb2 import Metric

from headwater.facts.telemetry.checks import moment_problem
from headwater.facts.telemetry.rows import PointRow
from headwater.facts.telemetry.sketch import bin_of
from headwater.facts.telemetry.spans import MAX_NAME, ResourceAndScope
from headwater.facts.telemetry.values import AttributeBudget, Attributes, encoder
from headwater.model.ids import digest

TEMPORALITIES = ("", "delta", "cumulative")
NO_VALUE_FLAG = 1
MAX_BUCKETS = 1024
Bins = dict[int, int]
MAX_COUNT = 2**63 - 1


def points_of(metric: Metric) -> Any:
    """The list of points of whatever kind the metric is; empty if it has no data."""
    kind = metric.WhichOneof("data")
    return getattr(metric, kind).data_points if kind else ()


def point_problem(metric: Metric, point: Any, received_ns: int) -> str | None:
    """Why a point can't be used. One that says itself that it has no value is no problem: it says nothing."""
    if not metric.name:
        return "name: required"
    problem = moment_problem(point.time_unix_nano, received_ns)
    if problem or point.flags & NO_VALUE_FLAG:
        return problem
    value, count, _bins = _measured(point)
    if not math.isfinite(value):
        return "value: must be a finite number"
    if count > MAX_COUNT:
        return "count: must be below 2^63"
    if hasattr(point, "bucket_counts") and point.bucket_counts and sum(point.bucket_counts) != point.count:
        return "bucketCounts: must add up to count"
    return None


def read_points(metric: Metric, source: ResourceAndScope, usable: list[Any]) -> Iterator[PointRow]:
    """Of points that `point_problem` has nothing against."""
    kind = metric.WhichOneof("data") or ""
    data = getattr(metric, kind)
    for point in usable:
        if point.flags & NO_VALUE_FLAG:
            continue
        budget = AttributeBudget()
        value, count, bins = _measured(point)
        yield point_row(
            source,
            budget,
            attributes=budget.attributes(point.attributes),
            metric=budget.text(metric.name, MAX_NAME),
            kind=kind,
            unit=budget.text(metric.unit, MAX_NAME) or None,
            temporality=_temporality(data),
            monotonic=bool(getattr(data, "is_monotonic", False)),
            at_ns=point.time_unix_nano,
            start_ns=min(point.start_time_unix_nano, point.time_unix_nano),
            value=value,
            value_count=count,
            total=float(getattr(point, "sum", value)),
            buckets=_buckets(point),
            bins=bins,
        )


def _temporality(data: Any) -> str:
    """Numbers of later versions come through as they are, and mean no more than none."""
    number = getattr(data, "aggregation_temporality", 0)
    return TEMPORALITIES[number] if 0 <= number < len(TEMPORALITIES) else ""


def point_row(
    source: ResourceAndScope, budget: AttributeBudget, *, attributes: Attributes, bins: Bins, **plain: Any
) -> PointRow:
    """A row from what a dialect has read. A series is one metric of one resource with the same attributes."""
    context = source.context(attributes)
    attributes_json = budget.json(attributes)
    about = (
        plain["metric"],
        plain["kind"],
        plain["temporality"],
        plain["unit"] or "",
        source.resource_json,
        attributes_json,
    )
    series = digest(*about, context.team)
    content = (
        str(plain["at_ns"]),
        str(plain["start_ns"]),
        repr(plain["value"]),
        str(plain["value_count"]),
        plain["buckets"],
    )
    return PointRow(
        point_id=digest(series, *content),
        series=series,
        service=context.service,
        team=context.team,
        job=context.job,
        run_id=context.run_id,
        attributes=attributes_json,
        resource=source.resource_json,
        bins=encoder.encode(sorted(bins.items())).decode(),
        **plain,
    )


def _measured(point: Any) -> tuple[float, int, Bins]:
    """Its value (of several values the mean), how many values it stands for, and in which bins they lie."""
    if hasattr(point, "as_double"):
        value = float(point.as_int if point.WhichOneof("value") == "as_int" else point.as_double)
        return value, 1, {bin_of(value): 1} if math.isfinite(value) else {}
    total = float(point.sum)
    value = total / point.count if point.count else 0.0
    if hasattr(point, "explicit_bounds"):
        return value, point.count, _explicit_bins(point)
    if hasattr(point, "positive"):
        return value, point.count, _exponential_bins(point)
    # A summary tells quantiles, which can't be added: its mean stands for its values.
    return value, point.count, {bin_of(value): point.count} if point.count and math.isfinite(value) else {}


def _explicit_bins(point: Any) -> Bins:
    """Each bucket counts at its middle; the outermost ones at the least and greatest value, if sent."""
    found: Bins = {}
    bounds = list(point.explicit_bounds)
    low = point.min if point.HasField("min") else (min(bounds[0], 0.0) if bounds else 0.0)
    high = point.max if point.HasField("max") else (bounds[-1] if bounds else 0.0)
    for number, count in enumerate(point.bucket_counts[:MAX_BUCKETS]):
        if count:
            left = bounds[number - 1] if 0 < number <= len(bounds) else low
            right = bounds[number] if number < len(bounds) else high
            _count(found, (max(left, low) + min(right, high) if high >= low else left + right) / 2, count)
    return found


def _exponential_bins(point: Any) -> Bins:
    found: Bins = {}
    if point.zero_count:
        _count(found, 0.0, point.zero_count)
    # The logarithm of the base, which is 2 to the power of this: that itself may be larger than any float.
    step = math.log(2.0) * 2.0 ** -max(min(point.scale, 20), -10)
    for sign, side in ((1.0, point.positive), (-1.0, point.negative)):
        for number, count in enumerate(side.bucket_counts[:MAX_BUCKETS]):
            if count:
                exponent = max(min((side.offset + number + 0.5) * step, 700.0), -700.0)
                _count(found, sign * math.exp(exponent), count)
    return found


def _count(bins: Bins, value: float, count: int) -> None:
    if math.isfinite(value):
        number = bin_of(value)
        bins[number] = bins.get(number, 0) + count


def _buckets(point: Any) -> str:
    if hasattr(point, "explicit_bounds"):
        buckets: Any = {
            "bounds": list(point.explicit_bounds)[:MAX_BUCKETS],
            "counts": list(point.bucket_counts)[:MAX_BUCKETS],
        }
    elif hasattr(point, "positive"):
        buckets = {"scale": point.scale, "zero": point.zero_count}
        for name in ("positive", "negative"):
            side = getattr(point, name)
            buckets[name] = {"offset": side.offset, "counts": list(side.bucket_counts)[:MAX_BUCKETS]}
    elif hasattr(point, "quantile_values"):
        buckets = [[one.quantile, one.value] for one in point.quantile_values[:MAX_BUCKETS]]
    else:
        return "[]"
    return encoder.encode(buckets).decode()
