"""One batch of events through the whole pipeline: read, fold, publish. Stream and rebuild share it."""

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

import psycopg
import pyarrow as pa
from psycopg import Connection

from headwater.facts import kinds
from headwater.facts.arrow import to_table
from headwater.facts.fold import FoldedFact, fold_events, progress
from headwater.log.reader import read_range
from headwater.model.events import LogEntry
from headwater.pipeline.read import ReadRange
from headwater.store.publish import Published, Publisher

logger = logging.getLogger(__name__)

MAX_REASON = 500

# Classes of errors that no event is to blame for: a lost connection, a transaction that met another, a full
# disk, an administrator. PostgreSQL's own limits (54) are not among them: an event can go beyond one.
NOT_OF_AN_EVENT = ("08", "25", "40", "53", "55", "57", "58", "XX")


def connect(database_url: str) -> Connection:
    """A connection to publish with. What it commits can be had again from the log, so it need not wait."""
    # A statement of a worker that was killed ends soon, so that the next one need not wait for its locks.
    # Many statements read the staging table: what does not fit its buffers comes from a file each time.
    options = (
        "-c synchronous_commit=off -c client_min_messages=warning -c client_connection_check_interval=1s"
        " -c temp_buffers=64MB"
    )
    return psycopg.connect(database_url, autocommit=True, options=options)


class LogPipeline:
    """Publishes ranges of the log over one connection."""

    def __init__(self, publisher: Publisher, connection: Connection, read: ReadRange) -> None:
        self.publisher = publisher
        self.connection = connection
        self.read = read
        self.busy_since: float | None = None
        """When the batch began that is under way, by the monotonic clock."""

    def process(self, after: int, upto: int) -> Published:
        """What the events after one position up to another mean, worked out and published."""
        with self.busy():
            return self.publish(self.read(after, upto), after, upto)

    @contextmanager
    def busy(self) -> Iterator[None]:
        """For a batch: whoever watches can end it if it hangs."""
        self.busy_since = time.monotonic()
        try:
            yield
        finally:
            self.busy_since = None

    def set_aside(self, after: int, upto: int, reason: str) -> Published:
        """Pass over the events of a range, each in quarantine with the reason."""
        logger.error("the events after position %d up to %d are set aside: %s", after, upto, reason)
        entries = list(chain.from_iterable(read_range(self.connection, after, upto)))
        done = [self.publisher.publish(self.connection, _quarantined(one, reason)) for one in entries]
        return Published(upto, len(done))

    def publish(self, folded: pa.Table, after: int, upto: int) -> Published:
        """Publish the folded facts of a range. An event that can't be published is set aside."""
        try:
            with self.connection.transaction():
                return self.publisher.publish(self.connection, self._unpublished(folded, after, upto))
        except psycopg.Error as error:
            if not is_of_an_event(error):
                raise
            entries = list(chain.from_iterable(read_range(self.connection, after, upto)))
            return _publish_halves(self.publisher, self.connection, entries, error, advance=True)

    def _unpublished(self, folded: pa.Table, after: int, upto: int) -> pa.Table:
        """What of a range is left to publish: the thread that publishes without Spark may end late."""
        row = self.connection.execute("select position from pipeline_state for update").fetchone()
        published = int(row[0]) if row else 0
        return self.read(published, upto) if after < published < upto else folded


def publish_events(
    publisher: Publisher, connection: Connection, entries: Sequence[LogEntry], *, advance: bool
) -> Published:
    """Publish these events. One that can't be published is set aside, and the others go on."""
    try:
        folded = to_table(fold_events(entries))
    except Exception as error:  # nothing but the events is read here
        return _publish_halves(publisher, connection, entries, error, advance=advance)
    try:
        return publisher.publish(connection, folded, advance=advance)
    except psycopg.Error as error:
        if not is_of_an_event(error):
            raise
        return _publish_halves(publisher, connection, entries, error, advance=advance)


def reason_of(error: Exception) -> str:
    """As it is shown; PostgreSQL's texts can't hold a NUL, and an error may quote one from an event."""
    return f"{type(error).__name__}: {error}"[:MAX_REASON].replace("\x00", "\ufffd")


def is_of_an_event(error: psycopg.Error) -> bool:
    """Whether an event may be to blame; without a code nobody knows, and the batch is tried again.

    >>> is_of_an_event(psycopg.errors.ProgramLimitExceeded()), is_of_an_event(psycopg.errors.DiskFull())
    (True, False)
    """
    if isinstance(error, psycopg.DataError | psycopg.IntegrityError | psycopg.ProgrammingError):
        return True
    return error.sqlstate is not None and not error.sqlstate.startswith(NOT_OF_AN_EVENT)


def _publish_halves(
    publisher: Publisher,
    connection: Connection,
    entries: Sequence[LogEntry],
    error: Exception,
    *,
    advance: bool,
) -> Published:
    if len(entries) == 1:
        return publisher.publish(connection, _quarantined(entries[0], reason_of(error)), advance=advance)
    logger.warning("a batch of %d events can't be published as a whole, halving it: %s", len(entries), error)
    middle = len(entries) // 2
    # In the order of the log: once the position has passed the later half, the earlier would be skipped.
    first = publish_events(publisher, connection, entries[:middle], advance=advance)
    second = publish_events(publisher, connection, entries[middle:], advance=advance)
    return Published(second.position, first.events + second.events)


def _quarantined(entry: LogEntry, reason: str) -> pa.Table:
    """The folded facts of an event of which nothing could be kept but the reason."""
    stamp = (entry.at, entry.event_id)
    fact = kinds.quarantine(entry.event_id, entry.position, "", reason)
    return to_table([FoldedFact(fact, stamp, stamp), progress(entry.position, 1)])
