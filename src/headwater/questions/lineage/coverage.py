"""What a column walk can't know: datasets that are fed as a whole, with no word on their columns."""

import numpy as np

from headwater.answers.lineage import Unknown
from headwater.graph import Direction, Graph, Reach, reach
from headwater.graph.arcs import Flags, Ints
from headwater.graph.column_walk import COLUMN_LANES
from headwater.graph.graph import ArcsAt
from headwater.questions.lineage.edges import NameLookup

REASON = "no column lineage known"
SHOWN = 20


def unknown(lookup: NameLookup, found: Ints) -> Unknown:
    """How many datasets might be reached, and the first of them."""
    return Unknown(len(found), lookup.ids(found[:SHOWN].tolist()), REASON)


def datasets(graph: Graph, walked: Reach) -> Ints:
    """Datasets one hop beyond those walked through, without a single column arc between the two."""
    inside = np.flatnonzero(_marked(graph, np.concatenate([walked.roots, walked.nodes]))).astype(np.int32)
    beyond = reach(graph, inside, walked.direction, at=walked.at, max_depth=1).nodes
    return beyond[~_covered(graph, inside, walked.direction, walked.at)[beyond]]


def _covered(graph: Graph, inside: Ints, direction: Direction, at: int) -> Flags:
    """Datasets that column arcs lead to from these datasets, whichever column they start from."""
    arcs_at = ArcsAt(graph, direction, at)
    arcs = arcs_at.leaving(np.concatenate([inside, graph.columns.members(inside)]), COLUMN_LANES)
    return _marked(graph, arcs_at.far[arcs])


def _marked(graph: Graph, nodes: Ints) -> Flags:
    """By node id, whether it is one of these datasets or has one of these columns."""
    marks = np.zeros(graph.size, np.bool_)
    marks[graph.datasets_of(nodes)] = True
    return marks
