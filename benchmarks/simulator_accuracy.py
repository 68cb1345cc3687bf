"""How often the Simulator's verdicts are right: every column of TPC-H and TPC-DS changed, Spark as the truth.

`python -m benchmarks.simulator_accuracy` fetches the texts, judges, plans, runs, and prints two tables.
Which trials are made is decided by a fixed seed, so that every run asks the same.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pyspark.sql import SparkSession

from benchmarks.spark_truth import Planner, Runner, Truth
from benchmarks.table import table as markdown
from benchmarks.tpc_texts import Suite, suites
from headwater.pipeline.session import start_session
from headwater.settings import Settings
from headwater.simulator.judge import JudgedQuery, Judgement, QueryVerdict, SchemaPair
from headwater.simulator.proposals import ChangeType, ProposedChange
from headwater.simulator.schema_changes import apply
from headwater.simulator.sqlglot_judge import SqlglotJudge
from headwater.sql.schemas import ColumnSchema, TableSchema

SEED = 11
# Of some 200,000 that could be made.
TRIALS = {"tpc-h": 600, "tpc-ds": 1_200}
# Of each kind of verdict, how many that planning leaves open are also run.
RUNS = 15
THREADS = 2
SAFE, SILENT = QueryVerdict.SAFE, QueryVerdict.WILL_SILENTLY_CHANGE
ERROR, UNKNOWN = QueryVerdict.WILL_ERROR, QueryVerdict.COULD_NOT_ANALYZE
HEADER = (
    "change",
    "trials",
    "errors found",
    "silent changes found",
    "`safe` right",
    "silent, nothing seen",
    "not analysed",
)
DATES = re.compile(r"date$|^d_date$|_start_date$|_end_date$")
# The package has floats and texts where the standard has decimals and dates.
MONEY = {"tpc-h": "decimal(15,2)", "tpc-ds": "decimal(7,2)"}
NEW_TYPES = {
    "bigint": ("int", "decimal(20,0)", "double", "string", "date"),
    "int": ("bigint", "decimal(12,2)", "double", "string", "boolean"),
    "decimal": ("decimal(18,2)", "decimal(18,4)", "double", "bigint", "string"),
    "string": ("bigint", "date", "boolean", "timestamp", "double"),
    "date": ("timestamp", "string", "bigint", "timestamp_ntz", "int"),
}


@dataclass(frozen=True, slots=True)
class Trial:
    """A text, and one table as it was and as it will be."""

    suite: str
    number: int
    text: str
    kind: str
    change: ProposedChange
    before: TableSchema
    after: TableSchema

    def __str__(self) -> str:
        return f"{self.suite} {self.number}: {self.change.in_words()}"


@dataclass(frozen=True, slots=True)
class Outcome:
    trial: Trial
    judged: Judgement
    truth: Truth
    run: bool = False

    @property
    def wrong(self) -> bool:
        return self.judged.verdict is SAFE and self.truth in (Truth.ERROR, Truth.CHANGED)

    @property
    def open(self) -> bool:
        """Declared alike: whether the rows are the same only running tells."""
        return self.trial.kind == "change_type" and self.truth in (Truth.SAME, Truth.OTHER_PLAN)


def as_standard(suite: Suite) -> Suite:
    """With the types of the standard, and quoted names as Spark writes them."""
    schemas = {
        name: TableSchema(name, tuple(_typed(one, suite.name) for one in table.columns or ()))
        for name, table in suite.schemas.items()
    }
    texts = tuple(re.sub(r'"([^"]*)"', r"`\1`", text) for text in suite.texts)
    return replace(suite, schemas=schemas, texts=texts)


def _typed(column: ColumnSchema, suite: str) -> ColumnSchema:
    if column.type == "double":
        return replace(column, type=MONEY[suite])
    return replace(column, type="date") if DATES.search(column.name) else column


def trials(suite: Suite) -> Iterator[Trial]:
    for number, text in enumerate(suite.texts, start=1):
        words = set(re.findall(r"\w+", text.lower()))
        touched = [table for name, table in suite.schemas.items() if name in words]
        for table in touched:
            for column in table.columns or ():
                for kind, before, change in _changes(table, column, touched, words):
                    after = apply([change], {before.name: before})[before.name]
                    yield Trial(suite.name, number, text, kind, change, before, after)


def _changes(
    table: TableSchema, column: ColumnSchema, touched: Sequence[TableSchema], words: set[str]
) -> Iterator[tuple[str, TableSchema, ProposedChange]]:
    name = column.name
    strict = TableSchema(
        table.name,
        tuple(replace(one, nullable=False) if one is column else one for one in table.columns or ()),
    )
    yield "drop_column", table, ProposedChange(ChangeType.DROP_COLUMN, table.name, name)
    renamed = ProposedChange(ChangeType.RENAME_COLUMN, table.name, name, new_name=f"{name}_new")
    yield "rename_column", table, renamed
    for new_type in NEW_TYPES[(column.type or "").partition("(")[0]]:
        change = ProposedChange(ChangeType.CHANGE_TYPE, table.name, name, new_type=new_type)
        yield "change_type", table, change
    for before, nullable in ((strict, True), (table, False)):
        change = ProposedChange(ChangeType.CHANGE_NULLABLE, table.name, name, nullable=nullable)
        yield "change_nullable", before, change
    yield from _collisions(table, column, touched, words)


def _collisions(
    table: TableSchema, column: ColumnSchema, touched: Sequence[TableSchema], words: set[str]
) -> Iterator[tuple[str, TableSchema, ProposedChange]]:
    """Another table of the query gets a column of this name, which the text may not qualify."""
    for other in touched:
        if other is not table and column.name in words and other.column(column.name) is None:
            change = ProposedChange(ChangeType.ADD_COLUMN, other.name, column.name, new_type=column.type)
            yield "add_column", other, change


def chosen(suite: Suite, count: int) -> list[Trial]:
    """Half of them about columns that the text names: most columns of a table stand in few texts."""
    rng = random.Random(SEED)
    named: list[Trial] = []
    others: list[Trial] = []
    for trial in trials(suite):
        (named if (trial.change.target or "") in trial.text.lower() else others).append(trial)
    return rng.sample(named, min(count * 3 // 4, len(named))) + rng.sample(
        others, min(count // 4, len(others))
    )


def judged(suite: Suite, asked: Sequence[Trial]) -> list[Judgement]:
    judge = SqlglotJudge()
    pairs: dict[tuple[TableSchema, TableSchema], SchemaPair] = {}
    found = []
    for trial in asked:
        key = (trial.before, trial.after)
        if key not in pairs:
            schemas = {**suite.schemas, trial.before.name: trial.before}
            pairs[key] = SchemaPair(schemas, {**schemas, trial.after.name: trial.after})
        found.append(judge.judge(JudgedQuery(trial.text, "spark"), pairs[key]))
    return found


def planned(spark: SparkSession, suite: Suite, asked: Sequence[Trial]) -> list[Truth]:
    planner = Planner(spark.newSession(), suite.schemas)
    return [planner.compare(trial.text, trial.before, trial.after) for trial in asked]


def in_parallel(
    spark: SparkSession,
    suite: Suite,
    asked: Sequence[Trial],
    step: Callable[[SparkSession, Suite, Sequence[Trial]], list[Truth]],
) -> list[Truth]:
    """Several sessions of one Spark, each with its share."""
    shares = [asked[start::THREADS] for start in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(lambda share: step(spark, suite, share), shares))
    return [found[place % THREADS][place // THREADS] for place in range(len(asked))]


def ran(spark: SparkSession, suite: Suite, asked: Sequence[Trial]) -> list[Truth]:
    runner = Runner(spark.newSession(), suite.schemas, suite.data)
    return [runner.compare(trial.text, trial.after) for trial in asked]


def with_runs(spark: SparkSession, suite: Suite, outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Some of those that planning leaves open, with what running them says."""
    rng = random.Random(SEED)
    places: list[int] = []
    for verdict in (SAFE, SILENT):
        left = [place for place, one in enumerate(outcomes) if one.open and one.judged.verdict is verdict]
        places += rng.sample(left, min(RUNS, len(left)))
    truths = in_parallel(spark, suite, [outcomes[place].trial for place in places], ran)
    found = list(outcomes)
    for place, truth in zip(places, truths, strict=True):
        if truth is not Truth.FAILS_BEFORE:
            found[place] = replace(outcomes[place], truth=truth, run=True)
    return found


def measure(trials_of_suite: Mapping[str, int]) -> list[Outcome]:
    found: list[Outcome] = []
    with suites() as fetched, TemporaryDirectory(prefix="hwb") as home:
        spark = start_session(Settings(home=Path(home)), "accuracy")
        for suite in map(as_standard, fetched):
            asked = chosen(suite, trials_of_suite[suite.name])
            truths = in_parallel(spark, suite, asked, planned)
            pairs = zip(asked, judged(suite, asked), truths, strict=True)
            found += with_runs(spark, suite, [Outcome(*each) for each in pairs])
        spark.stop()
    return found


def rows(outcomes: Sequence[Outcome]) -> Iterator[Sequence[object]]:
    """By kind of change: what is true, and how often each verdict was right."""
    for kind in dict.fromkeys(one.trial.kind for one in outcomes):
        mine = [one for one in outcomes if one.trial.kind == kind and one.truth is not Truth.FAILS_BEFORE]
        errors = [one for one in mine if one.truth is Truth.ERROR]
        changed = [one for one in mine if one.truth is Truth.CHANGED]
        safe = [one for one in mine if one.judged.verdict is SAFE]
        yield (
            kind,
            len(mine),
            f"{sum(one.judged.verdict is ERROR for one in errors)} of {len(errors)}",
            f"{sum(one.judged.verdict is SILENT for one in changed)} of {len(changed)}",
            f"{sum(not one.wrong for one in safe)} of {len(safe)}",
            sum(
                one.judged.verdict is SILENT and one.truth not in (Truth.ERROR, Truth.CHANGED) for one in mine
            ),
            sum(one.judged.verdict is UNKNOWN for one in mine),
        )


def summary(outcomes: Sequence[Outcome]) -> str:
    known = [one for one in outcomes if one.truth is not Truth.FAILS_BEFORE]
    safe = [one for one in known if one.judged.verdict is SAFE]
    types = [one for one in known if one.trial.kind == "change_type" and one.truth is Truth.CHANGED]
    found = [one for one in types if one.judged.verdict is SILENT]
    unknown = Counter(one.judged.says for one in known if one.judged.verdict is UNKNOWN)
    queries = {(one.trial.suite, one.trial.number) for one in known}
    refused = {(one.trial.suite, one.trial.number) for one in outcomes} - queries
    right = sum(not one.wrong for one in safe)
    lines = [
        f"{len(known):,} trials over {len(queries)} texts (Spark refuses {len(refused)} more as they are), "
        f"{sum(one.run for one in known)} of them also run.",
        f"`safe` is right {right:,} of {len(safe):,} times "
        f"({1000 * right / max(len(safe), 1):.1f} in 1,000; goal 999).",
        f"Silent changes of type found: {len(found)} of {len(types)} "
        f"({100 * len(found) / max(len(types), 1):.1f} in 100; goal 95).",
        f"Not analysed: {sum(unknown.values())} of {len(known):,} (goal 5 in 100)"
        + "".join(f"; {count} × {says}" for says, count in unknown.most_common(5))
        + ".",
    ]
    return "\n\n".join(lines)


def run() -> str:
    outcomes = measure(TRIALS)
    for one in outcomes:
        if one.wrong:
            print(f"wrongly safe: {one.trial} ({one.truth})")
    return f"{markdown(HEADER, list(rows(outcomes)))}\n\n{summary(outcomes)}"


if __name__ == "__main__":
    print(run())
