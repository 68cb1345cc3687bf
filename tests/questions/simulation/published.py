"""What the pipeline makes of the log, in the process of a test."""

from headwater.model.events import LINEAGE, LogEntry
from headwater.model.times import to_micros
from headwater.pipeline.batch import publish_events
from headwater.store.publish import Publisher
from tests.world import World

ENTRIES = """
select position, event_id, event_time, kind, body from events where stream = %s order by position
"""


def publish_log(world: World) -> None:
    rows = world.connection.execute(ENTRIES, [LINEAGE]).fetchall()
    entries = [LogEntry(at, one.hex, to_micros(time), kind, body) for at, one, time, kind, body in rows]
    publish_events(Publisher(3), world.connection, entries, advance=True)
