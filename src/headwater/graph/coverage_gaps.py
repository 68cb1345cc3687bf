"""Coverage gaps: hops out of touched datasets for which their owner states no column lineage.

A hop leads from a dataset along a FEEDS arc, or through one job. Its owner covers it when it owns any
column arc between the two datasets; then column arcs alone decide, except beside a hop that someone declared
of the dataset as a whole. Only arcs of touched datasets are read.
"""

import numpy as np
from numpy.typing import NDArray

from headwater.graph.arcs import ATTACHED, ArcKind, Flags, Ints
from headwater.graph.arcs_at import ArcsAt, lanes
from headwater.graph.column_coverage import ColumnCoverage, find, key, sorted_keys
from headwater.graph.column_walk import COLUMN_LANES, ColumnReach
from headwater.graph.graph import Direction
from headwater.graph.table_walk import TableSeeds, joined
from headwater.graph.trail import Trail, first_of_each

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
