"""Layers: each cycle contracted to one node, and nodes in layers, each above all that it leads to."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from headwater.graph.analytics.flow_graph import adjacency, sorted_unique
from headwater.graph.arcs import Flags, Ints
from headwater.graph.index import Index, starts


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """`group[n]` is the group of node `n`; groups are numbered from the lowest layer upwards.

    Layer `l` holds the groups from `layer[l]` to `layer[l + 1]`; group `g` leads to
    `below[start[g]:start[g + 1]]`, all of them in lower layers.
    """

    group: Ints
    cyclic: Flags
    """By group: whether its nodes lead back to themselves."""
    layer: list[int]
    start: Ints
    below: Ints

    @property
    def size(self) -> int:
        return len(self.cyclic)


def layers(size: int, source: Ints, target: Ints) -> Layers:
    """Linear: Tarjan's components in C, then groups are taken off from the ends of the flow inwards."""
    count, label = connected_components(adjacency(size, source, target), connection="strong")
    label = np.asarray(label, np.int64)
    upper, lower = _between(label, count, source, target)
    order, layer = _peeled(count, upper, lower)
    rank = np.empty(count, np.int32)
    rank[order] = np.arange(count, dtype=np.int32)
    upper, lower = rank[upper], rank[lower]
    sorted_ = np.argsort(upper, kind="stable")
    cyclic = np.bincount(rank[label], minlength=count) > 1
    # A node that leads to itself is a cycle too, though its component has only one node.
    cyclic[rank[label[source[source == target]]]] = True
    return Layers(rank[label], cyclic, layer, starts(upper, count), lower[sorted_])


def _between(label: NDArray[np.int64], count: int, source: Ints, target: Ints) -> tuple[Ints, Ints]:
    """Arcs between different groups, each pair once."""
    upper, lower = label[source], label[target]
    keys = sorted_unique((upper * count + lower)[upper != lower])
    return (keys // max(1, count)).astype(np.int32), (keys % max(1, count)).astype(np.int32)


def _peeled(count: int, upper: Ints, lower: Ints) -> tuple[list[int], list[int]]:
    """Groups in layers from the end, and where each layer begins."""
    above = Index.build(lower, count)
    # Plain lists: on a chain each layer has one group, for which an operation on arrays costs too much.
    begin, by_lower = above.start.tolist(), upper[above.order].tolist()
    left = np.bincount(upper, minlength=count).tolist()
    order = [group for group in range(count) if not left[group]]
    layer, done = [0], 0
    while done < len(order):
        end = len(order)
        layer.append(end)
        for group in order[done:end]:
            for other in by_lower[begin[group] : begin[group + 1]]:
                left[other] -= 1
                if not left[other]:
                    order.append(other)
        done = end
    return order, layer
