"""One alert made ready for scoring: its suspects, its units, and how strongly the ones reach the others."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from headwater.documents.words import count
from headwater.model.ids import DatasetId
from headwater.timemachine.evidence import (
    Alert,
    EngineLimits,
    Entity,
    IncidentEvidence,
    Observation,
    Sign,
    SpanEvidence,
    Suspect,
)
from headwater.timemachine.evidence import SuspectKind as K
from headwater.timemachine.flow_map import BAD, SEEN, WELL, WHOLE, Floats, FlowMap, build_flow_map
from headwater.timemachine.lineage_view import LineageView, nearest_links
from headwater.timemachine.units import Unit, group_units, with_alert

SLACK = timedelta(minutes=10)
"""By how much the clocks of two producers may disagree."""
CLOCKS = timedelta(minutes=2)
"""A change that is known from its first run has the time of that run, give or take the clocks."""
NOTICED_LATER = timedelta(hours=1)
MOST_UNRECORDED = 150
NEW_COLUMN = 0.3
"""A column that was added or moved has no readers yet; it may hurt those who read by place."""
_SELF = {
    Sign.RUN_FAILED: K.RUN_FAILED,
    Sign.RUN_LATE: K.RUN_LATE,
    Sign.RUN_MISSING: K.RUN_LATE,
    Sign.RUN_EMPTY: K.RUN_UNUSUAL,
    Sign.RUN_LONG: K.RUN_LONG,
    Sign.RUN_UNUSUAL: K.RUN_UNUSUAL,
    Sign.PROFILE_UNUSUAL: K.PROFILE_UNUSUAL,
    Sign.ASSERTION_FAILED: K.ASSERTION_FAILED,
}
# What is noticed in one column may be wrong in others that nobody looks at: so strongly.
_WIDER = {K.PROFILE_UNUSUAL: 0.3, K.ASSERTION_FAILED: 0.3}
# What is said of a dataset may concern the job that writes it: so strongly.
MAY_BREAK = 0.4
_WRITERS = {
    K.SCHEMA_CHANGE: MAY_BREAK,
    K.DATASET_DROPPED: MAY_BREAK,
    K.DATASET_RENAMED: MAY_BREAK,
    K.SIGNAL: MAY_BREAK,
    K.LINEAGE_CHANGE: 0.95,
    K.WATERMARK_MOVE: 0.95,
}
_Message = TypeVar("_Message", Observation, Suspect)
Start = tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """Suspects that reach a bad unit, and all units, bad ones first."""

    alert: Alert
    flow: FlowMap
    units: list[Unit]
    bad: int
    """How many of the units are bad."""
    alerted: list[int]
    """The units that the alert is about."""
    suspects: list[Suspect]
    own: dict[int, int]
    """Of a suspect that is a bad observation itself: its unit."""
    strength: Floats
    """Places by suspects."""
    places: list[int]
    """Where each unit shows."""
    reach: NDArray[np.float64]
    """Units by suspects."""
    unrecorded: list[Entity]
    """Where something may have happened that nobody recorded: at the alert or upstream, nearest first."""
    unrecorded_reach: NDArray[np.float64]
    """Units by these entities."""
    missing: list[str]
    given: int
    """How many recorded suspects there were in the window."""
    well: dict[Entity, list[int]]
    """The units of each entity that were never bad."""
    seen_at: dict[Entity, list[int]]
    """All units of each entity."""

    def well_at(self, entities: set[Entity]) -> list[int]:
        """The units of these entities that were never bad."""
        return [place for entity in entities for place in self.well.get(entity, ())]

    def worked_lately(self, job: Entity, at: datetime) -> bool:
        """Whether a job worked within about its usual gap before this time."""
        times = [time for place in self.seen_at.get(job, ()) for time in self.units[place].well]
        before = sorted(time for time in times if time <= at)
        if not before:
            return False
        gaps = sorted(later - one for one, later in pairwise(before))
        usual = gaps[len(gaps) // 2] if gaps else timedelta(days=1)
        return at - before[-1] <= usual * 1.25 + timedelta(minutes=30)

    def on_path(self) -> NDArray[np.bool_]:
        """Which units lie on the way to the alert."""
        above = self.flow.upstream_of([self.places[one] for one in self.alerted])
        entities = {entity for (entity, _), place in self.flow.places.items() if place in above}
        return np.array([unit.entity in entities for unit in self.units], np.bool_)


def build_case(alert: Alert, evidence: IncidentEvidence, lineage: LineageView, limits: EngineLimits) -> Case:
    missing: list[str] = list(evidence.missing)
    if lineage.cut:
        missing.append("the lineage around the alert is larger than what was looked at")
    links, left_out = nearest_links(lineage.links, alert.entity, limits.nodes)
    if left_out:
        missing.append(_beyond(left_out, "node", " of the lineage"))
    observations = _bounded(evidence.observations, alert, limits, missing)
    units = group_units(_shortened(observations, limits, missing, ("error message", "error messages")), alert)
    recorded = _shortened(
        _in_window(evidence.suspects, alert), limits, missing, ("text of a change", "texts of changes")
    )
    mentioned = [(unit.entity, unit.column) for unit in units]
    mentioned += [(one.entity, one.column) for one in recorded]
    mentioned.append((alert.entity, alert.column))
    flow = build_flow_map(links, alert.since, alert.at, _seen(units), mentioned)
    units, alerted = with_alert(units, alert, flow.writers.get(alert.entity, ()))
    bad = sum(bool(unit.bad) for unit in units)
    places = [_place(flow, unit) for unit in units]
    suspects, own = _suspects(flow, units[:bad], recorded, places[:bad], alerted, limits, missing)
    unrecorded = _unrecorded(flow, [places[one] for one in alerted])
    starts = [_start(flow, one) for one in suspects]
    starts += [((flow.place(one, WHOLE), 1.0),) for one in unrecorded]
    times = [one.time for one in suspects] + [alert.since] * len(unrecorded)
    strength, known = flow.spread(starts, times), len(suspects)
    reach = strength[places].astype(np.float64)
    seen_at: dict[Entity, list[int]] = defaultdict(list)
    for number, unit in enumerate(units):
        seen_at[unit.entity].append(number)
    well = {entity: [one for one in numbers if one >= bad] for entity, numbers in seen_at.items()}
    given = len(recorded)
    return Case(
        alert,
        flow,
        units,
        bad,
        alerted,
        suspects,
        own,
        strength[:, :known],
        places,
        reach[:, :known],
        unrecorded,
        reach[:, known:],
        missing,
        given,
        well,
        seen_at,
    )


def _unrecorded(flow: FlowMap, alerted: list[int]) -> list[Entity]:
    names = list(flow.places)
    near = dict.fromkeys(names[place][0] for place in flow.nearest_upstream(alerted))
    return list(near)[:MOST_UNRECORDED]


def in_effect(suspect: Suspect) -> datetime:
    """Runs that begin from this time on surely have the change in them."""
    known_from_run = suspect.kind in (K.CODE_CHANGE, K.SPAN_ERROR) and suspect.run is not None
    return suspect.time - CLOCKS if known_from_run else suspect.time + SLACK / 2


def _in_window(suspects: Iterable[Suspect], alert: Alert) -> list[Suspect]:
    inside = [one for one in suspects if alert.since <= one.time <= alert.at + SLACK]
    return sorted(inside, key=lambda one: (one.time, one.id))


def _bounded(
    observations: tuple[Observation, ...], alert: Alert, limits: EngineLimits, missing: list[str]
) -> list[Observation]:
    """Bad ones and those near the alert's time go first."""
    if len(observations) <= limits.observations:
        return list(observations)
    missing.append(_beyond(len(observations) - limits.observations, "observation"))
    ranked = sorted(observations, key=lambda one: (one.healthy, abs(one.time - alert.at), one.id))
    return ranked[: limits.observations]


def _beyond(number: int, word: str, more: str = "") -> str:
    return f"{count(number, word)}{more} {'is' if number == 1 else 'are'} beyond the limit"


def _shortened(
    messages: list[_Message], limits: EngineLimits, missing: list[str], words: tuple[str, str]
) -> list[_Message]:
    """Of long messages the beginning, which is what is read."""
    long = sum(len(one.message) > limits.words for one in messages)
    if not long:
        return messages
    are = "is" if long == 1 else "are"
    missing.append(f"{count(long, *words)} {are} longer than the {limits.words} characters that are read")
    return [
        replace(one, message=one.message[: limits.words]) if len(one.message) > limits.words else one
        for one in messages
    ]


def _seen(units: list[Unit]) -> dict[Entity, str]:
    seen: dict[Entity, str] = {}
    for unit in units:
        if not isinstance(unit.entity, DatasetId):
            stopped = unit.bad and unit.bad[-1].sign in (Sign.RUN_FAILED, Sign.RUN_MISSING, Sign.RUN_EMPTY)
            seen[unit.entity] = BAD if stopped or seen.get(unit.entity) == BAD else WELL
    return seen


def _place(flow: FlowMap, unit: Unit) -> int:
    column = unit.column if isinstance(unit.entity, DatasetId) else None
    return flow.place(unit.entity, column or SEEN)


def _suspects(
    flow: FlowMap,
    bad: list[Unit],
    recorded: list[Suspect],
    places: list[int],
    alerted: list[int],
    limits: EngineLimits,
    missing: list[str],
) -> tuple[list[Suspect], dict[int, int]]:
    """Those with a way to something bad. Where there are too many, those with a way to the alert stay."""
    selves = [(_as_suspect(unit), number) for number, unit in enumerate(bad) if unit.first.sign in _SELF]
    every: list[tuple[Suspect, int | None]] = [(one, None) for one in recorded]
    every += selves
    to_alert, to_bad = flow.upstream_of([places[one] for one in alerted]), flow.upstream_of(places)
    ranked = []
    for one, unit in every:
        start = {place for place, _ in _start(flow, one)}
        if start & to_bad:
            ranked.append((not start & to_alert, one.time, one.id, one, unit))
    # The latest before the alert go first among equals.
    ranked.sort(key=lambda entry: (entry[0], -entry[1].timestamp(), entry[2]))
    if len(ranked) > limits.suspects:
        missing.append(_beyond(len(ranked) - limits.suspects, "suspect"))
    kept = ranked[: limits.suspects]
    own = {place: entry[4] for place, entry in enumerate(kept) if entry[4] is not None}
    return [entry[3] for entry in kept], own


def _as_suspect(unit: Unit) -> Suspect:
    first, kind = unit.first, _SELF[unit.first.sign]
    says = f"{first.sign.value.replace('_', ' ')}: {first.name or first.entity.name}"
    if first.span is not None:
        kind, says = _by_span(kind, first.span), f"{says}: {first.span.says}"
    return Suspect(
        id=first.id,
        kind=kind,
        entity=first.entity,
        time=_began(unit),
        says=says,
        column=first.column,
        message=first.message,
        run=first.run,
        event_id=first.event_id,
        span=first.span,
    )


def _by_span(kind: K, span: SpanEvidence) -> K:
    """A run whose span says what went wrong in it is suspected as that."""
    if kind is K.RUN_FAILED and span.usual_seconds is None:
        return K.SPAN_FAILED
    return K.SPAN_SLOW if kind is K.RUN_LONG and span.usual_seconds is not None else kind


def _began(unit: Unit) -> datetime:
    """What takes long or is late has hurt others before it was noticed, though not while it still worked."""
    first, last_well = unit.first, unit.last_well
    if first.sign not in (Sign.RUN_LONG, Sign.RUN_LATE, Sign.RUN_MISSING):
        return first.time
    began = first.started or first.time - NOTICED_LATER
    if last_well is None:
        return began
    if first.started is None and unit.usual_gap is not None:
        # Whoever watches may notice long after it was due.
        began = min(began, last_well + unit.usual_gap - NOTICED_LATER)
    return max(began, last_well)


def _start(flow: FlowMap, suspect: Suspect) -> Start:
    """Where a suspect begins to hurt, and how strongly."""
    entity = suspect.entity
    if not isinstance(entity, DatasetId):
        return ((flow.place(entity, WHOLE), 1.0),)
    start = [(flow.place(entity, suspect.column or WHOLE), 1.0)]
    if suspect.schema is not None and suspect.schema.kind in ("added", "reordered"):
        start.append((flow.place(entity, WHOLE), NEW_COLUMN))
    if suspect.column is not None and suspect.kind in _WIDER:
        start.append((flow.place(entity, WHOLE), _WIDER[suspect.kind]))
    if suspect.kind in _WRITERS:
        strength = _WRITERS[suspect.kind]
        # What may break a writer did not break one that went on working.
        writers = (
            job for job in flow.writers.get(entity, ()) if strength > MAY_BREAK or flow.seen.get(job) != WELL
        )
        start += [(flow.place(job, WHOLE), strength) for job in writers]
    return tuple(start)
