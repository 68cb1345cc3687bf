"""Erasing a text for good: from the log, the rows that requests wrote and the lake; and the proof of it.

An event keeps its place and its id, which is the hash of what it was: the same event sent again is known, and
not stored again. What is served is made anew from the log afterwards, so that no digest of a name is left.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import msgspec
import pyarrow as pa
from deltalake import CommitProperties, DeltaTable, Transaction, write_deltalake
from psycopg import sql

from headwater.errors import BadInputError
from headwater.model.events import event_keys
from headwater.store.lake.lake import Lake
from headwater.store.lake.table import WRITER, LakeTable
from headwater.store.queries.rows import Connection
from headwater.store.tables import SERVED

ERASED = "[erased]"
# Shorter texts are parts of other words, and of JSON itself.
LEAST_LETTERS = 4
STEP_EVENTS = 500

COLUMNS = """
select table_name, column_name, data_type from information_schema.columns
where table_schema = 'public' and table_name in (
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'alembic_version')
  and (data_type in ('text', 'jsonb') or udt_name in ('_text', 'bytea')) and is_generated = 'NEVER'
order by table_name, column_name
"""
EVENTS = """
select position, body from events where position > %(after)s and body ~* any(%(patterns)s::text[])
order by position limit %(rows)s
"""
REWRITE = """
update events set body = %(body)s, namespace_key = %(namespace)s::uuid, job_key = %(job)s::uuid,
                  producer_key = %(producer)s::uuid
where position = %(position)s
"""


@dataclass(frozen=True, slots=True)
class ErasedText:
    """What is to be found, in every form in which JSON writes it; case-insensitive."""

    text: str

    def __post_init__(self) -> None:
        if len(self.text.strip()) < LEAST_LETTERS:
            raise BadInputError("text", f"has to have {LEAST_LETTERS} characters at least")

    @property
    def forms(self) -> list[str]:
        plain, ascii_only = (json.dumps(self.text, ensure_ascii=flag)[1:-1] for flag in (False, True))
        # A URL in a namespace writes `@` and the like in its own way.
        quoted = quote(self.text, safe="")
        return sorted({self.text, plain, ascii_only, quoted}, key=len, reverse=True)

    @property
    def patterns(self) -> list[str]:
        return [re.escape(form) for form in self.forms]

    def cut(self, text: str) -> str:
        return re.sub("|".join(self.patterns), ERASED, text, flags=re.IGNORECASE)

    def found_in(self, text: str) -> bool:
        return re.search("|".join(self.patterns), text, re.IGNORECASE) is not None


@dataclass(frozen=True, slots=True)
class ErasedDataset(ErasedText):
    """A dataset by its name: it goes from the events that name it, with its schema and all other facets."""

    def cut(self, text: str) -> str:
        if text.startswith("{") and self.found_in(text):
            # A text that only looks like JSON is cut as any other.
            with suppress(msgspec.DecodeError):
                text = msgspec.json.encode(self._without(msgspec.json.decode(text))).decode()
        # Not `super()`: a dataclass with slots is another class than the one that was written.
        return ErasedText.cut(self, text)

    def _without(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._without(one) for one in value if not self._is_it(one)]
        if isinstance(value, dict):
            if self._is_it(value):
                return {"namespace": value.get("namespace"), "name": ERASED}
            return {name: self._without(one) for name, one in value.items()}
        return value

    def _is_it(self, value: Any) -> bool:
        return isinstance(value, dict) and "namespace" in value and value.get("name") == self.text


@dataclass(slots=True)
class ErasureReport:
    """How often it was found in each place before, and after."""

    before: dict[str, int] = field(default_factory=dict)
    after: dict[str, int] = field(default_factory=dict)

    @property
    def left(self) -> int:
        return sum(self.after.values())


def find(connection: Connection, lake: Lake, erased: ErasedText) -> dict[str, int]:
    """Rows of every table and of every file of the lake that hold it."""
    found = {f"table {name}": rows for name, rows in _in_tables(connection, erased)}
    return found | {f"lake {name}": rows for name, rows in _in_lake(lake, erased)}


def erase(
    connection: Connection, lake: Lake, erased: ErasedText, rebuild: Callable[[], None]
) -> ErasureReport:
    """Everywhere, and then look everywhere once more. Nobody may write meanwhile."""
    report = ErasureReport(before=find(connection, lake, erased))
    _rewrite_log(connection, erased)
    _rewrite_rows(connection, erased)
    for table in (lake.events, lake.facts, *lake.telemetry.values()):
        _rewrite_lake(table, erased)
    rebuild()
    _compact(connection, report)
    report.after = find(connection, lake, erased)
    return report


def _in_tables(connection: Connection, erased: ErasedText) -> Iterator[tuple[str, int]]:
    tables: dict[str, list[tuple[str, str]]] = {}
    for table, column, kind in connection.execute(COLUMNS).fetchall():
        tables.setdefault(table, []).append((column, kind))
    for table, columns in tables.items():
        holding = sql.SQL(" or ").join(_holds(column, kind) for column, kind in columns)
        query = sql.SQL("select count(*) from {} where {}").format(sql.Identifier(table), holding)
        [(rows,)] = connection.execute(query, {"patterns": erased.patterns}).fetchall()
        if rows:
            yield table, rows


def _holds(column: str, kind: str) -> sql.Composed:
    # Bytes are searched as they are: requests of telemetry hold their texts in plain.
    shown = "convert_from({0}, 'LATIN1')" if kind == "bytea" else "{0}::text"
    return sql.SQL(f"{shown} ~* any(%(patterns)s::text[])").format(sql.Identifier(column))


def _rewrite_log(connection: Connection, erased: ErasedText) -> None:
    after = 0
    while rows := connection.execute(
        EVENTS, {"after": after, "patterns": erased.patterns, "rows": STEP_EVENTS}
    ).fetchall():
        with connection.transaction():
            for position, body in rows:
                document = msgspec.json.decode(erased.cut(body))
                keys = event_keys(document)
                values = {"namespace": keys.namespace, "job": keys.job, "producer": keys.producer}
                connection.execute(REWRITE, {"position": position, "body": erased.cut(body), **values})
        after = rows[-1][0]


def _rewrite_rows(connection: Connection, erased: ErasedText) -> None:
    """Rows that no rebuild makes anew. Requests of telemetry that hold it go as a whole."""
    pattern = "|".join(erased.patterns)
    for table, column, kind in connection.execute(COLUMNS).fetchall():
        if table in SERVED or table == "events":
            continue
        values = {"patterns": erased.patterns, "pattern": pattern, "erased": ERASED}
        if kind == "bytea":
            statement = sql.SQL("delete from {table} where {holds}")
        else:
            statement = sql.SQL(
                "update {table} set {column} = regexp_replace({column}::text, %(pattern)s, %(erased)s, 'gi')"
                "::{type} where {holds}"
            )
        connection.execute(
            statement.format(
                table=sql.Identifier(table),
                column=sql.Identifier(column),
                type=sql.SQL({"ARRAY": "text[]"}.get(kind, kind)),
                holds=_holds(column, kind),
            ),
            values,
        )


def _compact(connection: Connection, report: ErasureReport) -> None:
    """What was replaced is still on the disk until its table is written anew."""
    for place in report.before:
        kind, _, name = place.partition(" ")
        if kind == "table":
            connection.execute(sql.SQL("vacuum full {}").format(sql.Identifier(name)))


def _in_lake(lake: Lake, erased: ErasedText) -> Iterator[tuple[str, int]]:
    for table in (lake.events, lake.facts, *lake.telemetry.values()):
        rows = sum(len(_holding(batch, erased)) for batch in _batches(table))
        # Statistics of Delta's own log hold the least and the greatest text of a file.
        rows += sum(
            erased.found_in(one.read_text(errors="replace")) for one in table.path.glob("_delta_log/*.json")
        )
        if rows:
            yield table.path.name, rows


def _batches(table: LakeTable) -> Iterator[pa.RecordBatch]:
    if table.exists:
        yield from DeltaTable(table.path).to_pyarrow_dataset().to_batches()


def _holding(batch: pa.RecordBatch, erased: ErasedText) -> list[int]:
    rows = batch.to_pylist()
    return [number for number, row in enumerate(rows) if erased.found_in(_shown(row))]


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _rewrite_lake(table: LakeTable, erased: ErasedText) -> None:
    """Into a new folder that takes the place of the old: no file and no log of the old one is left."""
    if not any(_holding(batch, erased) for batch in _batches(table)):
        return
    new = table.path.with_name(f"{table.path.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    kept = pa.Table.from_batches([_cut_batch(batch, erased) for batch in _batches(table)])
    write_deltalake(
        new,
        kept,
        partition_by=[table.partition_by] if table.partition_by else None,
        commit_properties=CommitProperties(app_transactions=[Transaction(WRITER, table.position())]),
    )
    shutil.rmtree(table.path)
    new.rename(table.path)


def _cut_batch(batch: pa.RecordBatch, erased: ErasedText) -> pa.RecordBatch:
    if not _holding(batch, erased):
        return batch
    return pa.RecordBatch.from_pylist([_cut(row, erased) for row in batch.to_pylist()], schema=batch.schema)


def _cut(value: Any, erased: ErasedText) -> Any:
    if isinstance(value, str):
        return erased.cut(value)
    if isinstance(value, list):
        return [_cut(one, erased) for one in value]
    if isinstance(value, dict):
        return {name: _cut(one, erased) for name, one in value.items()}
    return value
