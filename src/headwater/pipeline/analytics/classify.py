"""The job that works out every column's effective class, whole or as far as changes reach."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import pyarrow as pa
from pyspark.sql import SparkSession

from headwater.graph.arcs import ArcKind, Ints
from headwater.model.classification import LEVELS as WORDS
from headwater.model.classification import declared_mark
from headwater.pipeline.analytics import changes
from headwater.pipeline.analytics.classes import Links, Standing
from headwater.pipeline.analytics.flow import Flags, Flow, column_flow
from headwater.pipeline.analytics.parts import SOLVED, Part, cut, solve
from headwater.pipeline.analytics.spread import gathered
from headwater.pipeline.analytics.why import told
from headwater.store import analytics
from headwater.store.analytics import CLASSIFY, Declared, Label, State, Stood
from headwater.store.queries import nodes
from headwater.store.queries.rows import Connection
from headwater.store.snapshots import Snapshot

NOTHING: Declared = (None, None)
NONE = np.zeros(0, np.int32)

BOOLEANS = ("pii", "declared_pii", "inherited_pii")
LONGEST_WHY = 2000


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What a run sets out from; `affected` are the columns to work out, all of them if None."""

    snapshot: Snapshot
    now: datetime
    flow: Flow
    declared: dict[int, Declared]
    affected: Ints | None
    boundary: Sequence[Stood]
    """How the columns that lead into the affected ones stood before."""


def ask(connection: Connection, snapshot: Snapshot, *, whole: bool) -> Question:
    """Everything that has to be read, within one steady moment of the store."""
    now = analytics.now(connection)
    declared = combined(analytics.labels(connection))
    labelled = np.array(sorted(declared), np.int32)
    flow = column_flow(snapshot.graph, labelled, changes.micros(now))
    before = None if whole else analytics.state(connection, CLASSIFY)
    changed = _changed(connection, snapshot, declared, before, now)
    if changed is None:
        return Question(snapshot, now, flow, declared, None, [])
    reached = flow.reached(flow.places(changed))
    if changes.too_many(int(reached.sum()), flow.size):
        return Question(snapshot, now, flow, declared, None, [])
    # A column that left the graph altogether is affected too: its row has to go.
    affected = np.union1d(flow.ids[reached], changed).astype(np.int32)
    into = flow.source[reached[flow.target] & ~reached[flow.source]]
    boundary = analytics.standing(connection, np.unique(flow.ids[into]))
    return Question(snapshot, now, flow, declared, affected, boundary)


def combined(labels: Iterable[Label]) -> dict[int, Declared]:
    """What is declared of each column: its aliases' labels are joined, and what says nothing is left out."""
    found: dict[int, Declared] = {}
    for column, word, pii in labels:
        mark = declared_mark(word, pii)
        stated = mark.pii or (word or "").lower() in WORDS
        level, flag = found.get(column, NOTHING)
        if stated:
            level = max(level or 0, int(mark.level))
        if pii is not None:
            flag = bool(flag) or pii
        if (level, flag) != NOTHING:
            found[column] = (level, flag)
    return found


def _changed(
    connection: Connection,
    snapshot: Snapshot,
    declared: dict[int, Declared],
    before: State | None,
    now: datetime,
) -> Ints | None:
    """Columns whose label or incoming edges may have changed; None when everything may have."""
    ends = changes.ends(connection, snapshot, before, now, (ArcKind.COLUMN,))
    if ends is None:
        return None
    known = analytics.declared_before(connection)
    differing = {
        column
        for column in declared.keys() | known.keys()
        if declared.get(column, NOTHING) != known.get(column, NOTHING)
    }
    # One that is declared public and inherits nothing has no row: there is nothing to do for it.
    silent = {column for column in differing - known.keys() if not _matters(declared[column])}
    differing -= silent - analytics.kept(connection, silent)
    return np.union1d(ends[:, 1], np.array(sorted(differing), np.int32)).astype(np.int32)


def _matters(declared: Declared) -> bool:
    return bool(declared[0]) or bool(declared[1])


def part_of(question: Question) -> Part:
    """The columns to work out with all arcs into them, and the columns before those as they stood."""
    flow, arcs = question.flow, question.snapshot.graph.arcs
    inside = np.ones(flow.size, np.bool_)
    if question.affected is not None:
        inside[:] = False
        inside[flow.places(question.affected)] = True
    ids = flow.ids.astype(np.int64)
    chosen = inside[flow.target]
    ends = flow.source[chosen], flow.target[chosen]
    links = Links.of(ids, *ends, arcs.edge[flow.arc[chosen]], arcs.effect[flow.arc[chosen]])
    levels, personal = _declared(question, inside)
    for stood in question.boundary:
        place = int(np.searchsorted(flow.ids, stood.column_id))
        _stand(levels, place, stood.level, stood.origin, stood.depth, stood.lowered)
        _stand(personal, place, int(stood.pii), stood.pii_origin, stood.pii_depth, 0)
    return Part(links, levels, personal)


def _declared(question: Question, inside: Flags) -> tuple[Standing, Standing]:
    flow = question.flow
    ids = flow.ids.astype(np.int64)
    level, pii = np.zeros(flow.size, np.int64), np.zeros(flow.size, np.int64)
    columns = np.fromiter(question.declared, np.int64)
    place = np.searchsorted(ids, columns)
    level[place] = [stated or 0 for stated, _ in question.declared.values()]
    pii[place] = [bool(stated) for _, stated in question.declared.values()]
    return Standing.declared(level * inside, ids.copy()), Standing.declared(pii * inside, ids.copy())


def _stand(standing: Standing, place: int, level: int, origin: int, depth: int, lowered: int) -> None:
    standing.level[place], standing.origin[place] = level, origin
    standing.depth[place], standing.lowered[place] = depth, lowered


def classify(spark: SparkSession | None, connection: Connection, question: Question) -> State:
    """Work it out and write it down; in place if little is affected."""
    began = time.perf_counter()
    parts = cut(part_of(question))
    arcs = sum(len(part.links.source) for part in parts)
    session = None if question.affected is not None and arcs <= changes.IN_PLACE else spark
    solved = gathered(session, parts, len(parts), solve, SOLVED)
    if question.affected is not None:
        column = solved["column_id"].to_numpy()
        solved = solved.filter(pa.array(np.isin(column, question.affected)))
    rows = _rows(connection, solved, question.declared)
    whole, snapshot = question.affected is None, question.snapshot
    seconds = round(time.perf_counter() - began, 3)
    run = State(CLASSIFY, snapshot.batch, snapshot.position, question.now, seconds, whole, 0)
    return analytics.merge(connection, "effective_classes", "column_id", rows, question.affected, run)


def _rows(connection: Connection, solved: pa.Table, declared: dict[int, Declared]) -> pa.Table:
    """The rows as the table has them: with what was declared, and why."""
    columns = {name: solved[name].to_pylist() for name in solved.column_names}
    said = [declared.get(column, NOTHING) for column in columns["column_id"]]
    columns["declared_level"] = [level for level, _ in said]
    columns["declared_pii"] = [pii for _, pii in said]
    for name in BOOLEANS:
        columns[name] = [None if value is None else bool(value) for value in columns[name]]
    sources = {source for name in ("source_id", "pii_source_id") for source in columns[name]} - {None}
    known = {id: str(node) for id, node in nodes.names(connection, sources).items()}
    columns["why"] = [_why(known, *row) for row in zip(said, *(columns[name] for name in WHY), strict=True)]
    return pa.table(columns)


WHY = ("level", "pii", "source_id", "depth", "lowered_by", "pii_source_id", "pii_depth")


def _why(
    known: dict[int, str],
    declared: Declared,
    level: int,
    pii: bool,
    source: int | None,
    depth: int,
    lowered: int,
    pii_source: int | None,
    pii_depth: int,
) -> str:
    here = None if source is None else (known.get(source, "?"), depth, lowered)
    there = None if pii_source is None else (known.get(pii_source, "?"), pii_depth)
    return told(level, pii, declared, here, there)[:LONGEST_WHY].replace("\n", " ")
