"""Which edges may have come or gone since a batch job last ran."""

from collections.abc import Collection, Sequence
from datetime import datetime

import numpy as np

from headwater.graph.arcs import ArcKind, Ints
from headwater.model.times import to_micros
from headwater.store.analytics import JobRun
from headwater.store.queries.arcs import changed_owners
from headwater.store.queries.rows import Connection
from headwater.store.snapshots import Snapshot

# The publisher keeps the changes of a thousand batches; a run that is further behind begins anew.
KEPT_BATCHES = 900

ENDS = """
select source_id, target_id from edges
where owner_id = any(%(owners)s) and kind = any(%(kinds)s)
"""


def changed_edge_ends(
    connection: Connection, snapshot: Snapshot, last: JobRun | None, now: datetime, kinds: Sequence[ArcKind]
) -> Ints | None:
    """Source and target of all edges that may have come or gone, canonical; None when history is gone."""
    if last is None or not 0 <= snapshot.batch - last.batch <= KEPT_BATCHES:
        return None
    owners = changed_owners(connection, last.batch, snapshot.batch)
    # Owner 0 stands for a change of aliases or a rebuild: any edge may have other ends now.
    if 0 in owners:
        return None
    canonical = snapshot.nodes.canonical
    members = np.flatnonzero(np.isin(canonical, canonical[np.fromiter(owners, np.int32)]))
    by_owner = _edge_ends(connection, members.tolist(), kinds)
    return np.concatenate([canonical[by_owner], _ends_by_time(snapshot, last, now, kinds)])


def _edge_ends(connection: Connection, owners: Collection[int], kinds: Sequence[ArcKind]) -> Ints:
    """Of all edges that these owners ever had: what went is among them as well as what came."""
    values = {"owners": list(owners), "kinds": [int(kind) for kind in kinds]}
    return np.array(connection.execute(ENDS, values).fetchall(), np.int32).reshape(-1, 2)


def _ends_by_time(snapshot: Snapshot, last: JobRun, now: datetime, kinds: Sequence[ArcKind]) -> Ints:
    """Of arcs that began or ended since, without a batch: some events bear a time yet to come."""
    arcs, early, late = snapshot.graph.arcs, to_micros(last.computed_at), to_micros(now)
    began = (arcs.since > early) & (arcs.since <= late)
    ended = (arcs.until > early) & (arcs.until <= late)
    chosen = (began | ended) & np.isin(arcs.kind, [int(kind) for kind in kinds])
    return np.stack([arcs.source[chosen], arcs.target[chosen]], axis=1)
