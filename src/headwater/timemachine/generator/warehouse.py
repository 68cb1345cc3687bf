"""Random warehouses: datasets in layers, jobs with schedules between them, columns, tests and dashboards."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from random import Random

import msgspec

from headwater.model.ids import DatasetId, JobId
from headwater.timemachine.evidence import Entity
from headwater.timemachine.lineage_view import ALWAYS, STILL, LineageView, Link, NodeNote

BEGIN = datetime(2026, 3, 1, tzinfo=UTC)
_WORDS = [
    "order",
    "customer",
    "payment",
    "refund",
    "invoice",
    "ship",
    "cart",
    "item",
    "price",
    "stock",
    "store",
    "visit",
    "click",
    "session",
    "user",
    "account",
    "event",
    "device",
    "plan",
    "fee",
    "tax",
    "vendor",
    "batch",
    "ledger",
    "claim",
    "policy",
    "trip",
    "driver",
    "route",
    "ticket",
    "campaign",
    "lead",
]
_FIELDS = [
    "id",
    "amount",
    "total",
    "status",
    "created_at",
    "updated_at",
    "currency",
    "country",
    "email",
    "quantity",
    "discount",
    "channel",
    "segment",
    "score",
    "source_id",
    "region",
    "price_usd",
    "tax_rate",
    "is_active",
    "category",
    "weight",
    "due_date",
    "balance",
    "kind",
    "version",
]
_TYPES = ("bigint", "int", "double", "decimal(18,2)", "string", "timestamp", "date", "boolean")
_TESTS = ("not_null", "unique", "accepted_values", "row_count", "freshness", "range")
_NAMES = (
    "{layer}.{word}",
    "wh.{layer}.{word}",
    "s3://lake/{layer}/{word}",
    "{layer}_{word}",
    "prod.core.{layer}_{word}",
)


@dataclass(frozen=True, slots=True)
class MadeUpTest:
    dataset: DatasetId
    kind: str
    column: str | None
    name: str
    base_rate: float


@dataclass(slots=True)
class MadeUpJob:
    id: JobId
    inputs: tuple[DatasetId, ...]
    outputs: tuple[DatasetId, ...]
    period: timedelta
    offset: timedelta
    takes: timedelta
    on_stale: str
    """What it does with an input that did not come: runs, waits, fails or writes nothing."""
    base_rate: float
    uses: dict[tuple[DatasetId, str], list[tuple[DatasetId, str, bool]]] = field(default_factory=dict)
    """Which columns it reads, what becomes of each, and whether its value is used: the truth."""
    columns_known: bool = True
    watched: bool = True
    """Whether its counts are compared with what is normal."""

    def text(self) -> str:
        columns = ", ".join(sorted({column for _, column in self.uses})) or "*"
        tables = ", ".join(one.name for one in self.inputs)
        return f"insert into {self.outputs[0].name} select {columns} from {tables}"

    def first_run(self, since: datetime) -> datetime:
        """When it runs next, from this time on."""
        passed = max(since - BEGIN - self.offset, timedelta())
        return BEGIN + self.offset + self.period * -(-passed // self.period)


@dataclass
class Warehouse:
    """Once it is built, nothing is added to it: who reads and writes what is looked up once."""

    columns: dict[DatasetId, dict[str, str]]
    jobs: list[MadeUpJob]
    tests: list[MadeUpTest]
    profiled: set[tuple[DatasetId, str]]
    dashboards: dict[DatasetId, DatasetId]
    """Each with the dataset that it shows."""
    stale_links: list[Link] = field(default_factory=list)
    code_seen_in_runs: bool = True
    """A change of code is known from the first run that had it, not from the moment of its release."""
    texts_known: bool = True

    def writer(self, dataset: Entity) -> MadeUpJob | None:
        return self._writers.get(dataset)

    def readers(self, dataset: Entity) -> list[MadeUpJob]:
        return self._readers.get(dataset, [])

    def tests_of(self, dataset: Entity) -> list[MadeUpTest]:
        return self._tests.get(dataset, [])

    def downstream(self, entity: Entity) -> set[Entity]:
        return _reached(self._following, entity)

    def upstream(self, entity: Entity) -> set[Entity]:
        return _reached(self._leading, entity)

    @cached_property
    def _writers(self) -> dict[Entity, MadeUpJob]:
        return {dataset: job for job in reversed(self.jobs) for dataset in job.outputs}

    @cached_property
    def _readers(self) -> dict[Entity, list[MadeUpJob]]:
        found: dict[Entity, list[MadeUpJob]] = defaultdict(list)
        for job in self.jobs:
            for dataset in dict.fromkeys(job.inputs):
                found[dataset].append(job)
        return found

    @cached_property
    def _tests(self) -> dict[Entity, list[MadeUpTest]]:
        found: dict[Entity, list[MadeUpTest]] = defaultdict(list)
        for test in self.tests:
            found[test.dataset].append(test)
        return found

    @cached_property
    def _following(self) -> dict[Entity, list[Entity]]:
        found: dict[Entity, list[Entity]] = defaultdict(list)
        for job in self.jobs:
            for dataset in job.inputs:
                found[dataset].append(job.id)
            found[job.id] += job.outputs
        for board, shown in self.dashboards.items():
            found[shown].append(board)
        return found

    @cached_property
    def _leading(self) -> dict[Entity, list[Entity]]:
        found: dict[Entity, list[Entity]] = defaultdict(list)
        for one, others in self._following.items():
            for other in others:
                found[other].append(one)
        return found


def _reached(following: dict[Entity, list[Entity]], start: Entity) -> set[Entity]:
    found, waiting = {start}, [start]
    while waiting:
        for other in following.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def random_warehouse(random: Random) -> Warehouse:
    """Of any size and shape that teams have, within some hundred nodes."""
    layers = [random.choice(["raw", "src", "landing"]), *(f"l{n}" for n in range(1, random.randint(2, 6)))]
    width = random.choice([2, 4, 8, 14, 22])
    fan_in = random.choice([1, 2, 2, 3, 5])
    style, namespace = (
        random.choice(_NAMES),
        random.choice(["postgres://db:5432", "bigquery", "hive", "snow", "lake"]),
    )
    known = random.choice([0.0, 0.5, 0.9, 1.0, 1.0])
    hourly = width <= 8 and random.random() < 0.25
    house = Warehouse({}, [], [], set(), {})
    house.code_seen_in_runs, house.texts_known = random.random() < 0.65, random.random() < 0.6
    above: list[list[DatasetId]] = []
    for depth, layer in enumerate(layers):
        made = []
        for number in range(max(1, int(width * random.uniform(0.5, 1.3)))):
            word = (
                f"{random.choice(_WORDS)}_{random.choice(_WORDS)}_{number}"
                if number
                else random.choice(_WORDS)
            )
            dataset = DatasetId(namespace, style.format(layer=layer, word=f"{word}{depth or ''}"))
            if dataset in house.columns:
                continue
            made.append(dataset)
            house.columns[dataset] = _columns(random)
            if depth or random.random() < 0.6:
                inputs = _inputs(random, above, fan_in) if depth else ()
                _add_job(house, random, dataset, inputs, depth, known, hourly)
        above.append(made)
    _add_watchers(house, random, above[-1])
    _add_stale_links(house, random)
    return house


def _columns(random: Random) -> dict[str, str]:
    names = random.sample(_FIELDS, random.randint(3, 12))
    return {
        f"{random.choice(_WORDS)}_{one}" if random.random() < 0.3 else one: random.choice(_TYPES)
        for one in names
    }


def _inputs(random: Random, above: list[list[DatasetId]], fan_in: int) -> tuple[DatasetId, ...]:
    wanted = random.randint(1, fan_in)
    found: dict[DatasetId, None] = {}
    for _ in range(wanted):
        layer = above[-1] if random.random() < 0.75 else random.choice(above)
        found[random.choice(layer)] = None
    return tuple(found)


def _add_job(
    house: Warehouse,
    random: Random,
    dataset: DatasetId,
    inputs: tuple[DatasetId, ...],
    depth: int,
    known: float,
    hourly: bool,
) -> None:
    verb = random.choice(["load", "build", "etl", "dbt.model", "dag.task"])
    period = timedelta(hours=1) if hourly else timedelta(hours=random.choice([24, 24, 24, 12, 6]))
    offset = timedelta(minutes=(9 if hourly else 55) * depth + random.randint(0, 5 if hourly else 40))
    job = MadeUpJob(
        id=JobId(random.choice(["airflow", "dbt", "spark"]), f"{verb}_{dataset.name.rsplit('/', 1)[-1]}"),
        inputs=inputs,
        outputs=(dataset,),
        period=period,
        offset=offset,
        takes=timedelta(minutes=random.randint(1, 4 if hourly else 30)),
        on_stale=random.choice(["runs", "runs", "waits", "fails", "empty"]),
        base_rate=random.choice([0.0, 0.0, 0.002, 0.005, 0.01, 0.03]) * (0.1 if hourly else 1),
        columns_known=random.random() < known,
        watched=random.random() < 0.7,
    )
    for column in house.columns[dataset]:
        for _ in range(random.choice([1, 1, 2]) if inputs else 0):
            source = random.choice(inputs)
            used = random.choice(list(house.columns[source]))
            job.uses.setdefault((source, used), []).append((dataset, column, True))
    for source in inputs:
        used = random.choice(list(house.columns[source]))
        if random.random() < 0.5:
            some = random.sample(list(house.columns[dataset]), 2)
            job.uses.setdefault((source, used), []).extend((dataset, column, False) for column in some)
    house.jobs.append(job)


def _add_watchers(house: Warehouse, random: Random, last: list[DatasetId]) -> None:
    """Tests, profiles and dashboards."""
    share = random.choice([0.1, 0.3, 0.6])
    for dataset, columns in house.columns.items():
        for _ in range(random.randint(1, 3) if random.random() < share else 0):
            kind = random.choice(_TESTS)
            column = None if kind in ("row_count", "freshness") else random.choice(list(columns))
            name = f"{kind}_{dataset.name.rsplit('/', 1)[-1]}_{column or 'table'}"
            rate = random.choice([0.0, 0.0, 0.002, 0.005, 0.02])
            house.tests.append(MadeUpTest(dataset, kind, column, name, rate))
        if random.random() < share:
            house.profiled |= {(dataset, column) for column in columns}
    for number, dataset in enumerate(last):
        if random.random() < 0.4:
            house.dashboards[DatasetId("looker", f"dashboard_{number}")] = dataset


def _add_stale_links(house: Warehouse, random: Random) -> None:
    """Links that ended before the window or began after it: ways that were not there at the time."""
    datasets = list(house.columns)
    for _ in range(random.randint(0, 4)):
        source, job = random.choice(datasets), random.choice(house.jobs)
        ended = random.random() < 0.5
        if source not in job.inputs and source not in job.outputs:
            since, until = (
                (ALWAYS, BEGIN - timedelta(days=3)) if ended else (BEGIN + timedelta(days=30), STILL)
            )
            house.stale_links.append(Link(source, job.id, since=since, until=until))


class JobLine(msgspec.Struct, frozen=True):
    """A job of a graph that is read from a file."""

    name: str
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    columns: tuple[tuple[str, str, str, str], ...] = ()
    """Input, its column, output, its column; empty where nobody stated them."""


def warehouse_from(lines: Sequence[JobLine], seed: int) -> Warehouse:
    """The jobs of a file as a warehouse; what the file does not say is made up from the seed."""
    random = Random(f"warehouse {seed}")
    house = Warehouse({}, [], [], set(), {})
    for line in lines:
        for name in (*line.inputs, *line.outputs):
            house.columns.setdefault(DatasetId("file", name), _columns(random))
        for source, column, target, to in line.columns:
            house.columns.setdefault(DatasetId("file", source), {}).setdefault(column, "string")
            house.columns.setdefault(DatasetId("file", target), {}).setdefault(to, "string")
    for number, line in enumerate(lines):
        inputs = tuple(DatasetId("file", name) for name in line.inputs)
        for output in line.outputs:
            known = 1.0 if line.columns else 0.0
            _add_job(house, random, DatasetId("file", output), inputs, number % 6, known, False)
            job = house.jobs[-1]
            job.id = JobId("file", line.name)
            for source, column, target, to in line.columns:
                if target == output:
                    uses = job.uses.setdefault((DatasetId("file", source), column), [])
                    uses.append((DatasetId("file", target), to, True))
    written = {target for job in house.jobs for target in job.outputs}
    read = {source for job in house.jobs for source in job.inputs}
    _add_watchers(house, random, sorted(written - read))
    return house


def lineage_of(house: Warehouse, random: Random) -> LineageView:
    """What was recorded of the warehouse: all of its tables, and columns where the job states them."""
    links = list(house.stale_links)
    for job in house.jobs:
        sure = random.choice([0.7, 0.85, 0.95, 1.0])
        links += [Link(source, job.id, confidence=sure) for source in job.inputs]
        links += [Link(job.id, target, confidence=sure) for target in job.outputs]
        if job.columns_known:
            links += [
                Link(source, target, column, to, job.id, direct, sure)
                for (source, column), uses in job.uses.items()
                for target, to, direct in uses
            ]
    links += [Link(shown, board) for board, shown in house.dashboards.items()]
    notes = tuple((board, NodeNote(kind="dashboard")) for board in house.dashboards)
    random.shuffle(links)
    return LineageView(tuple(links), notes)
