"""The lineage graph in memory: what reaches what, by which paths, as of any time, and what changed."""

from headwater.graph import diff, paths
from headwater.graph.arcs import FOREVER, ArcKind, Arcs
from headwater.graph.diff import Changes, Diff
from headwater.graph.entering_arcs import EnteringArcs, arcs_into
from headwater.graph.graph import Direction, Graph
from headwater.graph.paths import Path, Paths
from headwater.graph.rules import Level
from headwater.graph.walk import Reach, reach

__all__ = [
    "FOREVER",
    "ArcKind",
    "Arcs",
    "Changes",
    "Diff",
    "Direction",
    "EnteringArcs",
    "Graph",
    "Level",
    "Path",
    "Paths",
    "Reach",
    "arcs_into",
    "diff",
    "paths",
    "reach",
]
