"""Changes that are not the cause: elsewhere, too late, harmless, or long before with healthy runs between."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from random import Random

from headwater.model.ids import DatasetId
from headwater.simulator.changes import Change, Verdict
from headwater.timemachine.evidence import Entity, Observation, Suspect
from headwater.timemachine.evidence import SuspectKind as K
from headwater.timemachine.generator.causes import PEOPLE, recorded_code
from headwater.timemachine.generator.warehouse import BEGIN, Warehouse

_LOUD = (
    K.SCHEMA_CHANGE,
    K.CODE_CHANGE,
    K.DATASET_DROPPED,
    K.WATERMARK_MOVE,
    K.SIGNAL,
    K.LINEAGE_CHANGE,
    K.DATASET_RENAMED,
)
_CALM = (
    "deploy finished",
    "please review the owners",
    "we plan to document this",
    "the source is broken?",
    "thanks, done",
)
_BENIGN_ON_JOBS = (K.CODE_CHANGE, K.SIGNAL, K.WATERMARK_MOVE, K.LINEAGE_CHANGE)
_ON_JOBS = (K.CODE_CHANGE, K.WATERMARK_MOVE, K.LINEAGE_CHANGE)


def change_at(
    house: Warehouse, random: Random, entity: Entity, kind: K, at: datetime, name: str, harmless: bool = False
) -> Suspect:
    column, schema = None, None
    if kind is K.SCHEMA_CHANGE and isinstance(entity, DatasetId):
        schema = _harmless(random) if harmless else _breaking(house, random, entity)
        column = schema.column
    severity = "error" if not harmless and random.random() < 0.5 else random.choice([None, "info"])
    says = random.choice(_CALM) if kind is K.SIGNAL else kind.value.replace("_", " ")
    made = Suspect(name, kind, entity, at, says, column, random.choice(PEOPLE), "", schema, severity)
    job = next((one for one in house.jobs if one.id == entity), None)
    return recorded_code(house, random, job, made) if job and kind is K.CODE_CHANGE else made


def _harmless(random: Random) -> Change:
    column = f"new_{random.randint(1, 99)}"
    return Change("added", column, Verdict.COMPATIBLE, "a column was added", new_type="string")


def _breaking(house: Warehouse, random: Random, entity: DatasetId) -> Change:
    """Of a column that nobody reads, else something would have broken."""
    columns = house.columns.get(entity) or {"value": "int"}
    used = {column for job in house.readers(entity) for dataset, column in job.uses if dataset == entity}
    unread = [one for one in columns if one not in used]
    if not unread:
        return _harmless(random)
    column = random.choice(unread)
    kind = random.choice(["removed", "type_changed"])
    return Change(
        kind, column, Verdict.BREAKING, f"{kind} {column}", old_type=columns[column], new_type="string"
    )


def _fitting(random: Random, entity: Entity) -> K:
    kinds = [
        kind for kind in _LOUD if isinstance(entity, DatasetId) != (kind in _ON_JOBS) or kind is K.SIGNAL
    ]
    return random.choice(kinds)


def unconnected(
    house: Warehouse, random: Random, alerted: Entity, near: datetime, count: int
) -> list[Suspect]:
    """Loud, close in time, and without any way to what was alerted."""
    entities: list[Entity] = [*house.columns, *(job.id for job in house.jobs)]
    found = []
    for number in range(count):
        entity = random.choice(entities)
        # A change of a table may break its writer, which would be a way.
        writer = house.writer(entity)
        reaching = house.downstream(entity) | (house.downstream(writer.id) if writer else set())
        if alerted in reaching:
            continue
        at = near - timedelta(minutes=random.uniform(1, 240))
        found.append(change_at(house, random, entity, _fitting(random, entity), at, f"away-{number}"))
    return found


def connected(
    house: Warehouse,
    random: Random,
    above: list[Entity],
    first: datetime,
    seen: Iterable[Observation],
    count: int,
) -> list[Suspect]:
    """On the way to the alert, but too late, harmless, or long before with healthy runs between.

    Where such a change takes effect in the very run that broke, nothing that is recorded could tell it from
    the cause, so those coincidences are left out.
    """
    broken = {(one.entity, one.started) for one in seen if not one.healthy}
    found = []
    for number in range(count if above else 0):
        entity = random.choice(above)
        sort = random.choice(["late", "harmless", "early"])
        kind = _fitting(random, entity)
        if sort == "late":
            at = first + timedelta(minutes=random.uniform(20, 300))
        elif sort == "early":
            at = BEGIN + timedelta(minutes=random.uniform(1, 120))
            # What is gone breaks its readers: they would not have gone on.
            kind = K.SCHEMA_CHANGE if kind in (K.DATASET_DROPPED, K.DATASET_RENAMED) else kind
        else:
            # Harmless changes come at any time, some of them shortly before.
            longest = 400 if random.random() < 0.3 else (first - BEGIN) / timedelta(minutes=1)
            at = first - timedelta(minutes=random.uniform(5, max(longest, 6)))
            kind = K.SCHEMA_CHANGE if isinstance(entity, DatasetId) else random.choice(_BENIGN_ON_JOBS)
        one = change_at(house, random, entity, kind, at, f"{sort}-{number}", harmless=sort == "harmless")
        if sort == "late" or not _coincides(house, one, first, broken):
            found.append(one)
    return found


def _coincides(
    house: Warehouse, one: Suspect, first: datetime, broken: set[tuple[Entity, datetime | None]]
) -> bool:
    """Whether the first runs with the change in them broke, or none of them came before the first failure."""
    if one.schema is not None and one.schema.verdict is Verdict.COMPATIBLE:
        return False
    writer = house.writer(one.entity)
    jobs = [job for job in house.jobs if job.id == one.entity] or house.readers(one.entity)
    if not jobs and writer is not None:
        jobs = [writer]
    runs = [(job, job.first_run(one.time)) for job in jobs]
    if any((job.id, began) in broken or (job.id, None) in broken for job, began in runs):
        return True
    return bool(runs) and min(began + job.takes for job, began in runs) >= first
