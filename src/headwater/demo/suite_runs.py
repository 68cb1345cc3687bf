"""The nightly runs of the data tests: green for twenty-nine nights, and two red on the thirtieth."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

from headwater.demo import facets
from headwater.demo.events import Event, RunIdentity, TimedEvent, mention, run_event, run_id
from headwater.demo.model import Shop, Suite, SuiteAssertion
from headwater.demo.plan import DAYS, NIGHT, chance, moment, rows_on, seconds


def suite_runs(shop: Shop, seed: int) -> Iterator[TimedEvent]:
    for suite in shop.suites:
        for day in DAYS:
            yield from _run(suite, day, shop, seed)


def _run(suite: Suite, day: date, shop: Shop, seed: int) -> Iterator[TimedEvent]:
    due = moment(day, suite.at)
    started, ended = _times(suite, day, due, shop, seed)
    of = RunIdentity(
        job=suite.id,
        run_id=run_id(seed, suite.id, due),
        run_facets={"nominalTime": facets.nominal_time(due, due + timedelta(days=1))},
        job_facets={"jobType": facets.job_type("GREAT_EXPECTATIONS", "TEST")},
    )
    columns = facets.schema(shop.columns_at(suite.dataset, started))
    yield run_event("START", started, of, [mention(shop.datasets[suite.dataset], {"schema": columns})])
    # A suite that ran to its end is COMPLETE whatever it found: the findings are in the assertions.
    yield run_event("COMPLETE", ended, of, [_checked(suite, day, ended, shop, seed)])


def _times(suite: Suite, day: date, due: datetime, shop: Shop, seed: int) -> tuple[datetime, datetime]:
    rng = chance(seed, suite.id.name, day)
    started = due + seconds(3, 20, rng)
    usual = started + seconds(40, 75, rng)
    return started, shop.incident.suites_ended.get(suite.id.name, usual) if day == NIGHT else usual


def _checked(suite: Suite, day: date, at: datetime, shop: Shop, seed: int) -> Event:
    dataset = shop.datasets[suite.dataset]
    empty = day == NIGHT and suite.dataset in shop.incident.tables_without_data
    rows = 0 if empty else rows_on(dataset, day, seed)
    present = {column.name for column in shop.columns_at(suite.dataset, at)}
    # A column that was dropped can't be measured, though the assertion about it still has a result.
    tested = (a.column for a in suite.assertions if a.column in present)
    metrics = {name: {"nullCount": 0, "count": rows} for name in tested if name}
    return mention(
        dataset,
        inputFacets={
            "dataQualityAssertions": facets.assertions([_result(a, day, shop) for a in suite.assertions]),
            "dataQualityMetrics": facets.quality_metrics(rows, rows * dataset.row_bytes, metrics),
        },
    )


def _result(assertion: SuiteAssertion, day: date, shop: Shop) -> dict[str, Any]:
    found = shop.incident.assertions_failed.get(assertion.name) if day == NIGHT else None
    result: dict[str, Any] = {
        "name": assertion.name,
        "assertion": assertion.assertion,
        "success": found is None,
        "severity": assertion.severity,
        "expected": assertion.expected,
        "actual": found or "as expected",
    }
    return {**result, "column": assertion.column} if assertion.column else result
