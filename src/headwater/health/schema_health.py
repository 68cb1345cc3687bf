"""How healthy a dataset's schema is: a score from 0 to 100, a grade, and what takes points off.

Each factor takes off points that grow with its count up to a most; the score is 100 less their sum. So a
factor that is mended never lowers the score, whatever the others are.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

GRADES = ((90, "A"), (80, "B"), (70, "C"), (50, "D"), (0, "F"))


@dataclass(frozen=True, slots=True)
class SchemaRecord:
    """What is known of a dataset over some days; counts are never negative."""

    breaking_changes: int = 0
    risky_changes: int = 0
    type_changes: int = 0
    renames: int = 0
    failing_tests: int = 0
    tests: int = 0
    failed_writer_runs: int = 0
    late_writers: int = 0
    has_owner: bool = True
    has_description: bool = True
    undeclared_columns: int = 0
    readers_at_risk: int = 0
    """Who read the dataset directly when it changed in a breaking or risky way."""


@dataclass(frozen=True, slots=True)
class RiskFactor:
    name: str
    count: int
    points: int
    """Taken off the score."""
    says: str
    recommendation: str


@dataclass(frozen=True, slots=True)
class SchemaHealth:
    score: int
    grade: str
    factors: tuple[RiskFactor, ...]
    """Those that take points off, the most first."""


class _Rule(NamedTuple):
    name: str
    count: Callable[[SchemaRecord], int]
    each: int
    most: int
    says: str
    recommendation: str


RULES = (
    _Rule(
        *("breaking_changes", lambda one: one.breaking_changes, 15, 30),
        "{count} breaking change{s}",
        "Announce a change before it is made, and simulate it: POST /api/v1/simulations.",
    ),
    _Rule(
        *("risky_changes", lambda one: one.risky_changes, 5, 15),
        "{count} risky change{s}",
        "Ask those who read the dataset before a type or an order changes.",
    ),
    _Rule(
        *("type_churn", lambda one: one.type_changes, 3, 9),
        "{count} change{s} of types",
        "Settle on the type of a column before others build on it.",
    ),
    _Rule(
        *("renames", lambda one: one.renames, 3, 9),
        "{count} renamed column{s}",
        "Keep the old name beside the new one until nobody reads it.",
    ),
    _Rule(
        *("failing_tests", lambda one: one.failing_tests, 8, 24),
        "{count} failing test{s}",
        "Mend what the failing tests found, or the tests.",
    ),
    _Rule(
        *("missing_tests", lambda one: int(one.tests == 0), 10, 10),
        "no test ran in this time",
        "Test at least that keys are unique and that there are rows.",
    ),
    _Rule(
        *("failing_writers", lambda one: one.failed_writer_runs, 4, 16),
        "{count} failed run{s} of its writers",
        "Look at the errors of the jobs that write it.",
    ),
    _Rule(
        *("late_writers", lambda one: one.late_writers, 4, 8),
        "{count} late writer{s}",
        "Find out what the writers wait for.",
    ),
    _Rule(
        *("no_owner", lambda one: int(not one.has_owner), 8, 8),
        "nobody owns it",
        "Name an owner, whom others can ask.",
    ),
    _Rule(
        *("no_description", lambda one: int(not one.has_description), 4, 4),
        "it has no description",
        "Say in a sentence what a row is.",
    ),
    _Rule(
        *("undeclared_personal_data", lambda one: one.undeclared_columns, 5, 15),
        "{count} column{s} with classified or personal data that is not declared",
        "Declare the class of these columns: GET /api/v1/classes?undeclared=true.",
    ),
    _Rule(
        *("readers_at_risk", lambda one: one.readers_at_risk, 1, 10),
        "{count} reader{s} met a change that may break them",
        "Tell the readers what changed.",
    ),
)


def schema_health(record: SchemaRecord) -> SchemaHealth:
    """
    >>> found = schema_health(SchemaRecord(tests=3, has_owner=False, breaking_changes=1))
    >>> (found.score, found.grade, [factor.name for factor in found.factors])
    (77, 'C', ['breaking_changes', 'no_owner'])
    """
    factors = [_factor(rule, rule.count(record)) for rule in RULES if rule.count(record) > 0]
    score = max(0, 100 - sum(one.points for one in factors))
    return SchemaHealth(score, grade_of(score), tuple(sorted(factors, key=lambda one: -one.points)))


def grade_of(score: int) -> str:
    return next(grade for least, grade in GRADES if score >= least)


def _factor(rule: _Rule, count: int) -> RiskFactor:
    points = min(rule.each * count, rule.most)
    return RiskFactor(
        rule.name,
        count,
        points,
        rule.says.format(count=count, s="" if count == 1 else "s"),
        rule.recommendation,
    )
