"""The lineage graph in memory: what reaches what, by which paths, as of any time, and what changed.

A worked example: the job `load` reads `orders` and writes `daily`, and states that `amount` feeds `total`;
another job, `copy`, reads `daily` and writes `report`, and says nothing of columns.

    orders ──► load ──► daily ──► copy ──► report
    amount ───────────► total

>>> import numpy as np
>>> from headwater.graph.affected import affected
>>> orders, daily, report, load, copy, amount, total = range(7)
>>> at, kind = 5, ArcKind
>>> graph = Graph.build(
...     Arcs.from_rows(  # source, target, owner, edge, kind, flows, since, until
...         [
...             (orders, load, load, 1, kind.READS, True, 0, FOREVER),
...             (load, daily, load, 2, kind.WRITES, True, 0, FOREVER),
...             (amount, total, load, 3, kind.COLUMN, True, 0, FOREVER),
...             (daily, copy, copy, 4, kind.READS, True, 3, FOREVER),
...             (copy, report, copy, 5, kind.WRITES, True, 3, FOREVER),
...         ]
...     ),
...     parent=np.array([-1, -1, -1, -1, -1, orders, daily], np.int32),
... )

The table walk goes from dataset to dataset, through jobs; each hop has a depth:

>>> found = reach(graph, [orders], "downstream", at=at)
>>> list(zip(found.nodes.tolist(), found.depth.tolist())) == [(daily, 1), (report, 2)]
True
>>> found.jobs.tolist() == [load, copy]
True

At another time there are other arcs: before `copy` ran, nothing led on from `daily`.

>>> reach(graph, [orders], "downstream", at=2).nodes.tolist() == [daily]
True

The column walk goes along column arcs, and ends where nobody states any:

>>> reach(graph, [amount], "downstream", at=at, level="column").nodes.tolist() == [total]
True

`affected` joins the two. By columns it reaches `daily`; `copy` is a coverage gap, so from there the table
walk goes on, and what it reaches is affected perhaps: `known` is False.

>>> change = affected(graph, [amount], "downstream", at=at)
>>> dict(zip(change.assets.nodes.tolist(), change.assets.known.tolist())) == {
...     daily: True, load: True, copy: False, report: False
... }
True

Each result has a trail: the arcs, by index, of a shortest way from the root.

>>> place = change.assets.nodes.tolist().index(report)
>>> graph.arcs.edge[list(change.path(change.assets.entry[place]))].tolist()
[3, 4, 5]
"""

from headwater.graph import diff, paths
from headwater.graph.arcs import FOREVER, ArcKind, Arcs
from headwater.graph.diff import Changes, EdgeDiff
from headwater.graph.entering_arcs import EnteringArcs, arcs_into
from headwater.graph.graph import Direction, Graph
from headwater.graph.paths import NodePath, NodePaths
from headwater.graph.reachability import Level, Reach, reach

__all__ = [
    "FOREVER",
    "ArcKind",
    "Arcs",
    "Changes",
    "Direction",
    "EdgeDiff",
    "EnteringArcs",
    "Graph",
    "Level",
    "NodePath",
    "NodePaths",
    "Reach",
    "arcs_into",
    "diff",
    "paths",
    "reach",
]
