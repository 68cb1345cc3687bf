"""What was examined becomes an incident, or a part of one that is there: opened, widened, merged, reopened.

An explanation belongs to the incident that was opened for the same cause. Else to one that is not over, if
the new cause explains at least half of its failures: then more evidence has shown another cause for the same
trouble. Else it opens a new one. Whoever confirmed or corrected a cause has the last word on it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from psycopg.types.json import Jsonb

from headwater.answers.base import Node
from headwater.answers.incidents import IncidentTreeRow, Severity
from headwater.model.ids import NodeKind, node_key
from headwater.model.incidents import HIGHEST_TIERS, incident_name, tier_rank
from headwater.questions.incidents.examining import ExaminedTrigger
from headwater.questions.incidents.explanation import (
    counts_of,
    kept_explanation,
    read_explanation,
)
from headwater.questions.investigation.answering import summary
from headwater.questions.record import record
from headwater.store.queries import labels
from headwater.store.queries.incidents import activity, incidents
from headwater.store.queries.incidents.incidents import IncidentRow
from headwater.store.queries.rows import Connection

# What is worth a line of its own in the history of an incident.
TELLING = ("cause", "pipeline", "test", "alert")
FAILING = ("run_failed", "run_missing", "run_empty", "assertion_failed")
MOST_MEMBERS = 5_000
MOST_STEPS = 50
# What is no longer so once an incident is open again.
OVER = ("resolved_at", "resolved_by", "resolution", "acknowledged_at", "acknowledged_by")
WORDS = {
    "run_failed": "failed",
    "assertion_failed": "failed",
    "run_late": "is late",
    "run_missing": "is missing",
}


@dataclass(frozen=True, slots=True)
class WrittenIncident:
    """What became of an explanation: the incident, and the activities that were added to it."""

    number: int
    activities: tuple[int, ...]


def write_incident(
    connection: Connection, examined: ExaminedTrigger, now: datetime
) -> WrittenIncident | None:
    """In one transaction with its events; None where nothing calls for an incident."""
    with connection.transaction():
        return _IncidentWriter(connection, examined, now).write()


class _IncidentWriter:
    def __init__(self, connection: Connection, examined: ExaminedTrigger, now: datetime) -> None:
        self._connection, self._examined, self._now = connection, examined, now
        self._activities: list[int] = []
        self._said = kept_explanation(examined)

    def write(self) -> WrittenIncident | None:
        fitting = self._fitting()
        if fitting:
            number = self._widen(fitting[0])
            merged = [self._merge(row, number) for row in fitting[1:] if self._is_part(row)]
        elif self._examined.may_open and self._moments(self._said.tree):
            number, merged = self._open(), []
        else:
            return None
        incidents.keep_explanation(self._connection, number, msgspec.to_builtins(self._said))
        written = {
            "incident": [number, *merged],
            "incident_explanation": [number],
            "incident_activity": self._activities,
        }
        record(self._connection, written, self._now)
        return WrittenIncident(number, tuple(self._activities))

    def _fitting(self) -> list[IncidentRow]:
        one = self._examined
        node = one.suspect.entity.key if one.suspect else None
        whole = incidents.merged_into(self._connection, one.key)
        rows = incidents.fitting(self._connection, whole, one.members, node, one.observed_cause, self._now)
        return [row for row in rows if row.id == whole or self._explains_most(row, node)]

    def _explains_most(self, row: IncidentRow, node: str | None) -> bool:
        cause = incidents.read_change(row.cause)
        observed = self._examined.observed_cause
        if observed and cause and (cause.kind, _node_key(cause.node)) == (observed, node):
            return True
        shared = set(row.members) & set(self._examined.members)
        return 2 * len(shared) >= len(row.members) > 0

    def _is_part(self, row: IncidentRow) -> bool:
        return row.state != "resolved" and row.verdict is None

    def _open(self) -> int:
        moments = self._moments(self._said.tree)
        first, *later = sorted(moments)
        number = incidents.insert(
            self._connection,
            key=self._examined.key,
            recorded_at=self._now,
            opened_at=first,
            **self._described(later, 0, max(moments)),
            **self._cause(),
            members=list(self._examined.members[:MOST_MEMBERS]),
        )
        self._add(number, "opened", first, moments[first], self._confidence())
        self._add_steps(number, {moment: moments[moment] for moment in later})
        return number

    def _widen(self, row: IncidentRow) -> int:
        known = {one.id for one in self._known_tree(row)}
        # A pipeline that was at risk before and failed now is news; one that fails again is none.
        moments = self._moments(one for one in self._said.tree if one.id not in known)
        members = list(dict.fromkeys([*row.members, *self._examined.members]))[:MOST_MEMBERS]
        last = max([row.last_at, *self._moments(self._said.tree), *self._ends()])
        values = self._described(list(moments), row.widened, last) | {"members": members}
        if row.state == "resolved":
            values |= dict.fromkeys(OVER)
            self._add(row.id, "reopened", last, ["the same cause broke something again"], {})
        if row.verdict is None:
            values |= self._cause()
            if row.title != self._examined.title:
                said = f"more evidence points to another cause: {self._examined.title}"
                self._add(row.id, "cause_changed", last, [said], {"before": row.title, **self._confidence()})
        incidents.change(self._connection, row.id, **values)
        self._add_steps(row.id, moments)
        return row.id

    def _merge(self, row: IncidentRow, number: int) -> int:
        text = f"one incident with {incident_name(number)}: both have one cause"
        values: dict[str, object] = {"resolved_at": self._now, "resolution": text, "merged_into": number}
        incidents.change(self._connection, row.id, **values)
        self._add(row.id, "merged", self._now, [text], {"into": number})
        return row.id

    def _known_tree(self, row: IncidentRow) -> tuple[IncidentTreeRow, ...]:
        kept = incidents.explanation(self._connection, row.id)
        return read_explanation(kept).tree if kept is not None else ()

    def _ends(self) -> Iterable[datetime]:
        return (one.at for one in self._examined.covers)

    def _cause(self) -> dict[str, object]:
        proof, suspect = self._said.proof, self._examined.suspect
        return {
            "title": self._examined.title[:500],
            "summary": summary(self._examined.found)[:2000],
            "cause": Jsonb(msgspec.to_builtins(proof.change)) if proof else None,
            "cause_node": suspect.entity.key if suspect else None,
            **self._confidence(),
        }

    def _confidence(self) -> dict[str, object]:
        found = self._examined.found
        return {"confidence": round(100 * found.probability), "label": found.label.value}

    def _described(self, later: Sequence[datetime], widened: int, last: datetime) -> dict[str, object]:
        """What follows from all that belongs to it."""
        tree = self._said.tree
        keys = {one.id: _node_key(one.node) for one in tree}
        known = labels.of_keys(self._connection, set(keys.values()))
        broken = [keys[one.id] for one in tree if one.role != "at_risk"]
        tiers = {known[key].tier for key in broken if key in known} - {None}
        tier = min((one for one in tiers if one), key=tier_rank, default=None)
        counts = counts_of(self._examined.tree)
        return {
            "last_at": last,
            "examined_at": self._said.at,
            "widened": widened + len(later),
            "severity": severity_of(tree, tier),
            "tier": tier,
            "owners": _owners(broken, known),
            "counts": Jsonb(msgspec.to_builtins(counts)),
            "nodes": sorted(set(keys.values())),
        }

    def _moments(self, rows: Iterable[IncidentTreeRow]) -> dict[datetime, list[str]]:
        """By time, what joined the incident then; a change that caused it is no failure yet."""
        found: dict[datetime, list[str]] = {}
        for row in rows:
            observed = row.role != "cause" or self._examined.observed_cause is not None
            if row.role in TELLING and row.at is not None and observed:
                found.setdefault(row.at, []).append(_line(row))
        return found

    def _add_steps(self, number: int, moments: dict[datetime, list[str]]) -> None:
        for moment in sorted(moments)[-MOST_STEPS:]:
            self._add(number, "widened", moment, moments[moment], self._confidence())

    def _add(self, number: int, kind: str, at: datetime, lines: list[str], details: dict[str, Any]) -> None:
        text = "; ".join(lines[:10]) + (f"; and {len(lines) - 10} more" if len(lines) > 10 else "")
        self._activities.append(
            activity.add(self._connection, number, kind, at, self._now, text=text[:2000], details=details)
        )


def _node_key(node: Node) -> str:
    return node_key(NodeKind(node.kind), node.namespace, node.name)


def _line(row: IncidentTreeRow) -> str:
    if row.role == "alert":
        return f"{row.name} alerted: {row.says}"[:300]
    return f"{row.name} {WORDS.get(row.sign or '', 'is unusual')}"


def _owners(keys: Iterable[str], known: dict[str, labels.KeyLabel]) -> list[str]:
    """The owner of most first."""
    counted: dict[str, int] = {}
    for key in keys:
        for owner in known[key].owners if key in known else ():
            counted[owner] = counted.get(owner, 0) + 1
    return sorted(counted, key=lambda owner: (-counted[owner], owner))


def severity_of(tree: Sequence[IncidentTreeRow], tier: str | None) -> Severity:
    failing = any(row.sign in FAILING or (row.role == "table" and row.sign is None) for row in tree)
    if failing and tier is not None and tier.lower() in HIGHEST_TIERS:
        return "critical"
    return "error" if failing else "warning"
