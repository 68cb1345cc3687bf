"""What libraries would bring in place of code of ours: see ADR 0008, which holds the figures.

    pip install datasketches adbc-driver-postgresql pgpq
    python -m benchmarks.libraries

None of them is a dependency, so `make bench` leaves this out.
"""

import time
from collections.abc import Callable
from functools import partial

import numpy as np
import psycopg
import pyarrow as pa
from adbc_driver_postgresql import dbapi
from datasketches import hll_sketch, hll_union, tgt_hll_type
from numpy.typing import NDArray
from pgpq import ArrowToPostgresBinaryEncoder

from benchmarks.analytics import UNUSED, chain, datasets, layered
from benchmarks.system import database
from benchmarks.table import table
from headwater.graph.analytics.distinct_counts import REGISTERS, HeldItems, count_below
from headwater.graph.analytics.layers import Layers, layers
from headwater.store.publish.staging import BATCH_COLUMNS, copy_facts, create_batch
from headwater.store.queries import arcs

REPEATS = 3
LAYERED = (10_000, 100_000, 300_000)
CHAINS = (30_000, 100_000)

Numbers = NDArray[np.int64]

FACTS = (1_000, 10_000, 100_000)
ARCS = (100_000, 1_000_000)

SPANS = """
select edge.source_id, edge.target_id, span.owner_id, span.edge_id, edge.kind, span.flows,
       span.alive_from, span.alive_to, edge.effect,
       edge.origin = 'declared' and edge.kind in (0, 2) and edge.subtype is not null as whole
from edge_spans as span join edges as edge on edge.id = span.edge_id
"""


def best(action: Callable[[], object]) -> float:
    """Seconds of the fastest of a few."""
    seconds = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        action()
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def sketched(graph: Layers, items: HeldItems) -> NDArray[np.float64]:
    """`count_below` by sketches of the library: a union for each group, of the sketches below it."""
    held: dict[int, list[int]] = {}
    for group, identity in zip(items.group.tolist(), items.identity.tolist(), strict=True):
        held.setdefault(group, []).append(identity)
    size = REGISTERS.bit_length() - 1
    sketches: list[hll_sketch] = [None] * graph.size
    start, below, found = graph.start.tolist(), graph.below.tolist(), np.zeros(graph.size)
    for group in range(graph.size):
        union = hll_union(size)
        for other in below[start[group] : start[group + 1]]:
            union.update(sketches[other])
        found[group] = union.get_estimate()
        for identity in held.get(group, ()):
            union.update(identity)
        sketches[group] = union.get_result(tgt_hll_type.HLL_8)
    return found


def distinct_counts() -> str:
    rows = []
    for name, make, sizes in (("layered", layered, LAYERED), ("a chain", chain, CHAINS)):
        rows += [(name, f"{size:,}", *_counted(make(size))) for size in sizes]
    header = ("graph", "edges", "ours s", "datasketches s", "our error", "their error")
    return table(header, rows)


def _counted(made: tuple[int, Numbers, Numbers]) -> tuple[str, ...]:
    nodes, source, target = made
    graph = layers(nodes, source.astype(np.int32), target.astype(np.int32))
    items = HeldItems(graph.group.astype(np.int64), np.arange(nodes))
    component = np.zeros(graph.size, np.int64)
    exact = count_below(graph, items, component, estimated=False)
    ours = count_below(graph, items, component, estimated=True)
    seconds = (
        best(lambda: count_below(graph, items, component, estimated=True)),
        best(lambda: sketched(graph, items)),
    )
    errors = (_error(ours, exact), _error(sketched(graph, items), exact))
    return (*(f"{value:.2f}" for value in seconds), *(f"{value:.1%}" for value in errors))


def _error(found: NDArray[np.float64], exact: NDArray[np.float64]) -> float:
    """Root mean square of the relative errors, where something was counted."""
    some = exact > 0
    return float(np.sqrt(np.mean((found[some] / exact[some] - 1) ** 2)))


def facts(count: int) -> pa.Table:
    """As wide as folded facts are; ADBC writes binary, so what is no text has to be of its own type."""
    number = np.arange(count)
    texts = {name: [f"{name}-{n:032x}" for n in number] for name in BATCH_COLUMNS}
    columns = {name: pa.array(texts[name]) for name, kind in BATCH_COLUMNS.items() if kind.startswith("text")}
    ids = pa.array([f"{n:032x}" for n in number])
    times = pa.array(number, pa.timestamp("us", tz="UTC"))
    return pa.table(
        {
            name: columns.get(name, times if "timestamp" in kind else ids)
            for name, kind in BATCH_COLUMNS.items()
        }
    )


def writing(url: str) -> str:
    """Into temporary tables with the types of the staging table, but for ids, which ADBC writes as text."""
    rows = []
    kinds = {name: "text" if "uuid" in kind else kind for name, kind in BATCH_COLUMNS.items()}
    texts = f"create temp table batch ({', '.join(f'{name} {kind}' for name, kind in kinds.items())})"
    with psycopg.connect(url, autocommit=True) as connection, dbapi.connect(url) as theirs:
        connection.execute(create_batch())
        theirs.cursor().execute(texts)
        for count in FACTS:
            given = facts(count)
            ways = (
                partial(_copy, connection, given),
                partial(_encode, connection, given),
                partial(_ingest, theirs, given),
            )
            rows.append((f"{count:,}", *(f"{best(way) * 1000:,.0f}" for way in ways)))
    return table(("facts", "CSV ms", "pgpq ms", "ADBC ms"), rows)


def _copy(connection: psycopg.Connection, given: pa.Table) -> None:
    connection.execute("truncate batch")
    copy_facts(connection, given)


def _encode(connection: psycopg.Connection, given: pa.Table) -> None:
    connection.execute("truncate batch")
    rows = pa.table([_as_binary(given[name]) for name in BATCH_COLUMNS], names=list(BATCH_COLUMNS))
    encoder = ArrowToPostgresBinaryEncoder(rows.schema)
    statement = f"copy batch ({', '.join(BATCH_COLUMNS)}) from stdin (format binary)"
    with connection.cursor().copy(statement) as copy:
        copy.write(encoder.write_header())
        for batch in rows.to_batches():
            copy.write(encoder.write_batch(batch))
        copy.write(encoder.finish())


def _as_binary(column: pa.ChunkedArray) -> pa.Array:
    """Moments without a zone, and ids, which are 32 digits each and never null here, as 16 bytes."""
    whole = column.combine_chunks()
    if pa.types.is_timestamp(whole.type):
        return whole.cast(pa.timestamp("us"))
    if len(whole[0].as_py()) != 32:
        return whole
    content = pa.py_buffer(bytes.fromhex(str(memoryview(whole.buffers()[2]), "ascii")))
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(16), len(whole), [None, content]).cast(pa.binary())


def _ingest(connection: dbapi.Connection, given: pa.Table) -> None:
    with connection.cursor() as cursor:
        cursor.execute("truncate batch")
        cursor.adbc_ingest("batch", given, mode="append", temporary=True)


def reading() -> str:
    rows = []
    for size in ARCS:
        with database() as (_home, url), psycopg.connect(url, autocommit=True) as connection:
            with connection.transaction():
                connection.execute("set local session_replication_role = replica")
                connection.execute(UNUSED)
                datasets(connection, layered(size))
            connection.execute("analyze")
            known = arcs.nodes(connection)
            with dbapi.connect(url) as theirs:
                ours = best(partial(arcs.arcs, connection, known))
                other = best(partial(_columns, theirs))
        rows.append((f"{size:,}", f"{ours:.2f}", f"{other:.2f}"))
    return table(("arcs", "binary COPY of arrays s", "ADBC s"), rows)


def _columns(connection: dbapi.Connection) -> list[NDArray[np.generic]]:
    with connection.cursor() as cursor:
        cursor.execute(SPANS)
        found = cursor.fetch_arrow_table()
    return [found[name].to_numpy() for name in found.column_names]


def run() -> str:
    with database() as (_home, url):
        written = writing(url)
    return "\n\n".join((distinct_counts(), written, reading()))


if __name__ == "__main__":
    print(run())
