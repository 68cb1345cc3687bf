"""Results of tests, and column profiles, of some datasets within a window and before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.store.queries.rows import Connection, fetch

# Of one dataset: the latest profiles; of one test: the results that say how often it fails.
PROFILES, RESULTS = 30, 50


@dataclass(frozen=True, slots=True)
class TestResult:
    """`failed` of `results` went wrong before the window."""

    __test__ = False

    key: UUID
    dataset_id: int
    field: str | None
    name: str
    at: datetime
    event_id: UUID
    run_id: UUID | None
    success: bool
    severity: str | None
    value: Any
    failed: int
    results: int


TESTS = """
with windowed as (
    select key, dataset_id, field, name, at, event_id, run_id, success, severity, value
    from assertions
    where dataset_id = any(%(datasets)s) and at > %(since)s and at <= %(until)s and success is not null
    order by success, at desc, key
    limit %(limit)s
)
select windowed.*, earlier.failed, earlier.results
from windowed
cross join lateral (
    select count(*) filter (where not success) as failed, count(*) as results
    from (
        select success from assertions as before
        where before.dataset_id = windowed.dataset_id and before.name = windowed.name
          and before.field is not distinct from windowed.field and before.at <= %(since)s
          and before.success is not null and not windowed.success
        order by before.at desc
        limit %(most)s
    ) as latest
) as earlier
order by windowed.at, windowed.key
"""


@dataclass(frozen=True, slots=True)
class ProfileRow:
    dataset_id: int
    run_id: UUID
    at: datetime
    event_id: UUID
    value: Any


# As of runs: what is usual follows from profiles before the window.
METRICS = """
select wanted.dataset_id, profile.run_id, profile.at, profile.event_id, profile.value
from unnest(%(datasets)s::integer[]) as wanted (dataset_id)
cross join (
    values ('-infinity'::timestamptz, %(since)s::timestamptz), (%(since)s, %(until)s)
) as span (low, high)
cross join lateral (
    select run_id, at, event_id, value from run_io_facets
    where node_id = wanted.dataset_id and at > span.low and at <= span.high and name = 'dataQualityMetrics'
      and value is not null and pg_column_size(value) < %(bytes)s
    order by at desc, run_id
    limit %(most)s
) as profile
order by profile.at, profile.run_id
"""
# A profile of a very wide table is not looked at.
MOST_BYTES = 256 * 1024


def tests(
    connection: Connection, datasets: Sequence[int], since: datetime, until: datetime, limit: int
) -> tuple[TestResult, ...]:
    """First to last; of too many the failed ones, then the latest."""
    window = {"since": since, "until": until, "limit": limit, "most": RESULTS}
    return fetch(connection, TestResult, TESTS, datasets=list(datasets), **window)


def profiles(
    connection: Connection, datasets: Sequence[int], since: datetime, until: datetime
) -> tuple[ProfileRow, ...]:
    """The latest column profiles of each dataset, in the window and before it, first to last."""
    values = {"since": since, "until": until, "most": PROFILES, "bytes": MOST_BYTES}
    return fetch(connection, ProfileRow, METRICS, datasets=list(datasets), **values)
