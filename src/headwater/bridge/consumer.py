"""Reads topics from where the log stands; a consumer group shares the partitions out among bridges."""

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import psycopg
from confluent_kafka import Consumer, KafkaError, KafkaException, TopicPartition

from headwater.bridge.messages import KafkaMessage
from headwater.errors import StoreUnavailableError
from headwater.log.kafka.cluster import KafkaCluster
from headwater.store.queries.kafka_offsets import Partition

logger = logging.getLogger(__name__)

# What one transaction holds at most, in messages; `FETCH_BYTES` bounds how many bytes these can have.
MAX_MESSAGES = 2000
FETCH_BYTES = 32 * 1024 * 1024
WATERMARK_SECONDS = 5.0

ReadOffsets = Callable[[Sequence[str]], dict[Partition, int]]
NoteStart = Callable[[Partition, int, str | None], None]


class TopicReader:
    """`offsets` says where the log stands; `begin` takes note of where reading begins other than there."""

    def __init__(
        self, cluster: KafkaCluster, group: str, start: str, offsets: ReadOffsets, begin: NoteStart
    ) -> None:
        self._offsets, self._begin, self._from_start = offsets, begin, start == "earliest"
        self._failure: str | None = None
        self._consumer = Consumer(
            {
                "group.id": group,
                # The log's own table says how far we are; Kafka's is written for tools that show the lag.
                "enable.auto.commit": False,
                "enable.auto.offset.store": False,
                # Where an offset is gone, what is left is read from its beginning: `_position` says so first.
                "auto.offset.reset": "earliest",
                "isolation.level": "read_committed",
                "max.poll.interval.ms": 600_000,
                # The partitions of a bridge that was killed go to the others after this long.
                "session.timeout.ms": 10_000,
                "heartbeat.interval.ms": 2_000,
                "queued.max.messages.kbytes": FETCH_BYTES // 1024,
                "fetch.max.bytes": FETCH_BYTES,
                "allow.auto.create.topics": False,
                "error_cb": _log_error,
                **cluster.options,
            },
            logger=logger,
        )
        self._consumer.subscribe(list(cluster.topics.read), on_assign=self._assigned)

    def read(self, seconds: float) -> list[KafkaMessage]:
        """The next messages of all partitions; none when nothing came in that time."""
        found = self._consumer.consume(MAX_MESSAGES, seconds)
        if self._failure is not None:
            raise StoreUnavailableError(self._failure)
        return [_message(one) for one in found if not _is_error(one)]

    def committed(self, messages: Sequence[KafkaMessage]) -> None:
        """Tell Kafka too; nothing depends on it."""
        last = {(one.topic, one.partition): one.offset + 1 for one in messages}
        offsets = [TopicPartition(topic, number, offset) for (topic, number), offset in last.items()]
        self._consumer.commit(offsets=offsets, asynchronous=True)

    def ends(self) -> dict[Partition, int]:
        """The offset behind the newest message of each partition, as the last fetch saw it."""
        found = {}
        for one in self._consumer.assignment():
            _, high = self._consumer.get_watermark_offsets(one, cached=True)
            if high >= 0:
                found[one.topic, one.partition] = high
        return found

    def close(self) -> None:
        self._consumer.close()

    def _assigned(self, consumer: Consumer, partitions: list[TopicPartition]) -> None:
        # Nothing may be raised here, below the client's own code: what it makes of it can't be caught.
        try:
            known = self._offsets([one.topic for one in partitions])
            for one in partitions:
                one.offset = self._position(consumer, one, known.get((one.topic, one.partition)))
            consumer.assign(partitions)
        except (KafkaException, psycopg.Error) as error:
            self._failure = f"partitions can't be read from where the log stands: {error}"

    def _position(self, consumer: Consumer, one: TopicPartition, known: int | None) -> int:
        low, high = consumer.get_watermark_offsets(one, timeout=WATERMARK_SECONDS)
        if known is None:
            # Noted at once: what comes before the first message was written down must not be passed over.
            first: int = low if self._from_start else high
            self._begin((one.topic, one.partition), first, None)
            return first
        if low > known:
            self._begin((one.topic, one.partition), low, f"offsets {known} to {low - 1} were deleted unread")
        return max(low, known)


def _log_error(error: KafkaError) -> None:
    """The client connects again by itself."""
    logger.warning("Kafka: %s", error.str())


def _is_error(message: Any) -> bool:
    error: KafkaError | None = message.error()
    if error is not None and error.code() != KafkaError._PARTITION_EOF:
        logger.warning("Kafka: %s", error.str())
    return error is not None


def _message(message: Any) -> KafkaMessage:
    _, milliseconds = message.timestamp()
    return KafkaMessage(
        message.topic(),
        message.partition(),
        message.offset(),
        datetime.fromtimestamp(max(milliseconds, 0) / 1000, UTC),
        message.value(),
        message.key(),
        {name: value for name, value in message.headers() or () if isinstance(value, bytes)},
    )
