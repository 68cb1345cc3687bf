"""What changed lately, for those who subscribed to it: a message each in the outbox, once.

A message's key comes from the subscription and the change, so that looking again adds nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import numpy as np

from headwater.answers.subscriptions import ChangeKind, ChangeSeverity
from headwater.graph import reach
from headwater.graph.arcs import FOREVER, ArcKind
from headwater.model.ids import NodeKind, digest
from headwater.model.times import from_micros, iso, to_micros
from headwater.questions.history.judged_changes import judged
from headwater.questions.investigation.suspects import change_text
from headwater.questions.reading import PRESENT, Reading
from headwater.store.queries import nodes, notifications, schema_history, subscriptions
from headwater.store.queries.schema_history import VersionFilter
from headwater.store.queries.subscriptions import SubscriptionRow

ORDER: dict[ChangeSeverity, int] = {"compatible": 0, "risky": 1, "breaking": 2}
SEVERITY = {"compatible": "warning", "risky": "warning", "breaking": "error"}
MOST_VERSIONS, MOST_EDGES, MOST_WATCHED = 200, 500, 5_000
# Edges between datasets and jobs; between columns they follow from these.
WATCHED_ARCS = (ArcKind.READS, ArcKind.WRITES, ArcKind.FEEDS)


@dataclass(frozen=True, slots=True)
class PublishedChange:
    """`nodes` are the numbers of what it touches."""

    kind: ChangeKind
    nodes: tuple[int, ...]
    at: datetime
    severity: ChangeSeverity
    says: str
    actor: str | None


def notify_subscribers(reading: Reading, recent: timedelta) -> int:
    """Messages for all that changed so lately; returns how many fitted, those of earlier looks included."""
    rows = subscriptions.active(reading.connection)
    if not rows:
        return 0
    since = reading.clock() - recent
    changes = [*_schema_changes(reading, since), *_lineage_changes(reading, since)]
    if not changes:
        return 0
    fitted = 0
    for row in rows:
        watched = _watched(reading, row)
        for one in changes:
            if _fits(row, watched, one):
                _add(reading, row, one)
                fitted += 1
    return fitted


def _fits(row: SubscriptionRow, watched: frozenset[int], one: PublishedChange) -> bool:
    return (
        one.kind in row.kinds
        and ORDER[one.severity] >= ORDER[row.severity]
        # Whoever subscribes hears of what comes, not of what was.
        and one.at >= row.at
        and not watched.isdisjoint(one.nodes)
    )


def _watched(reading: Reading, row: SubscriptionRow) -> frozenset[int]:
    found = nodes.by_keys(reading.connection, [row.node_key.hex], (NodeKind.DATASET, NodeKind.JOB))
    numbers = [one.id for one in found]
    # A node that is younger than the graph in memory has no neighbours there yet; the next look has it.
    if not row.upstream or not numbers or numbers[0] >= reading.graph.size:
        return frozenset(numbers)
    above = reach(reading.graph, numbers, "upstream", at=PRESENT)
    return frozenset([*numbers, *above.nodes[:MOST_WATCHED].tolist(), *above.jobs[:MOST_WATCHED].tolist()])


def _schema_changes(reading: Reading, since: datetime) -> Iterator[PublishedChange]:
    rows, _ = schema_history.page(
        reading.connection, VersionFilter(since=since, changed=True), MOST_VERSIONS, None
    )
    canonical = reading.snapshot.nodes.canonical
    for one in judged(reading, rows):
        # Versions are kept under the name that sent them, watched is what aliases stand for.
        number = one.row.dataset_id
        if number < len(canonical):
            number = int(canonical[number])
        for change in one.changes[:50]:
            severity: ChangeSeverity = change.verdict.value
            yield PublishedChange(
                "schema", (number,), one.row.at, severity, change_text(change), one.row.actor
            )


def _lineage_changes(reading: Reading, since: datetime) -> Iterator[PublishedChange]:
    """Edges that appeared or vanished since then; what a new job reads and writes included."""
    arcs, now = reading.graph.arcs, to_micros(reading.clock())
    start = to_micros(since)
    watched = np.isin(arcs.kind, WATCHED_ARCS)
    appeared = np.flatnonzero(watched & (arcs.since > start) & (arcs.since <= now))
    vanished = np.flatnonzero(watched & (arcs.until > start) & (arcs.until <= now) & (arcs.until != FOREVER))
    # A new source breaks nothing; one that is gone may be what somebody counts on.
    yield from _edges(reading, appeared[:MOST_EDGES], arcs.since, "compatible", "began")
    yield from _edges(reading, vanished[:MOST_EDGES], arcs.until, "risky", "ceased")


def _edges(
    reading: Reading, places: Any, times: Any, severity: ChangeSeverity, verb: str
) -> Iterator[PublishedChange]:
    arcs = reading.graph.arcs
    ends = {int(one) for one in np.concatenate([arcs.source[places], arcs.target[places]])}
    names = nodes.names(reading.connection, ends) if ends else {}
    for place in places.tolist():
        source, target = int(arcs.source[place]), int(arcs.target[place])
        if source in names and target in names:
            says = f"{names[target].name} {verb} to be fed by {names[source].name}"
            yield PublishedChange(
                "lineage", (source, target), from_micros(int(times[place])), severity, says, None
            )


def _add(reading: Reading, row: SubscriptionRow, one: PublishedChange) -> None:
    name = _names(reading, one.nodes[:1])
    title = f"{name}: {one.says}" if one.kind == "schema" else one.says
    key = digest("subscription", str(row.id), str(row.at), one.kind, title, iso(one.at))
    message: dict[str, Any] = {
        "name": row.answer.node.name,
        "key": key,
        "state": "open",
        "what": f"{one.kind} changed",
        "title": title,
        "summary": f"{one.actor} made it." if one.actor else "",
        "severity": SEVERITY[one.severity],
        "change_severity": one.severity,
        "tier": None,
        "owners": [],
        "news": [],
        "facts": f"{one.severity}; {row.by_name} subscribed to {row.answer.node.name}",
        "subscription": row.id,
        "at": iso(one.at),
    }
    notifications.add(reading.connection, key, row.channel, None, message, reading.clock())


def _names(reading: Reading, numbers: Sequence[int]) -> str:
    found = nodes.names(reading.connection, numbers)
    return ", ".join(one.name for one in found.values())
