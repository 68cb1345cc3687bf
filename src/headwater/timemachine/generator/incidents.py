"""One labelled incident from a seed: a warehouse, causes, decoys, and what was recorded of it all."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random

from headwater.model.ids import DatasetId, JobId
from headwater.timemachine.evidence import (
    Alert,
    Entity,
    IncidentEvidence,
    Observation,
    Proof,
    Suspect,
)
from headwater.timemachine.evidence import SuspectKind as K
from headwater.timemachine.generator.causes import PLANTS, Planted
from headwater.timemachine.generator.decoys import connected, unconnected
from headwater.timemachine.generator.simulation import SimulatedDays, Tags
from headwater.timemachine.generator.warehouse import (
    BEGIN,
    MadeUpJob,
    Warehouse,
    lineage_of,
    random_warehouse,
)
from headwater.timemachine.lineage_view import LineageView

UNRECORDED = 0.12
"""The share of incidents whose cause nobody recorded."""
ATTEMPTS = 60
Seen = list[tuple[Observation, Tags]]


@dataclass(frozen=True, slots=True)
class LabelledIncident:
    seed: int
    kind: str
    """The kind of the cause; `unrecorded` where nobody recorded it."""
    alert: Alert
    evidence: IncidentEvidence
    lineage: LineageView
    truth: frozenset[str]
    """Ids that name the cause; empty where the right answer is that none was found."""
    away: frozenset[str]
    """Ids of decoys without a way to the alert."""
    proofs: dict[tuple[str, Entity], Proof]
    incidents: int = 1

    def judge(self, suspect: Suspect, observation: Observation) -> Proof:
        return self.proofs.get((suspect.id, observation.entity), Proof.UNKNOWN)


def generate(seed: int, house: Warehouse | None = None) -> LabelledIncident:
    """The same seed gives the same incident. A warehouse read from elsewhere may be given."""
    random = Random(f"incident {seed}")
    for _ in range(ATTEMPTS):
        found = _attempt(seed, random, house)
        if found is not None:
            return found
    raise ValueError(f"no cause showed in {ATTEMPTS} attempts: the warehouse has too little in it")


def _attempt(seed: int, random: Random, given: Warehouse | None) -> LabelledIncident | None:
    house = given or random_warehouse(random)
    days = random.choice([2, 2, 3])
    world = SimulatedDays(house, random, BEGIN + timedelta(days=days))
    kinds = [
        list(PLANTS)[(seed + number * 5) % len(PLANTS)] for number in range(random.choice([1, 1, 1, 1, 2, 3]))
    ]
    planted: list[Planted] = []
    for number, kind in enumerate(kinds):
        at = BEGIN + timedelta(hours=24 * days * random.uniform(0.35, 0.75))
        one = PLANTS[kind](world, random, at, f"c{number}")
        if one is None:
            return None
        planted.append(one)
    world.run()
    return _label(seed, random, world, planted)


def _label(
    seed: int, random: Random, world: SimulatedDays, planted: list[Planted]
) -> LabelledIncident | None:
    cause = planted[0]
    caused = [one for one, tags in world.seen if tags == {cause.tag}]
    apart = [one for one in caused if one.entity != cause.entity]
    # An alert on the cause's own entity is a case as well, if a rare one.
    pool = apart if cause.suspect is None or (apart and random.random() < 0.93) else caused
    if cause.kind in (K.RUN_FAILED, K.RUN_LATE, K.RUN_UNUSUAL) and random.random() < 0.15:
        pool = [one for one in caused if one.entity == cause.entity]
    if cause.suspect is None and not any(one.entity == cause.entity for one in caused):
        return None
    if not pool:
        return None
    noticed = random.choice(pool)
    alert = _alert(random, world.house, noticed, noticed.entity == cause.entity and cause.suspect is None)
    if not _about_one_cause(world, alert, noticed, cause.tag):
        return None
    hidden = random.random() < UNRECORDED
    seen = _recorded(random, world.seen, alert, _unseen(world.house, cause) if hidden else set())
    return _assemble(seed, random, world, planted, alert, seen, hidden)


def _alert(random: Random, house: Warehouse, noticed: Observation, below: bool) -> Alert:
    """Below: not on the job itself, as that would name its own cause, but on what it writes."""
    entity: Entity = noticed.entity
    column = noticed.column if random.random() < 0.5 else None
    run = noticed.run if random.random() < 0.3 else None
    if isinstance(entity, JobId) and (below or random.random() < 0.4):
        job = next(one for one in house.jobs if one.id == entity)
        entity, column, run = job.outputs[0], None, None
        boards = [board for board, shown in house.dashboards.items() if shown == entity]
        entity = random.choice(boards) if boards and random.random() < 0.5 else entity
    at = noticed.time + timedelta(minutes=random.choice([2, 20, 90, 240]))
    return Alert(entity, at, BEGIN - timedelta(hours=1), column, run)


def _about_one_cause(world: SimulatedDays, alert: Alert, noticed: Observation, tag: str) -> bool:
    """An alert where two causes are seen at once is about either of them, so neither would be the truth."""
    shown: Entity = alert.entity
    if isinstance(shown, DatasetId):
        shown = world.house.dashboards.get(shown, shown)
    writer = world.house.writer(shown)
    places = {noticed.entity, alert.entity, shown, writer.id if writer else shown}
    tags = [
        tags for one, tags in world.seen if one.entity in places and not one.healthy and one.time <= alert.at
    ]
    return all(one == {tag} for one in tags)


def _unseen(house: Warehouse, cause: Planted) -> set[Entity]:
    """What nobody watched, so that nothing was recorded where the cause struck."""
    if cause.suspect is not None:
        return set()
    written = [out for job in house.jobs if job.id == cause.entity for out in job.outputs]
    return {cause.entity, *written}


def _recorded(random: Random, seen: Seen, alert: Alert, unseen: set[Entity]) -> Seen:
    """What of it all is in the log: some is lost, errors lose their words, clocks differ."""
    lost, wordless = random.choice([0, 0, 0.1, 0.3]), random.choice([0, 0, 0.2, 0.6])
    skew = random.choice([0, 0, 5, 60, 150])
    kept = []
    for one, tags in seen:
        about = one.entity == alert.entity
        if one.time > alert.at or one.entity in unseen:
            continue
        if not about and random.random() < (lost if one.healthy else lost / 3):
            continue
        moved = one.time + timedelta(seconds=random.gauss(0, skew))
        said = "" if random.random() < wordless else one.message
        kept.append((replace(one, time=min(moved, alert.at), message=said), tags))
    return kept


def _assemble(
    seed: int,
    random: Random,
    world: SimulatedDays,
    planted: list[Planted],
    alert: Alert,
    seen: Seen,
    hidden: bool,
) -> LabelledIncident | None:
    cause, house = planted[0], world.house
    bad = [one for one, tags in seen if cause.tag in tags]
    if not bad and not isinstance(alert.entity, DatasetId):
        return None
    at_cause = [one for one, tags in seen if one.entity == cause.entity and not one.healthy]
    own = frozenset(one.id for one in at_cause) if cause.suspect is None else frozenset()
    truth = frozenset() if hidden else (own if cause.suspect is None else frozenset({cause.suspect.id}))
    if not hidden and not truth:
        return None
    first = min((one.time for one in bad), default=alert.at)
    suspects = [
        one.suspect
        for one in planted
        if one.suspect and one.time <= alert.at and not (hidden and one is cause)
    ]
    suspects = [_skewed(random, one) for one in suspects]
    away = unconnected(house, random, alert.entity, alert.at, random.choice([0, 1, 3, 6]))
    above = _above(house, alert.entity)
    suspects += away + connected(
        house, random, above, first, [one for one, _ in world.seen], random.choice([0, 1, 2, 4])
    )
    suspects = [one for one in suspects if one.time <= alert.at]
    random.shuffle(suspects)
    observations = [one for one, _ in seen]
    random.shuffle(observations)
    return LabelledIncident(
        seed=seed,
        kind="unrecorded" if hidden else _kind(cause, at_cause),
        alert=alert,
        evidence=IncidentEvidence(tuple(observations), tuple(suspects)),
        lineage=lineage_of(house, random),
        truth=truth,
        away=frozenset(one.id for one in away),
        proofs=_proofs(random, house, suspects) if random.random() < 0.4 else {},
        incidents=len(planted),
    )


def _kind(cause: Planted, at_cause: list[Observation]) -> str:
    """Of a run that failed or took long, what its spans say, if it has some."""
    by_span = {K.RUN_FAILED: K.SPAN_FAILED, K.RUN_LONG: K.SPAN_SLOW}.get(cause.kind, cause.kind)
    return (by_span if any(one.span for one in at_cause) else cause.kind).value


def _skewed(random: Random, one: Suspect) -> Suspect:
    return replace(one, time=one.time + timedelta(seconds=random.choice([0, 0, random.gauss(0, 60)])))


def _above(house: Warehouse, entity: Entity) -> list[Entity]:
    above = house.upstream(entity)
    every: list[Entity] = [*house.columns, *(job.id for job in house.jobs)]
    return [one for one in every if one in above]


def _proofs(random: Random, house: Warehouse, suspects: Iterable[Suspect]) -> dict[tuple[str, Entity], Proof]:
    """What a judge would say: right where it can, and silent about some texts."""
    proofs: dict[tuple[str, Entity], Proof] = {}
    for one in suspects:
        if one.kind not in (K.SCHEMA_CHANGE, K.DATASET_DROPPED, K.DATASET_RENAMED):
            continue
        for job in house.readers(one.entity):
            if random.random() < 0.75:
                proofs[one.id, job.id] = _proof(one, job)
    return proofs


def _proof(one: Suspect, job: MadeUpJob) -> Proof:
    if one.schema is None:
        return Proof.BREAKS
    used = isinstance(one.entity, DatasetId) and (one.entity, one.column or "") in job.uses
    if not used or one.schema.kind == "added":
        return Proof.SAFE
    return Proof.BREAKS if one.schema.kind in ("removed", "renamed") else Proof.CHANGES
