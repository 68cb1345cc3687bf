"""The bridge's object graph, built in one place."""

import logging
import os
import socket
from collections.abc import Sequence
from datetime import date, timedelta

import psycopg
from psycopg import Connection

from headwater.bridge.consumer import TopicReader
from headwater.bridge.errors_topic import ErrorsTopic
from headwater.bridge.process import Bridge
from headwater.bridge.topics import create_topics
from headwater.bridge.writing import LogWriter
from headwater.errors import SetupError
from headwater.lifetime import Lifetime
from headwater.log.kafka.cluster import KafkaCluster, read_cluster
from headwater.log.postgres import PostgresLog
from headwater.questions.operations.event_redaction import EventRedaction, build_redaction
from headwater.questions.operations.ingest import Ingest
from headwater.questions.teams.admission import TeamAdmission
from headwater.questions.teams.admission_counts import exchange_counts
from headwater.questions.teams.telemetry_admission import TelemetryAdmission
from headwater.settings import Settings
from headwater.store.queries import redactions
from headwater.store.queries.kafka_offsets import Partition, note_problem, read_offsets

logger = logging.getLogger(__name__)

CONNECT_SECONDS = 5


def run_bridge(settings: Settings, database_url: str) -> None:
    """Run until a signal says stop."""
    cluster = read_cluster(settings)
    if cluster is None:
        raise SetupError("HEADWATER_KAFKA_BOOTSTRAP is not set", "set it to the addresses of the brokers")
    lifetime = Lifetime()
    lifetime.listen()
    if settings.kafka_create_topics:
        create_topics(cluster, settings.kafka_partitions)
    logger.info("reading %s", ", ".join(cluster.topics.read))
    build_bridge(settings, database_url, cluster, lifetime).run()


def build_bridge(settings: Settings, database_url: str, cluster: KafkaCluster, lifetime: Lifetime) -> Bridge:
    ahead = timedelta(seconds=settings.max_ahead_seconds)
    redaction = build_redaction(settings.redact, settings.redact_file)
    admission, of_telemetry = TeamAdmission(), TelemetryAdmission()

    def connect() -> LogWriter:
        return LogWriter(_connect(database_url), ahead)

    def offsets(topics: Sequence[str]) -> dict[Partition, int]:
        with _connect(database_url) as connection:
            return read_offsets(connection, topics)

    def begin(partition: Partition, offset: int, problem: str | None) -> None:
        if problem is not None:
            logger.error("%s, partition %s: %s", *partition, problem)
        with _connect(database_url) as connection:
            note_problem(connection, partition, offset, problem)

    def exchange(connection: Connection, today: date) -> None:
        exchange_counts(connection, today, admission, of_telemetry)
        _write_cuts(connection, redaction, today)

    # Only asked to prepare events: what is appended here goes together with the offsets.
    ingest = Ingest(PostgresLog(database_url, 0, ahead), settings.mask_facet_sql, redaction, admission)
    return Bridge(
        f"{socket.gethostname()}:{os.getpid()}",
        cluster.topics,
        lambda: TopicReader(cluster, settings.kafka_group, settings.kafka_start, offsets, begin),
        ErrorsTopic(cluster),
        connect,
        ingest.prepare,
        exchange,
        lifetime,
    )


def _connect(database_url: str) -> Connection:
    return psycopg.connect(database_url, autocommit=True, connect_timeout=CONNECT_SECONDS)


def _write_cuts(connection: Connection, redaction: EventRedaction | None, today: date) -> None:
    cuts = redaction.counts.take() if redaction is not None else None
    if redaction is None or not cuts:
        return
    try:
        redactions.add(connection, cuts, today)
    except psycopg.Error:
        redaction.counts.add(cuts)
        raise
