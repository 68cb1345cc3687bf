"""Creates our own topics where they are missing; those of other producers are theirs to create."""

import logging

from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from headwater.log.kafka.cluster import KafkaCluster

logger = logging.getLogger(__name__)

ADMIN_SECONDS = 15.0


def create_topics(cluster: KafkaCluster, partitions: int) -> None:
    """A broker that refuses is no reason to stop: somebody else may create them."""
    topics = cluster.topics
    wanted = [name for topic in topics.own for name in (topic, topics.errors_of(topic)) if name]
    wanted += [name for topic in topics.others if (name := topics.errors_of(topic))]
    admin = AdminClient(dict(cluster.options))
    made = admin.create_topics(
        [NewTopic(name, partitions) for name in wanted], operation_timeout=ADMIN_SECONDS
    )
    for name, future in made.items():
        try:
            future.result(ADMIN_SECONDS)
        except (KafkaException, TimeoutError) as error:
            code = error.args[0].code() if isinstance(error, KafkaException) else None
            if code != KafkaError.TOPIC_ALREADY_EXISTS:
                logger.warning("topic %s can't be created: %s", name, error)
