"""What strikes a made-up company for `benchmarks.event_incidents`, and which answers name it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from benchmarks.event_play import Play, dataset_event
from benchmarks.event_world import Job, Table
from headwater.timemachine.evidence import SuspectKind as K


@dataclass(frozen=True)
class Cause:
    kind: str
    names: frozenset[tuple[str, str]]
    """Kinds of changes with the names of what they are about: any of these is right."""
    at: datetime
    strike: Callable[[], None]
    recorded: bool = True
    told_at: datetime | None = None
    """When it was told, where that is later."""
    entities: frozenset[str] = frozenset()
    """Where it struck: an alert is raised elsewhere."""


MadeCause = Callable[[Play, datetime], Cause | None]


def _next_start(play: Play, job: Job, at: datetime) -> datetime:
    """A change comes with a run of its job."""
    period = play.company.period
    passed = (at - job.offset - datetime(2020, 1, 1, tzinfo=at.tzinfo)) // period + 1
    return datetime(2020, 1, 1, tzinfo=at.tzinfo) + passed * period + job.offset


def _read_tables(play: Play) -> list[Table]:
    return [table for table in play.company.tables if play.company.readers(table)]


def _writer(play: Play, table: Table) -> Job | None:
    return next((job for job in play.company.jobs if job.output is table), None)


def schema_change(play: Play, at: datetime) -> Cause | None:
    random = play.random
    used = sorted(
        {(one.name, column) for job in play.company.jobs for one, column in job.used()} - {("", "")}
    )
    if not used:
        return None
    name, column = random.choice(used)
    table = next(one for one in play.company.tables if one.name == name)
    how, writer = random.choice(["removed", "renamed", "type"]), _writer(play, table)
    at = _next_start(play, writer, at) if writer else at
    delay = timedelta(0) if writer else random.choice([0, 0, 0.1, 0.6]) * play.company.period
    deployed = writer is not None and random.random() < 0.4
    told = writer is not None or random.random() < 0.8

    def strike() -> None:
        _change_column(table, column, how, writer)
        if writer:
            writer.version += deployed
        elif told:
            play.tell(at + delay, dataset_event(table, at + delay))

    names = {(K.SCHEMA_CHANGE.value, table.name)}
    if writer:
        names.add((K.CODE_CHANGE.value, writer.name))
    told_at = at + (writer.takes * 1.2 if writer else delay)
    kind = "schema_change" if delay < play.company.period * 0.05 else "schema_change told late"
    return Cause(kind, frozenset(names), at, strike, told, told_at, frozenset([table.name]))


def _change_column(table: Table, column: str, how: str, writer: Job | None) -> None:
    old = table.columns.pop(column)
    if how == "type":
        table.columns[column] = "varchar" if old != "varchar" else "bigint"
        table.trouble[f"type:{column}"] = "true"
        return
    table.trouble[f"lost:{column}"] = "true"
    moved = writer.uses.pop(column, None) if writer else None
    if how == "renamed":
        table.columns[f"{column}_new"] = old
        if writer and moved:
            writer.uses[f"{column}_new"] = moved


def code_change(play: Play, at: datetime) -> Cause | None:
    random = play.random
    job = random.choice([one for one in play.company.jobs if one.uses] or [None])
    if job is None:
        return None
    at = _next_start(play, job, at)
    acts = ["fail:code", "fail:code", f"nulls:{random.choice(list(job.uses))}", "partial"]
    act = random.choice(acts)

    def strike() -> None:
        job.version += 1
        job.text += random.random() < 0.6
        play.twists[job.name] = lambda when: act if when >= at else None

    names = frozenset([(K.CODE_CHANGE.value, job.name)])
    return Cause("code_change", names, at, strike, entities=frozenset([job.name, job.output.name]))


def gone(play: Play, at: datetime) -> Cause | None:
    random = play.random
    table = random.choice(_read_tables(play))
    how = random.choice(["DROP", "RENAME"])

    def strike() -> None:
        table.trouble["gone"] = "true"
        told = {"lifecycleStateChange": how}
        body = dataset_event(table, at, lifecycleStateChange=told)
        if how == "RENAME":
            told["previousIdentifier"] = {"namespace": table.namespace, "name": table.name}  # type: ignore[assignment]
            body = dataset_event(table, at, lifecycleStateChange=told)
            body["dataset"]["name"] = f"{table.name}_old"
        play.tell(at, body)

    kind = K.DATASET_DROPPED if how == "DROP" else K.DATASET_RENAMED
    names = frozenset([(kind.value, table.name), (kind.value, f"{table.name}_old")])
    return Cause(kind.value, names, at, strike, entities=frozenset([table.name, f"{table.name}_old"]))


def bad_run(play: Play, at: datetime) -> Cause | None:
    random = play.random
    jobs = [job for job in play.company.jobs if play.company.readers(job.output)]
    if not jobs:
        return None
    job, kind = random.choice(jobs), random.choice([K.RUN_FAILED, K.RUN_LATE])
    at = _next_start(play, job, at)
    act = "missing" if kind is K.RUN_LATE else "fail:resource"
    told = random.random() < 0.85
    job.told = told

    def strike() -> None:
        play.twists[job.name] = lambda when: act if when >= at else None

    names = frozenset([(kind.value, job.name), (kind.value, job.output.name)])
    return Cause(kind.value, names, at, strike, told, entities=frozenset([job.name, job.output.name]))


def bad_source(play: Play, at: datetime) -> Cause | None:
    """What comes from outside is half of it, or a column of it is empty; somebody may say so."""
    random = play.random
    jobs = [job for job in play.company.jobs if not job.inputs and play.company.readers(job.output)]
    if not jobs:
        return None
    job = random.choice(jobs)
    table, at = job.output, _next_start(play, job, at)
    columns = sorted(
        {column for one in play.company.jobs for source, column in one.used() if source is table}
    )
    said = random.random() < 0.35
    partial = random.random() < 0.4 or not columns
    column = random.choice(columns or [""])
    tested = ("row_count", None) if partial else ("not_null", column)
    records = {
        K.SIGNAL: (said, table.name),
        K.RUN_UNUSUAL: (partial and job.counted, job.name),
        K.PROFILE_UNUSUAL: (not partial and table.profiled, table.name),
        K.ASSERTION_FAILED: (tested in table.tests, table.name),
    }
    names = [(kind.value, name) for kind, (seen, name) in records.items() if seen]
    kind = names[0][0] if names else ""

    def strike() -> None:
        act = "partial" if partial else f"nulls:{column}"
        play.twists[job.name] = lambda when: act if when >= at else None
        if said:
            told = at + play.company.period * random.uniform(-0.02, 0.04)
            entity = {"namespace": table.namespace, "name": table.name}
            text = random.choice(["partner feed is incomplete today", "bad export from the source system"])
            play.tell(told, {"entity": entity, "time": told.isoformat(), "text": text, "severity": "warning"})

    return Cause(kind, frozenset(names), at, strike, bool(names), entities=frozenset([table.name, job.name]))


def lineage_change(play: Play, at: datetime) -> Cause | None:
    jobs = [job for job in play.company.jobs if len(job.inputs) > 1]
    if not jobs:
        return None
    job = play.random.choice(jobs)
    at = _next_start(play, job, at)
    lost = job.inputs[-1]
    columns = [column for column, (table, _) in job.uses.items() if table is lost]

    def strike() -> None:
        job.inputs = job.inputs[:-1]
        for column in columns:
            job.uses[column] = (job.inputs[0], "id")
        if job.filters and job.filters[0] is lost:
            job.filters = None
        act = f"nulls:{columns[0]}" if columns else "partial"
        play.twists[job.name] = lambda when: act if when >= at else None

    names = frozenset([(K.LINEAGE_CHANGE.value, job.name), (K.CODE_CHANGE.value, job.name)])
    return Cause("lineage_change", names, at, strike, entities=frozenset([job.name, job.output.name]))


CAUSES: tuple[MadeCause, ...] = (
    schema_change,
    schema_change,
    code_change,
    gone,
    bad_run,
    bad_source,
    bad_source,
    lineage_change,
)
