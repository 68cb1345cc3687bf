"""Sends records to Kafka and waits for the broker's word: one future a request, not one a record."""

import asyncio
import logging
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from confluent_kafka import KafkaError, KafkaException, Producer

from headwater.errors import OverloadedError, StoreUnavailableError

logger = logging.getLogger(__name__)

# As for events that wait for a commit: whoever was refused comes back sooner than this.
FAILURE_SECONDS = 60.0
POLL_SECONDS = 0.1
FLUSH_SECONDS = 5.0
# A record beyond what brokers take by default has to reach the broker, whose limit is the one that counts.
MAX_RECORD_BYTES = 128 * 1024 * 1024
TOO_LARGE = frozenset({KafkaError.MSG_SIZE_TOO_LARGE, KafkaError.RECORD_LIST_TOO_LARGE})

Headers = Sequence[tuple[str, bytes]]


class KafkaRecord(NamedTuple):
    topic: str
    key: bytes
    value: bytes
    headers: Headers = ()


class KafkaPlace(NamedTuple):
    """Where a record stands. None in place of one: the broker takes no record of that size."""

    topic: str
    partition: int
    offset: int


@dataclass(slots=True)
class _Request:
    """What one request sent; only the thread that polls writes to it."""

    done: asyncio.Future[list[KafkaPlace | None]]
    places: list[KafkaPlace | None]
    waiting: int
    error: KafkaError | None = None

    def delivered(self, index: int, error: KafkaError | None, message: Any) -> None:
        if error is None:
            self.places[index] = KafkaPlace(message.topic(), message.partition(), message.offset())
        elif error.code() not in TOO_LARGE:
            self.error = error
        self.waiting -= 1
        if self.waiting == 0:
            self.done.get_loop().call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        if self.done.done():
            return
        if self.error is None:
            self.done.set_result(self.places)
        else:
            self.done.set_exception(StoreUnavailableError(f"Kafka did not confirm: {self.error.str()}"))


@dataclass(slots=True)
class KafkaProducer:
    """Idempotent, and acknowledged by all replicas that are in sync."""

    options: Mapping[str, str] = field(repr=False)
    seconds: float
    max_pending_bytes: int
    _producer: Producer | None = None
    _poller: threading.Thread | None = None
    _stopping: threading.Event = field(default_factory=threading.Event)
    _failed_at: float | None = None

    @property
    def failing(self) -> bool:
        return self._failed_at is not None and time.monotonic() - self._failed_at < FAILURE_SECONDS

    def start(self) -> None:
        self._stopping.clear()
        self._producer = self._build()
        self._poller = threading.Thread(target=self._poll, name="kafka-producer", daemon=True)
        self._poller.start()

    def stop(self) -> None:
        """What was sent is still confirmed, for a few seconds."""
        if self._producer is not None:
            self._producer.flush(FLUSH_SECONDS)
        self._stopping.set()
        if self._poller is not None:
            self._poller.join(FLUSH_SECONDS)
        self._producer = self._poller = None

    async def send(self, records: Sequence[KafkaRecord]) -> list[KafkaPlace | None]:
        """Where each stands. Nothing is known of any of them if this raises: sending again is safe."""
        producer = self._producer
        if producer is None:
            raise OverloadedError("the server is stopping")
        if not records:
            return []
        future: asyncio.Future[list[KafkaPlace | None]] = asyncio.get_running_loop().create_future()
        request = _Request(future, [None] * len(records), len(records))
        try:
            self._produce(producer, records, request)
            places = await future
        except StoreUnavailableError:
            self._failed_at = time.monotonic()
            if request.error is not None and request.error.fatal():
                self._replace(producer)
            raise
        self._failed_at = None
        return places

    def _produce(self, producer: Producer, records: Sequence[KafkaRecord], request: _Request) -> None:
        for index, record in enumerate(records):

            def delivered(error: KafkaError | None, message: Any, index: int = index) -> None:
                request.delivered(index, error, message)

            try:
                producer.produce(
                    record.topic,
                    record.value,
                    record.key,
                    headers=list(record.headers),
                    on_delivery=delivered,
                )
            except BufferError as error:
                raise OverloadedError("Kafka is behind; send the request again") from error
            except KafkaException as error:
                if error.args[0].code() not in TOO_LARGE:
                    raise StoreUnavailableError(f"Kafka did not take it: {error.args[0].str()}") from error
                request.delivered(index, error.args[0], None)

    def _poll(self) -> None:
        while not self._stopping.is_set():
            producer = self._producer
            if producer is None:
                continue
            try:
                producer.poll(POLL_SECONDS)
            except Exception:  # the thread that settles every request must outlive what one of them runs into
                logger.exception("polling Kafka failed")

    def _replace(self, broken: Producer) -> None:
        """After a fatal error an idempotent producer takes nothing any more."""
        if self._producer is broken and not self._stopping.is_set():
            logger.warning("the Kafka producer met a fatal error and is started anew")
            self._producer = self._build()

    def _build(self) -> Producer:
        return Producer(
            {
                "acks": "all",
                "enable.idempotence": True,
                "linger.ms": 2,
                "message.timeout.ms": round(self.seconds * 1000),
                "message.max.bytes": MAX_RECORD_BYTES,
                "queue.buffering.max.kbytes": max(1024, self.max_pending_bytes // 1024),
                "queue.buffering.max.messages": 500_000,
                # Without it the client raises such errors wherever it is polled.
                "error_cb": _log_error,
                **self.options,
            },
            logger=logger,
        )


def _log_error(error: KafkaError) -> None:
    """The client goes on by itself; what it could not deliver is reported to who sent it."""
    logger.warning("Kafka: %s", error.str())
