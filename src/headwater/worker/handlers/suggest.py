"""Which columns look like personal data: the rules, over all columns, on Spark where there are many."""

import time
from collections.abc import Iterator
from typing import NamedTuple

import pyarrow as pa
from psycopg import Connection

from headwater.personal_data.rules import PersonalDataRules
from headwater.personal_data.suggest import Suggester, read_rules
from headwater.pipeline.analytics.tasks import run_tasks
from headwater.pipeline.types import Session
from headwater.store import analytics
from headwater.store.analytics import SUGGEST, JobRun
from headwater.store.column_suggestions import read_columns
from headwater.store.work import Task
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources

SUGGESTED = pa.schema([("column_id", pa.int32()), ("rule", pa.string()), ("confidence", pa.float64())])


class SuggestionTask(NamedTuple):
    rules: PersonalDataRules
    parts: tuple[pa.RecordBatch, ...]


def suggest(resources: Resources, task: Task) -> Result:
    with resources.connect() as connection:
        done = write_suggestions(
            resources.session, connection, read_rules(resources.settings.personal_data_rules)
        )
    return {"suggest": {"batch": done.batch, "changed": done.changed, "seconds": done.seconds}}


def write_suggestions(spark: Session | None, connection: Connection, rules: PersonalDataRules) -> JobRun:
    began, now = time.perf_counter(), analytics.now(connection)
    shared = SuggestionTask(rules, tuple(read_columns(connection)))
    # One part is judged sooner than a Spark job starts.
    session = spark if len(shared.parts) > 1 else None
    rows = run_tasks(session, shared, len(shared.parts), judge_part, SUGGESTED)
    seconds = round(time.perf_counter() - began, 3)
    run = analytics.whole_run(connection, SUGGEST, now, seconds, 0)
    return analytics.write(connection, "column_suggestions", "column_id", rows, None, run)


def judge_part(task: SuggestionTask, number: int) -> Iterator[pa.RecordBatch]:
    judge = Suggester(task.rules)
    rows = zip(*(column.to_pylist() for column in task.parts[number].columns), strict=True)
    found = [(column, judge(*named)) for column, *named in rows]
    kept = [(column, *one) for column, one in found if one is not None]
    yield pa.RecordBatch.from_pylist(
        [dict(zip(SUGGESTED.names, row, strict=True)) for row in kept], schema=SUGGESTED
    )
