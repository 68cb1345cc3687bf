"""What happens in a warehouse over some days: runs by schedule, troubles in data, and what is seen of both.

Trouble lies in a dataset or one of its columns and is handed on by the jobs that use it. Nothing here knows
how the engine reasons: a run fails, waits or writes something wrong by rules of its own.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from headwater.model.ids import DatasetId
from headwater.timemachine.error_text import last_name
from headwater.timemachine.evidence import Entity, Observation, Sign, SpanEvidence
from headwater.timemachine.generator.warehouse import BEGIN, MadeUpJob, MadeUpTest, Warehouse
from headwater.timemachine.generator.wordings import error_text

TRACED = 0.4
"""The share of jobs that send spans."""
Tags = frozenset[str]
"""The causes that trouble comes from."""
Uses = list[tuple[DatasetId, str, bool]]
"""What becomes of a column: where it goes, and whether its value is used."""


@dataclass(frozen=True, slots=True)
class Trouble:
    what: str
    """missing_column, type, nulls, dropped, stale, empty, partial or duplicated."""
    tags: Tags
    column: str | None = None
    lasting: bool = False
    """It stays when the dataset is written anew."""
    name: str = ""
    """The column that an error would name."""


@dataclass(slots=True)
class Twist:
    """What a cause does to a job from a time on: what its next run does instead of its usual work."""

    tags: Tags
    since: datetime
    act: str
    """fail, nulls, partial, empty, duplicated, long, late, missing."""
    sort: str = "other"
    column: str | None = None
    table: str | None = None
    """What an error would name instead of an input."""
    once: bool = False
    used: bool = False


@dataclass(slots=True)
class SimulatedDays:
    house: Warehouse
    random: Random
    until: datetime
    troubles: dict[DatasetId, list[Trouble]] = field(default_factory=lambda: defaultdict(list))
    twists: dict[Entity, list[Twist]] = field(default_factory=lambda: defaultdict(list))
    strikes: list[tuple[datetime, Callable[[], None]]] = field(default_factory=list)
    """What happens to data at a time: each a function to call then."""
    seen: list[tuple[Observation, Tags]] = field(default_factory=list)
    decided: dict[object, float] = field(default_factory=dict)
    always_seen: set[Entity] = field(default_factory=set)
    """Where something unusual is noticed for certain."""

    def run(self) -> None:
        moments: list[tuple[datetime, int, Callable[[], None]]] = []
        for job in self.house.jobs:
            at = BEGIN + job.offset
            while at < self.until:
                moments.append((at, len(moments), lambda job=job, at=at: self._run_job(job, at)))  # type: ignore[misc]
                at += job.period
        # At one moment, what happens to the data comes before the jobs that run then.
        moments += [(at, -1, strike) for at, strike in self.strikes]
        for _, _, act in sorted(moments, key=lambda moment: moment[:2]):
            act()

    def _chance(self, *of: object) -> float:
        """A random number for this question, the same each time: a job that broke once breaks each night."""
        if of not in self.decided:
            self.decided[of] = self.random.random()
        return self.decided[of]

    def observe(
        self, sign: Sign, entity: Entity, time: datetime, tags: Tags = frozenset(), **more: Any
    ) -> None:
        number = f"o{len(self.seen)}"
        self.seen.append((Observation(number, sign, entity, time, event_id=f"e{number}", **more), tags))

    def check(self, dataset: DatasetId, at: datetime) -> None:
        """Tests and profiles of a dataset, as they stand now."""
        troubles = self.troubles[dataset]
        for test in self.house.tests_of(dataset):
            self._test(test, at, troubles)
        for column in self.house.columns.get(dataset, {}):
            if (dataset, column) in self.house.profiled or dataset in self.always_seen:
                wrong = [one for one in troubles if _in_profile(one, column)]
                tags = frozenset[str]().union(*(one.tags for one in wrong))
                noticed = wrong and (dataset in self.always_seen or self._chance(dataset, column, tags) < 0.8)
                sign = Sign.PROFILE_UNUSUAL if noticed else Sign.PROFILE_NORMAL
                if noticed or (dataset, column) in self.house.profiled:
                    self.observe(sign, dataset, at, tags if noticed else frozenset(), column=column)

    def _test(self, test: MadeUpTest, at: datetime, troubles: list[Trouble]) -> None:
        hit = [one for one in troubles if _fails(test, one)]
        tags = frozenset[str]().union(*(one.tags for one in hit))
        failed = bool(hit) and self._chance(test.name, tags) < 0.92
        by_itself = not failed and self.random.random() < test.base_rate
        sign = Sign.ASSERTION_FAILED if failed or by_itself else Sign.ASSERTION_PASSED
        self.observe(
            sign,
            test.dataset,
            at,
            tags if failed else frozenset({"chance"} if by_itself else ()),
            column=test.column,
            name=test.name,
            base_rate=test.base_rate or None,
        )

    def _run_job(self, job: MadeUpJob, at: datetime) -> None:
        twist = next(
            (one for one in self.twists[job.id] if one.since <= at and not (one.once and one.used)), None
        )
        if twist is not None:
            twist.used = True
            # Where several troubles meet, each would have done: none of them alone is to blame.
            self._twisted(job, at, replace(twist, tags=twist.tags.union(*self._met_tags(job))))
        elif self.random.random() < job.base_rate:
            self._fail(job, at, frozenset({"chance"}), "resource", None)
        else:
            self._usual(job, at)

    def _twisted(self, job: MadeUpJob, at: datetime, twist: Twist) -> None:
        if twist.act == "fail":
            self._fail(job, at, twist.tags, twist.sort, twist.column, table=twist.table)
        elif twist.act in ("missing", "late"):
            sign = Sign.RUN_MISSING if twist.act == "missing" else Sign.RUN_LATE
            self.observe(sign, job.id, at + job.takes + timedelta(minutes=20), twist.tags, base_rate=0.01)
            self._leave_stale(job, at, twist.tags)
        elif twist.act == "long":
            took = job.takes * 4
            details = {"started": at, "run": run_id(job, at), "span": span_of(job, took, job.takes / 2)}
            self.observe(Sign.RUN_LONG, job.id, at + took, twist.tags, **details)
            self._leave_stale(job, at, twist.tags)
        else:
            found = [Trouble(twist.act, twist.tags, twist.column)]
            self._write(job, at, found, certain=job.id in self.always_seen)

    def _met(self, job: MadeUpJob) -> list[tuple[DatasetId, Trouble, Uses]]:
        return [
            (dataset, trouble, job.uses.get((dataset, trouble.column or ""), []))
            for dataset in job.inputs
            for trouble in self.troubles[dataset]
            if trouble.column is None or (dataset, trouble.column) in job.uses
        ]

    def _met_tags(self, job: MadeUpJob) -> list[Tags]:
        return [trouble.tags for _, trouble, _ in self._met(job)]

    def _usual(self, job: MadeUpJob, at: datetime) -> None:
        met = self._met(job)
        tags = frozenset[str]().union(*(trouble.tags for _, trouble, _ in met))
        for dataset, trouble, _ in met:
            if self._stopped(job, at, replace(trouble, tags=tags), dataset):
                return
        self._write(job, at, [one for _, trouble, uses in met for one in self._handed_on(job, trouble, uses)])

    def _stopped(self, job: MadeUpJob, at: datetime, trouble: Trouble, dataset: DatasetId) -> bool:
        """Whether an input's trouble keeps the run from ending well."""
        chance = {"missing_column": 0.9, "type": 0.55, "dropped": 0.92, "nulls": 0.08, "duplicated": 0.07}
        if trouble.what == "stale" and job.on_stale == "waits":
            self.observe(Sign.RUN_LATE, job.id, at + timedelta(hours=1), trouble.tags, base_rate=0.01)
            self._leave_stale(job, at, trouble.tags)
            return True
        fails = trouble.what in ("stale", "empty") and job.on_stale == "fails"
        if not fails and self._chance(job.id, dataset, trouble.what, trouble.column) >= chance.get(
            trouble.what, 0.0
        ):
            return False
        sort = {
            "dropped": "missing_table",
            "stale": "missing_input",
            "empty": "missing_input",
            "duplicated": "duplicates",
        }
        name = trouble.name or trouble.column
        self._fail(job, at, trouble.tags, sort.get(trouble.what, trouble.what), name, dataset)
        return True

    def _handed_on(self, job: MadeUpJob, trouble: Trouble, uses: Uses) -> list[Trouble]:
        if trouble.column is None:
            what = trouble.what
            if what in ("stale", "dropped"):
                what = "empty" if job.on_stale == "empty" or what == "dropped" else "stale"
            return [Trouble(what, trouble.tags)]
        tags = trouble.tags
        found = [Trouble("nulls", tags, to) for _, to, direct in uses if direct]
        return found or [Trouble("partial", tags)] * (self._chance(job.id, tags, "rows") < 0.5)

    def _write(self, job: MadeUpJob, at: datetime, made: list[Trouble], certain: bool = False) -> None:
        end = at + job.takes
        odd = [one for one in made if one.what in ("empty", "partial", "duplicated")]
        tags = frozenset[str]().union(*(one.tags for one in odd))
        common: dict[str, Any] = {
            "started": at,
            "run": run_id(job, at),
            "query": job.text(),
            "base_rate": job.base_rate or None,
        }
        if odd and (certain or (job.watched and self._chance(job.id, tags) < 0.8)):
            sign = Sign.RUN_EMPTY if any(one.what == "empty" for one in odd) else Sign.RUN_UNUSUAL
            self.observe(sign, job.id, end, tags, **common)
        else:
            self.observe(Sign.RUN_SUCCEEDED, job.id, end, **common)
        for dataset in job.outputs:
            lasting = [one for one in self.troubles[dataset] if one.lasting]
            fresh = [
                one
                for one in dict.fromkeys(made)
                if one.column is None or one.column in self.house.columns[dataset]
            ]
            self.troubles[dataset] = lasting + fresh
            self.check(dataset, end + timedelta(minutes=2))

    def _fail(
        self,
        job: MadeUpJob,
        at: datetime,
        tags: Tags,
        sort: str,
        column: str | None,
        about: DatasetId | None = None,
        table: str | None = None,
    ) -> None:
        dataset = about or next(iter(job.inputs or job.outputs))
        table = table or last_name(dataset.name)
        # Some producers say nothing of use.
        worded = sort if self.random.random() < 0.9 else "other"
        text = error_text(
            self.random,
            worded,
            table,
            column,
            self.house.columns.get(dataset, {}).get(column or "", "integer"),
        )
        took = job.takes * self.random.uniform(0.1, 1)
        self.observe(
            Sign.RUN_FAILED,
            job.id,
            at + took,
            tags,
            started=at,
            run=run_id(job, at),
            message=text,
            query=job.text(),
            base_rate=job.base_rate or None,
            span=span_of(job, took),
        )
        self._leave_stale(job, at, tags)

    def _leave_stale(self, job: MadeUpJob, at: datetime, tags: Tags) -> None:
        for dataset in job.outputs:
            kept = [one for one in self.troubles[dataset] if one.what != "stale"]
            self.troubles[dataset] = [*kept, Trouble("stale", tags)]
            # Tests have schedules of their own: they run though nothing was written.
            self.check(dataset, at + job.takes + timedelta(minutes=30))


def span_of(job: MadeUpJob, took: timedelta, usual: timedelta | None = None) -> SpanEvidence | None:
    """What the spans of a traced job say of a run that failed or, with a usual time, took long.

    By chances of its own: the rest of an incident is the same with and without spans.
    """
    random = Random(f"spans of {job.id}")
    if random.random() >= TRACED:
        return None
    number = f"{random.getrandbits(64):016x}"
    seconds = None if usual is None else usual.total_seconds()
    return SpanEvidence(number * 2, number, "insert", "warehouse", took.total_seconds(), seconds)


def run_id(job: MadeUpJob, at: datetime) -> str:
    return f"{job.id.name}@{at.isoformat()}"


def _in_profile(trouble: Trouble, column: str) -> bool:
    if trouble.column == column:
        return trouble.what in ("nulls", "type")
    return trouble.column is None and trouble.what in ("duplicated",)


def _fails(test: MadeUpTest, trouble: Trouble) -> bool:
    if test.column is not None and trouble.column == test.column:
        return trouble.what in ("nulls", "type", "missing_column") and test.kind != "unique"
    if trouble.column is not None:
        return False
    by_kind = {
        "unique": ("duplicated",),
        "row_count": ("empty", "partial", "duplicated", "dropped"),
        "freshness": ("stale", "empty", "dropped"),
    }
    return trouble.what in by_kind.get(test.kind, ())
