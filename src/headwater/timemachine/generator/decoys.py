"""Changes that are not the cause: elsewhere, too late, harmless, or long before with healthy runs between."""

from datetime import datetime, timedelta
from random import Random

from headwater.model.ids import DatasetId
from headwater.simulator.changes import Change, Verdict
from headwater.timemachine.evidence import Entity, Suspect
from headwater.timemachine.evidence import SuspectKind as K
from headwater.timemachine.generator.causes import PEOPLE
from headwater.timemachine.generator.warehouse import Warehouse

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
    return Suspect(name, kind, entity, at, says, column, random.choice(PEOPLE), "", schema, severity)


def _harmless(random: Random) -> Change:
    column = f"new_{random.randint(1, 99)}"
    return Change("added", column, Verdict.COMPATIBLE, "a column was added", new_type="string")


def _breaking(house: Warehouse, random: Random, entity: DatasetId) -> Change:
    columns = house.columns.get(entity) or {"value": "int"}
    column = random.choice(list(columns))
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
    house: Warehouse, random: Random, above: list[Entity], first: datetime, begin: datetime, count: int
) -> list[Suspect]:
    """On the way to the alert, but too late, harmless, or long before with healthy runs between."""
    found = []
    for number in range(count if above else 0):
        entity = random.choice(above)
        sort = random.choice(["late", "harmless", "early"])
        kind = _fitting(random, entity)
        if sort == "late":
            at = first + timedelta(minutes=random.uniform(20, 300))
        elif sort == "early":
            at = begin + timedelta(minutes=random.uniform(1, 120))
        else:
            at = first - timedelta(minutes=random.uniform(5, 400))
            kind = (
                K.SCHEMA_CHANGE if isinstance(entity, DatasetId) else random.choice([K.CODE_CHANGE, K.SIGNAL])
            )
        one = change_at(house, random, entity, kind, at, f"{sort}-{number}", harmless=sort == "harmless")
        found.append(one)
    return found
