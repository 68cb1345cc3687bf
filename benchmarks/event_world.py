"""A made-up company for `benchmarks.event_incidents`: its tables and jobs, and what a cause does to them.

Nothing here knows of the engine: a run reads its inputs as they stand, and what it sends is written by
`benchmarks.event_texts`. Trouble is handed on by what the jobs do with it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

NOW = datetime(2026, 2, 19, tzinfo=UTC)
NAMES = ("orders", "events", "users", "billing", "stock", "visits", "claims", "trips", "rides", "loans")
COLUMNS = ("id", "amount", "status", "country", "created_at", "owner_ref", "score", "channel")
TYPES = {"id": "bigint", "amount": "decimal(12,2)", "created_at": "timestamp", "score": "double"}
STYLES = {
    # namespace, name of a table, and how its jobs speak: SQL texts, column facets, or neither.
    "dbt": ("snowflake://xy123", "ANALYTICS.{layer}.{name}", "sql"),
    "spark": ("s3://lake", "{layer}/{name}", "columns"),
    "etl": ("postgres://db:5432", "dwh.{layer}.{name}", "sql"),
    "stream": ("kafka://broker:9092", "{layer}.{name}.v1", "nothing"),
}


@dataclass(eq=False)
class Table:
    namespace: str
    name: str
    columns: dict[str, str]
    trouble: dict[str, str] = field(default_factory=dict)
    """What is wrong (gone, stale, partial, lost:column, type:column, nulls:column), and by which cause."""
    tests: tuple[tuple[str, str | None], ...] = ()
    """Names of tests with their columns: not_null, row_count, freshness."""
    profiled: bool = False
    history: str = ""

    @property
    def last(self) -> str:
        return self.name.removesuffix(".v1").replace("/", ".").rsplit(".", 1)[-1]


@dataclass(eq=False)
class Job:
    name: str
    inputs: list[Table]
    output: Table
    uses: dict[str, tuple[Table, str]]
    """Of each column that it writes: where it comes from."""
    filters: tuple[Table, str] | None
    offset: timedelta
    takes: timedelta
    counted: bool
    waits: str
    """What it does where an input was not written: fails, skips, or goes on with old data."""
    strict: bool
    """Whether another type of a column stops it."""
    skew: timedelta
    flaky: float
    version: int = 1
    text: int = 1
    deployed_often: bool = False
    told: bool = True

    def used(self) -> set[tuple[Table, str]]:
        return {*self.uses.values(), *([self.filters] if self.filters else [])}


@dataclass(eq=False)
class Company:
    random: Random
    style: str
    period: timedelta
    tables: list[Table]
    jobs: list[Job]

    def readers(self, table: Table) -> list[Job]:
        return [job for job in self.jobs if table in job.inputs]

    def below(self, table: Table) -> set[Table]:
        found, waiting = {table}, [table]
        while waiting:
            one = waiting.pop()
            new = {job.output for job in self.readers(one)} - found
            found |= new
            waiting += new
        return found


def company(random: Random) -> Company:
    style = random.choice(list(STYLES))
    namespace, pattern, _ = STYLES[style]
    period = {"dbt": 24, "spark": 24, "etl": 1, "stream": 1}[style] * timedelta(hours=1)
    if style == "spark" and random.random() < 0.4:
        period = timedelta(hours=6)
    shape = random.choice(["chain", "hub", "wide"])
    layers = {"chain": [1, 1, 1, 1, 1, 1], "hub": [3, 1, 7], "wide": [4, 4, 3, 2]}[shape]
    tables: list[list[Table]] = []
    jobs: list[Job] = []
    names = random.sample(NAMES, 8)
    for depth, count in enumerate(layers):
        tables.append([])
        for number in range(count):
            layer = ("raw", "stg", "int", "mart", "rpt", "pub")[min(depth, 5)]
            name = pattern.format(layer=layer, name=f"{names[number]}_{depth}" if depth else names[number])
            if style == "dbt":
                name = name.upper()
            picked = ["id", *random.sample(COLUMNS[1:], random.randint(3, 5))]
            made = Table(namespace, name, {one: TYPES.get(one, "varchar") for one in picked})
            _watch(made, random)
            above = _above(tables, depth, shape, random)
            if above or random.random() < 0.7:
                jobs.append(_job(random, style, made, above, len(jobs), period))
            tables[depth].append(made)
    return Company(random, style, period, [one for layer in tables for one in layer], jobs)


def _watch(table: Table, random: Random) -> None:
    tests: list[tuple[str, str | None]] = []
    for column in list(table.columns)[:3]:
        if random.random() < 0.3:
            tests.append(("not_null", column))
    tests += [(name, None) for name in ("row_count", "freshness") if random.random() < 0.25]
    table.tests, table.profiled = tuple(tests), random.random() < 0.35


def _above(tables: list[list[Table]], depth: int, shape: str, random: Random) -> list[Table]:
    if depth == 0:
        return []
    near = tables[depth - 1]
    found = random.sample(near, min(len(near), 1 if shape == "chain" else random.randint(1, 3)))
    if depth > 1 and random.random() < 0.25:
        found.append(random.choice(tables[depth - 2]))
    return found


def _job(
    random: Random, style: str, output: Table, above: list[Table], number: int, period: timedelta
) -> Job:
    sources = [(table, column) for table in above for column in table.columns]
    uses = {}
    for column in output.columns if sources else ():
        alike = [one for one in sources if one[1] == column]
        uses[column] = random.choice(alike or sources)
    named = {"dbt": "dbt.build.{}", "spark": "spark_{}", "etl": "load_{}.run", "stream": "flink-{}"}[style]
    return Job(
        named.format(output.last.lower()),
        above,
        output,
        uses,
        random.choice(sources) if sources and random.random() < 0.4 else None,
        period * (0.04 + 0.035 * number),
        period * random.uniform(0.008, 0.02),
        random.random() < 0.7,
        random.choice(["fails", "skips", "old", "old"]),
        random.random() < 0.6,
        timedelta(seconds=random.choice([0, 0, random.gauss(0, 90)])),
        random.choice([0, 0, 0, 0.01, 0.03]),
        deployed_often=random.random() < 0.2,
    )


def starts(job: Job, company: Company, since: datetime, until: datetime) -> Iterator[datetime]:
    at = since + job.offset
    while at < until:
        yield at
        at += company.period
