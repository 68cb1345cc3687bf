"""What the store leaves out of a check could not have been late or too long: the edges of every rule."""

from datetime import datetime, timedelta
from itertools import product

from headwater.health import Normal
from headwater.health.lateness import due, exceeded, run_limit, seconds_allowed
from headwater.model.timeliness import Datepart, Rule
from tests.store.conftest import NOW, WatchedWorld

SECONDS = {
    Datepart.MINUTE: 60,
    Datepart.HOUR: 3600,
    Datepart.DAY: 86_400,
    Datepart.WEEK: 7 * 86_400,
    Datepart.MONTH: 30 * 86_400,
    Datepart.QUARTER: 91 * 86_400,
    Datepart.YEAR: 365 * 86_400,
}
RULES = [Rule(number, part) for number, part in product((1, 2), Datepart)]
# Months have three days more or less than others, in seven quarters of a day.
OFF = [timedelta(days=quarter / 4) for quarter in range(-14, 15)] + [timedelta(seconds=s) for s in (-1, 1)]
BASELINE = """
insert into job_baselines (job_id, measure, hour_of_week, runs, median, mad, spread)
values (%s, 'duration', -1, 100, %s, 1, %s)
"""


def as_columns(rule: Rule) -> dict[str, object]:
    return {"timely_number": rule.number, "timely_datepart": str(rule.datepart)}


def test_whatever_is_late_by_its_rule_is_found(watched: WatchedWorld) -> None:
    kind, expected = watched.type(), set()
    for number, (rule, off) in enumerate(product(RULES, OFF)):
        change = NOW - rule.number * timedelta(seconds=SECONDS[rule.datepart]) - off
        if change > NOW:
            continue
        watched.pipeline(str(number), kind, last_target_insert=change, **as_columns(rule))
        if due(change, rule) < NOW:
            expected.add(str(number))
    report = watched.check()
    assert {one.pipeline.name for one in report.late} == expected
    assert 0 < len(expected) < report.checked


def test_whatever_takes_too_long_is_found(watched: WatchedWorld) -> None:
    kind, expected = watched.type(), set()
    usual = Normal(100, 3000.0, 1.0, 150.0)
    limits = [None, Rule(1, Datepart.MINUTE), Rule(1, Datepart.HOUR), Rule(2, Datepart.HOUR)]
    lengths = [59, 60, 61, 1800, 1801, 3599, 3600, 3601, 3899, 3900, 3901, 7200, 7201]
    for rule, knows, runs, seconds in product(limits, (False, True), (False, True), lengths):
        name = f"{rule} {knows} {runs} {seconds}"
        number = watched.pipeline(name, kind, **(as_columns(rule) if rule else {}))
        if knows:
            job = watched.job(name, namespace="airflow")
            watched.connection.execute(BASELINE, [job, usual.median, usual.spread])
        began = NOW - timedelta(seconds=seconds)
        watched.execution(number, began, None if runs else seconds)
        if too_long(began, rule, usual if knows else None, seconds):
            expected.add(name)
    found = watched.check().long_running
    assert {one.pipeline.name for one in found} == expected
    assert len(expected) > 20


def too_long(began: datetime, rule: Rule | None, usual: Normal | None, seconds: int) -> bool:
    limit = run_limit(seconds_allowed(began, rule) if rule else None, usual)
    return limit is not None and exceeded(seconds, limit, usual)
