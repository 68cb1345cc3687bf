"""What a request wrote, as an event of the log in the same transaction: see `store/stored_rows.py`."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid4

import msgspec

from headwater.log.postgres import append_within
from headwater.model.events import Event, EventKind, content_id
from headwater.store.queries.rows import Connection
from headwater.store.stored_rows import Image, Written, images


def record(connection: Connection, written: Written, now: datetime, events: Sequence[Event] = ()) -> int:
    """The rows of these keys as this transaction leaves them, and events that go with them.

    Called last in the transaction, as it locks the log. Returns the position of `events`, which are read
    with the lineage; 0 if there are none.
    """
    stored = stored_rows(images(connection, written), now, uuid4())
    # One statement, as everyone else's appends wait; what is read with the lineage has the last position.
    position = append_within(connection, [stored, *events])
    return position if events else 0


def stored_rows(written: tuple[Image, ...], now: datetime, change: UUID) -> Event:
    """`change` distinguishes two changes that leave the same rows."""
    document = {
        "change": str(change),
        "written": [{"table": image.table, "key": image.key, "rows": image.rows} for image in written],
    }
    return Event(
        content_id(document), EventKind.STORED_ROWS, now, None, msgspec.json.encode(document).decode()
    )
