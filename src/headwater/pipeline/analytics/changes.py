"""What changed since a job last ran, and whether so much that it is better done anew."""

from collections.abc import Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from headwater.graph.arcs import ArcKind, Ints
from headwater.store import analytics
from headwater.store.analytics import KEPT_BATCHES, State
from headwater.store.queries.arcs import changed_owners
from headwater.store.queries.rows import Connection
from headwater.store.snapshots import Snapshot

# When changes reach more than this share, a whole run costs no more than a partial one.
LARGEST_SHARE = 0.2
# A graph so small is not worth the distinction.
SMALLEST = 100
# A Spark job takes longer to start than so many arcs take to solve.
IN_PLACE = 20_000


def micros(moment: datetime) -> int:
    """As arcs count time."""
    return int(moment.timestamp() * 1_000_000)


def too_many(affected: int, size: int) -> bool:
    return affected > max(LARGEST_SHARE * size, SMALLEST)


def ends(
    connection: Connection,
    snapshot: Snapshot,
    before: State | None,
    now: datetime,
    kinds: Sequence[ArcKind],
) -> NDArray[np.int32] | None:
    """Source and target of all edges that may have come or gone, canonical; None when history is gone."""
    if before is None or not 0 <= snapshot.batch - before.batch <= KEPT_BATCHES:
        return None
    owners = changed_owners(connection, before.batch, snapshot.batch)
    if 0 in owners:
        return None
    canonical = snapshot.nodes.canonical
    members = np.flatnonzero(np.isin(canonical, canonical[np.fromiter(owners, np.int32)]))
    touched = analytics.touched(connection, members.tolist(), [int(kind) for kind in kinds])
    return np.concatenate([canonical[touched], _by_time(snapshot, before, now, kinds)])


def _by_time(snapshot: Snapshot, before: State, now: datetime, kinds: Sequence[ArcKind]) -> Ints:
    """Ends of arcs that began or ended since, without a batch: some events bear a time yet to come."""
    arcs, early, late = snapshot.graph.arcs, micros(before.computed_at), micros(now)
    began = (arcs.since > early) & (arcs.since <= late)
    ended = (arcs.until > early) & (arcs.until <= late)
    chosen = (began | ended) & np.isin(arcs.kind, [int(kind) for kind in kinds])
    return np.stack([arcs.source[chosen], arcs.target[chosen]], axis=1)
