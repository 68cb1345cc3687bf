"""PostgreSQL's analyser as a judge: empty tables in a transaction that is always rolled back.

A text is sent to be parsed and described, by a role that may do nothing, and never bound or executed.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from uuid import uuid4

from psycopg import Connection, InternalError, OperationalError, sql
from psycopg.pq import DiagnosticField, ExecStatus
from psycopg.pq.abc import PGresult
from psycopg.rows import TupleRow

from headwater.simulator.engine_judge import AFTER, BEFORE, EngineCast, EngineColumn, EngineRefusedError
from headwater.simulator.engine_text import word_at
from headwater.simulator.judge import Reason

REASONS = {
    "42703": Reason.UNKNOWN_COLUMN,
    "42P01": Reason.UNKNOWN_TABLE,
    "42702": Reason.AMBIGUOUS_COLUMN,
    "42P09": Reason.AMBIGUOUS_COLUMN,
    "42883": Reason.TYPE_MISMATCH,
    "42804": Reason.TYPE_MISMATCH,
    "42846": Reason.TYPE_MISMATCH,
    "22P02": Reason.TYPE_MISMATCH,
    "22007": Reason.TYPE_MISMATCH,
    "42601": Reason.COLUMN_COUNT,
    "42P10": Reason.COLUMN_COUNT,
}
TIMED_OUT = "57014"
# It has no memory, no place, no connection left, or a fault of its own: that says nothing about the text.
OWN_FAULTS = ("08", "40", "53", "55", "57", "58", "XX")
# A masked literal has no value, and PostgreSQL reads literals while it analyses: parameters take their place.
TYPED_MASK = re.compile(r"\b(date|timestamptz|timestamp|time|interval)\s+'\?'", re.IGNORECASE)
MASK = re.compile(r"[eEnN]?'\?'")


class PostgresEngine:
    """An EngineSession inside a transaction of its own; use `open_engine`."""

    name = "postgres"
    dialect = "postgres"
    own = frozenset({"postgres", "redshift"})
    computes_constants = False

    def __init__(self, connection: Connection[TupleRow], prefix: str) -> None:
        self.version = ".".join(map(str, divmod(connection.info.server_version, 10_000)))
        self._connection = connection
        self._schemas = {side: f"{prefix}_{side}" for side in (BEFORE, AFTER)}
        self._side = ""
        self._role = self._powerless(f"{prefix}_role")
        connection.execute("savepoint hw_empty")
        self.clear()

    def _powerless(self, name: str) -> sql.Identifier | None:
        """A role that may look names up and do nothing else; none where we may not make one."""
        role = sql.Identifier(name)
        try:
            with self._savepoint():
                self._connection.execute(sql.SQL("create role {} nologin").format(role))
        except EngineRefusedError:
            return None
        return role

    def clear(self) -> None:
        # Dropping would keep the locks of all tables until the end of the transaction.
        self._connection.execute("rollback to savepoint hw_empty")
        for schema in map(sql.Identifier, self._schemas.values()):
            self._connection.execute(sql.SQL("create schema {}").format(schema))
            if self._role is not None:
                self._connection.execute(sql.SQL("grant usage on schema {} to {}").format(schema, self._role))
        self._side = ""

    def create_table(self, side: str, table: str, columns: Sequence[EngineColumn]) -> None:
        # The types are our own words for them, generated from a parsed type.
        listed = sql.SQL(", ").join(
            sql.SQL("{} {}{}").format(
                sql.Identifier(one.name),
                sql.SQL(one.type),
                sql.SQL(" not null" if one.not_null else ""),
            )
            for one in columns
        )
        name = sql.Identifier(self._schemas[side], table)
        with self._savepoint():
            self._connection.execute(sql.SQL("create table {} ({})").format(name, listed))

    def casts(self) -> tuple[EngineCast, ...]:
        return ()

    def describe(self, side: str, text: str) -> tuple[EngineColumn, ...]:
        if self._side != side:
            path = sql.Literal(self._schemas[side])
            self._connection.execute(sql.SQL("set local search_path to {}").format(path))
            self._side = side
        with self._savepoint():
            if self._role is not None:
                self._connection.execute(sql.SQL("set local role {}").format(self._role))
            found = self._described(with_parameters(text))
            self._connection.execute("reset role")
        return found

    def _described(self, text: str) -> tuple[EngineColumn, ...]:
        low_level = self._connection.pgconn
        # Never bound and never executed: PostgreSQL parses and analyses, and describes the result.
        for result in (low_level.prepare(b"", text.encode()), low_level.describe_prepared(b"")):
            if result.status == ExecStatus.FATAL_ERROR:
                raise _refused(result, text)
        return tuple(
            EngineColumn((result.fname(place) or b"").decode(), f"{result.ftype(place)}:{result.fmod(place)}")
            for place in range(result.nfields)
        )

    @contextmanager
    def _savepoint(self) -> Iterator[None]:
        self._connection.execute("savepoint hw_judged")
        try:
            yield
        except (EngineRefusedError, OperationalError, InternalError):
            self._connection.execute("rollback to savepoint hw_judged")
            raise
        except Exception as error:
            self._connection.execute("rollback to savepoint hw_judged")
            raise EngineRefusedError(Reason.UNKNOWN_SCHEMA, str(error).partition("\n")[0][:300]) from None
        self._connection.execute("release savepoint hw_judged")


def _refused(result: PGresult, text: str) -> EngineRefusedError:
    def field(name: DiagnosticField) -> str:
        return (result.error_field(name) or b"").decode("utf-8", "replace")

    state = field(DiagnosticField.SQLSTATE)
    if state.startswith(OWN_FAULTS) and state != TIMED_OUT:
        raise OperationalError(field(DiagnosticField.MESSAGE_PRIMARY))
    position = field(DiagnosticField.STATEMENT_POSITION)
    word = word_at(text, int(position) - 1) if position else None
    message = field(DiagnosticField.MESSAGE_PRIMARY)[:300]
    reason = REASONS.get(state, Reason.ENGINE_ERROR)
    return EngineRefusedError(Reason.OVER_BUDGET if state == TIMED_OUT else reason, message, word)


@contextmanager
def open_engine(connection: Connection[TupleRow], *, seconds: float = 1.0) -> Iterator[PostgresEngine]:
    """An engine on a connection that has no transaction open; leaves nothing behind."""
    connection.execute("begin")
    try:
        milliseconds = sql.Literal(int(seconds * 1000))
        connection.execute(sql.SQL("set local statement_timeout to {}").format(milliseconds))
        yield PostgresEngine(connection, f"hw_{uuid4().hex[:12]}")
    finally:
        # What it did not say is missing already; a connection that was lost has nothing to roll back.
        with suppress(OperationalError):
            connection.execute("rollback")


def with_parameters(text: str) -> str:
    """Masked literals as parameters, whose types PostgreSQL infers.

    >>> with_parameters("select a from t where b = '?' and day > date '?'")
    'select a from t where b = $1 and day > $2::date'
    """
    count = 0

    def numbered(match: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f"${count}::{match[1]}" if match.lastindex else f"${count}"

    return re.sub(f"{TYPED_MASK.pattern}|{MASK.pattern}", numbered, text, flags=re.IGNORECASE)
