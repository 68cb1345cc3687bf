"""Publishing: the folded facts of a batch merged into the served tables, in one transaction.

The steps run in the order listed. Each merges with what is there by rules that commute, so that a batch
published twice, or batches in another order, leave the same rows.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from uuid import UUID

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv
from psycopg import Connection

from headwater.store.publish import sql_analyses
from headwater.store.publish.sql_analyses import Analyst, NoAnalyst

BATCH_COLUMNS = (
    *(
        "kind",
        "key",
        "node",
        "source",
        "target",
        "owner",
        "run",
        "label",
        "namespace",
        "name",
        "field",
        "value",
    ),
    *("first_time", "last_time", "first_event", "last_event"),
)

STEPS: tuple[str, ...] = (
    "nodes",
    "aliases",
    "facets",
    "attributes",
    "labels",
    "edges",
    "runs",
    "declarations",
    "touched",
    "lifecycle",
    "schemas",
    "assertions",
    "quarantine",
    "sql_bind",
)
# What was read from SQL adds nodes and edges of its own; then it is decided when each edge was alive.
DERIVED_STEPS = ("nodes", "aliases", "edges")
LAST_STEPS = ("sql_show", "spans", "sql_sweep")

CHANNEL = "headwater_published"
FIRST_ID, LAST_ID = str(UUID(int=0)), str(UUID(int=2**128 - 1))


@dataclass(frozen=True, slots=True)
class Published:
    """What a batch did to the served tables."""

    position: int
    events: int
    skipped: bool = False


class Publisher:
    """Holds the statements; the connection, and so the transaction, is the caller's."""

    def __init__(self, edge_window_runs: int, analyst: Analyst | None = None) -> None:
        self._analyst = analyst or NoAnalyst()
        self._values = {"window": edge_window_runs, "analyser": self._analyst.version}
        self._statements = {
            name: _statements(name) for name in ("prepare", *STEPS, *DERIVED_STEPS, *LAST_STEPS)
        }

    def publish(self, connection: Connection, folded: pa.Table, *, advance: bool = True) -> Published:
        """Merge one batch. With `advance`, a batch at or below the published position is skipped."""
        progress = folded.filter(pc.equal(folded["kind"], "progress"))
        position = max((int(label) for label in progress["label"].to_pylist()), default=0)
        events = sum(int(value) for value in progress["value"].to_pylist())
        with connection.transaction():
            published = self._position(connection)
            if advance and position <= published:
                return Published(position, events, skipped=True)
            connection.execute(self._statements["prepare"])
            self._copy(connection, _with_times(folded.filter(pc.not_equal(folded["kind"], "progress"))))
            self._run(connection, STEPS)
            self._read_sql(connection)
            self._run(connection, LAST_STEPS)
            self._record(connection, position, events, advance)
        return Published(position, events)

    def _run(self, connection: Connection, steps: Sequence[str]) -> None:
        for step in steps:
            for statement in self._statements[step].split(";\n"):
                if statement.strip():
                    connection.execute(statement, self._values)

    def _read_sql(self, connection: Connection) -> None:
        """Texts that were not met before, with these schemas, are analysed now."""
        asked = sql_analyses.wanted(connection)
        if not asked.num_rows:
            return
        facts = sql_analyses.keep(connection, self._analyst(asked))
        connection.execute("truncate batch")
        self._copy(connection, _derived(facts))
        self._run(connection, DERIVED_STEPS)

    def _position(self, connection: Connection) -> int:
        row = connection.execute("select position from pipeline_state for update").fetchone()
        return int(row[0]) if row else 0

    def _copy(self, connection: Connection, facts: pa.Table) -> None:
        columns = ", ".join(BATCH_COLUMNS)
        with connection.cursor().copy(f"copy batch ({columns}) from stdin (format csv)") as copy:
            copy.write(_csv(facts.select(list(BATCH_COLUMNS))))
        connection.execute("analyze batch")

    def _record(self, connection: Connection, position: int, events: int, advance: bool) -> None:
        connection.execute(
            """
            update pipeline_state
            set position = greatest(position, %(position)s), events = events + %(events)s,
                batch = batch + 1, published_at = clock_timestamp()
            """,
            {"position": position if advance else 0, "events": events if advance else 0},
        )
        connection.execute(
            "select pg_notify(%s, (select batch::text from pipeline_state))",
            [CHANNEL],
        )


def _statements(name: str) -> str:
    return files(__package__).joinpath(f"{name}.sql").read_text()


def _with_times(facts: pa.Table) -> pa.Table:
    for moment in ("first", "last"):
        times = facts[f"{moment}_at"].cast(pa.timestamp("us", tz="UTC"))
        facts = facts.append_column(f"{moment}_time", times)
    return facts


def _derived(facts: list[list[object]]) -> pa.Table:
    """Facts that no event stated: they have no time of their own."""
    names = ("kind", "key", "node", "source", "target", "owner", "run", "label", *BATCH_COLUMNS[8:12])
    columns = list(zip(*facts, strict=True)) or [()] * len(names)
    table = pa.table([pa.array(column, pa.string()) for column in columns], names=list(names))
    never = {
        "first_time": "infinity",
        "last_time": "-infinity",
        "first_event": LAST_ID,
        "last_event": FIRST_ID,
    }
    for name, value in never.items():
        table = table.append_column(name, pa.array([value] * table.num_rows, pa.string()))
    return table


def _csv(facts: pa.Table) -> memoryview:
    """CSV in C++; a line that holds only `\\.` would end a COPY, even inside quotes."""
    for index, column in enumerate(facts.columns):
        if pa.types.is_string(column.type) and pc.any(pc.match_substring(column, "\n\\.")).as_py():
            facts = facts.set_column(
                index, facts.field(index), pc.replace_substring(column, "\n\\.", "\n \\.")
            )
    buffer = io.BytesIO()
    pacsv.write_csv(facts, buffer, pacsv.WriteOptions(include_header=False, quoting_style="needed"))
    return buffer.getbuffer()
