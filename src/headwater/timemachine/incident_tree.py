"""What belongs to an incident, as a tree: cause, pipelines, tables, tests, alerts, and what is at risk.

Each row stands below the nearest row upstream of it, so that reading downwards follows the data.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from headwater.model.ids import DatasetId, JobId
from headwater.timemachine.evidence import Entity, IncidentEvidence, Observation, Sign, Suspect, SuspectKind
from headwater.timemachine.explanation import Explanation
from headwater.timemachine.lineage_view import LineageView

MOST_ROWS = 1_000
# How far upstream the row is sought that another belongs below.
MOST_VISITED = 2_000
CAUSE = "cause"
ALERTING = ("error", "critical")


class RowRole(StrEnum):
    CAUSE = "cause"
    PIPELINE = "pipeline"
    TABLE = "table"
    TEST = "test"
    ALERT = "alert"
    AT_RISK = "at_risk"


ORDER = {role: place for place, role in enumerate(RowRole)}


@dataclass(frozen=True, slots=True)
class TreeRow:
    """`sign` is what was observed; of the cause its kind, of an alert its severity."""

    id: str
    role: RowRole
    entity: Entity
    says: str
    at: datetime | None
    column: str | None = None
    name: str = ""
    sign: str | None = None
    run: str | None = None
    event_id: str | None = None
    parent: str | None = None
    depth: int = 0


def incident_tree(
    found: Explanation, evidence: IncidentEvidence, lineage: LineageView
) -> tuple[TreeRow, ...]:
    """The rows in the order in which to show them."""
    flow = _Flow(lineage)
    cause = _cause_row(found, evidence)
    rows = {row.id: row for row in ([cause] if cause else [])}
    for row in (*_broken(found, cause), *_alerts(found, evidence, flow)):
        rows.setdefault(row.id, row)
    for row in _at_risk(found, evidence, flow, {row.entity for row in rows.values()}):
        rows.setdefault(row.id, row)
    return _arranged(list(rows.values())[:MOST_ROWS], flow)


def _cause_row(found: Explanation, evidence: IncidentEvidence) -> TreeRow | None:
    if found.cause is None:
        return None
    one = found.cause.suspect
    # A migration that changes several columns is one thing that happened.
    together = [other.says for other in evidence.suspects if _same_change(one, other)] or [one.says]
    return TreeRow(
        CAUSE,
        RowRole.CAUSE,
        one.entity,
        "; ".join(dict.fromkeys([one.says, *together]))[:1000],
        one.time,
        one.column,
        one.entity.name,
        one.kind.value,
        one.run,
        one.event_id,
    )


def _same_change(one: Suspect, other: Suspect) -> bool:
    return (one.kind, one.entity, one.time) == (other.kind, other.entity, other.time)


def _broken(found: Explanation, cause: TreeRow | None) -> Iterable[TreeRow]:
    """Jobs, tables and tests of which something bad was observed."""
    own = found.cause.suspect.id if found.cause else None
    for one in found.observations:
        # An observation that the engine suspects by itself is the cause already.
        if one.sign is Sign.ALERTED or one.id == own:
            continue
        if isinstance(one.entity, JobId):
            yield _row(f"pipeline:{one.entity}", RowRole.PIPELINE, one)
        elif one.sign is Sign.ASSERTION_FAILED:
            yield _row(one.id, RowRole.TEST, one)
        else:
            yield _row(f"table:{one.entity}", RowRole.TABLE, one)
    first = found.observations[0].time if found.observations else None
    for dataset in found.damage.datasets_without_data:
        if cause is None or dataset != cause.entity:
            yield TreeRow(f"table:{dataset}", RowRole.TABLE, dataset, "got no data", first, name=dataset.name)


def _row(identity: str, role: RowRole, one: Observation) -> TreeRow:
    says = " ".join(one.message.split())[:500] or one.sign.value.replace("_", " ")
    name = (one.name if role is RowRole.TEST else "") or one.entity.name
    return TreeRow(
        identity, role, one.entity, says, one.time, one.column, name, one.sign.value, one.run, one.event_id
    )


def _alerts(found: Explanation, evidence: IncidentEvidence, flow: "_Flow") -> Iterable[TreeRow]:
    """The latest alarm of each asset downstream, after the cause."""
    if found.cause is None:
        return
    suspect = found.cause.suspect
    reached = flow.downstream(suspect.entity)
    said = [
        one
        for one in evidence.suspects
        if one.kind is SuspectKind.SIGNAL
        and one.severity in ALERTING
        and suspect.time < one.time <= found.alert.at
        and one.entity in reached
    ]
    # Newest first: of the rows of one asset, whoever gathers them keeps the first.
    for one in sorted(said, key=lambda one: (one.time, one.id), reverse=True):
        yield TreeRow(
            f"alert:{one.entity}",
            RowRole.ALERT,
            one.entity,
            " ".join(one.says.split())[:500],
            one.time,
            one.column,
            one.entity.name,
            one.severity,
            event_id=one.event_id,
        )


def _at_risk(
    found: Explanation, evidence: IncidentEvidence, flow: "_Flow", alerted: set[Entity]
) -> Iterable[TreeRow]:
    """Downstream and probably wrong; not what ran well since, from inputs that are none of them wrong."""
    since = found.cause.suspect.time if found.cause else found.alert.since
    worked = {
        one.entity
        for one in evidence.observations
        if one.sign is Sign.RUN_SUCCEEDED and (one.started or one.time) > since
    }
    wrong = {*alerted, *(one.entity for one in found.silent)} - (
        {found.cause.suspect.entity} if found.cause else set()
    )
    for victim in found.silent:
        if victim.entity in alerted:
            continue
        writers = {one for one in flow.upstream.get(victim.entity, ()) if isinstance(one, JobId)}
        from_wrong = any(flow.upstream.get(writer, set()) & wrong for writer in writers)
        if writers and writers <= worked and not from_wrong:
            continue
        yield TreeRow(
            f"at_risk:{victim.entity}",
            RowRole.AT_RISK,
            victim.entity,
            "its input is missing or wrong",
            None,
            victim.column,
            victim.entity.name,
        )


class _Flow:
    """Which entities data flows between, whatever the columns."""

    def __init__(self, lineage: LineageView) -> None:
        self.upstream: dict[Entity, set[Entity]] = defaultdict(set)
        self._downstream: dict[Entity, set[Entity]] = defaultdict(set)
        for link in lineage.links:
            if link.source != link.target:
                self.upstream[link.target].add(link.source)
                self._downstream[link.source].add(link.target)

    def downstream(self, entity: Entity) -> set[Entity]:
        found, waiting = {entity}, [entity]
        while waiting:
            for following in self._downstream.get(waiting.pop(), ()):
                if following not in found:
                    found.add(following)
                    waiting.append(following)
        return found

    def nearest(self, entity: Entity, rows: Mapping[Entity, str]) -> str | None:
        """The row of the nearest entity upstream that has one."""
        met, layer = {entity}, [entity]
        while layer and len(met) <= MOST_VISITED:
            following = sorted(
                {one for near in layer for one in self.upstream.get(near, ())} - met, key=_by_name
            )
            for one in following:
                if one in rows:
                    return rows[one]
            met.update(following)
            layer = following
        return None


def _arranged(rows: list[TreeRow], flow: _Flow) -> tuple[TreeRow, ...]:
    """Each row with its parent and depth, depth first."""
    # Tests and alerts are leaves; of an entity with several rows the first stands for it.
    places: dict[Entity, str] = {}
    for row in sorted(rows, key=lambda row: ORDER[row.role]):
        if row.role not in (RowRole.TEST, RowRole.ALERT):
            places.setdefault(row.entity, row.id)
    parents = {row.id: _parent(row, rows, places, flow) for row in rows}
    children: dict[str | None, list[TreeRow]] = defaultdict(list)
    for row in rows:
        children[_without_circle(row.id, parents, rows)].append(row)
    found: list[TreeRow] = []
    waiting = [(row, 0) for row in sorted(children[None], key=_shown_order, reverse=True)]
    while waiting:
        row, depth = waiting.pop()
        placed = replace(row, parent=parents[row.id], depth=depth)
        found.append(_with_time(placed, found) if row.role is RowRole.TABLE and row.sign is None else placed)
        below = sorted(children[row.id], key=_shown_order, reverse=True)
        waiting += [(one, depth + 1) for one in below]
    return tuple(found)


def _parent(row: TreeRow, rows: list[TreeRow], places: Mapping[Entity, str], flow: _Flow) -> str | None:
    if row.id == CAUSE:
        return None
    own = places.get(row.entity)
    if own is not None and own != row.id:
        return own
    return flow.nearest(row.entity, places) or (CAUSE if rows[0].id == CAUSE else None)


def _without_circle(identity: str, parents: dict[str, str | None], rows: list[TreeRow]) -> str | None:
    """The parent, unless the way up comes back to the row: then it stands right below the top."""
    met, above = {identity}, parents[identity]
    while above is not None:
        if above in met:
            parents[identity] = CAUSE if rows[0].id == CAUSE and identity != CAUSE else None
            break
        met.add(above)
        above = parents[above]
    return parents[identity]


def _with_time(row: TreeRow, above: list[TreeRow]) -> TreeRow:
    """A table went without data when the job above it failed."""
    job = next((one for one in reversed(above) if one.id == row.parent), None)
    return row if job is None or job.at is None else replace(row, at=job.at)


def _shown_order(row: TreeRow) -> tuple[bool, float, int, str]:
    return row.role is RowRole.AT_RISK, row.at.timestamp() if row.at else 0.0, ORDER[row.role], row.id


def _by_name(entity: Entity) -> tuple[bool, str]:
    return isinstance(entity, DatasetId), str(entity)


def title_of(suspect: Suspect | None, first: Observation | None) -> str:
    """The cause in a few words.

    >>> title_of(None, None)
    'something is wrong, and nothing recorded explains it'
    """
    if suspect is None:
        if first is None:
            return "something is wrong, and nothing recorded explains it"
        name = first.name or first.entity.name
        return f"{name}: {first.sign.value.replace('_', ' ')}, cause not known"
    if suspect.schema is not None and suspect.column:
        return _schema_title(suspect, suspect.entity.name)
    words = {
        SuspectKind.RUN_FAILED: "{name} failed",
        SuspectKind.SPAN_FAILED: "{name} failed",
        SuspectKind.SPAN_SLOW: "{name} takes unusually long",
        SuspectKind.RUN_LATE: "{name} is late",
        SuspectKind.RUN_LONG: "{name} takes unusually long",
        SuspectKind.RUN_UNUSUAL: "{name} wrote an unusual amount",
        SuspectKind.PROFILE_UNUSUAL: "unusual values in {name}",
    }
    return words.get(suspect.kind, "{name}: {says}").format(name=suspect.entity.name, says=suspect.says[:200])


def _schema_title(suspect: Suspect, table: str) -> str:
    change = suspect.schema
    assert change is not None
    column = change.column
    match change.kind:
        case "removed":
            return f"{column} dropped from {table}"
        case "added":
            return f"{column} added to {table}"
        case "renamed":
            return f"{column} renamed to {change.new_name} in {table}"
        case "type_changed":
            return f"type of {column} changed from {change.old_type} to {change.new_type} in {table}"
        case "nullability_changed":
            return f"whether {column} may be null changed in {table}"
    return f"{table}: {suspect.says}"
