"""What follows from a cause: the damage, who is wrong in silence, what a revert mends, what to run again."""

from collections import defaultdict
from collections.abc import Iterable

from headwater.model.ids import DatasetId, JobId
from headwater.timemachine.case import SLACK, Case
from headwater.timemachine.evidence import EngineLimits, Entity, Reads, Sign
from headwater.timemachine.explanation import Counterfactual, Damage, RecoveryStep, SilentVictim
from headwater.timemachine.flow_map import FlowMap
from headwater.timemachine.scoring import Terms

EXPLAINED = 0.2
"""A bad unit counts as explained when its cause would have broken it with at least this chance."""
PROBABLY_WRONG = 0.3
_STOPPED = (Sign.RUN_FAILED, Sign.RUN_MISSING, Sign.RUN_EMPTY)


def explained_units(case: Case, terms: Terms, suspect: int) -> list[int]:
    """The bad units that a suspect explains, first to last."""
    found = [unit for unit in range(case.bad) if terms.caused[unit, suspect] >= EXPLAINED]
    return sorted(found, key=lambda unit: (case.units[unit].first.time, case.units[unit].first.id))


def damage_of(case: Case, units: Iterable[int]) -> Damage:
    """Jobs that failed, datasets that therefore got no data, assertions that fail."""
    jobs: dict[JobId, None] = {}
    datasets: dict[DatasetId, None] = {}
    assertions = []
    for number in units:
        unit = case.units[number]
        signs = {one.sign for one in unit.bad}
        if isinstance(unit.entity, JobId):
            if Sign.RUN_FAILED in signs:
                jobs[unit.entity] = None
            if signs & set(_STOPPED):
                written = sorted(case.flow.outputs.get(unit.entity, ()), key=str)
                datasets |= dict.fromkeys(one for one in written if isinstance(one, DatasetId))
        elif signs & {Sign.RUN_EMPTY, Sign.RUN_LATE, Sign.RUN_MISSING}:
            datasets[unit.entity] = None
        if Sign.ASSERTION_FAILED in signs:
            assertions.append(unit.first.id)
    return Damage(tuple(jobs), tuple(datasets), tuple(assertions))


def silent_victims(
    case: Case, suspect: int, alerted: set[Entity], reads: Iterable[Reads], limits: EngineLimits
) -> tuple[SilentVictim, ...]:
    """Datasets that the cause reaches and where nothing alerted, likeliest first."""
    since = case.suspects[suspect].time
    readers: dict[Entity, list[Reads]] = defaultdict(list)
    for one in reads:
        if one.last >= since:
            readers[one.dataset].append(one)
    # What worked since the cause may still hold wrong rows: a run that ends well says little of its values.
    worked = {unit.entity for unit in case.units if unit.well and unit.well[-1] > since + SLACK}
    found = _strongest(case, suspect, alerted)
    hops = _hops(case.flow, case.suspects[suspect].entity)
    victims = [
        SilentVictim(entity, column, likelihood, hops.get(entity, 0), tuple(readers[entity]))
        for entity, (strength, column) in found.items()
        if (likelihood := strength * (0.5 if entity in worked else 1.0)) >= PROBABLY_WRONG
    ]
    victims.sort(key=lambda one: (-one.likelihood, one.hops, str(one.entity)))
    return tuple(victims[: limits.silent])


def _strongest(case: Case, suspect: int, alerted: set[Entity]) -> dict[Entity, tuple[float, str | None]]:
    """How strongly each dataset is reached, and the one column that is reached most, if there is one."""
    parts: dict[Entity, list[tuple[float, str]]] = defaultdict(list)
    for (entity, part), place in case.flow.places.items():
        if isinstance(entity, DatasetId) and entity not in alerted:
            parts[entity].append((float(case.strength[place, suspect]), part))
    found: dict[Entity, tuple[float, str | None]] = {}
    for entity, reached in parts.items():
        most = max(strength for strength, _ in reached)
        there = [part for strength, part in reached if strength >= most - 1e-6]
        # Places that are no columns stand for the dataset as a whole: `flow_map.WHOLE` and its like.
        column = there[0] if len(there) == 1 and not there[0].startswith("\x00") else None
        found[entity] = (most, column)
    return found


def counterfactual_of(case: Case, explained: Iterable[int]) -> Counterfactual:
    mended = set(explained)
    return Counterfactual(
        tuple(case.units[unit].first.id for unit in sorted(mended)),
        tuple(case.units[unit].first.id for unit in range(case.bad) if unit not in mended),
    )


def recovery_plan(
    case: Case, explained: Iterable[int], victims: Iterable[SilentVictim]
) -> tuple[RecoveryStep, ...]:
    """Jobs that did badly, and those that wrote what is wrong in silence; writers before readers."""
    jobs: dict[JobId, list[int]] = defaultdict(list)
    for number in explained:
        entity = case.units[number].entity
        if isinstance(entity, JobId):
            jobs[entity].append(number)
    for victim in victims:
        for writer in case.flow.writers.get(victim.entity, ()):
            if isinstance(writer, JobId):
                # Without a bad run of its own; it has to run again all the same.
                jobs[writer] += []
    order = _layers(case.flow, set(jobs))
    steps = [_recovery(case, order[job], job, numbers) for job, numbers in jobs.items()]
    return tuple(sorted(steps, key=lambda step: (step.order, str(step.job))))


def _recovery(case: Case, order: int, job: JobId, numbers: list[int]) -> RecoveryStep:
    bad = [one for number in numbers for one in case.units[number].bad]
    partitions = tuple(dict.fromkeys(part for one in bad for part in one.partitions))
    runs = tuple(dict.fromkeys(one.run for one in bad if one.run))
    says = f"repeat {len(bad)} bad runs" if len(bad) > 1 else "repeat the bad run"
    return RecoveryStep(order, job, says if bad else "run again: its input was wrong", partitions, runs)


def _layers(flow: FlowMap, jobs: set[JobId]) -> dict[JobId, int]:
    """How many of these jobs lie one behind the other before each; those on a circle share a number."""
    after: dict[JobId, set[JobId]] = {job: _next_jobs(flow, job, jobs) for job in jobs}
    order = dict.fromkeys(jobs, 1)
    # Longest ways, not shortest: a job waits for the last of those before it.
    # Numbers never pass that of all jobs, so that those on a circle come to rest.
    for _ in range(len(jobs)):
        moved = False
        for job, following in after.items():
            for other in following:
                if order[other] <= order[job] < len(jobs):
                    order[other], moved = order[job] + 1, True
        if not moved:
            break
    return order


def _next_jobs(flow: FlowMap, job: JobId, jobs: set[JobId]) -> set[JobId]:
    """Those of these jobs that are met first on the ways downstream."""
    found: set[JobId] = set()
    met: set[Entity] = {job}
    waiting: list[Entity] = [job]
    while waiting:
        entity = waiting.pop()
        for following in (*flow.outputs.get(entity, ()), *flow.readers.get(entity, ())):
            if following in met:
                continue
            met.add(following)
            if isinstance(following, JobId) and following in jobs:
                # What lies behind it is ordered by its own number.
                found.add(following)
            else:
                waiting.append(following)
    return found


def _hops(flow: FlowMap, start: Entity) -> dict[Entity, int]:
    """How many datasets away each dataset is."""
    hops, waiting = {start: 0}, [start]
    # The list grows while it is read: nearest first.
    for entity in waiting:
        for following in (*flow.outputs.get(entity, ()), *flow.readers.get(entity, ())):
            if following not in hops:
                hops[following] = hops[entity] + isinstance(following, DatasetId)
                waiting.append(following)
    return hops
