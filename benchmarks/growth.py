"""Does publishing a batch cost more the more is stored?

`python -m benchmarks.growth`, or `python -m benchmarks.growth 10000` for a store of so many jobs. Without
Spark: what is measured is publishing, by the clock and in processor time of PostgreSQL's process.
"""

import statistics
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import NamedTuple
from uuid import UUID

import psutil
from psycopg import Connection

from benchmarks.events import event
from benchmarks.system import database
from benchmarks.table import table
from headwater.dialects.openlineage.translate import to_domain
from headwater.facts.arrow import to_table
from headwater.facts.fold import fold_events
from headwater.model.events import LogEntry
from headwater.model.times import to_micros
from headwater.pipeline.batch import connect
from headwater.pipeline.sql_lineage import InPlaceAnalyst
from headwater.store.publish import Publisher

JOBS = 100_000
RUNS_OF_A_JOB, EDGES_OF_A_JOB = 10, 10
# What batches are about: jobs that have run before, in the store that is filled and in the empty one.
OLD_JOBS = 100
ROUNDS = 30

FILL = """
insert into nodes (key, kind, namespace, name, first_seen, last_seen)
select md5('job' || number)::uuid, 'job', 'filled', 'job_' || number, '2025-01-01', '2025-12-01'
from generate_series(1, %(jobs)s) as number;
insert into nodes (key, kind, namespace, name, first_seen, last_seen)
select md5('dataset' || number)::uuid, 'dataset', 'filled', 'mart.table_' || number,
       '2025-01-01', '2025-12-01'
from generate_series(1, %(jobs)s) as number;

create temp table filled on commit drop as
select job.id as job_id, dataset.id as dataset_id, number
from generate_series(1, %(jobs)s) as number
join nodes as job on job.key = md5('job' || number)::uuid
join nodes as dataset on dataset.key = md5('dataset' || number)::uuid;

insert into edges (key, kind, owner_id, source_id, target_id, source_dataset_id, target_dataset_id, origin,
                   first_seen, first_event, last_seen, last_event)
select md5('edge' || filled.number || '.' || nth)::uuid,
       edge_kind(case nth when 1 then 'writes' else 'reads' end), filled.job_id,
       case nth when 1 then filled.job_id else other.dataset_id end,
       case nth when 1 then filled.dataset_id else filled.job_id end,
       case nth when 1 then null else other.dataset_id end, case nth when 1 then filled.dataset_id end,
       'inputs_outputs', '2025-01-01', md5('first')::uuid, '2025-12-01', md5('last')::uuid
from filled
cross join generate_series(1, %(edges)s) as nth
join filled as other on other.number = 1 + (filled.number * 7 + nth * 13) %% %(jobs)s;

insert into edge_spans (edge_id, owner_id, flows, alive_from, alive_to, opened_by)
select id, owner_id, true, '2025-01-01', 'infinity', md5('first')::uuid from edges;

insert into schemas (hash, fields)
select md5('schema')::uuid, jsonb_agg(jsonb_build_object('name', 'c' || nth, 'type', 'string'))
from generate_series(1, 8) as nth;
insert into schema_versions (dataset_id, valid_from, hash, event_id)
select dataset_id, '2025-01-01', md5('schema')::uuid, md5('first')::uuid from filled;

insert into sql_texts (key, text) select md5('sql' || number)::uuid, 'select ' || number from filled;

insert into runs (run_id, job_id, job_at, job_event, job_ends, last_state,
                  first_seen, first_event, last_seen, last_event, started_at, ended_at, end_state,
                  end_event, counts_at, shown, sql_key, sql_at, sql_event)
select md5('run' || number || '.' || day)::uuid, job_id, at, md5('last')::uuid, true, 'COMPLETE',
       at, md5('first')::uuid, at, md5('last')::uuid, at, at, 'COMPLETE', md5('last')::uuid, at,
       shown.edge_ids, md5('sql' || number)::uuid, at, md5('last')::uuid
from filled
cross join generate_series(0, %(runs)s - 1) as day
cross join lateral (select timestamptz '2025-01-01' + day * interval '1 day') as began (at)
cross join lateral (select array_agg(id order by id) from edges where owner_id = job_id) as shown (edge_ids);

insert into schema_observations (dataset_id, at, event_id, run_id, hash)
select dataset_id, timestamptz '2025-01-01' + day * interval '1 day',
       md5('event' || number || '.' || day)::uuid, md5('run' || number || '.' || day)::uuid,
       md5('schema')::uuid
from filled cross join generate_series(0, %(runs)s - 1) as day;

insert into run_facets (run_id, name, at, event_id, value)
select run_id, 'nominalTime', started_at, end_event, '{}' from runs
"""


class Kind(NamedTuple):
    """Batches of one kind: how many events, and which job each is of."""

    what: str
    events: int
    first_job: int
    step: int
    """How much later the next batch's jobs begin: 0 for the same jobs again."""


KINDS = (
    Kind("1 event of a new job", 1, 1_000_000, 1),
    Kind("1 event of a job that is known", 1, 0, 0),
    Kind("100 events of 100 jobs that are known", 100, 0, 0),
)


class Cost(NamedTuple):
    """Of one batch, the middle one of many by the clock, the mean by the processor."""

    milliseconds: float
    processor: float


class Batches:
    """Events in the order of the log, published batch by batch."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._publisher = Publisher(10, InPlaceAnalyst())
        self._backend = psutil.Process(connection.info.backend_pid)
        self._random = Random(7)
        self._position = 0

    def publish(self, jobs: Iterator[int]) -> float:
        """Seconds that publishing took: a completed run of each of these jobs."""
        folded = to_table(fold_events([self._entry(job) for job in jobs]))
        began = time.perf_counter()
        self._publisher.publish(self._connection, folded)
        return time.perf_counter() - began

    def cost(self, kind: Kind) -> Cost:
        self._round(kind, 0)
        spent = self._processor()
        seconds = [self._round(kind, number + 1) for number in range(ROUNDS)]
        processor = (self._processor() - spent) / ROUNDS
        return Cost(statistics.median(seconds) * 1000, processor * 1000)

    def _round(self, kind: Kind, number: int) -> float:
        first = kind.first_job + kind.step * number
        return self.publish(iter(range(first, first + kind.events)))

    def _entry(self, job: int) -> LogEntry:
        self._position += 1
        sent = to_domain(event(UUID(int=self._position), job, self._position, True, self._random))
        return LogEntry(self._position, sent.event_id.hex, to_micros(sent.event_time), sent.kind, sent.body)

    def _processor(self) -> float:
        return float(sum(self._backend.cpu_times()[:2]))


def run(jobs: int = JOBS) -> str:
    empty, full = _costs(0), _costs(jobs)
    rows = [
        (kind.what, *_figures(before), *_figures(after), f"{after.processor / before.processor:.2f}")
        for kind, before, after in zip(KINDS, empty, full, strict=True)
    ]
    runs, edges = jobs * RUNS_OF_A_JOB, jobs * EDGES_OF_A_JOB
    full_words = f"{jobs:,} jobs, {runs:,} runs, {edges:,} edges"
    header = (
        "a batch of",
        "empty store, ms",
        "processor ms",
        f"{full_words}, ms",
        "processor ms",
        "times the processor",
    )
    return table(header, rows)


def _figures(cost: Cost) -> tuple[str, str]:
    return f"{cost.milliseconds:.0f}", f"{cost.processor:.0f}"


def _costs(jobs: int) -> list[Cost]:
    with database() as (_home, url), connect(url) as connection:
        if jobs:
            _fill(connection, jobs)
        batches = Batches(connection)
        for _ in range(RUNS_OF_A_JOB):
            batches.publish(iter(range(OLD_JOBS)))
        return [batches.cost(kind) for kind in KINDS]


def _fill(connection: Connection, jobs: int) -> None:
    values = {"jobs": jobs, "runs": RUNS_OF_A_JOB, "edges": EDGES_OF_A_JOB}
    with connection.transaction():
        for statement in FILL.split(";\n"):
            connection.execute(statement, values)
    connection.execute("vacuum analyze")


if __name__ == "__main__":
    print(run(*(int(given) for given in sys.argv[1:])))
