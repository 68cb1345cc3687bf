"""What baselines are made from, and where they are kept: measures of completed runs in, medians out."""

import pyarrow as pa

from headwater.health.normal import HISTORY_RUNS, MEASURES
from headwater.store.arrow_copy import copy_out
from headwater.store.queries.job_health import REPORTED_COUNTS, ROWS_WRITTEN, hour_of_week
from headwater.store.queries.rows import Connection
from headwater.store.replace_rows import replace_rows

# Duration in seconds; throughput is rows a second. A count that nobody reported is null, never zero.
RUNS = f"""
    with latest as (
        select coalesce(job.canonical_id, job.id) as job_id, run_id, began_at, started_at, ended_at,
               row_number() over (
                   partition by coalesce(job.canonical_id, job.id) order by began_at desc, run_id) as place
        from runs join nodes as job on job.id = runs.job_id
        where runs.end_state = 'COMPLETE' and runs.began_at is not null and not job.streaming
    ),
    {REPORTED_COUNTS},
    measured as (
        select latest.*, {ROWS_WRITTEN} as rows, written.bytes,
               counted.inserts, counted.updates, counted.deletes,
               extract(epoch from ended_at - started_at)::double precision as duration
        from latest
        left join written on written.run_id = latest.run_id
        left join counted on counted.run_id = latest.run_id
        where latest.place <= {HISTORY_RUNS}
    )
    select job_id, replace(run_id::text, '-', '') as run_id,
           (extract(epoch from began_at) * 1000000)::bigint as at,
           {hour_of_week("began_at")} as hour_of_week,
           duration, rows, bytes, inserts, updates, deletes, rows / nullif(duration, 0) as throughput
    from measured
"""
RUN_TYPES = {
    "job_id": pa.int32(),
    "run_id": pa.string(),
    "at": pa.int64(),
    "hour_of_week": pa.int16(),
    **dict.fromkeys(MEASURES, pa.float64()),
}

BASELINES = ["job_id", "measure", "hour_of_week", "runs", "median", "mad", "spread"]
ANOMALIES = ["run_id", "measure", "job_id", "at", "value", "median", "mad", "score", "hour_of_week"]


def completed_runs(connection: Connection) -> pa.Table:
    """The latest completed runs of every job that is not a stream, with what was measured of each."""
    return copy_out(connection, RUNS, RUN_TYPES)


def replace_baselines(connection: Connection, baselines: pa.Table, anomalies: pa.Table) -> int:
    """Make the tables hold these rows; how many changed."""
    with connection.transaction():
        changed = replace_rows(
            connection, "job_baselines", ["job_id", "measure", "hour_of_week"], baselines.select(BASELINES)
        )
        return changed + replace_rows(
            connection, "run_anomalies", ["run_id", "measure"], anomalies.select(ANOMALIES)
        )
