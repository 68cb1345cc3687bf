"""Incidents of another shape than those that the model was fitted to.

Written apart from the generator, sharing nothing with it but the types: streams of five minutes and jobs of
once a week, hubs and long chains, other names, errors in other words, no columns at all, changes long before
they show. `python -m benchmarks.unfamiliar` prints the figures of both models.
"""

from collections.abc import Iterator
from datetime import timedelta
from random import Random

from benchmarks.made_incidents import by_cause, outcomes_of
from benchmarks.unfamiliar_world import START, Trigger, World, build, play, trigger
from headwater.model.ids import JobId
from headwater.simulator.changes import Change, Verdict
from headwater.timemachine.evidence import Alert, Entity, IncidentEvidence, Suspect
from headwater.timemachine.evidence import SuspectKind as K
from headwater.timemachine.generator.incidents import LabelledIncident
from headwater.timemachine.lineage_view import LineageView, Link

SEEDS = range(500_000, 500_400)
UNRECORDED = 0.15


def incident(seed: int) -> LabelledIncident:
    """The same seed gives the same incident."""
    random = Random(f"unfamiliar {seed}")
    while True:
        found = _attempt(seed, random)
        if found is not None:
            return found


def _attempt(seed: int, random: Random) -> LabelledIncident | None:
    world = build(random)
    rhythm = world.jobs[0].every
    cause = trigger(world, random, START + rhythm * random.uniform(3, 7))
    if cause is None:
        return None
    play(world, cause, cause.at + rhythm * random.uniform(1.2, 3))
    caused = [one for one, was in world.seen if was]
    apart = [one for one in caused if one.entity != cause.entity]
    if not apart:
        return None
    noticed = random.choice(apart)
    bad = {one.entity for one, was in world.seen if not one.healthy and not was}
    if noticed.entity in bad or (cause.suspect is None and cause.entity in bad):
        return None
    alert = Alert(noticed.entity, noticed.time + rhythm * 0.1, START - timedelta(hours=1), None, noticed.run)
    hidden = random.random() < UNRECORDED
    unseen = {cause.entity} if hidden and cause.suspect is None else set()
    kept = [one for one, _ in world.seen if one.time <= alert.at and one.entity not in unseen]
    kept = [one for one in kept if not one.healthy or random.random() > 0.15]
    suspects = [cause.suspect] if cause.suspect and not hidden else []
    decoys, away = _decoys(world, random, alert, cause)
    own = [one.id for one in kept if one.entity == cause.entity and not one.healthy]
    truth = frozenset() if hidden else frozenset(["true"] if cause.suspect else own)
    if not hidden and not truth:
        return None
    kind = "unrecorded" if hidden else cause.kind.value
    evidence = IncidentEvidence(tuple(kept), (*suspects, *decoys))
    return LabelledIncident(seed, kind, alert, evidence, _lineage(world, random), truth, away, {})


def _decoys(
    world: World, random: Random, alert: Alert, cause: Trigger
) -> tuple[list[Suspect], frozenset[str]]:
    """Changes of any kind at any time: those whose job breaks in its next run are left out."""
    below = {entity: _downstream(world, entity) for entity in _entities(world)}
    bad = {one.entity for one, _ in world.seen if not one.healthy}
    found, away = [], set()
    for number in range(random.choice([0, 2, 5])):
        entity = random.choice(list(below))
        at = START + (alert.at - START) * random.random()
        kinds = (
            [K.CODE_CHANGE, K.WATERMARK_MOVE] if isinstance(entity, JobId) else [K.SCHEMA_CHANGE, K.SIGNAL]
        )
        kind = random.choice(kinds)
        harmless = Change("added", "c_new", Verdict.COMPATIBLE, "added c_new", new_type="int")
        schema = harmless if kind is K.SCHEMA_CHANGE else None
        says = random.choice(["owner changed", "thanks!", "reviewed"]) if kind is K.SIGNAL else "changed"
        if entity in bad or entity == cause.entity:
            continue
        one = Suspect(f"d{number}", kind, entity, at, says, "c_new" if schema else None, schema=schema)
        found.append(one)
        if alert.entity not in below[entity]:
            away.add(one.id)
    return found, frozenset(away)


def _entities(world: World) -> Iterator[Entity]:
    yield from world.columns
    yield from (job.id for job in world.jobs)


def _downstream(world: World, entity: Entity) -> set[Entity]:
    found, waiting = {entity}, [entity]
    writers = [job.id for job in world.jobs if entity in job.outputs]
    found.update(writers)
    waiting += writers
    while waiting:
        one = waiting.pop()
        following: list[Entity] = [job.id for job in world.jobs if one in job.inputs]
        following += [out for job in world.jobs if job.id == one for out in job.outputs]
        for other in following:
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def _lineage(world: World, random: Random) -> LineageView:
    stated = random.random() < 0.4
    links = []
    for job in world.jobs:
        links += [Link(one, job.id) for one in job.inputs] + [Link(job.id, one) for one in job.outputs]
        if stated:
            for one, column in sorted(job.reads, key=str):
                to = world.columns[job.outputs[0]][0]
                links.append(Link(one, job.outputs[0], column, to, job.id, confidence=0.9))
    return LineageView(tuple(links))


def run(seeds: range = SEEDS) -> str:
    return by_cause(outcomes_of(incident, seeds))


if __name__ == "__main__":
    print(run())
