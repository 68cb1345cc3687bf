"""What owners state by columns, and the gaps in it that a walk crosses from table to table."""

import numpy as np
from numpy.typing import NDArray

from headwater.graph.arcs import ATTACHED, ArcKind, Flags, Ints
from headwater.graph.column_walk import COLUMN_LANES, ColumnReach
from headwater.graph.graph import ArcsAt, Direction, lanes
from headwater.graph.table_walk import TableSeeds, joined
from headwater.graph.trail import Trail, first_of_each

Keys = NDArray[np.int64]
Wanted = tuple[Ints, Ints, Ints]


class ColumnCoverage:
    """Facts of the form "from this dataset, by this owner, to that dataset", as sorted numbers.

    Nodes are numbered anew among those that are asked about, so that a fact fits in 64 bits; a fact about
    an end that nobody asks about keeps its start and owner.
    """

    def __init__(self, wanted: Wanted, start: Ints, owner: Ints, end: Ints, size: int) -> None:
        self._wanted = wanted
        self._labels = tuple(_labels(nodes, size) for nodes in wanted)
        self._owners, self._ends = len(wanted[1]) + 1, len(wanted[2]) + 1
        asked = self._labels[1][owner] > 0
        facts = self._number(start[asked], owner[asked], end[asked])
        facts.sort()
        self._facts = _once(facts)
        self._pairs = _once(self._facts // self._ends)

    def between(self, start: Ints, owner: Ints, end: Ints) -> Flags:
        """For each, whether the owner states any column arc from the one to the other."""
        return find(self._facts, self._number(start, owner, end))[1]

    def anywhere(self, start: Ints, owner: Ints) -> Flags:
        """For each, whether the owner states any column arc out of `start`, wherever it goes."""
        return find(self._pairs, self._number(start, owner, owner[:0]) // self._ends)[1]

    def triples(self) -> Wanted:
        """All facts about ends that are asked about, as nodes."""
        facts = self._facts[self._facts % self._ends > 0]
        pairs, ends = np.divmod(facts, self._ends)
        starts, owners = np.divmod(pairs, self._owners)
        by_start, by_owner, by_end = self._wanted
        return by_start[starts - 1], by_owner[owners - 1], by_end[ends - 1]

    def _number(self, start: Ints, owner: Ints, end: Ints) -> Keys:
        starts, owners, ends = self._labels
        number = starts[start].astype(np.int64)
        number *= self._owners
        number += owners[owner]
        number *= self._ends
        if len(end):
            number += ends[end]
        return number


def _labels(nodes: Ints, size: int) -> Ints:
    """By node, its number among these, from 1 on; 0 for all others."""
    labels = np.zeros(size, np.int32)
    labels[nodes] = np.arange(1, len(nodes) + 1, dtype=np.int32)
    return labels


def _once(ordered: Keys) -> Keys:
    once = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=once[1:])
    return ordered[once]


def key(high: NDArray[np.integer], low: NDArray[np.integer]) -> Keys:
    """Two node ids as one number."""
    return (high.astype(np.int64) << 32) | low


def sorted_keys(high: Ints, low: Ints) -> tuple[Keys, NDArray[np.intp]]:
    """The keys of these pairs, ascending, and where each stood."""
    keys = key(high, low)
    order = np.argsort(keys, kind="stable")
    return keys[order], order


def find(keys: Keys, wanted: Keys) -> tuple[NDArray[np.intp], Flags]:
    """Where each wanted key lies among these sorted ones, and whether it does."""
    if not len(keys):
        return np.zeros(len(wanted), np.intp), np.zeros(len(wanted), np.bool_)
    # A wanted key beyond the last one would be placed behind the end.
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return place, keys[place] == wanted


# The lanes by which a hop leaves a dataset, and the lane by which it leaves a job again.
_LEAVING: dict[Direction, bytes] = {
    "downstream": lanes(ArcKind.FEEDS, ArcKind.READS),
    "upstream": lanes(ArcKind.FEEDS, ArcKind.WRITES, ATTACHED),
}
_LEAVING_JOB: dict[Direction, bytes] = {
    "downstream": lanes(ArcKind.WRITES),
    "upstream": lanes(ArcKind.READS),
}


def table_seeds(
    arcs_at: ArcsAt, columns: ColumnReach, trail: Trail
) -> tuple[TableSeeds, TableSeeds, TableSeeds]:
    """What the column walk may affect: datasets, jobs, and known jobs that hand on to others."""
    gaps = _GapFinder(arcs_at, columns, trail)
    fed, owners = gaps.fed()
    written, writers = gaps.written()
    return joined(fed, written), joined(owners, writers, gaps.silent()), gaps.jobs_feeding_jobs()


class _GapFinder:
    """The arcs out of touched datasets: those between tables, and the column arcs that cover them."""

    def __init__(self, arcs_at: ArcsAt, columns: ColumnReach, trail: Trail) -> None:
        graph, direction = arcs_at.graph, arcs_at.direction
        self._graph, self._leaving, self._columns, self._trail = graph, arcs_at.leaving, columns, trail
        self._near, self._far, self._down = arcs_at.near, arcs_at.far, direction == "downstream"
        self._scratch = np.zeros(graph.size, np.int32)
        arcs = self._leaving(columns.touched, _LEAVING[direction])
        lane = graph.lane[arcs]
        self._feeds, self._to_jobs = arcs[lane == ArcKind.FEEDS], arcs[lane != ArcKind.FEEDS]
        # Upstream, a write that does not flow names its job, but leads to nothing that the job reads.
        self._reads = self._to_jobs[graph.lane[self._to_jobs] != ATTACHED]
        self._writes = self._leaving(self._once(self._far[self._reads]), _LEAVING_JOB[direction])
        datasets = self._once(self._near[arcs])
        # Upstream, an arc into a dataset as a whole leaves from the dataset itself and not from a column.
        stated = self._leaving(np.concatenate([datasets, graph.columns.members(datasets)]), COLUMN_LANES)
        self._column_arcs = stated[~self._overruled(stated)] if np.any(graph.arcs.whole) else stated
        self._coverage = self._read_coverage(arcs)

    def _overruled(self, arcs: Ints) -> Flags:
        """Column arcs beside a hop of the same owner that someone declared of the dataset as a whole."""
        graph = self._graph
        start, end = (graph.datasets_of(side[arcs]) for side in (self._near, self._far))
        owner = graph.arcs.owner[arcs]
        # Upstream, `_reads` are WRITES arcs, while those declared of a dataset as a whole are READS.
        reads = self._reads if self._down else self._leaving(self._once(owner), lanes(ArcKind.READS))
        reads, feeds = reads[graph.arcs.whole[reads]], self._feeds[graph.arcs.whole[self._feeds]]
        of_reads = key(graph.arcs.source[reads], graph.arcs.target[reads])
        overruled: Flags = np.isin(key(start if self._down else end, owner), of_reads)
        sides = (self._near, graph.arcs.owner, self._far)
        declared = set(zip(*(side[feeds].tolist() for side in sides), strict=True))
        likely = np.isin(key(start, end), key(self._near[feeds], self._far[feeds]))
        # Three ids do not fit into one key: pairs narrow it down, what is left is looked up in full.
        for place in np.flatnonzero(likely & ~overruled).tolist():
            overruled[place] = (int(start[place]), int(owner[place]), int(end[place])) in declared
        return overruled

    def _once(self, nodes: Ints) -> Ints:
        return nodes[first_of_each(nodes, self._scratch)]

    def _read_coverage(self, arcs: Ints) -> ColumnCoverage:
        graph, column_arcs = self._graph, self._column_arcs
        owners = np.concatenate([graph.arcs.owner[self._feeds], self._far[self._to_jobs]])
        ends = np.concatenate([self._far[self._feeds], self._far[self._writes]])
        return ColumnCoverage(
            (self._once(self._near[arcs]), self._once(owners), self._once(ends)),
            graph.datasets_of(self._near[column_arcs]),
            graph.arcs.owner[column_arcs],
            graph.datasets_of(self._far[column_arcs]),
            graph.size,
        )

    def fed(self) -> tuple[TableSeeds, TableSeeds]:
        """Ends of FEEDS arcs of which no column is covered, and the jobs that own these arcs."""
        graph, feeds = self._graph, self._feeds
        covered = self._coverage.between(self._near[feeds], graph.arcs.owner[feeds], self._far[feeds])
        uncovered = feeds[~covered]
        owned = uncovered[graph.made_by_jobs(uncovered)]
        self._trail.continues[graph.arcs.owner[owned]] = True
        return (
            self._from_near(self._far[uncovered], uncovered),
            self._from_near(graph.arcs.owner[owned], owned),
        )

    def _from_near(self, nodes: Ints, arcs: Ints, passes: Flags | None = None) -> TableSeeds:
        """TableSeeds by arcs that leave a touched dataset, one hop beyond it."""
        near = self._near[arcs]
        self._trail.continues[near] = True
        entry = self._trail.add(arcs, self._columns.entry[near])
        silent = np.zeros(len(arcs), np.bool_)
        # A rank is one more than the depth, so the rank of a dataset is the depth of what lies one hop on.
        return TableSeeds(nodes, self._columns.rank[near], entry, silent if passes is None else passes)

    def silent(self) -> TableSeeds:
        """Jobs that own no column arc of what they read."""
        arcs = self._to_jobs
        silent = arcs[~self._coverage.anywhere(self._near[arcs], self._far[arcs])]
        return self._from_near(self._far[silent], silent, self._graph.lane[silent] != ATTACHED)

    def jobs_feeding_jobs(self) -> TableSeeds:
        """Jobs that use a reached column of what they read, and feed other jobs."""
        reads, arcs = self._reads, self._column_arcs
        if len(reads):
            feeding = self._leaving(self._once(self._far[reads]), lanes(ArcKind.JOB_FEEDS))
            reads = reads[np.isin(self._far[reads], self._near[feeding])]
        arcs = arcs[self._columns.rank[self._near[arcs]] > 0]
        keys, order = sorted_keys(self._near[reads], self._far[reads])
        owner = self._graph.arcs.owner[arcs]
        place, found = find(keys, key(self._graph.datasets_of(self._near[arcs]), owner))
        reads, start = reads[order[place[found]]], self._near[arcs[found]]
        entry = self._trail.add(reads, self._columns.entry[start])
        return TableSeeds(self._far[reads], self._columns.rank[start], entry, np.ones(len(reads), np.bool_))

    def written(self) -> tuple[TableSeeds, TableSeeds]:
        """What jobs write of what they read without column lineage, from the least deep such dataset."""
        writing = np.zeros(self._graph.size, np.bool_)
        writing[self._near[self._writes]] = True
        reads = self._reads[writing[self._far[self._reads]]]
        # A read that came twice would be counted as covered only once, and look like a gap.
        reads = reads[np.unique(key(self._near[reads], self._far[reads]), return_index=True)[1]]
        reads = reads[np.lexsort((self._columns.rank[self._near[reads]], self._far[reads]))]
        jobs, begin, count = np.unique(self._far[reads], return_index=True, return_counts=True)
        job = np.searchsorted(jobs, self._near[self._writes])
        skipped = self._covered_at_once(reads, begin[np.searchsorted(jobs, self._far[reads])])
        open_ = skipped < count[job]
        read = reads[(begin[job] + skipped)[open_]]
        writers = self._from_near(self._far[read], read)
        writes = self._writes[open_]
        self._trail.continues[self._near[writes]] = True
        entry = self._trail.add(writes, writers.entry)
        return TableSeeds(self._far[writes], writers.depth, entry, writers.passes), writers

    def _covered_at_once(self, reads: Ints, begin: NDArray[np.intp]) -> NDArray[np.intp]:
        """For each write, how many reads of its job, in their order, are covered before one is not."""
        start, owner, end = self._coverage.triples()
        keys, order = sorted_keys(self._near[reads], self._far[reads])
        place, is_read = find(keys, key(start, owner))
        number = (np.arange(len(reads)) - begin)[order]
        outputs, of_write = sorted_keys(self._near[self._writes], self._far[self._writes])
        outputs, group = np.unique(outputs, return_inverse=True)
        write, is_written = find(outputs, key(owner, end))
        both = is_read & is_written
        covered = np.unique(key(write[both], number[place[both]]))
        write, number = covered >> 32, covered & 0xFFFFFFFF
        # Numbers ascend within a write: as long as each equals its place there, none is missing.
        unbroken = number == np.arange(len(covered)) - np.searchsorted(write, write)
        skipped = np.zeros(len(self._writes), np.intp)
        skipped[of_write] = np.bincount(write[unbroken], minlength=len(outputs))[group]
        return skipped
