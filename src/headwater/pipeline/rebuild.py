"""Rebuild: what is served thrown away and made again from the log, in one transaction.

Readers keep seeing the old rows until the new ones are complete. Nodes and edges keep their numbers, so
that cursors and graphs in memory stay valid. Rows that requests write are not derived: those that are missing
are put back first.
"""

import logging
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import psycopg
import pyarrow as pa
from psycopg import Connection
from psycopg.conninfo import make_conninfo

from headwater.log.reader import count_between, newest_position, position_after
from headwater.pipeline.batch import LogPipeline, connect, reason_of
from headwater.pipeline.read import ReadRange
from headwater.pipeline.rebuild_steps import LogStep, RebuildNotes
from headwater.store import rules
from headwater.store.publish.staging import FIRST_ID, LAST_ID
from headwater.store.stored_rows import restore
from headwater.store.tables import NUMBERED, SERVED

logger = logging.getLogger(__name__)

Progress = Callable[[int, int], None]

# What a node or an edge is stays; what was seen of it goes. An edge read from SQL differs from others
# by its description and its confidence, too.
NODE_IDENTITY = ("id", "key", "kind", "namespace", "name", "field", "dataset_id")
EDGE_IDENTITY = (
    *("id", "key", "kind", "owner_id", "source_id", "target_id", "source_dataset_id", "target_dataset_id"),
    *("origin", "subtype", "masking"),
)
SQL_EDGE_IDENTITY = (*EDGE_IDENTITY, "description", "confidence")

NEVER_SEEN = {
    **{"first_seen": "'infinity'", "first_event": f"'{LAST_ID}'"},
    **{"last_seen": "'-infinity'", "last_event": f"'{FIRST_ID}'"},
}

COLUMNS = """
select column_name from information_schema.columns
where table_schema = current_schema() and table_name = %s and is_generated = 'NEVER'
"""

# What today's rules no longer find in the log.
SWEEP = """
delete from edges where last_seen = '-infinity';
delete from nodes as forgotten
where first_seen is null
  and not exists (select from nodes where canonical_id = forgotten.id or dataset_id = forgotten.id)
  and not exists (select from edges where forgotten.id in (source_id, target_id, owner_id));
insert into graph_changes (batch, owner_id) select batch + 1, 0 from pipeline_state on conflict do nothing;
insert into search_changes (batch, node_id) select batch + 1, 0 from pipeline_state on conflict do nothing;
update pipeline_state set batch = batch + 1;
select pg_notify('headwater_published', (select batch::text from pipeline_state))
"""


def rebuild(pipeline: LogPipeline, step: int, progress: Progress) -> int:
    """Return up to which position the log was read."""
    connection = pipeline.connection
    # In a transaction of its own: requests that write such rows must not wait for the rest.
    restored = restore(connection)
    if restored:
        logger.info("restored %d rows that were missing", restored)
    with _beside(connection) as beside, connection.transaction():
        notes = RebuildNotes(beside)
        connection.execute("select from pipeline_state for update")
        # Everything changes: the search index hears of it once, at the end, and not of every row.
        connection.execute("select set_config('headwater.rebuilding', 'on', true)")
        upto = newest_position(connection)
        progress(0, upto)
        _forget(connection)
        for one, reading in _read_ahead(pipeline.read, notes, notes.plan(upto, step)):
            with pipeline.busy():
                _publish(pipeline, one, reading)
            progress(one.upto, upto)
        connection.execute(SWEEP)
        rules.record(connection)
        notes.end()
    return upto


def _beside(connection: Connection) -> Connection:
    """Another one to the same database, whose writes are seen at once."""
    return connect(make_conninfo(connection.info.dsn, password=connection.info.password or None))


def _read_ahead(
    read: ReadRange, notes: RebuildNotes, steps: Sequence[LogStep]
) -> Iterator[tuple[LogStep, Future[pa.Table]]]:
    """While PostgreSQL publishes one step, the next is already read; never beside one in doubt."""
    with ThreadPoolExecutor(max_workers=1) as ahead:
        under_way: deque[tuple[LogStep, Future[pa.Table]]] = deque()
        for step in steps:
            while under_way and (step.alone or under_way[0][0].alone or len(under_way) > 1):
                yield under_way.popleft()
            notes.begin([*(one for one, _ in under_way), step])
            under_way.append((step, ahead.submit(_read, read, step)))
        yield from under_way


def _read(read: ReadRange, step: LogStep) -> pa.Table | None:
    return None if step.reason else read(step.after, step.upto)


def _publish(pipeline: LogPipeline, step: LogStep, reading: Future[pa.Table | None]) -> None:
    if step.reason:
        pipeline.set_aside(step.after, step.upto, step.reason)
        return
    try:
        folded = reading.result()
    except psycopg.Error:  # the database is to blame, not what was read from it
        raise
    except Exception as error:
        _publish_halves(pipeline, step.after, step.upto, error)
    else:
        pipeline.publish(folded, step.after, step.upto)


def _publish_halves(pipeline: LogPipeline, after: int, upto: int, error: Exception) -> None:
    """What can't be read as a whole: all but the events that can't be read alone."""
    count = count_between(pipeline.connection, after, upto)
    if count <= 1:
        pipeline.set_aside(after, upto, reason_of(error))
        return
    middle = position_after(pipeline.connection, after, count // 2)
    for start, end in ((after, middle), (middle, upto)):
        try:
            folded = pipeline.read(start, end)
        except psycopg.Error:
            raise
        except Exception as smaller:
            _publish_halves(pipeline, start, end, smaller)
        else:
            pipeline.publish(folded, start, end)


def _forget(connection: Connection) -> None:
    for table in sorted(SERVED.difference(NUMBERED)):
        connection.execute(f"delete from {table}")
    _reset(connection, "nodes", NODE_IDENTITY, {})
    _reset(connection, "edges", EDGE_IDENTITY, NEVER_SEEN, "origin <> 'sql'")
    _reset(connection, "edges", SQL_EDGE_IDENTITY, NEVER_SEEN, "origin = 'sql'")
    connection.execute("update pipeline_state set position = 0, events = 0")


def _reset(
    connection: Connection,
    table: str,
    identity: Sequence[str],
    values: Mapping[str, str],
    where: str = "true",
) -> None:
    """Set every column that is not part of the identity to its value here, or else to its default."""
    columns = [name for (name,) in connection.execute(COLUMNS, [table]) if name not in identity]
    assigned = ", ".join(f"{name} = {values.get(name, 'default')}" for name in columns)
    connection.execute(f"update {table} set {assigned} where {where}")
