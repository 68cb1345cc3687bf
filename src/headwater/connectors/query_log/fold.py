"""A range of a query log as groups: how often each text ran on each day, and by whom."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

import pyarrow as pa

from headwater.connectors.contract import SourceDocument, SourceProblem
from headwater.connectors.query_log.options import QueryLogOptions, mapping_of
from headwater.connectors.query_log.ranges import ByteRange
from headwater.connectors.query_log.rows import rows_of_range
from headwater.connectors.query_log.translate import translate_row
from headwater.sql.dialects import dialect_of
from headwater.sql.fingerprint import fingerprint

# Then a task hands on what it has; the groups are put together behind it.
MOST_GROUPS = 20_000
MOST_PROBLEMS = 20
CACHED_TEXTS = 4096
MAX_CACHED = 10_000
QUERY, PROBLEM, READ = "query", "problem", "read"

SAID = ("dialect", "database", "schema", "user", "dashboard", "job")
KEYS = ("kind", "key", "day", *SAID, "timed")
LATEST = ("time", "sql")
SUMS = ("count", "duration_us", "rows", "rows_of")
SCHEMA = pa.schema(
    [
        *((name, pa.string()) for name in KEYS[:-1]),
        ("timed", pa.bool_()),
        *((name, pa.string()) for name in LATEST),
        *((name, pa.int64()) for name in SUMS),
    ]
)


class FoldTask(NamedTuple):
    """A mapping holds functions, which do not travel to tasks: they make it from the options."""

    options: QueryLogOptions
    ranges: tuple[ByteRange, ...]
    run_at: datetime


FoldTasks = Callable[[FoldTask], pa.Table]
"""Folds every range in a task of its own, and what they found into one."""


def fold_range(task: FoldTask, number: int) -> Iterator[pa.RecordBatch]:
    mapping, groups = mapping_of(task.options), _Groups()
    for row in rows_of_range(task.ranges[number], mapping):
        groups.add(translate_row(row, mapping, task.run_at))
        if len(groups.known) >= MOST_GROUPS:
            yield groups.batch()
            groups = _Groups()
    yield groups.batch()


class _Groups:
    """By key: the latest time with its text, and the sums."""

    def __init__(self) -> None:
        self.known: dict[tuple[Any, ...], list[Any]] = {}
        self._problems = 0

    def add(self, said: SourceDocument | SourceProblem | None) -> None:
        self._add((READ,), "", "", 1)
        if isinstance(said, SourceProblem):
            # The first are listed one by one, the rest are counted.
            self._problems += 1
            place = said.place if self._problems <= MOST_PROBLEMS else said.place.rpartition(":")[0]
            self._add((PROBLEM, place), "", said.reason, 1)
        elif said is not None:
            self._add_query(said.body)

    def _add_query(self, body: Mapping[str, Any]) -> None:
        text, time = body["sql"], body["time"].removesuffix("Z")
        count, duration, rows = body.get("count", 1), body.get("duration_ms"), body.get("rows")
        print_of = _fingerprint(text, body.get("dialect"))
        key = (QUERY, print_of, time[:10], *map(body.get, SAID), duration is not None)
        # Whole numbers add up to the same sum in any order.
        us = round((duration or 0) * 1000)
        self._add(key, time, text, count, us * count, (rows or 0) * count, 0 if rows is None else count)

    def _add(self, key: tuple[Any, ...], time: str, text: str, *sums: int) -> None:
        known = self.known.get(key)
        if known is None:
            self.known[key] = [time, text, *sums, *(0,) * (len(SUMS) - len(sums))]
            return
        if (time, text) > (known[0], known[1]):
            known[0], known[1] = time, text
        for place, value in enumerate(sums, len(LATEST)):
            known[place] += value

    def batch(self) -> pa.RecordBatch:
        rows = [(*key, *(None,) * (len(KEYS) - len(key)), *values) for key, values in self.known.items()]
        columns = zip(*rows, strict=True) if rows else [()] * len(SCHEMA)
        arrays = [pa.array(column, field.type) for column, field in zip(columns, SCHEMA, strict=True)]
        return pa.RecordBatch.from_arrays(arrays, schema=SCHEMA)


def _fingerprint(text: str, dialect: str | None) -> str:
    return _cached(text, dialect) if len(text) <= MAX_CACHED else _read(text, dialect)


def _read(text: str, dialect: str | None) -> str:
    return fingerprint(text, dialect_of(dialect, ()))


_cached = lru_cache(maxsize=CACHED_TEXTS)(_read)
