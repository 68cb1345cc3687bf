"""What explains an incident, in the form in which it is kept."""

from datetime import datetime
from typing import Any

import msgspec

from headwater.answers.base import Node
from headwater.answers.incidents import IncidentCounts, IncidentTreeRow
from headwater.answers.investigation import IncidentMoment, InvestigatedCause, RecoveryRun
from headwater.questions.incidents.examining import ExaminedTrigger
from headwater.questions.investigation.answering import answer
from headwater.questions.investigation.extent import to_node
from headwater.questions.simulation.links import rollback_request
from headwater.simulator.proposals import read_changes
from headwater.simulator.runbook_sql import ddl
from headwater.store.queries.incidents import incidents
from headwater.timemachine.evidence import SuspectKind
from headwater.timemachine.incident_tree import RowRole, TreeRow

MOST_RECOVERY, MOST_SIGNALS = 200, 100


class KeptSignal(msgspec.Struct, frozen=True):
    """What somebody said of something that belongs to the incident."""

    node: Node
    at: datetime
    by: str | None
    text: str
    severity: str | None
    event_id: str | None


class KeptExplanation(msgspec.Struct, frozen=True):
    alert: Node
    """What the Time Machine was asked about."""
    at: datetime
    since: datetime
    proof: InvestigatedCause | None
    alternatives: tuple[InvestigatedCause, ...]
    none_probability: float
    tree: tuple[IncidentTreeRow, ...]
    timeline: tuple[IncidentMoment, ...]
    recovery: tuple[RecoveryRun, ...]
    action: str
    sql: str | None
    rollback: dict[str, Any] | None
    mends: IncidentCounts
    signals: tuple[KeptSignal, ...]
    missing: tuple[str, ...]


def read_explanation(value: Any) -> KeptExplanation:
    # Kept as JSON, also by earlier versions, whose changes and rows lack what was added since.
    named = [cause for cause in (value["proof"], *value["alternatives"]) if cause]
    for cause in named:
        cause["change"] = incidents.completed(cause["change"])
    value["tree"] = [{"type": None} | row for row in value["tree"]]
    return msgspec.convert(value, KeptExplanation)


def kept_explanation(examined: ExaminedTrigger) -> KeptExplanation:
    said = answer(examined.found, examined.gathered, None, examined.due)
    sql, rollback = _revert(examined)
    return KeptExplanation(
        alert=said.node,
        at=said.at,
        since=said.since,
        proof=said.cause,
        alternatives=said.alternatives,
        none_probability=said.none_probability,
        tree=tuple(_row(row, examined.due.get(row.entity)) for row in examined.tree),
        timeline=said.timeline,
        recovery=said.recovery[:MOST_RECOVERY],
        action=said.action,
        sql=sql,
        rollback=rollback,
        mends=_mends(examined),
        signals=_signals(examined),
        missing=said.missing,
    )


def counts_of(rows: tuple[TreeRow, ...]) -> IncidentCounts:
    """A cause that is a failure itself counts as what failed."""
    roles = [_counted_role(row) for row in rows]
    return IncidentCounts(
        pipelines=roles.count(RowRole.PIPELINE),
        tables=roles.count(RowRole.TABLE),
        tests=roles.count(RowRole.TEST),
        alerts=roles.count(RowRole.ALERT),
        at_risk=roles.count(RowRole.AT_RISK),
    )


def _counted_role(row: TreeRow) -> RowRole:
    if row.role is not RowRole.CAUSE:
        return row.role
    if row.sign is not None and row.sign.startswith("run_"):
        return RowRole.PIPELINE
    if row.sign == SuspectKind.ASSERTION_FAILED:
        return RowRole.TEST
    return RowRole.TABLE if row.sign == SuspectKind.PROFILE_UNUSUAL else RowRole.CAUSE


def _row(row: TreeRow, due: datetime | None) -> IncidentTreeRow:
    return IncidentTreeRow(
        id=row.id,
        parent=row.parent,
        depth=row.depth,
        role=row.role.value,
        node=to_node(row.entity),
        column=row.column,
        name=row.name or row.entity.name,
        sign=row.sign,
        says=row.says,
        at=row.at,
        due_at=due if row.role is RowRole.AT_RISK else None,
        # These change: they are looked up when the incident is shown.
        type=None,
        owners=(),
        tier=None,
        run_id=row.run,
        event_id=row.event_id,
    )


def _revert(examined: ExaminedTrigger) -> tuple[str | None, dict[str, Any] | None]:
    """The statement and the simulation that take a schema change back: the change of the cause alone."""
    suspect = examined.suspect
    if suspect is None or suspect.schema is None:
        return None, None
    body = rollback_request(to_node(suspect.entity).id, [suspect.schema], ())
    # What concerns a table as a whole, such as a drop, is no change that a statement takes back.
    if body is None or not suspect.column:
        return None, None
    changes = read_changes(body, suspect.entity.name)
    return "\n".join(text for change in changes for text in ddl(change)) or None, body


def _mends(examined: ExaminedTrigger) -> IncidentCounts:
    """Of what belongs to it, what a revert mends: all that the cause explains."""
    # Without a cause there is nothing to revert.
    return counts_of(examined.tree if examined.suspect is not None else ())


def _signals(examined: ExaminedTrigger) -> tuple[KeptSignal, ...]:
    """What was said of the cause's neighbourhood since shortly before it, first to last."""
    inside = {row.entity for row in examined.tree}
    said = [
        one
        for one in examined.gathered.evidence.suspects
        if one.kind is SuspectKind.SIGNAL and one.entity in inside
    ]
    said.sort(key=lambda one: (one.time, one.id))
    return tuple(
        KeptSignal(to_node(one.entity), one.time, one.actor, one.says, one.severity, one.event_id)
        # The latest: the first reports are repeated by those after them.
        for one in said[-MOST_SIGNALS:]
    )
