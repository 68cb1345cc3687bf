"""How many events a second go through the pipeline, at N and 2N: is it linear?

`python -m benchmarks.throughput`
"""

import asyncio
import shutil
import time
from pathlib import Path
from tempfile import mkdtemp

from pyspark.sql import SparkSession

from benchmarks.events import events
from benchmarks.system import database
from benchmarks.table import table
from headwater.dialects.openlineage.translate import to_domain
from headwater.log.postgres import PostgresLog
from headwater.pipeline.batch import LogPipeline, connect
from headwater.pipeline.read import RangeReader
from headwater.pipeline.rebuild import rebuild
from headwater.pipeline.session import start_session
from headwater.pipeline.sql_lineage import SparkAnalyst
from headwater.settings import Settings
from headwater.store.publish import Publisher

N = 20_000
# As a worker takes them.
STEP: int = Settings.model_fields["max_batch_events"].default
JOBS = (200, 2000)


async def append(url: str, count: int, jobs: int, seed: int) -> None:
    log = PostgresLog(url, 1 << 30)
    await log.start()
    batch = [to_domain(body) for body in events(count, jobs, seed)]
    for start in range(0, count, 2000):
        await log.append(batch[start : start + 2000])
    await log.stop()


def run() -> str:
    rows = []
    home = Path(mkdtemp(prefix="hwb"))
    spark = start_session(Settings(home=home))
    for jobs in JOBS:
        first = _measured(spark, N, jobs)
        second = _measured(spark, 2 * N, jobs)
        ratio = f"{second / first:.2f}"
        rows.append((jobs, f"{N:,}", f"{first:.1f}", f"{N / first:,.0f}", f"{2 * N / second:,.0f}", ratio))
    header = ("jobs", "N", "seconds at N", "events/s at N", "events/s at 2N", "seconds 2N ÷ N (2 is linear)")
    spark.stop()
    shutil.rmtree(home, ignore_errors=True)
    return table(header, rows)


def _measured(spark: SparkSession, count: int, jobs: int) -> float:
    """Seconds of a rebuild, after a first pass that warms up Spark."""
    with database() as (_home, url):
        pipeline = LogPipeline(Publisher(10, SparkAnalyst(spark)), connect(url), RangeReader(spark, url))
        asyncio.run(append(url, STEP, jobs, seed=9))
        rebuild(pipeline, STEP, lambda done, total: None)
        asyncio.run(append(url, count - STEP, jobs, seed=10))
        began = time.perf_counter()
        rebuild(pipeline, STEP, lambda done, total: None)
        seconds = time.perf_counter() - began
        pipeline.connection.close()
        return seconds


if __name__ == "__main__":
    print(run())
