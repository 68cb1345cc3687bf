"""How long the batch jobs take over all edges, at N and 2N: are they linear?

`python -m benchmarks.analytics`
"""

import shutil
import time
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import psycopg
from numpy.typing import NDArray
from pyspark.sql import SparkSession

from benchmarks.graph import links
from benchmarks.system import database
from benchmarks.table import table
from headwater.model.edges import EdgeKind
from headwater.pipeline.session import start_session
from headwater.settings import Settings
from headwater.store.work import Task
from headwater.worker.bootstrap import build_resources
from headwater.worker.handlers import HANDLERS
from headwater.worker.resources import Resources

N = 1_000_000
CHAIN = 100_000
FAN_IN = 3
SEED = 7
# Of the columns this share is declared, and of the edges this share aggregates or masks.
DECLARED = 0.02
LOWERING = 0.1

Numbers = NDArray[np.int64]
Graph = tuple[int, Numbers, Numbers]  # nodes, from, to

# Statements of one pass over arrays: a million rows one by one would take minutes.
NODES = """
insert into nodes (id, key, kind, namespace, name, field, dataset_id, first_seen, last_seen)
overriding system value
select id, lpad(to_hex(id), 32, '0')::uuid, %(kind)s, 'bench', 't' || coalesce(dataset_id, id),
       case when dataset_id is null then '' else 'c' || id end, dataset_id, %(seen)s, %(seen)s
from unnest(%(id)s::integer[], %(dataset)s::integer[]) as node (id, dataset_id)
"""
EDGES = """
insert into edges (id, key, kind, owner_id, source_id, target_id, origin, subtype, first_seen, first_event,
                   last_seen, last_event)
overriding system value
select id, lpad(to_hex(id), 32, '0')::uuid, %(kind)s, owner_id, source_id, target_id, 'bench',
       case when lowers then 'AGGREGATION' end, %(seen)s, gen_random_uuid(), %(seen)s, gen_random_uuid()
from unnest(%(source)s::integer[], %(target)s::integer[], %(owner)s::integer[], %(lowers)s::boolean[])
     with ordinality as edge (source_id, target_id, owner_id, lowers, id)
"""
SPANS = """
insert into edge_spans (edge_id, owner_id, flows, alive_from, alive_to)
select id, owner_id, true, first_seen, 'infinity' from edges
"""
LABELS = """
insert into column_labels (column_id, classification, pii)
select id, (array['internal', 'confidential', 'restricted'])[id %% 3 + 1], id %% 2 = 0
from unnest(%(id)s::integer[]) as id
"""
# None of these is used by what is measured.
UNUSED = """
drop index nodes_by_name, nodes_by_suffix, nodes_by_dataset, nodes_by_canonical, nodes_by_type,
           edges_by_source, edges_by_target, edge_spans_by_owner
"""
SEEN = "2026-04-01"


def layered(arcs: int) -> Graph:
    nodes = arcs // FAN_IN
    return (nodes, *links(nodes, np.random.default_rng(SEED)))


def chain(arcs: int) -> Graph:
    return arcs + 1, np.arange(arcs), np.arange(1, arcs + 1)


def columns(connection: psycopg.Connection, graph: Graph) -> None:
    """Ten columns to a dataset; some are declared."""
    nodes, source, target = graph
    rng = np.random.default_rng(SEED)
    first = nodes // 10 + 2
    _put_nodes(connection, "dataset", np.arange(1, first), None)
    _put_nodes(connection, "column", np.arange(nodes) + first, np.arange(nodes) // 10 + 1)
    lowers = rng.random(len(source)) < LOWERING
    _put_edges(connection, EdgeKind.COLUMN, source + first, target + first, target // 10 + 1, lowers)
    declared = np.union1d(np.flatnonzero(rng.random(nodes) < DECLARED), [0]) + first
    connection.execute(LABELS, {"id": declared.tolist()})


def datasets(connection: psycopg.Connection, graph: Graph) -> None:
    """Datasets that feed one another."""
    nodes, source, target = graph
    _put_nodes(connection, "dataset", np.arange(1, nodes + 1), None)
    _put_edges(
        connection, EdgeKind.FEEDS, source + 1, target + 1, target + 1, np.zeros(len(source), np.bool_)
    )


def _put_nodes(connection: psycopg.Connection, kind: str, ids: Numbers, dataset: Numbers | None) -> None:
    parents = [None] * len(ids) if dataset is None else dataset.tolist()
    connection.execute(NODES, {"kind": kind, "id": ids.tolist(), "dataset": parents, "seen": SEEN})


def _put_edges(
    connection: psycopg.Connection,
    kind: EdgeKind,
    source: Numbers,
    target: Numbers,
    owner: Numbers,
    lowers: NDArray[np.bool_],
) -> None:
    columns = {"source": source, "target": target, "owner": owner, "lowers": lowers}
    values = {name: column.tolist() for name, column in columns.items()}
    connection.execute(EDGES, {"kind": int(kind), "seen": SEEN, **values})
    connection.execute(SPANS)


def measured(spark: SparkSession, home: Path, job: str, graph: Graph) -> tuple[float, float, int]:
    """Seconds of a whole run from a cold start, of one after a single owner changed, and rows written."""
    fill = columns if job == "classify" else datasets
    with database() as (_home, url), psycopg.connect(url, autocommit=True) as connection:
        with connection.transaction():
            # Without the checks of foreign keys.
            connection.execute("set local session_replication_role = replica")
            connection.execute(UNUSED)
            fill(connection, graph)
        connection.execute("analyze")
        connection.execute("update pipeline_state set batch = 1, position = 1")
        resources = build_resources(Settings(home=home), url, spark)
        first, whole = _timed(resources, job)
        connection.execute("update pipeline_state set batch = 2, position = 2")
        connection.execute("insert into graph_changes values (2, %s)", [_last_owner(connection)])
        second, _ = _timed(resources, job)
        resources.pipeline.connection.close()
        return first, second, int(whole["changed"])


def _timed(resources: Resources, job: str) -> tuple[float, dict[str, int]]:
    began = time.perf_counter()
    result = HANDLERS[job].run(resources, Task(job, {}))
    return time.perf_counter() - began, result[job]  # type: ignore[return-value]


def _last_owner(connection: psycopg.Connection) -> int:
    """Near the end of the flow, so that little is affected."""
    (row,) = connection.execute("select owner_id from edges order by id desc limit 1").fetchall()
    return int(row[0])


def run() -> str:
    rows = []
    home = Path(mkdtemp(prefix="hwb"))
    spark = start_session(Settings(home=home))
    measured(spark, home, "classify", layered(1_000))
    for job in ("classify", "reach"):
        for name, make, size in (("layered", layered, N), ("a chain", chain, CHAIN)):
            first, _, _ = measured(spark, home, job, make(size))
            second, partial, written = measured(spark, home, job, make(2 * size))
            speed = f"{2 * size / second:,.0f}"
            ratio = f"{second / first:.2f}"
            rows.append(
                (
                    job,
                    name,
                    f"{size:,}",
                    f"{first:.1f}",
                    f"{second:.1f}",
                    ratio,
                    speed,
                    f"{written:,}",
                    f"{partial:.2f}",
                )
            )
    spark.stop()
    shutil.rmtree(home, ignore_errors=True)
    header = (
        *("job", "graph", "N edges", "seconds at N", "seconds at 2N", "2N ÷ N (2 is linear)"),
        *("edges/s at 2N", "rows at 2N", "seconds after a small change at 2N"),
    )
    return table(header, rows)


if __name__ == "__main__":
    print(run())
