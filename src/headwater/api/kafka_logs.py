"""The logs that send through Kafka, where one is configured; nothing of Kafka is imported elsewhere."""

from dataclasses import dataclass

from headwater.errors import SetupError
from headwater.log.kafka.cluster import read_cluster
from headwater.log.postgres import PostgresLog
from headwater.log.protocol import EventLog
from headwater.log.telemetry import TelemetryLog
from headwater.questions.operations.telemetry_ingest import TelemetryAppender
from headwater.settings import Settings

try:
    from headwater.log.kafka.event_log import KafkaLog
    from headwater.log.kafka.producer import KafkaProducer
    from headwater.log.kafka.telemetry_log import KafkaTelemetryLog
except ImportError:  # an extra: most installations have no Kafka
    KafkaProducer = None  # type: ignore[assignment,misc]


@dataclass(frozen=True, slots=True)
class Logs:
    """Where events and telemetry of producers go first; `producer` is None where that is the log itself."""

    events: EventLog
    telemetry: TelemetryAppender
    producer: "KafkaProducer | None" = None

    def start(self) -> None:
        if self.producer is not None:
            self.producer.start()

    def stop(self) -> None:
        if self.producer is not None:
            self.producer.stop()


def build_logs(settings: Settings, log: PostgresLog, telemetry: TelemetryLog) -> Logs:
    cluster = read_cluster(settings)
    if cluster is None:
        return Logs(log, telemetry)
    if KafkaProducer is None:
        raise SetupError(
            "Kafka is configured, and its client is not installed", "pip install 'headwater[kafka]'"
        )
    producer = KafkaProducer(cluster.options, settings.kafka_seconds, settings.max_pending_bytes)
    return Logs(
        KafkaLog(producer, cluster.topics.lineage, log),
        KafkaTelemetryLog(producer, cluster.topics, telemetry),
        producer,
    )
