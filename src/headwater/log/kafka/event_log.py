"""Events by way of Kafka: a request is answered once the brokers have its events."""

from collections.abc import Sequence

from headwater.log.kafka.producer import Headers, KafkaProducer, KafkaRecord
from headwater.log.protocol import Appended, EventLog, EventPlace
from headwater.model.events import Event

OVER_QUOTA = "over_quota"
SENDER = ("sender", b"headwater")
"""Checked and counted already: the bridge takes it as it is."""


class KafkaLog:
    """An event that is larger than the brokers take goes straight into the log, where it ends up anyway."""

    def __init__(self, producer: KafkaProducer, topic: str, direct: EventLog) -> None:
        self._producer, self._topic, self._direct = producer, topic, direct

    async def append(self, events: Sequence[Event]) -> Appended:
        """Positions exist only once the bridge has written them, and so does the number of duplicates."""
        places = await self._producer.send([event_record(event, self._topic) for event in events])
        sent = [
            EventPlace(event.event_id, *place)
            for event, place in zip(events, places, strict=True)
            if place is not None
        ]
        large = [event for event, place in zip(events, places, strict=True) if place is None]
        position = (await self._direct.append(large)).position if large else None
        return Appended(position, None, tuple(sent))


def event_record(event: Event, topic: str) -> KafkaRecord:
    """Events of a run go to one partition, and stay in order there."""
    return KafkaRecord(topic, _key(event).encode(), event.body.encode(), _headers(event))


def _key(event: Event) -> str:
    namespace = event.keys.team_name or event.keys.namespace_name or ""
    return f"{namespace}:{event.run_id or event.keys.job or event.event_id}"


def _headers(event: Event) -> Headers:
    namespace = event.keys.team_name or event.keys.namespace_name or ""
    marked = [(OVER_QUOTA, b"true")] if event.over_quota else []
    return [
        ("namespace", namespace.encode()),
        ("event_type", (event.keys.state or str(event.kind)).encode()),
        ("event_id", str(event.event_id).encode()),
        SENDER,
        *marked,
    ]
