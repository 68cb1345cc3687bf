"""The closure: an estimate of its size, and its export as files below the home folder."""

import time
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from psycopg import Connection

from headwater.graph.analytics import closure_size
from headwater.graph.analytics.closure_size import ClosureEstimate, Format
from headwater.graph.analytics.flow_graph import FlowGraph, column_flow, dataset_flow
from headwater.graph.arcs import Ints
from headwater.model.times import to_micros
from headwater.pipeline.analytics import closure as export
from headwater.store import analytics
from headwater.store.snapshots import Snapshot
from headwater.store.work import Task
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources

# By level, which parts of a name identify one end of a pair.
NAME_PARTS = {"dataset": ("namespace", "name"), "column": ("namespace", "name", "field")}


@dataclass(frozen=True, slots=True)
class ClosureRequest:
    """What a caller wants of the closure."""

    level: str = "dataset"
    depth: int | None = None
    format: Format = "parquet"
    max_rows: int = closure_size.MAX_ROWS


def closure_estimate(resources: Resources, task: Task) -> Result:
    request = ClosureRequest(**task.arguments)
    with resources.connect() as connection:
        _, guess = _estimated(resources, connection, request)
    return guess.to_dict()


def closure(resources: Resources, task: Task) -> Result:
    """Refuses before it begins, when the estimate is over the limit."""
    request, began = ClosureRequest(**task.arguments), time.perf_counter()
    with resources.connect() as connection:
        flow, guess = _estimated(resources, connection, request)
        closure_size.refuse_if_too_large(guess, request.max_rows)
        names = _names(connection, flow.ids[~flow.hub], request.level)
    pairs = export.pairs_frame(resources.session, flow, request.depth, guess.rows)
    # Named after the task, so that one that is begun again overwrites its own files.
    folder = resources.settings.home.absolute() / "exports" / f"closure-{task.id}"
    named = export.with_names(resources.session, pairs, names)
    rows, size = export.write(named, folder, request.format)
    seconds = round(time.perf_counter() - began, 3)
    done = {"folder": str(folder), "rows": rows, "bytes": size, "seconds": seconds}
    return {**done, "estimate": guess.to_dict()}


def _estimated(
    resources: Resources, connection: Connection, request: ClosureRequest
) -> tuple[FlowGraph, ClosureEstimate]:
    return resources.graph.read(connection, lambda graph: _estimate(connection, graph, request))


def _estimate(
    connection: Connection, snapshot: Snapshot, request: ClosureRequest
) -> tuple[FlowGraph, ClosureEstimate]:
    flow_at = dataset_flow if request.level == "dataset" else column_flow
    now = to_micros(analytics.now(connection))
    flow = flow_at(snapshot.graph, analytics.canonical(connection, request.level), now)
    sampled = closure_size.sample(flow, request.depth)
    ends = (flow.ids[sampled.pairs.ancestor], flow.ids[sampled.pairs.descendant])
    names = _names(connection, np.unique(np.concatenate(ends)), request.level)
    rows = _columns(names, ends[0], "ancestor") | _columns(names, ends[1], "descendant")
    shown = pa.table({**rows, "depth": sampled.pairs.depth})
    return flow, closure_size.estimate(sampled, closure_size.bytes_per_row(shown, request.format))


def _names(connection: Connection, ids: Ints, level: str) -> pa.Table:
    names = analytics.names(connection, ids)
    return names.select(["id", *NAME_PARTS[level]])


def _columns(names: pa.Table, ids: Ints, prefix: str) -> dict[str, pa.ChunkedArray]:
    """The columns of one end of the pairs, as the export has them."""
    taken = names.take(pa.array(np.searchsorted(names["id"].to_numpy(), ids)))
    return {f"{prefix}_{column}": taken[column] for column in taken.column_names}
