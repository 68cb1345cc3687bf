"""What lies downstream and upstream of datasets: counted as far as changes reach, or for all with `whole`."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

import numpy as np
import pyarrow as pa
from psycopg import Connection

from headwater.graph.analytics.distinct_counts import Floats
from headwater.graph.analytics.flow_changes import FlowArcs
from headwater.graph.analytics.flow_graph import Flags, FlowGraph, dataset_flow
from headwater.graph.analytics.reach_counts import (
    KINDS,
    DatasetTraits,
    ReachProblem,
    blocks,
    count_by_visiting,
    count_kind,
    estimated_kinds,
    reach_problem,
    worth_visiting,
)
from headwater.graph.analytics.record_batches import record_batch
from headwater.graph.arcs import ArcKind, Ints
from headwater.model.times import to_micros
from headwater.pipeline.analytics.tasks import run_tasks
from headwater.pipeline.types import Session
from headwater.store import analytics
from headwater.store.analytics import REACH, JobRun, Trait
from headwater.store.graph_changes import changed_edge_ends
from headwater.store.snapshots import Snapshot
from headwater.store.work import Task
from headwater.worker.handlers import partial_runs
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import CountedFlow, Resources

FLOWING = (ArcKind.READS, ArcKind.WRITES, ArcKind.FEEDS, ArcKind.JOB_FEEDS)
# How many datasets one task counts by visiting.
BLOCK = 20_000

COUNTS = pa.schema([("kind", pa.int8()), ("dataset", pa.int32()), ("count", pa.float64())])


@dataclass(frozen=True, slots=True, eq=False)
class ReachInputs:
    """What a run reads; `affected` are the datasets to count for, all of them if None."""

    snapshot: Snapshot
    now: datetime
    flow: FlowGraph
    jobs: Ints
    """The job that makes each arc of the flow, -1 if none does."""
    traits: tuple[Trait, ...]
    estimated: frozenset[str]
    counted: CountedFlow
    affected: Ints | None = None


def reach(resources: Resources, task: Task) -> Result:
    whole, read = bool(task.arguments.get("whole")), partial(read_inputs, counted=resources.counted)
    return {"reach": partial_runs.run(resources, read, write_counts, whole=whole)}


def read_inputs(
    connection: Connection, snapshot: Snapshot, *, whole: bool, counted: CountedFlow
) -> ReachInputs:
    """Everything that has to be read, within one steady moment of the store."""
    now, traits = analytics.now(connection), analytics.traits(connection)
    flow = dataset_flow(snapshot.graph, analytics.canonical(connection, "dataset"), to_micros(now))
    jobs = _jobs(snapshot, flow)
    estimated = estimated_kinds(flow, jobs, trait_arrays(traits))
    inputs = ReachInputs(snapshot, now, flow, jobs, traits, estimated, counted)
    last = None if whole else analytics.last_run(connection, REACH)
    # A partial run has to end in the rows of a whole one, which would now count some kind in another way.
    if last is None or frozenset(last.estimated) != estimated:
        return inputs
    return replace(inputs, affected=_affected(connection, inputs, last))


def _affected(connection: Connection, inputs: ReachInputs, last: JobRun) -> Ints | None:
    """Datasets whose counts may have changed: all before and after what changed; None if those are many.

    It is enough to search the graph as it is now: on any path that existed before, the stretch up to the
    first edge that went is still there, and both ends of that edge are among what changed.
    """
    ends, flow = _changed_ends(connection, inputs, last), inputs.flow
    if ends is None:
        return None
    # Those that are gone have no place in the flow any more, but their rows have to go.
    differing = analytics.changed_traits(connection)
    roots = flow.places(np.union1d(ends, differing))
    reached = flow.reached(roots) | flow.reached(roots, backwards=True)
    if partial_runs.too_many(int(reached.sum()), flow.size):
        return None
    return np.union1d(flow.ids[reached & ~flow.hub], differing).astype(np.int32)


def _changed_ends(connection: Connection, inputs: ReachInputs, last: JobRun) -> Ints | None:
    """Between which nodes something came or went, or may have, where this worker did not count last."""
    before = inputs.counted.counted_by(last)
    if before is not None:
        return FlowArcs.from_flow(inputs.flow, inputs.jobs).changed_ends(before)
    found = changed_edge_ends(connection, inputs.snapshot, last, inputs.now, FLOWING)
    return None if found is None else found.ravel()


def trait_arrays(traits: Sequence[Trait]) -> DatasetTraits:
    numbers: dict[str, int] = {}
    owned = [
        (trait.id, numbers.setdefault(owner, len(numbers))) for trait in traits for owner in trait.owners
    ]
    pairs = np.array(owned, np.int32).reshape(-1, 2)
    dashboards = np.array([trait.id for trait in traits if trait.dashboard], np.int32)
    critical = np.array([trait.id for trait in traits if trait.critical], np.int32)
    return DatasetTraits(dashboards, critical, pairs[:, 0], pairs[:, 1])


def _jobs(snapshot: Snapshot, flow: FlowGraph) -> Ints:
    """The job that makes each FEEDS arc, -1 for other arcs and for those that no job makes."""
    arcs = snapshot.graph.arcs
    owner, target = arcs.owner[flow.arc], arcs.target[flow.arc]
    # The edges of a view that is declared without a job belong to the view itself.
    made = (arcs.kind[flow.arc] == ArcKind.FEEDS) & (owner != target)
    return np.where(made, owner, np.int32(-1))


def _problem(inputs: ReachInputs) -> ReachProblem:
    """The whole flow, or the part that decides the counts of what is affected: all before and after it."""
    flow, jobs = inputs.flow, inputs.jobs
    if inputs.affected is not None:
        places = flow.places(inputs.affected)
        flow = flow.subgraph(flow.reached(places) | flow.reached(places, backwards=True))
        jobs = _jobs(inputs.snapshot, flow)
    # How to count follows from the whole flow: a part of it may look small enough for exact counts.
    return reach_problem(flow, jobs, trait_arrays(inputs.traits), inputs.estimated)


def write_counts(spark: Session | None, connection: Connection, inputs: ReachInputs) -> JobRun:
    """Count and write the counts; without Spark if little is affected."""
    began = time.perf_counter()
    problem, whole = _problem(inputs), inputs.affected is None
    session = spark if whole or len(problem.flow.source) > partial_runs.ARCS_WITHOUT_SPARK else None
    counts, exact = _all_counts(session, problem)
    rows = _rows(problem, counts, exact, inputs.traits)
    if inputs.affected is not None:
        # The part of the flow holds neighbours as well, whose counts are too low within it.
        rows = rows.filter(pa.array(np.isin(rows["dataset_id"].to_numpy(), inputs.affected)))
    seconds = round(time.perf_counter() - began, 3)
    snapshot, estimated = inputs.snapshot, sorted(inputs.estimated)
    run = JobRun(REACH, snapshot.batch, snapshot.position, inputs.now, seconds, whole, 0, estimated)
    done = analytics.write(connection, "dataset_reach", "dataset_id", rows, inputs.affected, run)
    inputs.counted.remember(FlowArcs.from_flow(inputs.flow, inputs.jobs), done)
    return done


def _all_counts(spark: Session | None, problem: ReachProblem) -> tuple[dict[str, Floats], Flags]:
    """By kind the count of every dataset, and which of them are exact."""
    counts = _by_kind(problem, run_tasks(spark, problem, len(KINDS), _count, COUNTS))
    chosen = worth_visiting(problem, counts)
    exact = chosen | (not problem.estimated)
    if chosen.any():
        shared = (problem, list(blocks(problem.datasets[chosen], BLOCK)))
        precise = _by_kind(problem, run_tasks(spark, shared, len(shared[1]), _visit, COUNTS))
        counts = {kind: np.where(chosen, precise[kind], counts[kind]) for kind in KINDS}
    return counts, exact


def _by_kind(problem: ReachProblem, found: pa.Table) -> dict[str, Floats]:
    kind, dataset, count = (found[name].to_numpy() for name in COUNTS.names)
    counts = np.zeros((len(KINDS), problem.flow.size))
    counts[kind, dataset] = count
    return {name: counts[number][problem.datasets] for number, name in enumerate(KINDS)}


def _count(problem: ReachProblem, number: int) -> Iterator[pa.RecordBatch]:
    yield _batch(number, problem.datasets, count_kind(problem, KINDS[number]))


def _visit(shared: tuple[ReachProblem, list[Ints]], number: int) -> Iterator[pa.RecordBatch]:
    problem, parts = shared
    for kind, count in count_by_visiting(problem, parts[number]).items():
        yield _batch(KINDS.index(kind), parts[number], count.astype(np.float64))


def _batch(kind: int, nodes: Ints, count: Floats) -> pa.RecordBatch:
    some = count > 0
    return record_batch(COUNTS, kind=np.full(some.sum(), kind), dataset=nodes[some], count=count[some])


def _rows(
    problem: ReachProblem, counts: dict[str, Floats], exact: Flags, traits: Sequence[Trait]
) -> pa.Table:
    ids = problem.flow.ids[problem.datasets]
    digests = {trait.id: trait.digest for trait in traits}
    columns = {kind: np.rint(counts[kind]).astype(np.int32) for kind in KINDS}
    known = [digests.get(number, analytics.NO_TRAITS) for number in ids.tolist()]
    return pa.table({"dataset_id": ids, **columns, "exact": exact, "traits": known})
