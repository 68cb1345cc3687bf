"""The bridge's loop: read messages, write them to the log, say that it lives; nothing stops it for good."""

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

import psycopg
from confluent_kafka import KafkaException
from psycopg import Connection

from headwater.bridge.consumer import TopicReader
from headwater.bridge.errors_topic import ErrorsTopic
from headwater.bridge.messages import (
    MAX_REASON,
    KafkaMessage,
    ReadMessage,
    UnreadableMessage,
    read_message,
)
from headwater.bridge.writing import LogWriter, Taken, WrittenBatch
from headwater.errors import BadInputError, StoreUnavailableError
from headwater.lifetime import Lifetime
from headwater.log.kafka.cluster import KafkaTopics
from headwater.model.events import Event
from headwater.store.queries import kafka_offsets

logger = logging.getLogger(__name__)

READ_SECONDS, BEAT_SECONDS = 0.2, 2.0
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.2, 5.0

Prepare = Callable[[Event], Event]
Exchange = Callable[[Connection, date], None]


@dataclass(slots=True)
class Bridge:
    """`prepare` cuts and counts what comes from other producers, as the server does with what it takes."""

    name: str
    topics: KafkaTopics
    open_reader: Callable[[], TopicReader]
    errors: ErrorsTopic
    connect: Callable[[], LogWriter]
    prepare: Prepare
    exchange: Exchange
    """Writes down what was counted, and reads what teams may send."""
    lifetime: Lifetime
    _writer: LogWriter | None = None
    _beaten: float = 0.0

    def run(self) -> None:
        """Whatever Kafka or PostgreSQL says: reading begins anew where the log stands, each time later."""
        pause = FIRST_PAUSE_SECONDS
        while not self.lifetime.over:
            try:
                with closing(self.open_reader()) as reader:
                    while not self.lifetime.over:
                        self._turn(reader)
                        pause = FIRST_PAUSE_SECONDS
            except (KafkaException, StoreUnavailableError, psycopg.Error) as error:
                logger.warning("reading is interrupted: %s", error)
                self._disconnect()
                self._say(str(error))
            self.lifetime.wait(pause)
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)
        self.errors.close()

    def _turn(self, reader: TopicReader) -> None:
        messages = reader.read(READ_SECONDS)
        if messages:
            self.take(reader, messages)
        self._beat(reader)

    def take(self, reader: TopicReader, messages: Sequence[KafkaMessage]) -> None:
        """Returns once they are in the log, or when it is time to stop: then they are read again."""
        batch: list[Taken] = [(message, self._read(message)) for message in messages]
        written = self._until_written(reader, batch)
        if written is None:
            return
        reader.committed(messages)
        for unreadable in written.unreadable:
            self.errors.send(unreadable, datetime.now(UTC))

    def _read(self, message: KafkaMessage) -> ReadMessage:
        read = read_message(message, self.topics)
        if not isinstance(read, Event) or message.is_checked:
            return read
        try:
            # A quota's mark is ours to set: a header that other producers send says nothing.
            return self.prepare(replace(read, over_quota=False))
        except BadInputError as error:
            return UnreadableMessage(message, str(error), type(error).__name__)

    def _until_written(self, reader: TopicReader, batch: Sequence[Taken]) -> WrittenBatch | None:
        pause = FIRST_PAUSE_SECONDS
        while not self.lifetime.over:
            try:
                writer = self._connected()
                return writer.write(batch, reader.ends())
            except psycopg.OperationalError as error:
                logger.warning("the log can't be written: %s", error)
                self._disconnect()
                self.lifetime.wait(pause)
                pause = min(pause * 2, LONGEST_PAUSE_SECONDS)
        return None

    def _beat(self, reader: TopicReader) -> None:
        now = time.monotonic()
        if now - self._beaten < BEAT_SECONDS:
            return
        self._beaten = now
        try:
            connection = self._connected().connection
            kafka_offsets.beat(connection, self.name, None)
            kafka_offsets.write_ends(connection, reader.ends())
            self.exchange(connection, datetime.now(UTC).date())
        except psycopg.Error as error:
            logger.warning("the store can't be reached: %s", error)
            self._disconnect()

    def _say(self, problem: str) -> None:
        with suppress(psycopg.Error):
            kafka_offsets.beat(self._connected().connection, self.name, problem[:MAX_REASON])

    def _connected(self) -> LogWriter:
        if self._writer is None:
            self._writer = self.connect()
        return self._writer

    def _disconnect(self) -> None:
        if self._writer is not None:
            self._writer.connection.close()
            self._writer = None
