"""From something that failed to what explains it, and everything that the explanation takes with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from headwater.model.ids import JobId
from headwater.model.incidents import incident_key
from headwater.questions.investigation.due import next_due
from headwater.questions.investigation.evidence import GatheredEvidence, gather
from headwater.questions.reading import Reading
from headwater.store.queries import nodes, runs
from headwater.store.queries.incidents import incidents
from headwater.store.queries.incidents.triggers import Trigger
from headwater.timemachine.engine import explain
from headwater.timemachine.evidence import Alert, Entity, Sign, Suspect
from headwater.timemachine.explanation import Explanation
from headwater.timemachine.incident_tree import CAUSE, RowRole, TreeRow, incident_tree, title_of

LOOKBACK = timedelta(days=2)
# An incident that lasts is looked back upon to its cause, but not for ever.
LONGEST_LOOKBACK = timedelta(days=30)
BEFORE_CAUSE = timedelta(hours=1)
# Failures so close together are looked at as of the last of them, so that one look explains many.
TOGETHER = timedelta(hours=12)
# Of these a cause is a failure itself: the next failure of the same job or test is the same trouble.
OBSERVED = frozenset(sign.value for sign in Sign)


@dataclass(frozen=True, slots=True)
class ExaminedTrigger:
    """What explains a trigger, and the triggers that the same explanation covers."""

    found: Explanation
    gathered: GatheredEvidence
    tree: tuple[TreeRow, ...]
    covers: tuple[Trigger, ...]
    due: Mapping[Entity, datetime]
    """When what is at risk is expected to be written next."""
    may_open: bool
    """What a person or a pager says only widens an incident: without a failure there is none."""

    @property
    def suspect(self) -> Suspect | None:
        return self.found.cause.suspect if self.found.cause else None

    @property
    def key(self) -> str:
        """By its cause; without one, by the first thing that went wrong."""
        if self.suspect is not None:
            return incident_key(self.suspect.kind, self.suspect.entity.key, self.suspect.time)
        first = next(iter(self.found.observations), None)
        if first is None or first.sign is Sign.ALERTED:
            return incident_key("unexplained", self.found.alert.entity.key, self.found.alert.at)
        return incident_key("unexplained", first.entity.key, first.time)

    @property
    def members(self) -> tuple[str, ...]:
        seen = (one.id for one in self.found.observations if one.sign is not Sign.ALERTED)
        return tuple(dict.fromkeys([*seen, *(one.id for one in self.covers)]))

    @property
    def title(self) -> str:
        seen = (one for one in self.found.observations if one.sign is not Sign.ALERTED)
        first = next(seen, None)
        if self.suspect is None and first is None and self.tree:
            return f"{self.tree[0].name}: {self.tree[0].says}, cause not known"
        return title_of(self.suspect, first)

    @property
    def observed_cause(self) -> str | None:
        """The kind of a cause that is a failure itself."""
        return self.suspect.kind.value if self.suspect and self.suspect.kind.value in OBSERVED else None


def examine(reading: Reading, trigger: Trigger, pending: Sequence[Trigger]) -> ExaminedTrigger:
    """`pending` are all that wait, this one among them."""
    near = [one for one in pending if abs(one.at - trigger.at) <= TOGETHER]
    at = min(max((one.seen_at for one in near), default=trigger.seen_at), reading.clock())
    known = nodes.names(reading.connection, {one.node_id for one in near} | {trigger.node_id})
    root = known[trigger.node_id]
    since = _since(reading, trigger, at)
    gathered = gather(reading, root, since, at)
    run = str(trigger.run_id) if trigger.kind == "run" and trigger.run_id else None
    alert = Alert(gathered.root, at, since, trigger.field, run)
    found = explain(alert, gathered.evidence, gathered.lineage, judge=gathered.judge)
    tree = _with_trigger(incident_tree(found, gathered.evidence, gathered.lineage), trigger, gathered.root)
    names = {number: (node.kind, node.namespace, node.name) for number, node in known.items()}
    covers = tuple(one for one in near if one is trigger or _is_covered(one, names, found, tree))
    due = next_due(reading, found, gathered.lineage, at)
    return ExaminedTrigger(found, gathered, tree, covers, due, any(one.kind != "alert" for one in covers))


def _since(reading: Reading, trigger: Trigger, at: datetime) -> datetime:
    """Two days back; further, to when the job last worked, as a weekly one may break over a change of days
    ago, and to the cause of an incident that the same job or dataset belongs to."""
    worked = runs.last_completed(reading.connection, [trigger.node_id], trigger.at)
    keys = nodes.keys(reading.connection, [trigger.node_id])
    open_ones = incidents.of_nodes(reading.connection, keys, reading.clock())
    causes = [one.cause for one in map(lambda row: row.answer, open_ones) if one.cause]
    earlier = [worked - BEFORE_CAUSE] if worked else []
    began = min([trigger.at - LOOKBACK, *earlier, *(one.at - BEFORE_CAUSE for one in causes)])
    return max(began, at - LONGEST_LOOKBACK)


def _with_trigger(tree: tuple[TreeRow, ...], trigger: Trigger, root: Entity) -> tuple[TreeRow, ...]:
    """A job may be late by a rule of its own, where the Time Machine sees nothing unusual."""
    if trigger.kind == "alert" or any(row.entity == root and row.role is not RowRole.AT_RISK for row in tree):
        return tree
    late = trigger.kind == "late"
    row = TreeRow(
        id=f"pipeline:{root}",
        role=RowRole.PIPELINE if isinstance(root, JobId) else RowRole.TEST,
        entity=root,
        says="late" if late else "failed",
        at=trigger.at,
        column=trigger.field,
        name=trigger.name or root.name,
        sign={"late": Sign.RUN_LATE, "run": Sign.RUN_FAILED}.get(trigger.kind, Sign.ASSERTION_FAILED).value,
        run=str(trigger.run_id) if trigger.run_id else None,
        parent=CAUSE if tree and tree[0].id == CAUSE else None,
        depth=1 if tree and tree[0].id == CAUSE else 0,
    )
    return (*(one for one in tree if one.entity != root), row)


def _is_covered(
    one: Trigger, names: dict[int, tuple[str, str, str]], found: Explanation, tree: Sequence[TreeRow]
) -> bool:
    """Whether the explanation speaks of it: of the same job, test or alerted asset."""
    if found.cause is None or one.node_id not in names or one.seen_at < found.cause.suspect.time:
        return False
    if one.kind == "alert":
        return any(row.role is RowRole.ALERT and _named(row.entity) == names[one.node_id] for row in tree)
    for seen in found.observations:
        if _named(seen.entity) != names[one.node_id] or seen.sign is Sign.ALERTED:
            continue
        if one.kind != "test" or (one.name, one.field) == (seen.name, seen.column):
            return True
    return False


def _named(entity: Entity) -> tuple[str, str, str]:
    return "job" if isinstance(entity, JobId) else "dataset", entity.namespace, entity.name
