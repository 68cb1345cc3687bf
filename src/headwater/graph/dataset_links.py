"""Which dataset feeds which, of the whole graph at one instant: jobs are passed through, columns left out."""

from typing import NamedTuple

import numpy as np

from headwater.graph.arcs import ArcKind, Ints
from headwater.graph.graph import Graph


class DatasetLinks(NamedTuple):
    """Pairs by their place, each pair once."""

    sources: Ints
    targets: Ints
    complete: bool
    """False when there are more pairs than were asked for."""


def dataset_links(graph: Graph, at: int, most: int) -> DatasetLinks:
    """At most so many pairs: a job that reads and writes thousands would alone make millions."""
    arcs = graph.arcs
    alive = arcs.alive(at)
    feeds = alive & (graph.lane == ArcKind.FEEDS)
    # By lane, so that what a job is only attached to is not taken for what it writes.
    reads, writes = (np.flatnonzero(alive & (graph.lane == kind)) for kind in (ArcKind.READS, ArcKind.WRITES))
    reads = reads[np.argsort(arcs.target[reads], kind="stable")]
    jobs = arcs.target[reads]
    first = np.searchsorted(jobs, arcs.source[writes], side="left")
    counts = np.searchsorted(jobs, arcs.source[writes], side="right") - first
    made = np.cumsum(counts)
    fitting = int(np.searchsorted(made, most, side="right"))
    counts, first, writes = counts[:fitting], first[:fitting], writes[:fitting]
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    through = arcs.source[reads[np.repeat(first, counts) + within]]
    sources = np.concatenate([arcs.source[feeds], through])
    targets = np.concatenate([arcs.target[feeds], np.repeat(arcs.target[writes], counts)])
    # One number a pair: much faster to sort than rows of two.
    pairs = np.unique(sources.astype(np.int64) << 32 | targets)
    complete = fitting == len(made) and len(pairs) <= most
    pairs = pairs[:most]
    return DatasetLinks((pairs >> 32).astype(np.int32), (pairs & 0xFFFFFFFF).astype(np.int32), complete)
