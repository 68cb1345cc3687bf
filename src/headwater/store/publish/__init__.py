"""Publishing: the folded facts of a batch merged into the served tables, in one transaction.

The steps run in the order of `steps.py`. Each merges with what is there by rules that commute, so that a
batch published twice, or batches in another order, leave the same rows.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc
from psycopg import Connection
from psycopg.types.json import Jsonb

from headwater.facts.budgets import OWNERS, TAGS, WORD
from headwater.store.publish import sql_analyses
from headwater.store.publish.sql_analyses import Analyst, NoAnalyst
from headwater.store.publish.staging import copy_facts, summarize, with_times, without_times
from headwater.store.publish.steps import DERIVED_STEPS, FUNCTIONS, LAST_STEPS, STEPS, statements
from headwater.store.publish.workspace import empty, needs_analyze, prepare

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
        self._values = {
            **{"window": edge_window_runs, "analyser": self._analyst.version},
            # The first elements of a list are read: jsonpath counts from 0.
            "budgets": Jsonb({"last_tag": TAGS.limit - 1, "last_owner": OWNERS.limit - 1}),
            "word": WORD.limit,
        }
        self._statements = statements()

    def publish(self, connection: Connection, folded: pa.Table, *, advance: bool = True) -> Published:
        """Merge one batch. With `advance`, a batch at or below the published position is skipped."""
        progress = folded.filter(pc.equal(folded["kind"], "progress"))
        position = max((int(label) for label in progress["label"].to_pylist()), default=0)
        events = sum(int(value) for value in progress["value"].to_pylist())
        with connection.transaction():
            published = self._position(connection)
            if advance and position <= published:
                return Published(position, events, skipped=True)
            prepare(connection)
            self._merge(connection, with_times(folded.filter(pc.not_equal(folded["kind"], "progress"))))
            self._record(connection, position, events, advance)
        return Published(position, events)

    def _merge(self, connection: Connection, facts: pa.Table) -> None:
        analyze = needs_analyze(connection, facts.num_rows)
        self._run(connection, STEPS, facts, analyze)
        derived = self._read_sql(connection)
        if derived is not None:
            # The steps read all of `batch`: the facts of events, merged above, must not come through again.
            empty(connection, ["batch"])
            self._run(connection, DERIVED_STEPS, derived, analyze)
        self._run_steps(connection, LAST_STEPS, frozenset(), analyze)

    def _run(
        self, connection: Connection, steps: Mapping[str, tuple[str, ...]], facts: pa.Table, analyze: bool
    ) -> None:
        copy_facts(connection, facts)
        if analyze:
            summarize(connection)
        self._run_steps(connection, steps, frozenset(facts["kind"].unique().to_pylist()), analyze)

    def _run_steps(
        self,
        connection: Connection,
        steps: Mapping[str, tuple[str, ...]],
        kinds: frozenset[str],
        analyze: bool,
    ) -> None:
        for step, only_with in steps.items():
            if only_with and kinds.isdisjoint(only_with):
                continue
            if step in FUNCTIONS:
                FUNCTIONS[step](connection)
                continue
            for statement in self._statements[step]:
                # Each statement begins with the blank line before it. A comment between that and `analyze`
                # would hide it here, and small batches would pay for it too.
                if analyze or not statement.startswith("\nanalyze"):
                    connection.execute(statement, self._values)

    def _read_sql(self, connection: Connection) -> pa.Table | None:
        """The facts of texts that were not met before with these schemas, which are analysed now."""
        asked = sql_analyses.wanted(connection)
        if not asked.num_rows:
            return None
        return without_times(sql_analyses.record(connection, self._analyst(asked)))

    def _position(self, connection: Connection) -> int:
        # Held until the commit: batches of the stream, of a replay and of a rebuild take turns.
        row = connection.execute("select position from pipeline_state for update").fetchone()
        return int(row[0]) if row else 0

    def _record(self, connection: Connection, position: int, events: int, advance: bool) -> None:
        connection.execute(
            """
            update pipeline_state
            set position = greatest(position, %(position)s), events = events + %(events)s,
                batch = batch + 1, published_at = clock_timestamp()
            """,
            # Replayed events were counted before; only the batch goes up, by which readers see changes.
            {"position": position if advance else 0, "events": events if advance else 0},
        )
        connection.execute(
            # Delivered with the commit: whoever is woken by it sees the rows.
            "select pg_notify(%s, (select batch::text from pipeline_state))",
            [CHANNEL],
        )
