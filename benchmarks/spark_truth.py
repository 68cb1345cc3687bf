"""What Spark itself makes of a query before and after a change, by planning and by running.

Truth is taken in two steps. Planning: a text that Spark's analyzer took before and refuses after is an error;
one whose output columns have another name, order or type, or may now be null, has changed. Running: where the
output is declared alike, both forms run on small data, and other rows are a change too.
"""

import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import Column, DataFrame, Row, SparkSession
from pyspark.sql.functions import col
from pyspark.sql.types import StructField, StructType, _parse_datatype_string

from headwater.sql.schemas import TableSchema

EXPRESSION_ID = re.compile(r"#\d+L?|(?<=CTERelationDef )\d+|(?<=CTERelationRef )\d+")
# The leaves of a plan list all columns of a table, whether the query uses them or not.
LEAF = re.compile(r"(?m)^.*(?:LocalRelation|View) .*$")
# Where a table stands twice in a query, its columns are given new ids, all of them.
RENUMBERED = re.compile(r"(?m)^.*Project \[(?:(\w+) AS \1(?:, )?)+\]$")
# Of rows with equal keys, which ones a limit keeps is open.
LAST_LIMIT = re.compile(r"\s+limit\s+\d+\s*$", re.IGNORECASE)
DIGITS = 9
MOST_ROWS = 20_000


class Truth(StrEnum):
    FAILS_BEFORE = "fails before"
    ERROR = "error"
    CHANGED = "changed"
    OTHER_PLAN = "other plan"
    SAME = "same"


class Planned(NamedTuple):
    """`nulls` are the places of the output that may be null."""

    columns: tuple[tuple[str, str], ...]
    nulls: frozenset[int]
    plan: str


@dataclass(slots=True)
class Planner:
    """One session with an empty view for each table; not for two threads."""

    session: SparkSession
    schemas: Mapping[str, TableSchema]
    _plans: dict[str, Planned | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # PySpark logs every refused text with its whole plan.
        for name in ("SQLQueryContextLogger", "DataFrameQueryContextLogger"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.session.conf.set("spark.sql.debug.maxToStringFields", "1000")
        for table in self.schemas.values():
            self._make(table)

    def compare(self, text: str, before: TableSchema, after: TableSchema) -> Truth:
        """With one table as it was and as it will be."""
        if before == self.schemas[before.name]:
            if text not in self._plans:
                self._plans[text] = self._planned(text)
            was = self._plans[text]
        else:
            was = self._with(before, text)
        return Truth.FAILS_BEFORE if was is None else compared(was, self._with(after, text))

    def _with(self, table: TableSchema, text: str) -> Planned | None:
        self._make(table)
        try:
            return self._planned(text)
        finally:
            self._make(self.schemas[table.name])

    def _make(self, table: TableSchema) -> None:
        java = self.session._jsparkSession
        schema = java.parseDataType(struct(table).json())
        gateway: Any = self.session.sparkContext._gateway
        rows = gateway.jvm.java.util.ArrayList()
        java.createDataFrame(rows, schema).createOrReplaceTempView(table.name)

    def _planned(self, text: str) -> Planned | None:
        try:
            frame = self.session.sql(text)
        except PySparkException:
            return None
        columns = tuple((one.name.lower(), one.dataType.simpleString()) for one in frame.schema)
        nulls = frozenset(place for place, one in enumerate(frame.schema) if one.nullable)
        plan = str(frame._jdf.queryExecution().analyzed().toString())
        return Planned(columns, nulls, _normalised(plan))


def _normalised(plan: str) -> str:
    bare = RENUMBERED.sub("", LEAF.sub("", EXPRESSION_ID.sub("", plan)))
    return "\n".join(line.strip(" :+-") for line in bare.splitlines() if line.strip(" :+-"))


def compared(was: Planned, now: Planned | None) -> Truth:
    if now is None:
        return Truth.ERROR
    if was.columns != now.columns or now.nulls - was.nulls:
        return Truth.CHANGED
    return Truth.SAME if was.plan == now.plan else Truth.OTHER_PLAN


def struct(table: TableSchema) -> StructType:
    return StructType(
        [
            StructField(one.name, _parse_datatype_string(one.type or "string"), one.nullable is not False)
            for one in table.columns or ()
        ]
    )


@dataclass(slots=True)
class Runner:
    """One session with the small data in a view for each table; not for two threads."""

    session: SparkSession
    schemas: Mapping[str, TableSchema]
    data: Mapping[str, Path]
    _frames: dict[str, DataFrame] = field(default_factory=dict)
    _rows: dict[str, list[str] | None] = field(default_factory=dict)

    def compare(self, text: str, after: TableSchema) -> Truth:
        """Both forms are run; one that only fails with rows at hand is an error as well."""
        bare = LAST_LIMIT.sub("", text)
        if bare not in self._rows:
            self._rows[bare] = self._run(bare, self.schemas)
        was = self._rows[bare]
        if was is None:
            return Truth.FAILS_BEFORE
        try:
            now = self._run(bare, {**self.schemas, after.name: after})
        except AnalysisException:
            # The values cannot be converted, so that the change itself could not be made.
            return Truth.FAILS_BEFORE
        if now is None:
            return Truth.ERROR
        return Truth.SAME if was == now else Truth.CHANGED

    def _run(self, text: str, schemas: Mapping[str, TableSchema]) -> list[str] | None:
        for table in schemas.values():
            if table.name in text.lower():
                self._frame(table.name).select(*_casts(table)).createOrReplaceTempView(table.name)
        try:
            return sorted(map(_spelled, self.session.sql(text).take(MOST_ROWS)))
        except PySparkException:
            return None

    def _frame(self, name: str) -> DataFrame:
        if name not in self._frames:
            words = ", ".join(f"{one.name} string" for one in self.schemas[name].columns or ())
            read = self.session.read.csv(str(self.data[name]), schema=words, sep="|", header=True)
            self._frames[name] = read.select(*_casts(self.schemas[name], first=True)).cache()
        return self._frames[name]


def _casts(table: TableSchema, *, first: bool = False) -> Iterable[Column]:
    for one in table.columns or ():
        # The files spell whole numbers as `7.0` where a column has nulls.
        number = first and (one.type or "").startswith(("bigint", "int"))
        value = col(one.name).try_cast("double") if number else col(one.name)
        yield value.try_cast(one.type or "string").alias(one.name)


def _spelled(row: Row) -> str:
    """Sums of floats differ in their last digits with the order of the rows."""
    return repr([f"{value:.{DIGITS}g}" if isinstance(value, float) else str(value) for value in row])
