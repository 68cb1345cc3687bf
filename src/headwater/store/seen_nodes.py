"""What one viewer may see of nodes and edges: names and labels, or stand-ins, as the views show them.

To decide whether a node may be seen costs more than all else about it. So each is asked for once, and kept
until something changes that decides it (`questions/viewers.py`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from headwater.model.ids import NodeKind
from headwater.store.queries import edges
from headwater.store.queries.arcs import KEPT_BATCHES
from headwater.store.queries.edges import EdgeDetail
from headwater.store.queries.labels import TIER, NodeLabel
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.rows import Connection, int_array

# About half a kilobyte each; what is beyond it is asked for again.
MOST_NODES = 20_000

SEEN = f"""
select id, kind, namespace, name, field, type, owners, {TIER} as tier, domain, hidden
from named_nodes where id = any(%(ids)s)
"""
# Owner 0 and node 0 stand for everything, so that there is no need to look which nodes these are.
STATE = f"""
select batch,
       %(after)s::bigint is null or batch < %(after)s or batch > %(after)s + {KEPT_BATCHES}
       or exists (select from graph_changes where graph_changes.batch > %(after)s)
       or exists (select from search_changes where search_changes.batch > %(after)s)
from pipeline_state
"""


@dataclass(frozen=True, slots=True)
class StoreState:
    """The batch that the store is at, and whether edges, other names or labels changed since another one."""

    batch: int
    has_changed: bool


def state_since(connection: Connection, after: int | None) -> StoreState:
    row = connection.execute(STATE, {"after": after}).fetchone()
    return StoreState(*row) if row else StoreState(0, True)


@dataclass(frozen=True, slots=True)
class SeenNode:
    """A stand-in has an opaque name and no labels."""

    name: NodeName
    label: NodeLabel
    hidden: bool
    is_dashboard: bool
    is_query_job: bool
    is_labelled: bool


@dataclass(slots=True)
class SeenNodes:
    """Only connections that look as this viewer may be asked."""

    most: int = MOST_NODES
    _nodes: dict[int, SeenNode] = field(default_factory=dict)

    def nodes(self, connection: Connection, ids: Iterable[int]) -> Mapping[int, SeenNode]:
        """Those that there are, and perhaps more: to pick them out would cost more than to know them."""
        known = self._nodes
        missing = set(ids) - known.keys()
        if not missing:
            return known
        read = _read(connection, missing)
        if len(known) + len(read) <= self.most:
            known |= read
        return {**known, **read}

    def edges(self, connection: Connection, ids: Iterable[int]) -> dict[int, EdgeDetail]:
        """As the view of edges shows them: without the words of a job that may not be seen."""

        def visible(owners: set[int]) -> set[int]:
            seen = self.nodes(connection, owners)
            return {owner for owner in owners if owner in seen and not seen[owner].hidden}

        return edges.details_for(connection, ids, visible)

    def forget(self) -> None:
        """Keep nothing from now on."""
        self.most = 0
        self._nodes = {}


def _read(connection: Connection, ids: Iterable[int]) -> dict[int, SeenNode]:
    found = {}
    for row in connection.execute(SEEN, {"ids": int_array(ids)}).fetchall():
        id, kind, namespace, name, column, type, owners, tier, domain, hidden = row
        label = NodeLabel(id, type, owners, tier, domain)
        word = (kind, (type or "").lower())
        found[id] = SeenNode(
            NodeName(id, kind, namespace, name, column),
            label,
            hidden,
            is_dashboard=word == (NodeKind.DATASET, "dashboard"),
            is_query_job=word == (NodeKind.JOB, "query"),
            is_labelled=bool(type or owners or tier or domain),
        )
    return found
