"""Publishing: the folded facts of a batch merged into the served tables, in one transaction.

The steps run in the order listed. Each merges with what is there by rules that commute, so that a batch
published twice, or batches in another order, leave the same rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

import pyarrow as pa
import pyarrow.compute as pc
from psycopg import Connection

from headwater.facts.kinds import KINDS
from headwater.store.publish import sql_analyses
from headwater.store.publish.sql_analyses import Analyst, NoAnalyst
from headwater.store.publish.staging import copy_facts, create_batch, with_times, without_times

ORDER: tuple[str, ...] = (
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
# A step that a kind of fact names and that needs no place in this order runs after it.
STEPS = (*ORDER, *dict.fromkeys(kind.step for kind in KINDS.values() if kind.step and kind.step not in ORDER))
# What was read from SQL adds nodes and edges of its own; then it is decided when each edge was alive.
DERIVED_STEPS = ("nodes", "aliases", "edges")
LAST_STEPS = ("sql_show", "spans", "sql_sweep")

CHANNEL = "headwater_published"


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
            connection.execute(create_batch())
            connection.execute(self._statements["prepare"])
            copy_facts(connection, with_times(folded.filter(pc.not_equal(folded["kind"], "progress"))))
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
        copy_facts(connection, without_times(facts))
        self._run(connection, DERIVED_STEPS)

    def _position(self, connection: Connection) -> int:
        row = connection.execute("select position from pipeline_state for update").fetchone()
        return int(row[0]) if row else 0

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
