"""Cells of rollups added up to one value: count, sum, rate, quantiles. Pure.

Of a cumulative series a cell tells all since the series began, so that what counts is the difference to the
cell before; a counter that starts again at zero counts from there.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from headwater.facts.telemetry.sketch import quantile
from headwater.store.queries.telemetry.metrics import Cell

CUMULATIVE = "cumulative"
SECONDS = {"minute": 60.0, "hour": 3600.0, "day": 86_400.0}


@dataclass(slots=True)
class Sum:
    """What several cells of one bucket come to."""

    count: int = 0
    errors: int = 0
    total: float = 0.0
    least: float = float("inf")
    greatest: float = float("-inf")
    latest: dict[UUID, float] = field(default_factory=dict)
    """The last value of each series: levels of several series add up."""
    bins: Counter[int] = field(default_factory=Counter)

    def add(self, cell: Cell) -> None:
        self.count += cell.count
        self.errors += cell.errors
        self.total += float(cell.total)
        self.least = min(self.least, cell.least)
        self.greatest = max(self.greatest, cell.greatest)
        self.latest[cell.series] = cell.last_value
        self.bins.update(dict(zip(cell.bins, cell.counts, strict=True)))


Aggregation = Callable[[Sum, float], float | None]
AGGREGATIONS: dict[str, Aggregation] = {
    "count": lambda sum_, _step: float(sum_.count),
    "sum": lambda sum_, _step: sum_.total,
    "avg": lambda sum_, _step: sum_.total / sum_.count if sum_.count else None,
    "min": lambda sum_, _step: sum_.least,
    "max": lambda sum_, _step: sum_.greatest,
    "last": lambda sum_, _step: sum(sum_.latest.values()),
    "rate": lambda sum_, step: sum_.total / step,
    "errors": lambda sum_, _step: float(sum_.errors),
    "error_rate": lambda sum_, _step: sum_.errors / sum_.count if sum_.count else None,
    "p50": lambda sum_, _step: quantile(sum_.bins, 0.5),
    "p90": lambda sum_, _step: quantile(sum_.bins, 0.9),
    "p95": lambda sum_, _step: quantile(sum_.bins, 0.95),
    "p99": lambda sum_, _step: quantile(sum_.bins, 0.99),
}


def increments(cells: Sequence[Cell], since: datetime) -> Iterator[Cell]:
    """The cells of the range, each with what came in its bucket alone."""
    before: dict[UUID, Cell] = {}
    for cell in cells:
        if cell.temporality != CUMULATIVE:
            yield cell
            continue
        if cell.bucket >= since:
            yield _increment(cell, before.get(cell.series))
        before[cell.series] = cell


def _increment(cell: Cell, before: Cell | None) -> Cell:
    if before is None:
        # Its beginning lies in this bucket, or nobody knows what came in it before the first point.
        begins_here = cell.started_at >= cell.bucket or cell.kind != "sum"
        return cell if begins_here else replace(cell, total=cell.total - Decimal(repr(cell.first_value)))
    if _starts_again(cell, before):
        return cell
    held = Counter(dict(zip(cell.bins, cell.counts, strict=True)))
    held.subtract(dict(zip(before.bins, before.counts, strict=True)))
    kept = {number: count for number, count in held.items() if count > 0} if cell.kind != "sum" else {}
    return replace(
        cell,
        total=cell.total - before.total,
        count=cell.count - before.count if cell.kind != "sum" else 1,
        bins=list(kept),
        counts=list(kept.values()),
    )


def _starts_again(cell: Cell, before: Cell) -> bool:
    shrinks = cell.count < before.count or (cell.monotonic and cell.total < before.total)
    return shrinks or cell.started_at > before.started_at


def grouped(
    cells: Iterable[Cell], labels: Callable[[Cell], tuple[str, ...]]
) -> dict[tuple[str, ...], dict[datetime, Sum]]:
    found: dict[tuple[str, ...], dict[datetime, Sum]] = {}
    for cell in cells:
        found.setdefault(labels(cell), {}).setdefault(cell.bucket, Sum()).add(cell)
    return found
