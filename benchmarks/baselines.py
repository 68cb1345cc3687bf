"""How long it takes to learn what is normal from a million runs, at N and 2N.

`python -m benchmarks.baselines`
"""

import shutil
import time
from itertools import pairwise
from pathlib import Path
from tempfile import mkdtemp

import psycopg
from pyspark.sql import SparkSession

from benchmarks.system import database
from benchmarks.table import table
from headwater.pipeline.analytics import baselines
from headwater.pipeline.session import start_session
from headwater.settings import Settings
from headwater.store import baselines as store

N = 500_000
RUNS_A_JOB = 2_000

JOBS = """
insert into nodes (key, kind, namespace, name)
select md5('job' || number)::uuid, 'job', 'bench', 'job_' || number
from generate_series(1, %(jobs)s) as number
"""
# One run an hour for each job; one in a thousand takes ten times as long.
RUNS = """
insert into runs (run_id, job_id, first_seen, last_seen, started_at, ended_at, end_state, end_event)
select md5(job.id || '/' || hour)::uuid, job.id, began, began, began,
       began + make_interval(secs => (300 + 20 * random()) * case when random() < 0.001 then 10 else 1 end),
       'COMPLETE', gen_random_uuid()
from nodes as job
cross join generate_series(1, %(runs)s) as hour
cross join lateral (select timestamptz '2026-01-01' + make_interval(hours => hour)) as start (began)
"""
ROWS = """
insert into run_io_facets (run_id, node_id, direction, name, at, event_id, value)
select run_id, job_id, 'output', 'outputStatistics', first_seen, end_event,
       jsonb_build_object('rowCount', (1000 + 50 * random())::int, 'size', 4096)
from runs
"""


def run() -> str:
    home = Path(mkdtemp(prefix="hwb"))
    spark = start_session(Settings(home=home), "baselines")
    try:
        _measured(spark, RUNS_A_JOB)  # warms Spark up
        first, second = _measured(spark, N), _measured(spark, 2 * N)
    finally:
        spark.stop()
        shutil.rmtree(home, ignore_errors=True)
    header = (
        "runs",
        "read s",
        "work out s",
        "keep s",
        "all s",
        "baselines",
        "anomalies",
        "2N ÷ N (2 is linear)",
    )
    return table(header, [(*first[1], ""), (*second[1], f"{second[0] / first[0]:.2f}")])


def _measured(spark: SparkSession, count: int) -> tuple[float, tuple[str, ...]]:
    with database() as (_home, url), psycopg.connect(url, autocommit=True) as connection:
        connection.execute(JOBS, {"jobs": count // RUNS_A_JOB})
        connection.execute(RUNS, {"runs": RUNS_A_JOB})
        connection.execute(ROWS)
        connection.execute("analyze")
        times = [time.perf_counter()]
        runs = store.completed_runs(connection)
        times.append(time.perf_counter())
        normal, outside = baselines.work_out(spark, runs)
        times.append(time.perf_counter())
        store.replace_baselines(connection, normal, outside)
        times.append(time.perf_counter())
    read, worked, kept = (later - earlier for earlier, later in pairwise(times))
    told = (f"{count:,}", *(f"{one:.1f}" for one in (read, worked, kept, read + worked + kept)))
    return read + worked + kept, (*told, f"{normal.num_rows:,}", f"{outside.num_rows:,}")


if __name__ == "__main__":
    print(run())
