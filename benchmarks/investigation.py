"""How fast an alert is explained in a store of 250,000 datasets, a million edges and a million events.

`python -m benchmarks.investigation`. The rows go into the tables directly: what is measured is the answer.
"""

import time
from datetime import UTC, datetime

import numpy as np
import psycopg

from benchmarks.graph import SEED, dataset_graph, sampled
from benchmarks.questions import EDGES, fill
from benchmarks.system import database
from benchmarks.table import percentiles, table
from headwater.api.process import Process, build_process
from headwater.questions.investigation.investigate import investigate

ALERT = datetime(2026, 3, 6, 9, tzinfo=UTC)
NIGHTS = 2
UPSTREAM = (10, 1_000, 100_000)
QUESTIONS = 15
# Every job ran each night; one in a hundred failed in the last. A run is two events of the log.
RUNS = """
with ran as (
    select md5(job.id || '/' || night)::uuid as run_id, job.id as job_id,
           %(alert)s::timestamptz - night * interval '1 day' - interval '4 hours' as began,
           case when night = 0 and job.id %% 100 = 0 then 'FAIL' else 'COMPLETE' end as ended
    from nodes as job, generate_series(0, %(nights)s - 1) as night
    where job.kind = 'job'
)
insert into runs (run_id, job_id, last_state, first_seen, first_event, last_seen, last_event,
                  started_at, ended_at, end_state, end_event)
select run_id, job_id, ended, began, run_id, began + interval '10 minutes', run_id,
       began, began + interval '10 minutes', ended, run_id
from ran
"""


def ask(process: Process, node: int) -> float:
    began = time.perf_counter()
    with process.reading() as reading:
        investigate(reading, f"bench/dataset_{node}", ALERT)
    return time.perf_counter() - began


def run() -> str:
    rng = np.random.default_rng(SEED)
    graph = dataset_graph(EDGES, rng)
    jobs = {int(owner) for owner in np.unique(graph.arcs.owner)}
    reaches = sampled(graph, "dataset", "upstream", rng)
    rows = []
    with database() as (_home, url):
        fill(url, graph)
        with psycopg.connect(url) as connection:
            made = connection.execute(RUNS, {"alert": ALERT, "nights": NIGHTS}).rowcount
            connection.execute("analyze runs")
        process = build_process(url)
        process.start()
        for target in UPSTREAM:
            node = min(reaches.keys() - jobs, key=lambda one: abs(reaches[one] - target))
            ask(process, node)
            p50, p95 = percentiles([ask(process, node) for _ in range(QUESTIONS)])
            size = (f"{graph.size // 2:,}", f"{len(graph.arcs):,}", f"{2 * made:,}", f"{reaches[node]:,}")
            rows.append((*size, f"{p50:.0f}", f"{p95:.0f}", "1,000"))
        process.stop()
    header = ("datasets", "edges", "events", "datasets upstream", "p50 ms", "p95 ms", "goal ms")
    return table(header, rows)


if __name__ == "__main__":
    print(run())
