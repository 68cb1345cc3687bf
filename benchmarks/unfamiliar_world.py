"""A made-up world for `benchmarks.unfamiliar`: its jobs, what strikes it, and what is seen of that."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from headwater.model.ids import DatasetId, JobId
from headwater.simulator.changes import Change, Verdict
from headwater.timemachine.evidence import Entity, Observation, Sign, Suspect
from headwater.timemachine.evidence import SuspectKind as K

START = datetime(2025, 9, 8, 6, tzinfo=UTC)
ERRORS = {
    "column": (
        "no viable alternative: field {column} was removed from the source",
        "org.apache.spark.sql.AnalysisException: No such struct field {column} in id, ts",
        "pandas.errors.KeyError: \"['{column}'] not in index\"",
        "Failed to decode Avro record: reader schema expects field {column}, not found",
    ),
    "table": (
        "SQLSTATE 42P01: {table} is not a known relation; table {table} does not exist",
        "hive.metastore.NoSuchObjectException: no such table {table}",
        "Topic {table} not found on broker",
    ),
    "stopped": (
        "sensor for {table} gave up waiting for upstream",
        "no new data in {table} since last run",
        "dependency {table} is stale, skipping",
    ),
    "resource": (
        "worker was evicted: node ran out of memory",
        "psycopg.OperationalError: connection timed out",
        "BigQuery: Quota exceeded for slots",
        "upstream connect error, HTTP 503",
    ),
    "code": (
        "jinja2.exceptions.UndefinedError: 'run_day' is undefined",
        'SyntaxError: unexpected token near "selct"',
        "TypeError: unsupported operand type(s) for /: 'str' and 'int'",
    ),
    "none": ("exit status 2", "failed", ""),
}
CAUSES = (
    K.SCHEMA_CHANGE,
    K.CODE_CHANGE,
    K.DATASET_DROPPED,
    K.RUN_FAILED,
    K.RUN_LATE,
    K.SIGNAL,
    K.WATERMARK_MOVE,
    K.LINEAGE_CHANGE,
    K.PROFILE_UNUSUAL,
)


@dataclass
class Job:
    id: JobId
    inputs: list[DatasetId]
    outputs: list[DatasetId]
    every: timedelta
    first: datetime
    lasts: timedelta
    reads: set[tuple[DatasetId, str]]
    flaky: float


@dataclass
class World:
    """The state of data, and what was seen; a state is a sort of trouble, and whether the cause did it."""

    random: Random
    jobs: list[Job]
    columns: dict[DatasetId, list[str]]
    tested: set[DatasetId]
    states: dict[DatasetId, tuple[str, bool]] = field(default_factory=dict)
    seen: list[tuple[Observation, bool]] = field(default_factory=list)

    def note(self, sign: Sign, entity: Entity, time: datetime, caused: bool = False, **more: object) -> None:
        one = Observation(f"x{len(self.seen)}", sign, entity, time, **more)  # type: ignore[arg-type]
        self.seen.append((one, caused))


def build(random: Random) -> World:
    shape = random.choice(["chain", "hub", "bushy"])
    style = random.choice(["PROD_DB.{}.{}", "{}__{}", "gs://{}-bucket/{}", "{}-{}"])
    places = [
        DatasetId(
            random.choice(["snowflake://acct", "kafka://b1:9092", "gs"]),
            style.format(random.choice(["SALES", "fin", "crm"]), f"T{number}"),
        )
        for number in range({"chain": 9, "hub": 24, "bushy": 40}[shape])
    ]
    columns = {one: [f"c{number}_{random.choice('abcxyz')}" for number in range(6)] for one in places}
    rhythm = random.choice([timedelta(minutes=5), timedelta(hours=3), timedelta(days=1), timedelta(days=7)])
    jobs = []
    for number, place in enumerate(places):
        if number == 0:
            above = []
        elif shape == "chain":
            above = [places[number - 1]]
        elif shape == "hub":
            above = [places[0]] if number < 12 else random.sample(places[1:number], 2)
        else:
            above = random.sample(places[:number], min(number, random.randint(1, 4)))
        if not above and random.random() < 0.5:
            continue
        lag = rhythm * 0.02 * number
        jobs.append(
            Job(
                JobId("prefect", f"flow-{number}.{random.choice(['ingest', 'model', 'publish'])}"),
                above,
                [place],
                rhythm,
                START + lag,
                rhythm * 0.015,
                {(one, column) for one in above for column in random.sample(columns[one], 3)},
                random.choice([0, 0, 0.01, 0.02]),
            )
        )
    return World(random, jobs, columns, {one for one in places if random.random() < 0.4})


@dataclass
class Trigger:
    kind: K
    entity: Entity
    at: datetime
    suspect: Suspect | None
    column: str | None = None
    error: str = "none"
    how: str = "stop"
    """What it does to its entity: stop, wrong, or (of a dataset) gone or column."""


def trigger(world: World, random: Random, at: datetime) -> Trigger | None:
    kind = random.choice(CAUSES)
    job = random.choice(world.jobs)
    read = sorted(set(one for other in world.jobs for one in other.inputs), key=str)
    if not read:
        return None
    dataset = random.choice(read)
    if kind is K.SCHEMA_CHANGE:
        used = sorted({column for other in world.jobs for one, column in other.reads if one == dataset})
        column = random.choice(used)
        change = Change("removed", column, Verdict.BREAKING, f"removed {column}")
        made = Suspect("true", kind, dataset, at, f"removed {column}", column, "svc", schema=change)
        return Trigger(kind, dataset, at, made, column, "column", "column")
    if kind is K.DATASET_DROPPED:
        return Trigger(
            kind, dataset, at, Suspect("true", kind, dataset, at, "dropped"), None, "table", "gone"
        )
    if kind is K.SIGNAL:
        text = random.choice(
            ["provider outage", "export delayed, data incomplete", "bad values from the CRM"]
        )
        return Trigger(kind, dataset, at, Suspect("true", kind, dataset, at, text), None, "none", "wrong")
    if kind is K.PROFILE_UNUSUAL:
        written = {out for other in world.jobs for out in other.outputs if other.inputs}
        roots = [one for one in read if one not in written]
        return Trigger(kind, random.choice(roots), at, None, None, "none", "profile") if roots else None
    if kind in (K.RUN_FAILED, K.RUN_LATE):
        if not any(set(job.outputs) & set(other.inputs) for other in world.jobs):
            return None
        return Trigger(kind, job.id, at, None, None, "resource", "late" if kind is K.RUN_LATE else "stop")
    how = "stop" if kind is K.CODE_CHANGE and random.random() < 0.5 else "wrong"
    made = Suspect("true", kind, job.id, at, "changed")
    return Trigger(kind, job.id, at, made, None, "code" if how == "stop" else "none", how)


def play(world: World, cause: Trigger, until: datetime) -> None:
    """Every run of every job, in order of time."""
    runs = sorted(
        (
            (job.first + job.every * turn, number, job)
            for number, job in enumerate(world.jobs)
            for turn in range(60)
        ),
        key=lambda run: run[:2],
    )
    struck = False
    for at, _, job in runs:
        if at >= until:
            break
        if not struck and at >= cause.at:
            struck = True
            if isinstance(cause.entity, DatasetId):
                world.states[cause.entity] = (cause.how, True)
                if cause.how == "profile":
                    world.note(
                        Sign.PROFILE_UNUSUAL,
                        cause.entity,
                        cause.at,
                        True,
                        column=world.columns[cause.entity][0],
                    )
        run_once(world, job, at, cause, struck)


def run_once(world: World, job: Job, at: datetime, cause: Trigger, struck: bool) -> None:
    ran = Ran(job, at, at + job.lasts, f"{job.id.name}/{at.isoformat()}")
    if struck and job.id == cause.entity:
        _struck(world, ran, cause)
    elif world.random.random() < job.flaky:
        _fail(world, ran, "resource", job.outputs[0], None, False)
    elif not any(_hurt(world, ran, dataset, cause) for dataset in job.inputs):
        world.note(Sign.RUN_SUCCEEDED, job.id, ran.end, started=at, run=ran.name)
        _leave(world, ran, None)


@dataclass(frozen=True)
class Ran:
    job: Job
    at: datetime
    end: datetime
    name: str


def _struck(world: World, ran: Ran, cause: Trigger) -> None:
    job = ran.job
    if cause.how == "late":
        world.note(Sign.RUN_MISSING, job.id, ran.at + job.every * 0.3, True)
        _leave(world, ran, ("stop", True))
    elif cause.how == "stop":
        _fail(world, ran, cause.error, job.outputs[0], cause.column, True)
    else:
        sign = world.random.choice([Sign.RUN_UNUSUAL, Sign.RUN_EMPTY])
        world.note(sign, job.id, ran.end, True, started=ran.at, run=ran.name)
        _leave(world, ran, ("wrong", True))


def _hurt(world: World, ran: Ran, dataset: DatasetId, cause: Trigger) -> bool:
    """Whether what is wrong with an input does something to the run."""
    job, (state, caused) = ran.job, world.states.get(dataset, ("", False))
    always = Random(f"{job.id}{dataset}{state}").random()
    if not state or (state == "column" and (dataset, cause.column) not in job.reads):
        return False
    if state == "gone" or (state == "column" and always < 0.85):
        _fail(world, ran, "table" if state == "gone" else "column", dataset, cause.column, caused)
    elif state == "stop" and always < 0.5:
        _fail(world, ran, "stopped", dataset, None, caused)
    elif always < 0.85:
        noticed = world.random.random() < 0.3
        sign = Sign.RUN_UNUSUAL if noticed else Sign.RUN_SUCCEEDED
        world.note(sign, job.id, ran.end, caused and noticed, started=ran.at, run=ran.name)
        _leave(world, ran, ("wrong", caused))
    else:
        return False
    return True


def _fail(world: World, ran: Ran, sort: str, about: DatasetId, column: str | None, caused: bool) -> None:
    told = sort if world.random.random() < 0.8 else "none"
    table_name = about.name.rsplit("/", 1)[-1].rsplit(".", 1)[-1]
    text = world.random.choice(ERRORS[told]).format(column=column, table=table_name)
    world.note(Sign.RUN_FAILED, ran.job.id, ran.end, caused, started=ran.at, run=ran.name, message=text)
    _leave(world, ran, ("stop", caused))


def _leave(world: World, ran: Ran, state: tuple[str, bool] | None) -> None:
    """What a run leaves behind in what it writes; what is gone or changed stays so."""
    for out in ran.job.outputs:
        if world.states.get(out, ("", False))[0] not in ("gone", "column", "profile"):
            world.states.pop(out, None)
            if state is not None:
                world.states[out] = state
        _test(world, out, ran.end)


def _test(world: World, dataset: DatasetId, at: datetime) -> None:
    if dataset not in world.tested:
        return
    state, caused = world.states.get(dataset, ("", False))
    fails = state in ("wrong", "gone") or (state == "stop" and world.random.random() < 0.4)
    sign = Sign.ASSERTION_FAILED if fails else Sign.ASSERTION_PASSED
    world.note(sign, dataset, at + timedelta(seconds=30), caused and fails, name="soda check")
