"""One broker for all tests here; each has topics and a database of its own."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from confluent_kafka import Consumer, Producer
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from headwater.bridge.bootstrap import build_bridge
from headwater.bridge.topics import create_topics
from headwater.lifetime import Lifetime
from headwater.log.kafka.cluster import KafkaCluster, read_cluster
from headwater.settings import Settings
from tests.kafka_broker import KafkaBroker, kafka_broker

PARTITIONS = 3


@pytest.fixture(scope="session")
def broker() -> Iterator[KafkaBroker]:
    with kafka_broker() as started:
        yield started


class StoppedByHand(Lifetime):
    """A bridge in a thread of the tests gets no signals."""

    def __init__(self) -> None:
        super().__init__()
        self.stopped = threading.Event()

    @property
    def over(self) -> bool:
        return self.stopped.is_set()

    def wait(self, seconds: float) -> None:
        self.stopped.wait(seconds)


@dataclass
class Kafka:
    """Topics of one test, what is in them, and a bridge from them into its database."""

    broker: KafkaBroker
    settings: Settings
    cluster: KafkaCluster
    database_url: str

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.database_url, autocommit=True) as connection:
            return connection.execute(query, values).fetchall()

    def wait_for(self, query: str, expected: Any, seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while (found := self.rows(query)) != [(expected,)]:
            assert time.monotonic() < deadline, f"{found} instead of {expected}"
            time.sleep(0.1)

    def create(self, topic: str) -> None:
        admin = AdminClient({"bootstrap.servers": self.broker.address})
        [made] = admin.create_topics([NewTopic(topic, PARTITIONS)]).values()
        made.result(30)

    def send(self, topic: str, *values: bytes | None, headers: Any = None, key: bytes = b"k") -> None:
        """As another producer would: straight into the topic."""
        producer = Producer({"bootstrap.servers": self.broker.address})
        for value in values:
            producer.produce(topic, value, key, headers=headers)
        assert producer.flush(30) == 0

    def send_events(self, values: Iterable[bytes]) -> None:
        """Straight into the topic of events, each to a partition of its own choice."""
        producer = Producer({"bootstrap.servers": self.broker.address})
        for value in values:
            producer.produce(self.cluster.topics.lineage, value)
        assert producer.flush(30) == 0

    def read(self, topic: str, count: int) -> list[Any]:
        """The first messages of a topic."""
        consumer = Consumer(
            {
                "bootstrap.servers": self.broker.address,
                "group.id": uuid4().hex,
                "auto.offset.reset": "earliest",
            }
        )
        consumer.subscribe([topic])
        found: list[Any] = []
        deadline = time.monotonic() + 30
        while len(found) < count and time.monotonic() < deadline:
            found += [one for one in consumer.consume(count, 0.5) if one.error() is None]
        consumer.close()
        return found

    @contextmanager
    def bridge(self) -> Iterator[None]:
        lifetime = StoppedByHand()
        bridge = build_bridge(self.settings, self.database_url, self.cluster, lifetime)
        thread = threading.Thread(target=bridge.run)
        thread.start()
        try:
            yield
        finally:
            lifetime.stopped.set()
            thread.join(30)
            assert not thread.is_alive()


@pytest.fixture
def kafka(broker: KafkaBroker, database_url: str) -> Kafka:
    return made(broker, database_url)


@pytest.fixture
def make_kafka(broker: KafkaBroker, database_url: str) -> Callable[..., Kafka]:
    """With settings of one's own."""
    return lambda **settings: made(broker, database_url, **settings)


def made(broker: KafkaBroker, database_url: str, **settings: Any) -> Kafka:
    mark = uuid4().hex[:8]
    found = Settings(
        database_url=database_url,
        kafka_bootstrap=broker.address,
        kafka_lineage_topic=f"openlineage-{mark}",
        kafka_spans_topic=f"spans-{mark}",
        kafka_metrics_topic=f"metrics-{mark}",
        kafka_group=f"headwater-{mark}",
        kafka_partitions=PARTITIONS,
        **settings,
    )
    cluster = read_cluster(found)
    assert cluster is not None
    create_topics(cluster, PARTITIONS)
    return Kafka(broker, found, cluster, database_url)
