"""Which column of a query log says what: ready mappings for the logs of databases, and those of a team."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from headwater.connectors.query_log.cells import first_of
from headwater.connectors.query_log.pieces import Pieces
from headwater.connectors.query_log.times import read_time

Row = Mapping[str, Any]


def _nothing(_row: Row) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class LogMapping:
    """By field of a query the columns that may hold it, the first that does counts. Case-insensitive."""

    columns: Mapping[str, tuple[str, ...]]
    dialect: str | None = None
    header: tuple[str, ...] | None = None
    """The columns of a CSV that has no header."""
    keep: Callable[[Row], bool] = lambda _row: True
    """Which rows are queries that ran."""
    scale: Mapping[str, float] = field(default_factory=dict)
    """What a number is multiplied with to be in our unit."""
    prepare: Callable[[str], str] = lambda text: text
    derive: Callable[[Row], Mapping[str, Any]] = _nothing
    """Where no column says how long a query took: what follows from several, or from a part of one."""
    hidden: str | None = None
    """What stands for a text that whoever exported it may not see."""
    pieces: Pieces | None = None
    """Where a row holds a part of a text."""
    piece_number: str | None = None
    """The column by which such a log is known, if it is taken for one of whole texts."""
    is_snapshot: bool = False
    """Whether a row holds a counter since some day, and not a query that ran."""
    has_lineage: bool = False
    """Whether a row tells what was written from what, and holds no text."""

    @property
    def required(self) -> tuple[str, ...]:
        """One of these columns has to be there."""
        return self.columns["lineage" if self.has_lineage else "sql"]

    @property
    def required_is(self) -> str:
        return "what a statement wrote" if self.has_lineage else "the text of a query"


PLAIN = {
    "sql": ("sql", "query", "query_text", "statement", "statement_text", "querytxt"),
    "time": ("time", "start_time", "started_at", "creation_time", "starttime", "create_time"),
    "user": ("user", "user_name", "usename", "user_email", "executed_by"),
    "database": ("database", "database_name", "catalog"),
    "schema": ("schema", "schema_name"),
    "duration_ms": ("duration_ms", "total_elapsed_time", "total_duration_ms"),
    "rows": ("rows", "rows_produced", "produced_rows"),
    "count": ("count", "calls"),
    "dialect": ("dialect",),
    "dashboard": ("dashboard",),
    "job": ("job",),
}

# PostgreSQL's documentation lists these 26 columns of csvlog, since version 14.
CSVLOG = (
    *("log_time", "user_name", "database_name", "process_id", "connection_from", "session_id"),
    *("session_line_num", "command_tag", "session_start_time", "virtual_transaction_id", "transaction_id"),
    *("error_severity", "sql_state_code", "message", "detail", "hint", "internal_query"),
    *("internal_query_pos", "context", "query", "query_pos", "location", "application_name", "backend_type"),
    *("leader_pid", "query_id"),
)
# As the databases say that a query ran to its end; Redshift's older log says that it was not aborted.
SUCCEEDED = ("success", "succeeded", "finished", "done", "complete", "0", "f", "false")
STATEMENT = ("statement: ", "execute ")


def _is_logged_statement(row: Row) -> bool:
    """`log_statement` writes `statement: …`, `log_min_duration_statement` `duration: … ms  statement: …`."""
    message = str(row.get("message") or "")
    begins = message.partition("ms  ")[2] if message.startswith("duration: ") else message
    return str(row.get("error_severity")) == "LOG" and begins.startswith(STATEMENT)


LOGGED_DURATION = re.compile(r"duration: (\d+(?:\.\d+)?) ms")


def _logged_duration(row: Row) -> Mapping[str, Any]:
    match = LOGGED_DURATION.match(str(row.get("message") or ""))
    return {"duration_ms": match[1]} if match else {}


def _logged_statement(message: str) -> str:
    """
    >>> _logged_statement("duration: 0.412 ms  execute q1: select 1")
    'select 1'
    """
    begins = message.partition("ms  ")[2] if message.startswith("duration: ") else message
    return begins.partition(": ")[2]


def _succeeded(*names: str) -> Callable[[Row], bool]:
    """Keep what ran to its end; a log without the column holds only such."""

    def is_wanted(row: Row) -> bool:
        # Redshift fills its texts up with spaces.
        return str(first_of(row, names) or "success").strip().lower() in SUCCEEDED

    return is_wanted


def _span(began: tuple[str, ...], ended: tuple[str, ...]) -> Callable[[Row], Mapping[str, Any]]:
    """How long it took, by when it began and ended."""

    def duration(row: Row) -> Mapping[str, Any]:
        first, last = first_of(row, began), first_of(row, ended)
        if first is None or last is None:
            return {}
        try:
            return {"duration_ms": (read_time(last) - read_time(first)) / timedelta(milliseconds=1)}
        except ValueError:
            return {}

    return duration


# A CSV can't hold a record: its parts are columns.
BIGQUERY_ERROR = ("error_result", "error_result_reason", "error_reason")


def _bigquery_ran(row: Row) -> bool:
    """Jobs that failed are DONE as well, with an `error_result`; jobs that load or copy have no query.

    A script is a job itself, beside a job for each of its statements.
    """
    failed = first_of(row, BIGQUERY_ERROR) not in (None, {}) or row.get("statement_type") == "SCRIPT"
    is_query = (first_of(row, ("job_type",)) or "QUERY") == "QUERY"
    return not failed and is_query and _succeeded("state")(row)


LITERAL_BREAK = re.compile(r"\\[nrt]")


def _with_line_breaks(text: str) -> str:
    r"""Redshift keeps the end of a line as a backslash and a letter.

    >>> _with_line_breaks(r"select 1\n-- one")
    'select 1\n-- one'
    """
    return LITERAL_BREAK.sub(lambda found: {"n": "\n", "t": "\t", "r": " "}[found[0][1]], text)


# Of `svl_statementtext` and `stl_querytext` 200 bytes each, of `sys_query_text` 4,000.
REDSHIFT_PIECES = Pieces(
    key=("starttime", "start_time", "xid", "transaction_id", "pid", "session_id", "query", "query_id"),
    number="sequence",
    text="text",
    widths=(200, 4000),
)

MAPPINGS: Mapping[str, LogMapping] = {
    "plain": LogMapping(PLAIN),
    "postgresql-csvlog": LogMapping(
        {
            "sql": ("message",),
            # The second names are those of jsonlog, since version 15.
            "time": ("log_time", "timestamp"),
            "user": ("user_name", "user"),
            "database": ("database_name", "dbname"),
        },
        dialect="postgres",
        header=CSVLOG,
        keep=_is_logged_statement,
        prepare=_logged_statement,
        derive=_logged_duration,
    ),
    "pg-stat-statements": LogMapping(
        {
            "sql": ("query",),
            # Not `stats_since`: that is when the counting began, and not when anything ran.
            "time": ("time", "captured_at"),
            "user": ("usename", "user_name", "rolname", "userid"),
            "database": ("datname", "database"),
            "count": ("calls",),
            "rows": ("rows",),
            "duration_ms": ("mean_exec_time", "mean_time"),
        },
        dialect="postgres",
        is_snapshot=True,
        hidden="<insufficient privilege>",
    ),
    "snowflake": LogMapping(
        {
            "sql": ("query_text",),
            "time": ("start_time",),
            "user": ("user_name",),
            "database": ("database_name",),
            "schema": ("schema_name",),
            "duration_ms": ("total_elapsed_time",),
            "rows": ("rows_produced",),
        },
        dialect="snowflake",
        keep=_succeeded("execution_status"),
    ),
    "snowflake-access-history": LogMapping(
        {"time": ("query_start_time",), "user": ("user_name",), "lineage": ("objects_modified",)},
        dialect="snowflake",
        has_lineage=True,
    ),
    "bigquery": LogMapping(
        {
            "sql": ("query",),
            "time": ("creation_time", "start_time"),
            "user": ("user_email",),
            "database": ("project_id",),
            # `total_slot_ms` is not how long it took: many slots work at once.
            "duration_ms": ("duration_ms",),
        },
        dialect="bigquery",
        keep=_bigquery_ran,
        derive=_span(("start_time", "creation_time"), ("end_time",)),
    ),
    "redshift": LogMapping(
        {
            "sql": ("query_text", "querytxt"),
            "time": ("start_time", "starttime"),
            # Both logs hold numbers; the names are those of a join with `pg_user` or `svv_user_info`.
            "user": ("user_name", "usename", "username", "user_id", "userid"),
            "database": ("database_name", "database"),
            "duration_ms": ("elapsed_time",),
            "rows": ("returned_rows",),
        },
        dialect="redshift",
        piece_number="sequence",
        # SYS_QUERY_HISTORY counts microseconds.
        scale={"duration_ms": 0.001},
        keep=_succeeded("status", "aborted"),
        prepare=_with_line_breaks,
        derive=_span(("start_time", "starttime"), ("end_time", "endtime")),
    ),
    "redshift-text": LogMapping(
        {
            "sql": ("text",),
            "time": ("start_time", "starttime"),
            "user": ("user_name", "usename", "username", "user_id", "userid"),
            "database": ("database_name", "database"),
        },
        dialect="redshift",
        prepare=_with_line_breaks,
        derive=_span(("start_time", "starttime"), ("end_time", "endtime")),
        pieces=REDSHIFT_PIECES,
    ),
    "trino": LogMapping(
        {
            # The second names are those of its event listeners: for tables, and for JSON.
            "sql": ("query", "metadata.query"),
            "time": ("created", "create_time", "createtime"),
            "user": ("user", "context.user"),
            "database": ("catalog", "context.catalog"),
            "schema": ("schema", "context.schema"),
            "duration_ms": ("wall_time_millis",),
            "rows": ("output_rows", "statistics.outputrows"),
        },
        dialect="trino",
        keep=_succeeded("state", "query_state", "metadata.querystate"),
        derive=_span(
            ("started", "execution_start_time", "executionstarttime", "created", "create_time", "createtime"),
            ("end", "end_time", "endtime"),
        ),
    ),
    "databricks": LogMapping(
        {
            "sql": ("statement_text",),
            "time": ("start_time",),
            "user": ("executed_by", "executed_as"),
            "duration_ms": ("total_duration_ms",),
            "rows": ("produced_rows",),
            "dashboard": ("query_source.dashboard_id", "query_source.legacy_dashboard_id"),
        },
        dialect="databricks",
        keep=_succeeded("execution_status"),
    ),
}
