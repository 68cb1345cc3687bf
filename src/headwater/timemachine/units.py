"""Units: the observations of one job's runs, one assertion or one profile, and when it went bad."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from headwater.model.ids import DatasetId
from headwater.timemachine.error_text import BY_ITSELF, ErrorSort, error_sort
from headwater.timemachine.evidence import Alert, Entity, Observation, Sign

_GROUP = {
    Sign.ASSERTION_FAILED: "assertion",
    Sign.ASSERTION_PASSED: "assertion",
    Sign.PROFILE_UNUSUAL: "profile",
    Sign.PROFILE_NORMAL: "profile",
    Sign.ALERTED: "alert",
}
# Of several signs of one time the first of these is taken for the one that matters.
_WORST_FIRST = tuple(Sign)


@dataclass(frozen=True, slots=True)
class Unit:
    """What is observed again and again as one thing; `bad` is its last streak, first to last."""

    entity: Entity
    column: str | None
    bad: tuple[Observation, ...]
    well: tuple[datetime, ...]
    """When it demonstrably worked, ascending."""
    well_began: tuple[datetime, ...] = ()
    """When each of these runs had begun: a change is in no run that began before it."""

    @property
    def first(self) -> Observation:
        return self.bad[0]

    @property
    def last_well(self) -> datetime | None:
        """When it last worked before it went bad."""
        return max((time for time in self.well if self.bad and time < self.first.time), default=None)

    @property
    def usual_gap(self) -> timedelta | None:
        """The time that usually lies between two looks at it; None where too little is known."""
        times = sorted({*self.well, *(one.time for one in self.bad)})
        gaps = sorted(later - one for one, later in pairwise(times))
        return gaps[len(gaps) // 2] if gaps else None

    @property
    def reported(self) -> bool:
        """Whether anything recorded shows that it is bad, not only an alert."""
        return bool(self.bad) and self.bad[0].sign is not Sign.ALERTED

    @property
    def recovered(self) -> bool:
        """It was bad, and worked again afterwards."""
        return self.recovered_at is not None

    @property
    def recovered_at(self) -> datetime | None:
        """When it first worked again after it was last bad."""
        return min((time for time in self.well if self.bad and time > self.bad[-1].time), default=None)


def group_units(observations: Iterable[Observation], alert: Alert) -> list[Unit]:
    """The units seen in the window, bad ones first; in the same order, whatever that of the evidence."""
    groups: dict[tuple[object, ...], list[Observation]] = defaultdict(list)
    for one in observations:
        if alert.since <= one.time <= alert.at:
            group = _GROUP.get(one.sign, "run")
            name = one.name if group == "assertion" else ""
            groups[group, one.entity, one.column, name].append(one)
    units = [_unit(members) for members in groups.values()]
    return sorted(units, key=lambda unit: (not unit.bad, _name(unit)))


def _name(unit: Unit) -> tuple[str, ...]:
    kind = type(unit.entity).__name__
    return (kind, str(unit.entity), unit.column or "", unit.bad[0].id if unit.bad else str(unit.well))


def _unit(members: list[Observation]) -> Unit:
    bad_runs = {one.run for one in members if not one.healthy and one.run}
    kept = [one for one in members if not (one.healthy and one.run in bad_runs)]
    # A run may be late and then succeed: the bad sign of a time comes last, so that it counts.
    kept.sort(key=lambda one: (one.time, not one.healthy, _WORST_FIRST.index(one.sign), one.id))
    end = max((place for place, one in enumerate(kept) if not one.healthy), default=-1)
    begin = end
    while begin > 0 and not kept[begin - 1].healthy:
        begin -= 1
    begin = _last_trouble(kept, begin, end)
    bad = tuple(kept[begin : end + 1]) if end >= 0 else ()
    well = [one for one in kept if one.healthy]
    began = tuple(min(one.started or one.time, one.time) for one in well)
    return Unit(members[0].entity, members[0].column, bad, tuple(one.time for one in well), began)


def _last_trouble(kept: list[Observation], begin: int, end: int) -> int:
    """A full disk does not become a missing column: where errors turn to another sort, new trouble began."""
    sorts = [error_sort(one.message) for one in kept[begin : end + 1] if one.sign is Sign.RUN_FAILED]
    if len(sorts) < end + 1 - begin or not sorts or sorts[-1] in (*BY_ITSELF, ErrorSort.SILENT):
        return begin
    before = [place for place, sort in enumerate(sorts) if sort in BY_ITSELF]
    return begin + before[-1] + 1 if before else begin


def with_alert(units: list[Unit], alert: Alert, writers: Iterable[Entity]) -> tuple[list[Unit], list[int]]:
    """The units, and which of them the alert is about; one is added where no bad one fits the alert."""
    fitting = _fitting(units, alert, {alert.entity})
    if not fitting and isinstance(alert.entity, DatasetId) and alert.column is None:
        fitting = _fitting(units, alert, set(writers))
    if fitting:
        return units, fitting
    said = Observation(
        f"alert:{alert.entity}", Sign.ALERTED, alert.entity, alert.at, column=alert.column, run=alert.run
    )
    return [Unit(alert.entity, alert.column, (said,), ()), *units], [0]


def _fitting(units: list[Unit], alert: Alert, entities: set[Entity]) -> list[int]:
    bad = [place for place, unit in enumerate(units) if unit.bad and unit.entity in entities]
    for narrower in (_of_run(units, alert, bad), _of_column(units, alert, bad)):
        if narrower is not None:
            return narrower
    return bad


def _of_run(units: list[Unit], alert: Alert, bad: list[int]) -> list[int] | None:
    if alert.run is None:
        return None
    return [place for place in bad if any(one.run == alert.run for one in units[place].bad)] or None


def _of_column(units: list[Unit], alert: Alert, bad: list[int]) -> list[int] | None:
    if alert.column is None:
        return None
    return [place for place in bad if units[place].column in (alert.column, None)]
