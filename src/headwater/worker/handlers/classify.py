"""Every column's effective class: worked out as far as changes reach, or for all columns with `whole`."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import pyarrow as pa
from psycopg import Connection

from headwater.graph.analytics.class_problem import SOLVED, ClassProblem, solve, split
from headwater.graph.analytics.class_propagation import ClassState, ColumnLinks
from headwater.graph.analytics.class_reason import reason
from headwater.graph.analytics.flow_graph import Flags, FlowGraph, column_flow
from headwater.graph.arcs import ArcKind, Ints
from headwater.model.classification import LEVELS, declared_mark
from headwater.model.times import to_micros
from headwater.pipeline.analytics.tasks import run_tasks
from headwater.pipeline.types import Session
from headwater.store import analytics
from headwater.store.analytics import CLASSIFY, ColumnClass, ColumnLabel, Declared, JobRun
from headwater.store.graph_changes import changed_edge_ends
from headwater.store.queries import nodes
from headwater.store.snapshots import Snapshot
from headwater.store.work import Task
from headwater.worker.handlers import partial_runs
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources

NOTHING: Declared = (None, None)

BOOLEANS = ("pii", "declared_pii", "inherited_pii")
REASON = ("level", "pii", "source_id", "depth", "lowered_by", "pii_source_id", "pii_depth")
LONGEST_REASON = 2000


@dataclass(frozen=True, slots=True, eq=False)
class ClassInputs:
    """What a run reads; `affected` are the columns to work out, all of them if None."""

    snapshot: Snapshot
    now: datetime
    flow: FlowGraph
    declared: dict[int, Declared]
    affected: Ints | None
    boundary: Sequence[ColumnClass]
    """The classes that the last run left for the columns that lead into the affected ones."""


def classify(resources: Resources, task: Task) -> Result:
    whole = bool(task.arguments.get("whole"))
    return {"classify": partial_runs.run(resources, read_inputs, write_classes, whole=whole)}


def read_inputs(connection: Connection, snapshot: Snapshot, *, whole: bool) -> ClassInputs:
    """Everything that has to be read, within one steady moment of the store."""
    now = analytics.now(connection)
    declared = join_labels(analytics.labels(connection))
    labelled = np.array(sorted(declared), np.int32)
    flow = column_flow(snapshot.graph, labelled, to_micros(now))
    last = None if whole else analytics.last_run(connection, CLASSIFY)
    changed = _changed_columns(connection, snapshot, declared, last, now)
    if changed is None:
        return ClassInputs(snapshot, now, flow, declared, None, [])
    reached = flow.reached(flow.places(changed))
    if partial_runs.too_many(int(reached.sum()), flow.size):
        return ClassInputs(snapshot, now, flow, declared, None, [])
    # A column that left the graph altogether is affected too: its row has to go.
    affected = np.union1d(flow.ids[reached], changed).astype(np.int32)
    # Arcs that cross into the affected part: what lies before them is as the last run left it.
    into = flow.source[reached[flow.target] & ~reached[flow.source]]
    boundary = analytics.column_classes(connection, np.unique(flow.ids[into]))
    return ClassInputs(snapshot, now, flow, declared, affected, boundary)


def join_labels(labels: Iterable[ColumnLabel]) -> dict[int, Declared]:
    """What is declared of each column: labels of aliases are joined, and empty ones left out."""
    found: dict[int, Declared] = {}
    for column, word, pii in labels:
        mark = declared_mark(word, pii)
        stated = mark.pii or (word or "").lower() in LEVELS
        level, flag = found.get(column, NOTHING)
        if stated:
            # Aliases are the same column, so the stricter label stands.
            level = max(level or 0, int(mark.level))
        if pii is not None:
            flag = bool(flag) or pii
        if (level, flag) != NOTHING:
            found[column] = (level, flag)
    return found


def _changed_columns(
    connection: Connection,
    snapshot: Snapshot,
    declared: dict[int, Declared],
    last: JobRun | None,
    now: datetime,
) -> Ints | None:
    """Columns whose label or incoming edges may have changed; None when everything may have."""
    ends = changed_edge_ends(connection, snapshot, last, now, (ArcKind.COLUMN,))
    if ends is None:
        return None
    before = analytics.last_declared(connection)
    differing = {
        column
        for column in declared.keys() | before.keys()
        if declared.get(column, NOTHING) != before.get(column, NOTHING)
    }
    # One that is declared public and inherits nothing has no row: there is nothing to do for it.
    without_effect = {column for column in differing - before.keys() if not any(declared[column])}
    differing -= without_effect - analytics.with_class(connection, without_effect)
    return np.union1d(ends[:, 1], np.array(sorted(differing), np.int32)).astype(np.int32)


def class_problem(inputs: ClassInputs) -> ClassProblem:
    """The columns to work out with all arcs into them, and the boundary with the classes it had."""
    flow, arcs = inputs.flow, inputs.snapshot.graph.arcs
    inside = np.ones(flow.size, np.bool_)
    if inputs.affected is not None:
        inside[:] = False
        inside[flow.places(inputs.affected)] = True
    ids = flow.ids.astype(np.int64)
    chosen = inside[flow.target]
    ends = flow.source[chosen], flow.target[chosen]
    links = ColumnLinks.build(ids, *ends, arcs.edge[flow.arc[chosen]], arcs.effect[flow.arc[chosen]])
    levels, personal = _declared_states(inputs, inside)
    # No arc leads into the boundary here, so its classes stay as they are set.
    for known in inputs.boundary:
        place = int(np.searchsorted(flow.ids, known.column_id))
        _set(levels, place, known.level, known.origin, known.depth, known.lowered)
        _set(personal, place, int(known.pii), known.pii_origin, known.pii_depth, 0)
    return ClassProblem(links, levels, personal)


def _declared_states(inputs: ClassInputs, inside: Flags) -> tuple[ClassState, ClassState]:
    flow = inputs.flow
    ids = flow.ids.astype(np.int64)
    level, pii = np.zeros(flow.size, np.int64), np.zeros(flow.size, np.int64)
    columns = np.fromiter(inputs.declared, np.int64)
    place = np.searchsorted(ids, columns)
    level[place] = [stated or 0 for stated, _ in inputs.declared.values()]
    pii[place] = [bool(stated) for _, stated in inputs.declared.values()]
    # What the boundary declares is already part of the class that the last run left for it.
    return ClassState.declared(level * inside, ids.copy()), ClassState.declared(pii * inside, ids.copy())


def _set(state: ClassState, place: int, level: int, origin: int, depth: int, lowered: int) -> None:
    state.level[place], state.origin[place] = level, origin
    state.depth[place], state.lowered[place] = depth, lowered


def write_classes(spark: Session | None, connection: Connection, inputs: ClassInputs) -> JobRun:
    """Work the classes out and write them; without Spark if little is affected."""
    began = time.perf_counter()
    problems = split(class_problem(inputs))
    whole, arcs = inputs.affected is None, sum(len(problem.links.source) for problem in problems)
    session = spark if whole or arcs > partial_runs.ARCS_WITHOUT_SPARK else None
    solved = run_tasks(session, problems, len(problems), solve, SOLVED)
    if inputs.affected is not None:
        solved = solved.filter(pa.array(np.isin(solved["column_id"].to_numpy(), inputs.affected)))
    rows = _rows(connection, solved, inputs.declared)
    seconds = round(time.perf_counter() - began, 3)
    snapshot = inputs.snapshot
    run = JobRun(CLASSIFY, snapshot.batch, snapshot.position, inputs.now, seconds, whole, 0)
    return analytics.write(connection, "effective_classes", "column_id", rows, inputs.affected, run)


def _rows(connection: Connection, solved: pa.Table, declared: dict[int, Declared]) -> pa.Table:
    """The rows as the table has them: with what was declared, and why."""
    columns = {name: solved[name].to_pylist() for name in solved.column_names}
    own = [declared.get(column, NOTHING) for column in columns["column_id"]]
    columns["declared_level"] = [level for level, _ in own]
    columns["declared_pii"] = [pii for _, pii in own]
    for name in BOOLEANS:
        columns[name] = [None if value is None else bool(value) for value in columns[name]]
    sources = {source for name in ("source_id", "pii_source_id") for source in columns[name]} - {None}
    names = {id: str(node) for id, node in nodes.names(connection, sources).items()}
    given = (columns[name] for name in REASON)
    columns["why"] = [_reason(names, *row) for row in zip(own, *given, strict=True)]
    return pa.table(columns)


def _reason(
    names: dict[int, str],
    declared: Declared,
    level: int,
    pii: bool,
    source: int | None,
    depth: int,
    lowered: int,
    pii_source: int | None,
    pii_depth: int,
) -> str:
    level_from = None if source is None else (names.get(source, "?"), depth, lowered)
    pii_from = None if pii_source is None else (names.get(pii_source, "?"), pii_depth)
    return reason(level, pii, declared, level_from, pii_from)[:LONGEST_REASON].replace("\n", " ")
