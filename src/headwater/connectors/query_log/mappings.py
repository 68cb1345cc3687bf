"""Which column of a query log says what: ready mappings for the logs of databases, and those of a team."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Row = Mapping[str, Any]


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
        value = next((row[name] for name in names if row.get(name) not in (None, "")), "success")
        return str(value).lower() in SUCCEEDED

    return is_wanted


def _bigquery_ran(row: Row) -> bool:
    """Jobs that failed are DONE as well, with an `error_result`; jobs that load or copy have no query."""
    failed = row.get("error_result") not in (None, "", "null", {})
    return not failed and str(row.get("job_type") or "QUERY") == "QUERY" and _succeeded("state")(row)


MAPPINGS: Mapping[str, LogMapping] = {
    "plain": LogMapping(PLAIN),
    "postgresql-csvlog": LogMapping(
        {
            "sql": ("message",),
            "time": ("log_time",),
            "user": ("user_name",),
            "database": ("database_name",),
        },
        dialect="postgres",
        header=CSVLOG,
        keep=_is_logged_statement,
        prepare=_logged_statement,
    ),
    "pg-stat-statements": LogMapping(
        {
            "sql": ("query",),
            "time": ("time", "stats_since", "captured_at"),
            "user": ("usename", "user_name", "rolname"),
            "database": ("datname", "database"),
            "count": ("calls",),
            "rows": ("rows",),
            "duration_ms": ("mean_exec_time", "mean_time"),
        },
        dialect="postgres",
        is_snapshot=True,
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
    ),
    "redshift": LogMapping(
        {
            "sql": ("query_text", "querytxt", "text"),
            "time": ("start_time", "starttime"),
            # Both logs hold numbers; the names are those of a join with `pg_user` or `svv_user_info`.
            "user": ("user_name", "usename", "username", "user_id", "userid"),
            "database": ("database_name", "database"),
            "duration_ms": ("elapsed_time",),
            "rows": ("returned_rows",),
        },
        dialect="redshift",
        # SYS_QUERY_HISTORY counts microseconds.
        scale={"duration_ms": 0.001},
        keep=_succeeded("status", "aborted"),
    ),
    "trino": LogMapping(
        {
            "sql": ("query",),
            "time": ("created", "create_time", "createtime"),
            "user": ("user",),
            "database": ("catalog",),
            "schema": ("schema",),
            "rows": ("output_rows",),
        },
        dialect="trino",
        keep=_succeeded("state", "query_state"),
    ),
    "databricks": LogMapping(
        {
            "sql": ("statement_text",),
            "time": ("start_time",),
            "user": ("executed_by", "executed_as"),
            "duration_ms": ("total_duration_ms",),
            "rows": ("produced_rows",),
        },
        dialect="databricks",
        keep=_succeeded("execution_status"),
    ),
}
