"""Replay: quarantined events read again, by today's rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from psycopg import Connection

from headwater.log.reader import read_chosen
from headwater.pipeline.batch import publish_events
from headwater.store import fatal_events
from headwater.store.publish import Publisher

LEFT = "select count(distinct event_id) from quarantine where event_id = any(%s)"
CHUNK_EVENTS = 1000


@dataclass(frozen=True, slots=True)
class Replayed:
    events: int
    still_quarantined: int


def replay(connection: Connection, publisher: Publisher, event_ids: Sequence[str]) -> Replayed:
    """Publish these events again; what still can't be read returns to quarantine."""
    events = 0
    with connection.transaction():
        connection.execute("delete from quarantine where event_id = any(%s)", [list(event_ids)])
        for start in range(0, len(event_ids), CHUNK_EVENTS):
            chunk = read_chosen(connection, event_ids[start : start + CHUNK_EVENTS])
            if chunk:
                # The position is the stream's own, and an event that is read again does not move it.
                publish_events(publisher, connection, chunk, advance=False)
            events += len(chunk)
        # Had they ended the worker, this would be gone as well.
        fatal_events.forget(connection, event_ids)
        left = connection.execute(LEFT, [list(event_ids)]).fetchone()
    return Replayed(events, left[0] if left else 0)
