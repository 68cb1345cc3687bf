"""What the health of a dataset's schema is judged by: tests, writers, descriptions, classes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from headwater.store.queries.rows import Connection, fetch_one


@dataclass(frozen=True, slots=True)
class RecordRow:
    tests: int
    failing_tests: int
    undeclared_columns: int
    has_owner: bool
    has_description: bool


RECORD = """
with latest as (
    select distinct on (name, field) success from assertions
    where dataset_id = any(%(datasets)s) and at > %(since)s and at <= %(until)s and success is not null
    order by name, field, at desc, key desc
)
select (select count(*) from latest) as tests,
       (select count(*) from latest where not success) as failing_tests,
       (select count(*) from effective_classes as class
        join nodes as col on col.id = class.column_id
        where class.undeclared and col.dataset_id = any(%(datasets)s)) as undeclared_columns,
       coalesce(bool_or(owners <> '{}'), false) as has_owner,
       coalesce(bool_or(coalesce(description, '') <> ''), false) as has_description
from nodes where id = any(%(datasets)s)
"""


@dataclass(frozen=True, slots=True)
class WriterRow:
    runs: int
    failed: int


WRITERS = """
select count(*) as runs, count(*) filter (where end_state <> 'COMPLETE') as failed
from runs
where job_id = any(%(jobs)s) and began_at > %(since)s and began_at <= %(until)s and end_state is not null
"""


def record(connection: Connection, datasets: Sequence[int], since: datetime, until: datetime) -> RecordRow:
    window = {"datasets": list(datasets), "since": since, "until": until}
    found = fetch_one(connection, RecordRow, RECORD, **window)
    assert found is not None, "an aggregate always gives a row"
    return found


def writers(connection: Connection, jobs: Sequence[int], since: datetime, until: datetime) -> WriterRow:
    found = fetch_one(connection, WriterRow, WRITERS, jobs=list(jobs), since=since, until=until)
    return found or WriterRow(0, 0)
