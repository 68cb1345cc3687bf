"""The job that counts what lies downstream and upstream of datasets, all or as far as changes reach."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import pyarrow as pa
from pyspark.sql import SparkSession

from headwater.graph.arcs import ArcKind, Ints
from headwater.pipeline.analytics import changes
from headwater.pipeline.analytics.counting import Floats
from headwater.pipeline.analytics.flow import Flags, Flow, dataset_flow
from headwater.pipeline.analytics.reach import (
    KINDS,
    Survey,
    Traits,
    counted,
    counted_out,
    estimated_kinds,
    in_blocks,
    small,
    survey,
)
from headwater.pipeline.analytics.spread import batch_of, gathered
from headwater.store import analytics
from headwater.store.analytics import REACH, State, Trait
from headwater.store.queries.rows import Connection
from headwater.store.snapshots import Snapshot

FLOWING = (ArcKind.READS, ArcKind.WRITES, ArcKind.FEEDS, ArcKind.JOB_FEEDS)
BLOCK = 20_000

COUNTS = pa.schema([("kind", pa.int8()), ("dataset", pa.int32()), ("count", pa.float64())])


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What a run sets out from; `affected` are the datasets to count for, all of them if None."""

    snapshot: Snapshot
    now: datetime
    flow: Flow
    traits: tuple[Trait, ...]
    estimated: frozenset[str]
    affected: Ints | None


def ask(connection: Connection, snapshot: Snapshot, *, whole: bool) -> Question:
    """Everything that has to be read, within one steady moment of the store."""
    now, traits = analytics.now(connection), analytics.traits(connection)
    datasets = np.array([trait.id for trait in traits], np.int32)
    flow = dataset_flow(snapshot.graph, datasets, changes.micros(now))
    estimated = estimated_kinds(flow, _owners(snapshot, flow), arrays(traits))
    before = None if whole else analytics.state(connection, REACH)
    if before is None or frozenset(before.estimated) != estimated:
        return Question(snapshot, now, flow, traits, estimated, None)
    affected = _affected(connection, snapshot, flow, traits, before, now)
    return Question(snapshot, now, flow, traits, estimated, affected)


def _affected(
    connection: Connection,
    snapshot: Snapshot,
    flow: Flow,
    traits: tuple[Trait, ...],
    before: State,
    now: datetime,
) -> Ints | None:
    """Datasets whose counts may have changed: all before and after what changed; None if those are many.

    It is enough to search the graph as it is now: on any way that existed before, the stretch up to the
    first edge that went is still there, and both ends of that edge are among what changed.
    """
    ends = changes.ends(connection, snapshot, before, now, FLOWING)
    if ends is None:
        return None
    known = analytics.traits_before(connection)
    differing = [trait.id for trait in traits if known.get(trait.id) != trait.digest]
    gone = known.keys() - {trait.id for trait in traits}
    roots = flow.places(np.union1d(ends.ravel(), np.array(differing, np.int32)))
    reached = flow.reached(roots) | flow.reached(roots, backwards=True)
    if changes.too_many(int(reached.sum()), flow.size):
        return None
    return np.union1d(flow.ids[reached & ~flow.hub], np.array(sorted(gone), np.int32)).astype(np.int32)


def arrays(traits: Sequence[Trait]) -> Traits:
    numbers: dict[str, int] = {}
    owned = [
        (trait.id, numbers.setdefault(owner, len(numbers))) for trait in traits for owner in trait.owners
    ]
    pairs = np.array(owned, np.int32).reshape(-1, 2)
    dashboards = np.array([trait.id for trait in traits if trait.dashboard], np.int32)
    critical = np.array([trait.id for trait in traits if trait.critical], np.int32)
    return Traits(dashboards, critical, pairs[:, 0], pairs[:, 1])


def _owners(snapshot: Snapshot, flow: Flow) -> Ints:
    """The job that makes each FEEDS arc, -1 for other arcs and for those that no job makes."""
    arcs = snapshot.graph.arcs
    owner, target = arcs.owner[flow.arc], arcs.target[flow.arc]
    made = (arcs.kind[flow.arc] == ArcKind.FEEDS) & (owner != target)
    return np.where(made, owner, np.int32(-1))


def surveyed(question: Question) -> Survey:
    """The whole flow, or the part that decides the counts of what is affected: all before and after it."""
    flow = question.flow
    if question.affected is not None:
        places = flow.places(question.affected)
        flow = flow.within(flow.reached(places) | flow.reached(places, backwards=True))
    return survey(flow, _owners(question.snapshot, flow), arrays(question.traits), question.estimated)


def rank(spark: SparkSession | None, connection: Connection, question: Question) -> State:
    """Count and write it down; in place if little is affected."""
    began = time.perf_counter()
    drawn = surveyed(question)
    partial = question.affected is not None
    session = None if partial and len(drawn.flow.source) <= changes.IN_PLACE else spark
    counts, exact = _counted(session, drawn)
    rows = _rows(drawn, counts, exact, question.traits)
    if question.affected is not None:
        rows = rows.filter(pa.array(np.isin(rows["dataset_id"].to_numpy(), question.affected)))
    seconds = round(time.perf_counter() - began, 3)
    snapshot, now = question.snapshot, question.now
    estimated = sorted(question.estimated)
    run = State(REACH, snapshot.batch, snapshot.position, now, seconds, not partial, 0, estimated)
    return analytics.merge(connection, "dataset_reach", "dataset_id", rows, question.affected, run)


def _counted(spark: SparkSession | None, drawn: Survey) -> tuple[dict[str, Floats], Flags]:
    """By kind the count of every dataset, and which of them are exact."""
    counts = _by_kind(drawn, gathered(spark, drawn, len(KINDS), _count, COUNTS))
    chosen = small(drawn, counts)
    exact = chosen | (not drawn.estimated)
    if chosen.any():
        shared = (drawn, list(in_blocks(drawn.datasets[chosen], BLOCK)))
        precise = _by_kind(drawn, gathered(spark, shared, len(shared[1]), _count_out, COUNTS))
        counts = {kind: np.where(chosen, precise[kind], counts[kind]) for kind in KINDS}
    return counts, exact


def _by_kind(drawn: Survey, found: pa.Table) -> dict[str, Floats]:
    kind, dataset, count = (found[name].to_numpy() for name in COUNTS.names)
    counts = np.zeros((len(KINDS), drawn.flow.size))
    counts[kind, dataset] = count
    return {name: counts[number][drawn.datasets] for number, name in enumerate(KINDS)}


def _count(drawn: Survey, number: int) -> Iterator[pa.RecordBatch]:
    yield _batch(number, drawn.datasets, counted(drawn, KINDS[number]))


def _count_out(shared: tuple[Survey, list[Ints]], number: int) -> Iterator[pa.RecordBatch]:
    drawn, blocks = shared
    for kind, count in counted_out(drawn, blocks[number]).items():
        yield _batch(KINDS.index(kind), blocks[number], count.astype(np.float64))


def _batch(kind: int, nodes: Ints, count: Floats) -> pa.RecordBatch:
    some = count > 0
    return batch_of(COUNTS, kind=np.full(some.sum(), kind), dataset=nodes[some], count=count[some])


def _rows(drawn: Survey, counts: dict[str, Floats], exact: Flags, traits: Sequence[Trait]) -> pa.Table:
    ids = drawn.flow.ids[drawn.datasets]
    digests = {trait.id: trait.digest for trait in traits}
    columns = {kind: np.rint(counts[kind]).astype(np.int32) for kind in KINDS}
    told = [digests[number] for number in ids.tolist()]
    return pa.table({"dataset_id": ids, **columns, "exact": exact, "traits": told})
