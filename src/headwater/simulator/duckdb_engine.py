"""DuckDB's binder as a judge: in memory, no files, no extensions, nothing is ever run."""

import re
from collections.abc import Sequence

import duckdb

from headwater.simulator.engine_judge import AFTER, BEFORE, EngineCast, EngineColumn, EngineRefusedError
from headwater.simulator.engine_text import RefusedWord, word_at
from headwater.simulator.judge import Reason

CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "threads": "1",
    "memory_limit": "256MB",
}
# In the order in which they are looked for in DuckDB's words.
REASONS = (
    ("ambiguous", Reason.AMBIGUOUS_COLUMN),
    ("table with name", Reason.UNKNOWN_TABLE),
    ("referenced table", Reason.UNKNOWN_TABLE),
    ("not found in from", Reason.UNKNOWN_COLUMN),
    ("does not have a column", Reason.UNKNOWN_COLUMN),
    ("could not find key", Reason.UNKNOWN_FIELD),
    ("values were supplied", Reason.COLUMN_COUNT),
    ("values for", Reason.COLUMN_COUNT),
    ("column count", Reason.COLUMN_COUNT),
    ("same number of", Reason.COLUMN_COUNT),
    ("no function matches", Reason.TYPE_MISMATCH),
    ("cannot compare", Reason.TYPE_MISMATCH),
    ("cast", Reason.TYPE_MISMATCH),
)


BOUND = {
    duckdb.StatementType.SELECT,
    duckdb.StatementType.INSERT,
    duckdb.StatementType.UPDATE,
    duckdb.StatementType.DELETE,
    duckdb.StatementType.MERGE_INTO,
}
# Below the message DuckDB shows the line, and under it a mark at the word that it minds.
MARKED = re.compile(r"^(?P<line>LINE \d+: .*)\n(?P<indent> *)\^", re.MULTILINE)


class DuckDbEngine:
    """An EngineSession; one thread at a time."""

    name = "duckdb"
    dialect = "duckdb"
    own = frozenset({"duckdb"})
    computes_constants = True

    def __init__(self) -> None:
        self.version = str(duckdb.__version__)
        self._connection = duckdb.connect(":memory:", config=CONFIG)
        self.clear()
        # One for each side: with the configuration locked, a search path stays as it is.
        self._sides = {side: self._connection.cursor() for side in (BEFORE, AFTER)}
        for side, cursor in self._sides.items():
            cursor.execute(f"set search_path = '{side}'")
            cursor.execute("pragma disable_optimizer")
        self._connection.execute("set lock_configuration = true")

    def clear(self) -> None:
        for side in (BEFORE, AFTER):
            self._connection.execute(f"drop schema if exists {side} cascade")
            self._connection.execute(f"create schema {side}")

    def close(self) -> None:
        for connection in (*self._sides.values(), self._connection):
            connection.close()

    def create_table(self, side: str, table: str, columns: Sequence[EngineColumn]) -> None:
        listed = ", ".join(
            f"{_quoted(one.name)} {one.type}{' not null' if one.not_null else ''}" for one in columns
        )
        try:
            self._connection.execute(f"create or replace table {side}.{_quoted(table)} ({listed or '_ int'})")
        except duckdb.Error as error:
            raise EngineRefusedError(Reason.UNKNOWN_SCHEMA, _first_line(error)) from None

    def casts(self) -> tuple[EngineCast, ...]:
        return ()

    def describe(self, side: str, text: str) -> tuple[EngineColumn, ...]:
        cursor = self._sides[side]
        try:
            kinds = [one.type for one in cursor.extract_statements(text)]
            # Several statements would be run but for the last.
            if len(kinds) != 1 or kinds[0] not in BOUND:
                raise EngineRefusedError(Reason.UNSUPPORTED, "not one query, insert, update, delete or merge")
            if kinds == [duckdb.StatementType.SELECT]:
                rows = cursor.execute(f"describe {text}").fetchall()
                return tuple(EngineColumn(str(row[0]), str(row[1])) for row in rows)
            # Explaining binds without running, also a merge, which cannot be prepared.
            cursor.execute(f"explain {text}")
        except duckdb.Error as error:
            raise EngineRefusedError(_reason(str(error)), _first_line(error), _word(str(error))) from None
        return ()


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _first_line(error: duckdb.Error) -> str:
    return str(error).partition("\n")[0][:300]


def _reason(message: str) -> Reason:
    small = message.lower()
    return next((reason for words, reason in REASONS if words in small), Reason.ENGINE_ERROR)


def _word(message: str) -> RefusedWord | None:
    """
    >>> _word("Binder Error: no column b\\n\\nLINE 1: select a, b from t\\n                  ^")
    RefusedWord(word='b', number=0)
    """
    found = MARKED.search(message)
    return word_at(found["line"], len(found["indent"])) if found else None
