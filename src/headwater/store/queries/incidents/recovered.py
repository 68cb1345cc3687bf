"""Whether what belongs to an incident has recovered: runs, tests and late jobs that went well since."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from headwater.store.queries.rows import Connection, fetch


@dataclass(frozen=True, slots=True)
class Recovery:
    """Of one member; `at` is when it first went well again, None if it has not."""

    member: str
    at: datetime | None


RUNS = """
select 'run:' || run.run_id as member, newer.at
from runs as run
left join lateral (
    select min(ended_at) as at from runs as later
    where later.job_id = run.job_id and later.began_at > run.began_at and later.end_state = 'COMPLETE'
) as newer on true
where run.run_id = any(%(runs)s)
"""

TESTS = """
select 'test:' || result.key as member, newer.at
from assertions as result
left join lateral (
    select min(at) as at from assertions as later
    where later.dataset_id = result.dataset_id and later.name = result.name
      and later.field is not distinct from result.field and later.at > result.at and later.success
) as newer on true
where result.key = any(%(tests)s)
"""

JOBS = """
select job.key::text as member, newer.at
from nodes as job
left join lateral (
    select min(ended_at) as at from runs as later
    where later.job_id = job.id and later.ended_at > %(since)s and later.end_state = 'COMPLETE'
) as newer on true
where job.key = any(%(jobs)s::uuid[])
"""

BREACHES = """
select 'breach:' || breach.id as member, newer.at
from timeliness_breach as breach
join nodes as job on job.key = breach.job_key
left join lateral (
    select min(ended_at) as at from runs as later
    where later.job_id = job.id and later.ended_at > breach.since and later.end_state = 'COMPLETE'
) as newer on true
where breach.id = any(%(breaches)s)
"""


def of_members(
    connection: Connection,
    runs: Sequence[UUID],
    tests: Sequence[UUID],
    jobs: Sequence[str],
    breaches: Sequence[int],
    since: datetime,
) -> tuple[Recovery, ...]:
    """`jobs` are the keys of jobs that did not run when they should have, up to `since`."""
    asked: tuple[tuple[str, dict[str, object]], ...] = (
        (RUNS, {"runs": list(runs)}),
        (TESTS, {"tests": list(tests)}),
        (JOBS, {"jobs": list(jobs), "since": since}),
        (BREACHES, {"breaches": list(breaches)}),
    )
    return tuple(
        one
        for statement, values in asked
        # Nobody need be asked about an empty list.
        if next(iter(values.values()))
        for one in fetch(connection, Recovery, statement, **values)
    )
