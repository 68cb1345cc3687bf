"""A warehouse whose jobs are run: texts of SQL on small tables in DuckDB, a night after another.

Nothing here says how trouble spreads. A cause changes a table, a text or a schedule; what fails of it, with
which words, and what is written wrong in silence, is what the engine makes of it. Observed is what producers
send: how a run ended, how many rows it wrote, what tests found, how many nulls a column has.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from statistics import median

import duckdb

from headwater.model.ids import DatasetId, JobId
from headwater.timemachine.evidence import Entity, Observation, Sign

FIRST_NIGHT = datetime(2026, 6, 1, tzinfo=UTC)
NIGHTS = 9
FIELDS = ("qty", "net", "city", "sku", "vat", "grade", "mail", "paid_on")
ROWS = 40
"""Of a night; sources keep them all."""
ODD = 0.3
"""The share by which a count leaves what is usual."""
FLAKY_ERRORS = ("SSL SYSCALL error: EOF detected", "MemoryError", "HTTP Error 502: Bad Gateway", "")


@dataclass(frozen=True)
class Source:
    """A table that comes from outside, filled by a job that reads nothing known, or by nobody seen."""

    name: str
    fields: tuple[str, ...]
    fed_by: JobId | None


@dataclass(frozen=True)
class Model:
    """A table made of others each night."""

    name: str
    job: JobId
    minute: int
    inputs: tuple[str, ...]
    uses: tuple[tuple[str, str, str], ...]
    """Input, its column, and the column that is made of it."""
    text: str
    waits: bool
    """It does not run where an input was not written tonight."""


@dataclass(frozen=True)
class Test:
    table: str
    column: str | None
    name: str
    text: str


@dataclass(frozen=True)
class House:
    sources: tuple[Source, ...]
    models: tuple[Model, ...]
    tests: tuple[Test, ...]
    profiled: frozenset[str]
    seed: int

    def fields(self, table: str) -> list[str]:
        of_source = [one.fields for one in self.sources if one.name == table]
        return list(of_source[0]) if of_source else [to for _, _, to in self.model(table).uses]

    def model(self, table: str) -> Model:
        return next(one for one in self.models if one.name == table)

    def id(self, table: str) -> DatasetId:
        return DatasetId("duckdb://house", f"main.{table}")


@dataclass
class Plan:
    """What is different from usual: by time, what to do to the database; by job, what its runs become."""

    at_times: list[tuple[datetime, str]] = field(default_factory=list)
    texts: dict[JobId, tuple[datetime, str]] = field(default_factory=dict)
    ends: dict[JobId, tuple[datetime, str, str]] = field(default_factory=dict)
    """fail, skip or slow from a time on, and the words of the error."""
    arrivals: dict[str, tuple[datetime, Callable[[str], str]]] = field(default_factory=dict)
    """Of a source, how its nightly rows are other ones from a time on."""

    def joined(self, other: "Plan") -> "Plan":
        return Plan(
            self.at_times + other.at_times,
            other.texts | self.texts,
            other.ends | self.ends,
            other.arrivals | self.arrivals,
        )


def random_house(seed: int) -> House:
    random = Random(f"house {seed}")
    sources = []
    for number in range(random.randint(2, 5)):
        fields = ("k", *random.sample(FIELDS, random.randint(3, 6)))
        feeder = JobId("feeds", f"pull_{number}") if random.random() < 0.6 else None
        sources.append(Source(f"in{number}_{random.choice(FIELDS)}", fields, feeder))
    house = House(tuple(sources), (), (), frozenset(), seed)
    for number in range(random.randint(4, 14)):
        house = replace(house, models=(*house.models, _model(house, random, number)))
    tables = [one.name for one in house.sources] + [one.name for one in house.models]
    tests = [test for table in tables if random.random() < 0.5 for test in _tests(house, random, table)]
    profiled = frozenset(table for table in tables if random.random() < 0.35)
    return replace(house, tests=tuple(tests), profiled=profiled)


def _model(house: House, random: Random, number: int) -> Model:
    known = [one.name for one in house.models[-5:]] + [one.name for one in house.sources]
    inputs = tuple(random.sample(known, min(len(known), random.choice([1, 1, 2]))))
    uses = tuple(
        (table, one, f"{one}_{place}" if place else one)
        for place, table in enumerate(inputs)
        for one in house.fields(table)
        if not (place and one == "k") and (one == "k" or random.random() < 0.7)
    )
    picked = ", ".join(f"t{inputs.index(table)}.{one} as {to}" for table, one, to in uses)
    tables = f"{inputs[0]} t0" + (f" left join {inputs[1]} t1 on t0.k = t1.k" if inputs[1:] else "")
    filters = [
        to for table, to, _ in uses if table == inputs[0] and to.split("_")[0] in ("qty", "net", "vat")
    ]
    where = f" where t0.{filters[0]} >= 0" if filters and random.random() < 0.5 else ""
    sums = [to for _, one, to in uses if one.split("_")[0] in ("qty", "net")]
    text = f"select {picked} from {tables}{where}"
    if sums and random.random() < 0.4:
        others = ", ".join(f"max({to}) as {to}" for _, _, to in uses if to not in ("k", sums[0]))
        more = f", {others}" if others else ""
        text = f"select k, sum({sums[0]} * 1) as {sums[0]}{more} from ({text}) group by k"
    job = JobId("nightly", f"make_{number}")
    return Model(f"m{number}", job, 60 + 25 * number, inputs, uses, text, random.random() < 0.3)


def _tests(house: House, random: Random, table: str) -> list[Test]:
    column = random.choice(house.fields(table))
    return random.sample(
        [
            Test(table, column, f"{column}_given", f"select count(*) from {table} where {column} is null"),
            Test(table, "k", "k_once", f"select count(*) - count(distinct k) from {table}"),
            Test(table, None, "enough", f"select case when count(*) < {ROWS} then 1 else 0 end from {table}"),
        ],
        2,
    )


@dataclass
class Nights:
    """One life of a house: everything that was seen, and when each table was last written."""

    house: House
    plan: Plan
    seen: list[Observation] = field(default_factory=list)
    texts: dict[JobId, str] = field(default_factory=dict)
    written: dict[str, datetime] = field(default_factory=dict)
    counts: dict[Entity, list[int]] = field(default_factory=dict)
    nulls: dict[tuple[str, str], list[float]] = field(default_factory=dict)

    def live(self) -> "Nights":
        with duckdb.connect(config={"threads": 1}) as self.database:
            for moment, _, act in sorted(self._moments(), key=lambda one: one[:2]):
                act(moment)
        return self

    def _moments(self) -> list[tuple[datetime, int, Callable[[datetime], None]]]:
        acts: list[tuple[datetime, int, Callable[[datetime], None]]] = []
        acts += [(at, -1, partial(self._strike, text)) for at, text in self.plan.at_times]
        for night in range(NIGHTS):
            begin = FIRST_NIGHT + timedelta(days=night)
            for place, source in enumerate(self.house.sources):
                at = begin + timedelta(minutes=5 + place)
                acts.append((at, len(acts), partial(self._arrive, source)))
            for model in self.house.models:
                at = begin + timedelta(minutes=model.minute)
                acts.append((at, len(acts), partial(self._make, model)))
        return acts

    def _strike(self, text: str, _at: datetime) -> None:
        self._try(text)

    def _try(self, text: str) -> str | None:
        try:
            self.database.execute(text)
        except duckdb.Error as error:
            return str(error)
        return None

    def _ends(self, job: JobId, at: datetime) -> tuple[str, str]:
        since, how, words = self.plan.ends.get(job, (None, "", ""))
        if since is not None and at >= since:
            return how, words
        chance = Random(f"{self.house.seed} {job} {at}")
        flaky = chance.random() < 0.004
        return ("fail", chance.choice(FLAKY_ERRORS)) if flaky else ("", "")

    def _arrive(self, source: Source, at: datetime) -> None:
        how, words = self._ends(source.fed_by, at) if source.fed_by else ("", "")
        if how == "skip" and source.fed_by:
            self._note(Sign.RUN_MISSING, source.fed_by, at + timedelta(minutes=30))
        if how == "fail" and source.fed_by:
            self._note(Sign.RUN_FAILED, source.fed_by, at, started=at, message=words)
        if how in ("skip", "fail"):
            return
        since, twist = self.plan.arrivals.get(source.name, (at, lambda text: text))
        text = self._rows(source, at)
        self._load(source, twist(text) if at >= since else text)
        late = timedelta(hours=6) if how == "slow" else timedelta(minutes=2)
        self.written[source.name] = at + late
        if source.fed_by:
            self._ended(source.fed_by, source.name, at, at + late, "")
        self._look(source.name, at + late)

    def _rows(self, source: Source, at: datetime) -> str:
        day = (at - FIRST_NIGHT).days
        made = ", ".join(
            f"{'(i % 7) + 1' if one != 'k' else f'i + {day * ROWS}'} as {one}" for one in source.fields
        )
        count = ROWS + Random(f"{source.name} {day} {self.house.seed}").randint(-2, 2)
        return f"select {made} from range({count}) r(i)"

    def _load(self, source: Source, text: str) -> None:
        """As loaders do: into the columns that the table has, by name; a table that is gone stays gone."""
        if source.name not in self.written:
            self._try(f"create table {source.name} as {text}")
            return
        rows = self.database.execute(
            "select column_name, data_type from information_schema.columns where table_name = ?",
            [source.name],
        ).fetchall()
        made = ", ".join(f"{one if one in source.fields else 'null'}::{kind} as {one}" for one, kind in rows)
        # Only the newest night is kept: each table is a snapshot.
        if rows:
            self._try(f"delete from {source.name}")
            if self._try(f"insert into {source.name} select {made} from ({text})"):
                self._try(f"insert into {source.name} by name select * from ({text})")

    def _make(self, model: Model, at: datetime) -> None:
        since, text = self.plan.texts.get(model.job, (at, model.text))
        self.texts[model.job] = text = text if at >= since else model.text
        how, words = self._ends(model.job, at)
        tonight = at.replace(hour=0, minute=0)
        stale = [one for one in model.inputs if self.written.get(one, FIRST_NIGHT) < tonight]
        if how == "skip":
            return self._note(Sign.RUN_MISSING, model.job, at + timedelta(minutes=20))
        if model.waits and stale and not how:
            return self._failed(model, at, f"{stale[0]} was not updated, gave up waiting", text)
        error = words if how == "fail" else self._try(f"create or replace table {model.name} as {text}")
        if how == "fail" or error:
            return self._failed(model, at, error or "", text)
        end = at + (timedelta(hours=7) if how == "slow" else timedelta(minutes=3))
        self.written[model.name] = end
        self._ended(model.job, model.name, at, end, text, how == "slow")
        return self._look(model.name, end)

    def _failed(self, model: Model, at: datetime, words: str, text: str) -> None:
        end = at + timedelta(minutes=1)
        self._note(Sign.RUN_FAILED, model.job, end, started=at, message=words, query=text)
        self._look(model.name, end)

    def _ended(
        self, job: JobId, table: str, at: datetime, end: datetime, text: str, slow: bool = False
    ) -> None:
        count = self._number(f"select count(*) from {table}") or 0
        before = self.counts.setdefault(job, [])
        usual = median(before) if len(before) >= 3 else None
        odd = usual is not None and abs(count - usual) > ODD * max(usual, 1)
        before.append(count)
        sign = Sign.RUN_LONG if slow else Sign.RUN_SUCCEEDED
        if odd:
            sign = Sign.RUN_UNUSUAL if count else Sign.RUN_EMPTY
        self._note(sign, job, end, started=at, query=text)

    def _number(self, text: str) -> int | None:
        try:
            found = self.database.execute(text).fetchone()
        except duckdb.Error:
            return None
        return int(found[0]) if found else None

    def _look(self, table: str, at: datetime) -> None:
        """Tests and profiles, as they are made after each run."""
        soon = at + timedelta(minutes=4)
        for test in (one for one in self.house.tests if one.table == table):
            sign = Sign.ASSERTION_FAILED if self._number(test.text) != 0 else Sign.ASSERTION_PASSED
            self._note(sign, self.house.id(table), soon, column=test.column, name=test.name)
        for column in self.house.fields(table) if table in self.house.profiled else ():
            share = self._number(
                f"select 100 * count(*) filter ({column} is null) // greatest(count(*), 1) from {table}"
            )
            if share is None:
                continue
            before = self.nulls.setdefault((table, column), [])
            if len(before) >= 3:
                odd = abs(share - median(before)) > 20
                sign = Sign.PROFILE_UNUSUAL if odd else Sign.PROFILE_NORMAL
                self._note(sign, self.house.id(table), soon, column=column)
            before.append(share)

    def _note(self, sign: Sign, entity: Entity, time: datetime, **more: object) -> None:
        started = more.get("started")
        run = f"{entity.name}@{started:%d}" if isinstance(started, datetime) else None
        name = f"{sign}:{entity.name}:{more.get('column')}:{more.get('name')}:{time:%d%H%M}"
        self.seen.append(Observation(name, sign, entity, time, run=run, **more))  # type: ignore[arg-type]
