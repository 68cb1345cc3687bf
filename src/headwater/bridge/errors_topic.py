"""The topics of errors: what can't be read, for those who watch Kafka. The log has it in any case."""

import logging
from dataclasses import dataclass, field
from datetime import datetime

from confluent_kafka import KafkaException, Producer

from headwater.bridge.messages import UnreadableMessage
from headwater.log.kafka.cluster import KafkaCluster

logger = logging.getLogger(__name__)

CLOSE_SECONDS = 5.0


@dataclass(slots=True)
class ErrorsTopic:
    """At least once: a crash between the log's commit and this sends nothing, one after it may send again."""

    cluster: KafkaCluster
    _producer: Producer | None = field(default=None)

    def send(self, unreadable: UnreadableMessage, now: datetime) -> None:
        topic = self.cluster.topics.errors_of(unreadable.message.topic)
        if topic is None:
            return
        if self._producer is None:
            self._producer = Producer({**self.cluster.options, "acks": "all"}, logger=logger)
        try:
            self._producer.produce(topic, unreadable.record(now), unreadable.message.key)
            self._producer.poll(0)
        except (BufferError, KafkaException) as error:
            logger.warning("%s can't be written: %s", topic, error)

    def close(self) -> None:
        if self._producer is not None:
            self._producer.flush(CLOSE_SECONDS)
