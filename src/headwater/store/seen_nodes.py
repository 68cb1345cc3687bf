"""What one viewer may see of nodes: their names and labels, or stand-ins, as the views show them.

To decide whether a node may be seen costs more than all else about it. So each is asked for once, and kept as
long as the viewer itself is (`questions/viewers.py`): while the graph stays the same, for a second at most.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from headwater.store.queries.labels import TIER, NodeLabel
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.rows import Connection, int_array

# About half a kilobyte each; what is beyond it is asked for again.
MOST_NODES = 20_000

SEEN = f"""
select id, kind, namespace, name, field, type, owners, {TIER} as tier, domain
from named_nodes where id = any(%(ids)s)
"""


@dataclass(frozen=True, slots=True)
class SeenNode:
    """A stand-in has an opaque name and no labels."""

    name: NodeName
    label: NodeLabel

    def is_a(self, kind: str, type: str) -> bool:
        return self.name.kind == kind and (self.label.type or "").lower() == type


@dataclass(slots=True)
class SeenNodes:
    """Only connections that look as this viewer may be asked."""

    most: int = MOST_NODES
    _nodes: dict[int, SeenNode] = field(default_factory=dict)

    def nodes(self, connection: Connection, ids: Iterable[int]) -> dict[int, SeenNode]:
        """Those that there are."""
        known, wanted = self._nodes, set(ids)
        found = {id: node for id in wanted if (node := known.get(id)) is not None}
        if len(found) < len(wanted):
            read = _read(connection, wanted - found.keys())
            if len(known) + len(read) <= self.most:
                known |= read
            found |= read
        return found

    def forget(self) -> None:
        """Keep nothing from now on."""
        self.most = 0
        self._nodes = {}


def _read(connection: Connection, ids: Iterable[int]) -> dict[int, SeenNode]:
    found = {}
    for row in connection.execute(SEEN, {"ids": int_array(ids)}).fetchall():
        id, kind, namespace, name, column, type, owners, tier, domain = row
        label = NodeLabel(id, type, owners, tier, domain)
        found[id] = SeenNode(NodeName(id, kind, namespace, name, column), label)
    return found
