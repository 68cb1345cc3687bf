"""One batch of events through the whole pipeline: parse, fold, publish. Stream and rebuild share it."""

import logging

import psycopg
import pyarrow as pa
from psycopg import Connection
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812

from headwater.model.ids import digest
from headwater.pipeline.fold import fold
from headwater.pipeline.parse import FACT_SCHEMA, parse
from headwater.store.publish import Published, Publisher

logger = logging.getLogger(__name__)

# What one event can be to blame for; a lost connection or a full disk is nobody's event.
EVENT_ERRORS = (psycopg.DataError, psycopg.IntegrityError, psycopg.ProgrammingError)


def connect(database_url: str) -> Connection:
    """A connection to publish with. What it commits can be had again from the log, so it need not wait."""
    options = "-c synchronous_commit=off -c client_min_messages=warning"
    return psycopg.connect(database_url, autocommit=True, options=options)


def read(events: DataFrame) -> pa.Table:
    """The folded facts of these events."""
    return fold(parse(events)).toArrow()


class Pipeline:
    """Publishes batches over one connection."""

    def __init__(self, publisher: Publisher, connection: Connection) -> None:
        self._publisher = publisher
        self.connection = connection

    def process(self, events: DataFrame, *, advance: bool = True) -> Published:
        """What these events mean, worked out and published."""
        return self.publish(read(events), events, advance=advance)

    def publish(self, folded: pa.Table, events: DataFrame, *, advance: bool = True) -> Published:
        """An event that can't be published is set aside, and the rest of its batch goes on."""
        try:
            return self._publisher.publish(self.connection, folded, advance=advance)
        except EVENT_ERRORS as error:
            logger.warning("a batch can't be published as a whole, halving it: %s", error)
            return self._halve(events, advance, error)

    def _halve(self, events: DataFrame, advance: bool, error: psycopg.Error) -> Published:
        low, high = events.agg(F.min("position"), F.max("position")).first() or (0, 0)
        if low == high:
            return self._set_aside(events, advance, error)
        middle = (low + high) // 2
        first = self.process(events.where(F.col("position") <= middle), advance=advance)
        second = self.process(events.where(F.col("position") > middle), advance=advance)
        return Published(second.position, first.events + second.events)

    def _set_aside(self, events: DataFrame, advance: bool, error: psycopg.Error) -> Published:
        position, event_id, at, _body = events.first() or (0, digest(""), 0, "")
        reason = f"{type(error).__name__}: {error}"[:500].replace("\x00", "\ufffd")
        folded = quarantine_table(position, event_id, at, reason)
        return self._publisher.publish(self.connection, folded, advance=advance)


def quarantine_table(position: int, event_id: str, at: int, reason: str) -> pa.Table:
    """The folded facts of an event of which nothing could be kept but the reason."""
    common = {"first_at": at, "last_at": at, "first_event": event_id, "last_event": event_id}
    rows = [
        {
            "kind": "quarantine",
            "key": event_id,
            "name": "",
            "label": str(position),
            "value": reason,
            **common,
        },
        {"kind": "progress", "key": event_id, "label": str(position), "value": "1", **common},
    ]
    return pa.Table.from_pylist(rows, FACT_SCHEMA)
