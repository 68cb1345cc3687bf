"""What came and went in a flow between two moments, found by comparing all arcs: no more than has changed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from headwater.graph.analytics.flow_graph import FlowGraph, sorted_unique
from headwater.graph.arcs import Ints

Pairs = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class FlowArcs:
    """The arcs of a flow by the store's numbers, two to a key: source and target, source and the job."""

    between: Pairs
    made: Pairs

    @staticmethod
    def from_flow(flow: FlowGraph, owner: Ints) -> "FlowArcs":
        """`owner` has the job that makes each arc, -1 if none does."""
        source, target = flow.ids[flow.source].astype(np.int64), flow.ids[flow.target]
        made = owner >= 0
        return FlowArcs(_keys(source, target), _keys(source[made], owner[made]))

    def changed_ends(self, before: "FlowArcs") -> Ints:
        """Where data begins or ends to flow otherwise than before: only from there on can counts differ."""
        between = np.setxor1d(self.between, before.between, assume_unique=True)
        # A job lies at the end of what it makes: nothing lies behind it.
        made = np.setxor1d(self.made, before.made, assume_unique=True)
        ends = np.concatenate([between >> 32, between & 0xFFFF_FFFF, made >> 32])
        return np.unique(ends).astype(np.int32)


def _keys(first: NDArray[np.integer], second: NDArray[np.integer]) -> Pairs:
    return sorted_unique(first.astype(np.int64) << 32 | second.astype(np.int64))
