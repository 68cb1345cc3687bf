"""Names and labels of nodes in memory, beside the graph: naming nodes costs more than reaching them.

For callers that see everything. Labels are read whole, then what each batch changed; a name is kept when it
was asked for, as what a node is called never changes.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from headwater.store.queries import nodes
from headwater.store.queries.arcs import KEPT_BATCHES
from headwater.store.queries.labels import TIER, NodeLabel
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.rows import Connection, fetch_values, int_array

# About 150 bytes each. Beyond it, they are gathered anew.
MOST_NAMES = 500_000

# Columns have none of these, and most jobs and many tables neither.
LABELS = f"""
select id, kind, type, owners, {TIER} as tier, domain from nodes
where (kind <> 'column' and (type is not null or owners <> '{{}}' or tags <> '{{}}' or tier is not null
                             or domain is not null))
"""
SOME = LABELS + " and (id = any(%(ids)s) or id > %(largest)s)"
LARGEST = "select coalesce(max(id), 0) from nodes"
# Negative for a dataset with its columns, which have no labels of this kind; 0 for everything.
CHANGED = "select distinct abs(node_id) from search_changes where batch > %(after)s and batch <= %(upto)s"


@dataclass(slots=True)
class NodeMemory:
    """One thread keeps it level with the store, while others read."""

    labels: dict[int, NodeLabel] = field(default_factory=dict)
    dashboards: set[int] = field(default_factory=set)
    query_jobs: set[int] = field(default_factory=set)
    batch: int | None = None
    _largest: int = 0
    _names: dict[int, NodeName] = field(default_factory=dict)

    def names(self, connection: Connection, ids: Iterable[int]) -> dict[int, NodeName]:
        known = self._names
        wanted = set(ids)
        found = {id: name for id in wanted if (name := known.get(id)) is not None}
        if len(found) < len(wanted):
            fetched = nodes.names(connection, wanted - found.keys())
            if len(known) + len(fetched) > MOST_NAMES:
                known.clear()
            known |= fetched
            found |= fetched
        return found

    def follow(self, connection: Connection, batch: int) -> None:
        """Read what changed up to this batch, within the transaction that shows it."""
        if batch == self.batch:
            return
        changed = self._changed(connection, batch)
        if changed is None:
            self._read_all(connection)
        else:
            self._read(connection, changed)
        self._largest = fetch_values(connection, LARGEST)[0]
        self.batch = batch

    def _changed(self, connection: Connection, batch: int) -> tuple[int, ...] | None:
        """Nodes that are not new; None where everything has to be read."""
        if self.batch is None or not 0 <= batch - self.batch <= KEPT_BATCHES:
            return None
        changed = fetch_values(connection, CHANGED, after=self.batch, upto=batch)
        return None if 0 in changed else changed

    def _read_all(self, connection: Connection) -> None:
        # Made beside the old and then exchanged: readers never meet half of it.
        read = NodeMemory()
        for row in connection.execute(LABELS):
            read._remember(*row)
        self.labels, self.dashboards, self.query_jobs = read.labels, read.dashboards, read.query_jobs
        self._names = {}

    def _read(self, connection: Connection, changed: tuple[int, ...]) -> None:
        values = {"ids": int_array(changed), "largest": self._largest}
        rows = connection.execute(SOME, values).fetchall()
        labelled = {row[0] for row in rows}
        for node in changed:
            # Also of one that is gone, or has no label any more.
            self._names.pop(node, None)
            if node not in labelled:
                self.labels.pop(node, None)
                self.dashboards.discard(node)
                self.query_jobs.discard(node)
        for row in rows:
            self._remember(*row)

    def _remember(
        self,
        id: int,
        kind: str,
        type: str | None,
        owners: list[str],
        tier: str | None,
        domain: str | None,
    ) -> None:
        self.labels[id] = NodeLabel(id, type, owners, tier, domain)
        word = (type or "").lower()
        _mark(self.dashboards, id, kind == "dataset" and word == "dashboard")
        _mark(self.query_jobs, id, kind == "job" and word == "query")


def _mark(marked: set[int], id: int, belongs: bool) -> None:
    if belongs:
        marked.add(id)
    else:
        marked.discard(id)
