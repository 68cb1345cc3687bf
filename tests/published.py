"""Events put through the pipeline in this process, by the same functions that Spark's tasks run."""

from collections.abc import Iterable
from typing import Any

import psycopg

from headwater.facts.arrow import to_table
from headwater.facts.fold import fold_events
from headwater.log.postgres import append_within
from headwater.model.events import Event, LogEntry
from headwater.model.times import to_micros
from headwater.pipeline.sql_lineage import InPlaceAnalyst
from headwater.store.publish import Publisher
from tests.builders import to_log

WINDOW_RUNS = 50
ENTRIES = (
    "select position, event_id, event_time, kind, body from events where position > %s order by position"
)


def publish(connection: psycopg.Connection[Any], events: Iterable[dict[str, Any] | Event]) -> None:
    """Append these events to the log, and publish all that was not yet."""
    with connection.transaction():
        append_within(connection, [one if isinstance(one, Event) else to_log(one) for one in events])
    row = connection.execute("select position from pipeline_state").fetchone()
    rows = connection.execute(ENTRIES, [row[0] if row else 0]).fetchall()
    entries = [
        LogEntry(position, event.hex, to_micros(moment), kind, body)
        for position, event, moment, kind, body in rows
    ]
    Publisher(WINDOW_RUNS, InPlaceAnalyst()).publish(connection, to_table(fold_events(entries)))
