"""Spark's analyzer as a judge: empty temporary views in two sessions of their own; nothing is ever run.

A text is parsed and analysed. A command is not looked at, unless it changes rows of a table.
"""

import json
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException

from headwater.pipeline.types import Session
from headwater.simulator.engine_judge import AFTER, BEFORE, EngineCast, EngineColumn, EngineRefusedError
from headwater.simulator.engine_text import RefusedWord, word_at
from headwater.simulator.judge import Reason

# By the beginning of Spark's error condition.
REASONS = {
    "UNRESOLVED_COLUMN": Reason.UNKNOWN_COLUMN,
    "UNRESOLVED_FIELD": Reason.UNKNOWN_FIELD,
    "FIELD_NOT_FOUND": Reason.UNKNOWN_FIELD,
    "TABLE_OR_VIEW_NOT_FOUND": Reason.UNKNOWN_TABLE,
    "AMBIGUOUS_": Reason.AMBIGUOUS_COLUMN,
    "DATATYPE_MISMATCH": Reason.TYPE_MISMATCH,
    "INCOMPATIBLE_": Reason.TYPE_MISMATCH,
    "INSERT_COLUMN_ARITY_MISMATCH": Reason.COLUMN_COUNT,
    "NUM_COLUMNS_MISMATCH": Reason.COLUMN_COUNT,
    "COLUMN_ALREADY_EXISTS": Reason.AMBIGUOUS_COLUMN,
}
SETTINGS = {
    # Otherwise `select … from csv.`path`` reads the file to find its columns.
    "spark.sql.runSQLOnFiles": "false",
}
CHANGES_ROWS = {"InsertIntoStatement", "UpdateTable", "DeleteFromTable", "MergeIntoTable"}
# What is no command for Spark, and would still do more than read.
WRITES_OR_RUNS = ("InsertIntoDir", "ExecuteImmediate", "CompoundBody", "CompoundPlan", "SingleStatement")
SQL_NAMES = {"byte": "tinyint", "short": "smallint", "integer": "int", "long": "bigint"}


class SparkEngine:
    """An EngineSession; one thread at a time. `folder` is one that stays empty."""

    name = "spark"
    dialect = "spark"
    own = frozenset({"spark", "spark2", "databricks", "hive"})
    # Limits and arguments of table functions are computed during analysis.
    computes_constants = True

    def __init__(self, session: Session, folder: Path) -> None:
        self.version = session.version
        self._session, self._folder = session, folder
        # What is refused here is an answer, not a fault to be logged.
        logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)
        self._sides = {side: _side(session) for side in (BEFORE, AFTER)}
        self._views: set[tuple[str, str]] = set()
        self._casts: tuple[EngineCast, ...] = ()

    def clear(self) -> None:
        for side, view in self._views:
            self._sides[side].catalog.dropTempView(view)
        self._views.clear()

    def close(self) -> None:
        self.clear()

    def create_table(self, side: str, table: str, columns: Sequence[EngineColumn]) -> None:
        listed = ", ".join(f"{_quoted(one.name)} {one.type}" for one in columns) or "_ int"
        path = str(self._folder).replace("'", "\\'")
        # Over files, as only such a view can be inserted into; there are none.
        statement = (
            f"create or replace temporary view {_quoted(table)} ({listed}) "
            f"using parquet options (path '{path}')"
        )
        try:
            self._sides[side].sql(statement)
        except PySparkException as error:
            raise EngineRefusedError(Reason.UNKNOWN_SCHEMA, _first_line(error)) from None
        self._views.add((side, table))

    def describe(self, side: str, text: str) -> tuple[EngineColumn, ...]:
        with self._active(side) as state:
            try:
                plan = state.sqlParser().parsePlan(text)
                self._refuse_commands(plan)
                tracker = self._jvm.org.apache.spark.sql.catalyst.QueryPlanningTracker
                analyzed = state.analyzer().executeAndCheck(plan, tracker(self._jvm.scala.Option.empty()))
            except PySparkException as error:
                raise EngineRefusedError(_reason(error), _first_line(error), _word(error, text)) from None
            except Py4JError as error:
                raise EngineRefusedError(Reason.ENGINE_ERROR, _first_line(error)) from None
            self._casts = tuple(_casts(analyzed))
            fields = json.loads(analyzed.schema().json())["fields"]
        return tuple(EngineColumn(one["name"], _type_name(one["type"])) for one in fields)

    def casts(self) -> tuple[EngineCast, ...]:
        return self._casts

    @property
    def _jvm(self) -> Any:
        return self._session._jvm

    @contextmanager
    def _active(self, side: str) -> Iterator[Any]:
        """Spark's rules ask the thread's active session for its settings."""
        holder = self._jvm.org.apache.spark.sql.classic.SparkSession
        chosen = self._sides[side]._jsparkSession
        holder.setActiveSession(chosen)
        try:
            yield chosen.sessionState()
        finally:
            holder.setActiveSession(self._session._jsparkSession)

    def _refuse_commands(self, plan: Any) -> None:
        name = plan.getClass().getSimpleName()
        if name in CHANGES_ROWS:
            return
        if any(word in name for word in WRITES_OR_RUNS):
            raise EngineRefusedError(Reason.UNSUPPORTED, f"a statement of kind {name}")
        logical = self._jvm.org.apache.spark.sql.catalyst.plans.logical
        for kind in (logical.Command, logical.ParsedStatement):
            if self._jvm.py4j.reflection.TypeUtil.isInstanceOf(kind._java_lang_class, plan):
                raise EngineRefusedError(Reason.UNSUPPORTED, f"a statement of kind {name}")


def _side(session: Session) -> Session:
    side = session.newSession()
    for name, value in SETTINGS.items():
        side.conf.set(name, value)
    return side


def _casts(plan: Any) -> Iterator[EngineCast]:
    """Of columns. In Spark's document a list holds an expression and, behind it, its parts."""
    left: list[Any] = [json.loads(plan.toJSON())]
    while left:
        one = left.pop()
        if isinstance(one, list):
            yield from filter(None, map(_cast, one, one[1:]))
        left += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()


def _cast(node: object, part: object) -> EngineCast | None:
    if not isinstance(node, dict) or not isinstance(part, dict):
        return None
    is_cast = str(node.get("class")).endswith(".Cast")
    kinds = (part.get("dataType"), node.get("dataType"))
    # What becomes of arrays and structs shows in the output.
    is_plain = all(isinstance(one, str) for one in kinds)
    if not is_cast or not is_plain or not str(part.get("class")).endswith(".AttributeReference"):
        return None
    before, after = (SQL_NAMES.get(str(one), str(one)) for one in kinds)
    return EngineCast(before, after, str(part.get("name")))


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0][:300]


def _type_name(type_: object) -> str:
    """
    >>> _type_name("integer"), _type_name({"type": "array", "elementType": "long", "containsNull": True})
    ('integer', '{"containsNull": true, "elementType": "long", "type": "array"}')
    """
    return type_ if isinstance(type_, str) else json.dumps(type_, sort_keys=True)


def _reason(error: PySparkException) -> Reason:
    condition = error.getCondition() or ""
    known = (reason for start, reason in REASONS.items() if condition.startswith(start))
    return next(known, Reason.ENGINE_ERROR)


def _word(error: PySparkException, text: str) -> RefusedWord | None:
    contexts = error.getQueryContext()
    return word_at(text, contexts[0].startIndex()) if contexts else None
