"""What failed in a window, of all that is known: each a past alert."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from headwater.store.queries.rows import Connection, fetch


@dataclass(frozen=True, slots=True)
class PastFailure:
    """A failed run of a job, or a failed test of a dataset."""

    node_id: int
    at: datetime
    field: str | None
    run_id: UUID | None


FAILURES = """
with failed_runs as (
    select job_id as node_id, ended_at as at, null::text as field, run_id
    from runs
    where end_state in ('FAIL', 'ABORT') and ended_at > %(since)s and ended_at <= %(until)s
      and job_id is not null
),
failed_tests as (
    select dataset_id as node_id, min(at) as at, field, null::uuid as run_id
    from assertions
    where success is false and at > %(since)s and at <= %(until)s
    group by dataset_id, field, name, date_trunc('day', at)
)
select node_id, at, field, run_id
from (select * from failed_runs union all select * from failed_tests) as failure
order by at desc, node_id, field, run_id
limit %(limit)s
"""


def past_failures(
    connection: Connection, since: datetime, until: datetime, limit: int
) -> tuple[PastFailure, ...]:
    """Failed runs, and of each test its first failure of a day; the latest first."""
    return fetch(connection, PastFailure, FAILURES, since=since, until=until, limit=limit)
