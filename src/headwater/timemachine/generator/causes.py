"""Causes of every kind, planted into a simulation; each with what would be recorded of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from headwater.model.ids import DatasetId
from headwater.simulator.changes import Change, Verdict
from headwater.timemachine.error_text import last_name
from headwater.timemachine.evidence import Entity, Suspect
from headwater.timemachine.evidence import SuspectKind as K
from headwater.timemachine.generator.simulation import SimulatedDays, Trouble, Twist, run_id
from headwater.timemachine.generator.warehouse import MadeUpJob, Warehouse

_NEW = ("new", "v2", "net", "2026", "final")
PEOPLE = ("alex", "sam", "kim", "noor", "release-bot", "dba")


@dataclass(frozen=True, slots=True)
class Planted:
    kind: K
    tag: str
    entity: Entity
    time: datetime
    suspect: Suspect | None
    """What is recorded of it; None where bad observations of the entity are the record."""


Plant = Callable[[SimulatedDays, Random, datetime, str], Planted | None]


def _read_column(world: SimulatedDays, random: Random) -> tuple[DatasetId, str, list[MadeUpJob]] | None:
    used = [(dataset, column, job) for job in world.house.jobs for dataset, column in job.uses]
    if not used:
        return None
    dataset, column, _ = random.choice(used)
    return dataset, column, [job for one, other, job in used if (one, other) == (dataset, column)]


def _strike(
    world: SimulatedDays, at: datetime, dataset: DatasetId, trouble: Trouble, check: bool = False
) -> None:
    def act() -> None:
        world.troubles[dataset].append(trouble)
        if check:
            world.check(dataset, at)

    world.strikes.append((at, act))


def schema_change(world: SimulatedDays, random: Random, at: datetime, tag: str) -> Planted | None:
    found = _read_column(world, random)
    if found is None:
        return None
    dataset, column, _ = found
    old = world.house.columns[dataset][column]
    kind = random.choice(
        ["removed", "removed", "renamed", "type_changed", "type_changed", "nullability_changed"]
    )
    what = {"removed": "missing_column", "renamed": "missing_column", "type_changed": "type"}.get(
        kind, "nulls"
    )
    _strike(world, at, dataset, Trouble(what, frozenset({tag}), column, lasting=True, name=column))
    writer = world.house.writer(dataset)
    if writer is not None and kind in ("removed", "renamed") and random.random() < 0.3:
        world.twists[writer.id].append(Twist(frozenset({tag}), at, "fail", "missing_column", column))
    new = "string" if old != "string" else "int"
    change = Change(
        kind,
        column,
        Verdict.RISKY if kind == "nullability_changed" else Verdict.BREAKING,
        f"{kind} {column}",
        new_name=f"{column}_v2" if kind == "renamed" else None,
        old_type=old,
        new_type=new if kind == "type_changed" else old,
    )
    says = f"{kind.replace('_', ' ')} {column}"
    return Planted(
        K.SCHEMA_CHANGE,
        tag,
        dataset,
        at,
        _suspect(K.SCHEMA_CHANGE, tag, dataset, at, says, random, column, change),
    )


def _suspect(
    kind: K,
    tag: str,
    entity: Entity,
    at: datetime,
    says: str,
    random: Random,
    column: str | None = None,
    schema: Change | None = None,
    message: str = "",
) -> Suspect:
    severity = random.choice([None, "info", "warning", "error"])
    return Suspect(
        tag,
        kind,
        entity,
        at,
        says,
        column,
        random.choice(PEOPLE),
        message,
        schema,
        severity,
        None,
        f"e-{tag}",
    )


def code_change(world: SimulatedDays, random: Random, at: datetime, tag: str) -> Planted | None:
    job = random.choice(world.house.jobs)
    act = random.choices(["fail", "nulls", "partial", "empty", "long", "duplicated"], [8, 4, 3, 2, 1, 2])[0]
    sort = random.choices(
        ["code", "missing_column", "type", "missing_table", "other", "resource"], [5, 2, 2, 1, 2, 1]
    )[0]
    column, table = None, None
    if act == "nulls":
        column = random.choice(list(world.house.columns[job.outputs[0]]))
    elif act == "fail" and sort in ("missing_column", "type"):
        column = f"{random.choice(list(world.house.columns[job.outputs[0]]))}_{random.choice(_NEW)}"
    elif act == "fail" and sort == "missing_table":
        table = f"{last_name(job.outputs[0].name)}_{random.choice(_NEW)}"
    world.twists[job.id].append(Twist(frozenset({tag}), at, act, sort, column, table))
    if job.first_run(at) >= world.until:
        return None
    suspect = _suspect(K.CODE_CHANGE, tag, job.id, at, "new version of the code", random)
    wrong = (column if act == "fail" else None) or table
    return Planted(K.CODE_CHANGE, tag, job.id, at, recorded_code(world.house, random, job, suspect, wrong))


def recorded_code(
    house: Warehouse, random: Random, job: MadeUpJob, change: Suspect, wrong: str | None = None
) -> Suspect:
    """A change of code as it is known: from its first run or from its release, with or without texts."""
    if house.code_seen_in_runs:
        begun = job.first_run(change.time)
        change = replace(change, time=begun, run=run_id(job, begun))
    if not house.texts_known:
        return change
    more = wrong or random.choice(["note", "batch_no", "loaded_at", "is_test"])
    after = job.text().replace(" select ", f" select {more}, ", 1)
    return replace(change, text=after, text_before=job.text())


def _gone(kind: K) -> Plant:
    def plant(world: SimulatedDays, random: Random, at: datetime, tag: str) -> Planted | None:
        read = [dataset for job in world.house.jobs for dataset in job.inputs]
        if not read:
            return None
        dataset = random.choice(read)
        _strike(world, at, dataset, Trouble("dropped", frozenset({tag}), lasting=True))
        says = "dropped" if kind is K.DATASET_DROPPED else f"renamed to {dataset.name}_old"
        return Planted(kind, tag, dataset, at, _suspect(kind, tag, dataset, at, says, random))

    return plant


def lineage_change(world: SimulatedDays, random: Random, at: datetime, tag: str) -> Planted | None:
    jobs = [job for job in world.house.jobs if job.inputs]
    if not jobs:
        return None
    job = random.choice(jobs)
    vanished = random.random() < 0.6
    act = (
        random.choice(["nulls", "partial", "empty"])
        if vanished
        else random.choice(["duplicated", "duplicated", "nulls"])
    )
    column = random.choice(list(world.house.columns[job.outputs[0]])) if act == "nulls" else None
    world.twists[job.id].append(Twist(frozenset({tag}), at, act, column=column))
    entity: Entity = job.id if random.random() < 0.7 else job.outputs[0]
    says = "no longer reads an input" if vanished else "reads a new input"
    return Planted(
        K.LINEAGE_CHANGE, tag, entity, at, _suspect(K.LINEAGE_CHANGE, tag, entity, at, says, random)
    )


def watermark_move(world: SimulatedDays, random: Random, at: datetime, tag: str) -> Planted | None:
    job = random.choice(world.house.jobs)
    back = random.random() < 0.5
    act = "duplicated" if back else random.choice(["empty", "partial"])
    world.twists[job.id].append(Twist(frozenset({tag}), at, act))
    says = "watermark moved back" if back else "watermark skipped a day"
    return Planted(
        K.WATERMARK_MOVE, tag, job.id, at, _suspect(K.WATERMARK_MOVE, tag, job.id, at, says, random)
    )


def signal(world: SimulatedDays, random: Random, at: datetime, tag: str) -> Planted | None:
    found = _read_column(world, random)
    if found is None:
        return None
    dataset, column, _ = found
    what = random.choice(["nulls", "partial", "empty", "type"])
    where = column if what in ("nulls", "type") else None
    _strike(world, at, dataset, Trouble(what, frozenset({tag}), where, lasting=True, name=column))
    text = random.choice(
        [
            "the vendor sends another format since tonight",
            "the source is in maintenance",
            "the feed is broken, we are on it",
            "wrong values from the partner's export",
            "outage at the provider",
        ]
    )
    named = where if where and random.random() < 0.5 else None
    return Planted(
        K.SIGNAL, tag, dataset, at, _suspect(K.SIGNAL, tag, dataset, at, text, random, named, message=text)
    )


def _bad_run(kind: K, acts: tuple[str, ...]) -> Plant:
    def plant(world: SimulatedDays, random: Random, at: datetime, tag: str) -> Planted | None:
        jobs = [job for job in world.house.jobs if any(world.house.readers(one) for one in job.outputs)]
        # What a job makes of good inputs is its code's doing; unusual counts by themselves come from outside.
        jobs = [job for job in jobs if kind is not K.RUN_UNUSUAL or _reads_outside(world, job)]
        if not jobs:
            return None
        job = random.choice(jobs)
        sort = random.choices(["resource", "permission", "other"], [8, 2, 1])[0]
        once = random.random() < 0.4
        world.twists[job.id].append(Twist(frozenset({tag}), at, random.choice(acts), sort, once=once))
        world.always_seen.add(job.id)
        return Planted(kind, tag, job.id, at, None)

    return plant


def _from_outside(world: SimulatedDays, dataset: DatasetId) -> bool:
    writer = world.house.writer(dataset)
    return writer is None or _reads_outside(world, writer)


def _reads_outside(world: SimulatedDays, job: MadeUpJob) -> bool:
    """Nothing that another job writes: an ingest, which is the first to see what comes."""
    return all(world.house.writer(one) is None for one in job.inputs)


def _bad_source(kind: K) -> Plant:
    def plant(world: SimulatedDays, random: Random, at: datetime, tag: str) -> Planted | None:
        tested = {
            (test.dataset, test.column)
            for test in world.house.tests
            if test.kind not in ("unique", "freshness")
        }
        fitting = [
            (dataset, column)
            for job in world.house.jobs
            for dataset, column in job.uses
            if (kind is K.PROFILE_UNUSUAL or (dataset, column) in tested) and _from_outside(world, dataset)
        ]
        if not fitting:
            return None
        dataset, column = random.choice(fitting)
        trouble = Trouble("nulls", frozenset({tag}), column, lasting=True, name=column)
        if kind is K.PROFILE_UNUSUAL:
            world.house.profiled.add((dataset, column))
        _strike(world, at, dataset, trouble, check=True)
        return Planted(kind, tag, dataset, at, None)

    return plant


PLANTS: dict[K, Plant] = {
    K.SCHEMA_CHANGE: schema_change,
    K.CODE_CHANGE: code_change,
    K.DATASET_DROPPED: _gone(K.DATASET_DROPPED),
    K.DATASET_RENAMED: _gone(K.DATASET_RENAMED),
    K.LINEAGE_CHANGE: lineage_change,
    K.WATERMARK_MOVE: watermark_move,
    K.SIGNAL: signal,
    K.RUN_FAILED: _bad_run(K.RUN_FAILED, ("fail",)),
    K.RUN_LATE: _bad_run(K.RUN_LATE, ("late", "missing")),
    K.RUN_LONG: _bad_run(K.RUN_LONG, ("long",)),
    K.RUN_UNUSUAL: _bad_run(K.RUN_UNUSUAL, ("partial", "empty", "duplicated")),
    K.PROFILE_UNUSUAL: _bad_source(K.PROFILE_UNUSUAL),
    K.ASSERTION_FAILED: _bad_source(K.ASSERTION_FAILED),
}
