"""The weighted sum of time, type, severity and distance, kept so that the default can be compared with it.

It sees the same suspects as the default, so those without a way to anything bad are left out in its favour.
"""

from dataclasses import dataclass
from datetime import timedelta

import numpy as np

from headwater.simulator.changes import Verdict
from headwater.timemachine.case import Case
from headwater.timemachine.error_text import words_of
from headwater.timemachine.evidence import Entity, Suspect
from headwater.timemachine.evidence import SuspectKind as K
from headwater.timemachine.explanation import WhyLine
from headwater.timemachine.flow_map import FlowMap
from headwater.timemachine.ranking import SuspectRanking

TIME, TYPE, SEVERITY, DISTANCE = 0.35, 0.25, 0.20, 0.20
DOMINANT, PLAUSIBLE_FROM = 1.4, 55.0
CHAIN_BONUS = 0.3
SOON = timedelta(hours=4)
_SCHEMA = (K.SCHEMA_CHANGE, K.DATASET_DROPPED, K.DATASET_RENAMED)
_TYPES = {K.ASSERTION_FAILED: 0.9, K.PROFILE_UNUSUAL: 0.9} | dict.fromkeys(_SCHEMA, 1.0)
_RUNS = (K.RUN_FAILED, K.RUN_LATE, K.RUN_LONG, K.RUN_UNUSUAL, K.SPAN_FAILED, K.SPAN_SLOW)
_TYPES |= dict.fromkeys(_RUNS, 0.85)
OTHER_TYPE = 0.5
_SEVERITY = {"error": 1.0, "warning": 0.6, "info": 0.2}


@dataclass(frozen=True, slots=True)
class Points:
    """The four weights of a suspect, each between 0 and 1."""

    time: float
    type: float
    severity: float
    distance: float

    @property
    def total(self) -> float:
        parts = TIME * self.time + TYPE * self.type + SEVERITY * self.severity + DISTANCE * self.distance
        return 100 * parts

    def lines(self) -> tuple[WhyLine, ...]:
        return (
            WhyLine("temporal", 100 * TIME * self.time, "where it lies in the window"),
            WhyLine("type", 100 * TYPE * self.type, "what kind of event it is"),
            WhyLine("severity", 100 * SEVERITY * self.severity, "how severe it is"),
            WhyLine("distance", 100 * DISTANCE * self.distance, "how near it is to the alert"),
        )


def rank_by_points(case: Case) -> tuple[SuspectRanking, int | None, list[Points]]:
    """Suspects by their points; the first schema change is named if it is dominant or plausible."""
    hops = _distances(case.flow, case.alert.entity)
    points = [_points(case, number, hops) for number in range(len(case.suspects))]
    order = sorted(range(len(points)), key=lambda one: (-points[one].total, case.suspects[one].id))
    chance = {one: min(points[one].total / 100 * (1 + _bonus(case, one, hops)), 1.0) for one in order}
    scores = np.array([*(one.total for one in points), 0.0])
    named = next((one for one in order if case.suspects[one].kind in _SCHEMA), None)
    if named is not None:
        second = max((points[one].total for one in order if one != named), default=0.0)
        total = points[named].total
        named = named if total >= PLAUSIBLE_FROM or total >= DOMINANT * second else None
    none = 0.0 if named is not None else 1.0
    return SuspectRanking(order, scores, chance, chance, none), named, points


def _points(case: Case, number: int, hops: dict[Entity, int]) -> Points:
    one, alert = case.suspects[number], case.alert
    passed = (one.time - alert.since) / max(alert.at - alert.since, timedelta(seconds=1))
    place = min(max(passed, 0.0), 1.0)
    time = place if number in case.own else 1.0 - place
    distance = 1 / (1 + hops[one.entity]) if one.entity in hops else 0.0
    return Points(time, _TYPES.get(one.kind, OTHER_TYPE), _severity(one, number in case.own), distance)


def _severity(one: Suspect, failed: bool) -> float:
    if one.severity in _SEVERITY:
        return _SEVERITY[one.severity]
    if failed or one.kind in (K.DATASET_DROPPED, K.DATASET_RENAMED):
        return 1.0
    if one.schema is None:
        return 0.2
    return {Verdict.BREAKING: 1.0, Verdict.RISKY: 0.6}.get(one.schema.verdict, 0.2)


def _bonus(case: Case, number: int, hops: dict[Entity, int]) -> float:
    """Up to 30 %: failures follow, name the column, lie downstream, and came within four hours."""
    one = case.suspects[number]
    after = [unit.first for unit in case.units[: case.bad] if unit.first.time >= one.time]
    column = (one.column or "").lower()
    named = bool(column) and any(column in words_of(f"{seen.message} {seen.query}"[:4000]) for seen in after)
    near = any(seen.entity in hops for seen in after)
    soon = bool(after) and min(seen.time for seen in after) - one.time <= SOON
    return CHAIN_BONUS * sum((bool(after), named, near, soon)) / 4


def _distances(flow: FlowMap, start: Entity) -> dict[Entity, int]:
    """How many hops away each entity is, upstream or downstream."""
    hops, waiting = {start: 0}, [start]
    for entity in waiting:
        sides = (flow.outputs, flow.readers, flow.inputs, flow.writers)
        for other in sorted({one for side in sides for one in side.get(entity, ())}, key=str):
            if other not in hops:
                hops[other] = hops[entity] + 1
                waiting.append(other)
    return hops
