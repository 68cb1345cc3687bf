"""What is normal for each job, and which runs were not: `health.baselines` judges, a task for each job."""

import numpy as np
import pyarrow as pa
from pyspark.sql import SparkSession

from headwater.health.baselines import judge
from headwater.health.normal import MEASURES
from headwater.pipeline.analytics.tasks import use_background_pool

BASELINE = {
    "job_id": pa.int32(),
    "measure": pa.string(),
    "hour_of_week": pa.int16(),
    "runs": pa.int32(),
    "median": pa.float64(),
    "mad": pa.float64(),
    "spread": pa.float64(),
}
ANOMALY = {
    "run_id": pa.string(),
    "measure": pa.string(),
    "job_id": pa.int32(),
    "at": pa.int64(),
    "value": pa.float64(),
    "median": pa.float64(),
    "mad": pa.float64(),
    "score": pa.float64(),
    "hour_of_week": pa.int16(),
}
# One pass over a job's runs yields both: rows of baselines have no run.
JUDGEMENT = BASELINE | ANOMALY
SQL_TYPES = {
    pa.int16(): "smallint",
    pa.int32(): "int",
    pa.int64(): "bigint",
    pa.float64(): "double",
    pa.string(): "string",
}
JUDGEMENTS = ", ".join(f"{name} {SQL_TYPES[kind]}" for name, kind in JUDGEMENT.items())


def judge_job(runs: pa.Table) -> pa.Table:
    """Baselines and anomalies of the runs of one job."""
    measures = {name: runs[name].to_numpy().astype(np.float64) for name in MEASURES}
    baselines, anomalies = judge(runs["hour_of_week"].to_numpy().astype(np.int64), measures)
    job = runs["job_id"][0].as_py() if runs.num_rows else None
    ids, times = runs["run_id"], runs["at"]
    rows = [found._asdict() for found in baselines]
    rows += [
        found._asdict() | {"run_id": ids[found.run].as_py(), "at": times[found.run].as_py()}
        for found in anomalies
    ]
    table = pa.Table.from_pylist(rows, pa.schema(list(JUDGEMENT.items())))
    place = table.schema.get_field_index("job_id")
    return table.set_column(place, "job_id", pa.array([job] * len(rows), pa.int32()))


def work_out(spark: SparkSession, runs: pa.Table) -> tuple[pa.Table, pa.Table]:
    """Baselines and anomalies of these runs."""
    use_background_pool(spark)
    grouped = spark.createDataFrame(runs).groupBy("job_id")
    return split(grouped.applyInArrow(judge_job, JUDGEMENTS).toArrow())


def split(judged: pa.Table) -> tuple[pa.Table, pa.Table]:
    """Judgements as a table of baselines and one of anomalies."""
    of_run = judged["run_id"].is_valid()
    normal = judged.filter(judged["run_id"].is_null()).select(list(BASELINE))
    outside = judged.filter(of_run).select(list(ANOMALY))
    # Times pass through Spark as plain microseconds, and become timestamps only for PostgreSQL.
    moments = outside["at"].cast(pa.timestamp("us", tz="UTC"))
    return normal, outside.set_column(outside.schema.get_field_index("at"), "at", moments)
