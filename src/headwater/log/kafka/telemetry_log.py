"""Telemetry by way of Kafka: spans by trace and metrics by service, each group a record that stands alone."""

from collections.abc import Sequence

from headwater.facts.telemetry.split import TelemetryPart, split_request
from headwater.log.kafka.cluster import KafkaTopics
from headwater.log.kafka.event_log import OVER_QUOTA, SENDER
from headwater.log.kafka.producer import KafkaProducer, KafkaRecord
from headwater.log.protocol import Appended, EventPlace
from headwater.log.telemetry import TelemetryLog
from headwater.model.telemetry import TelemetryKind, TelemetryRequest

TEAMS = "teams"
"""Whose items a request holds, as our own server found it; a team's name has no comma."""


class KafkaTelemetryLog:
    """Logs have no topic and go straight into the telemetry log, as does what is larger than brokers take."""

    def __init__(self, producer: KafkaProducer, topics: KafkaTopics, direct: TelemetryLog) -> None:
        self._producer, self._topics, self._direct = producer, topics, direct

    async def append(self, events: Sequence[TelemetryRequest]) -> Appended:
        direct = [request for request in events if request.kind == TelemetryKind.LOGS]
        sent = [
            (request, part)
            for request in events
            if request.kind != TelemetryKind.LOGS
            for part in split_request(request)
        ]
        places = await self._producer.send([self._record(*pair) for pair in sent])
        found = [
            EventPlace(part.request.event_id, *place)
            for (_, part), place in zip(sent, places, strict=True)
            if place is not None
        ]
        direct += [part.request for (_, part), place in zip(sent, places, strict=True) if place is None]
        position = (await self._direct.append(direct)).position if direct else None
        return Appended(position, None, tuple(found))

    def _record(self, request: TelemetryRequest, part: TelemetryPart) -> KafkaRecord:
        topic = self._topics.spans if part.has_spans else self._topics.metrics
        team = [("namespace", request.team.encode())] if request.team else []
        kind, encoding = part.request.kind, part.request.encoding
        marked = [(OVER_QUOTA, b"true")] if request.over_quota else []
        headers = [
            ("kind", kind.encode()),
            ("encoding", encoding.encode()),
            (TEAMS, ",".join(request.teams).encode()),
            SENDER,
            *team,
            *marked,
        ]
        return KafkaRecord(topic, part.key.encode(), part.request.body, headers)
