"""From Kafka into the log with a real broker: each message once, whatever dies or is sent."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from headwater.log.kafka.event_log import KafkaLog
from headwater.log.kafka.producer import KafkaProducer
from headwater.log.postgres import PostgresLog
from headwater.log.reader import newest_position
from headwater.pipeline.batch import LogPipeline, connect
from headwater.pipeline.read import RangeReader
from headwater.store.publish import Publisher
from tests.bridge.conftest import Kafka
from tests.builders import run_event
from tests.facts.telemetry.requests import counter, span, traces
from tests.kafka_broker import needs_kafka
from tests.log.contract import LogContract, OpenedLog, Opening, Rows
from tests.running import running_api

pytestmark = [needs_kafka, pytest.mark.server]

COUNT = "select count(*)::int from events"
# docs/reliability.md has the figures of a longer run.
MESSAGES = int(os.environ.get("HEADWATER_TEST_KAFKA_MESSAGES", "3000"))
STORED = "select event_id, body from events order by position"


class ByWayOfKafka(OpenedLog):
    def __init__(self, log: KafkaLog, kafka: Kafka) -> None:
        super().__init__(log)
        self.kafka = kafka

    async def rows(self, count: int) -> Rows:
        await asyncio.to_thread(self.kafka.wait_for, COUNT, count)
        return self.kafka.rows(STORED)


class TestKafkaLog(LogContract):
    """The same promises as without Kafka."""

    @pytest.fixture
    def opened(self, kafka: Kafka) -> AbstractAsyncContextManager[OpenedLog]:
        @asynccontextmanager
        async def opening() -> Opening:
            direct = PostgresLog(kafka.database_url, 100_000_000)
            producer = KafkaProducer(kafka.cluster.options, 20.0, 100_000_000)
            await direct.start()
            producer.start()
            with kafka.bridge():
                yield ByWayOfKafka(KafkaLog(producer, kafka.cluster.topics.lineage, direct), kafka)
            producer.stop()
            await direct.stop()

        return opening()


def document(number: int = 0, **more: Any) -> bytes:
    return msgspec.json.encode(
        run_event(uuid4().hex, "COMPLETE", "09:00", outputs=("o",)) | {"n": number, **more}
    )


def publish(kafka: Kafka) -> None:
    with connect(kafka.database_url) as connection:
        pipeline = LogPipeline(Publisher(3), connection, RangeReader(None, kafka.database_url))  # type: ignore[arg-type]
        pipeline.process(0, newest_position(connection))


def settings_of(kafka: Kafka) -> dict[str, Any]:
    return kafka.settings.model_dump(exclude={"database_url", "home"}, exclude_defaults=True)


def test_an_event_sent_to_the_server_goes_through_the_topic_and_can_be_waited_for(kafka: Kafka) -> None:
    sent = run_event("r1", "COMPLETE", "09:00", outputs=("orders",))
    with running_api(kafka.database_url, **settings_of(kafka)) as api, kafka.bridge():
        reply = api.send(sent).json()
        [message] = kafka.read(kafka.cluster.topics.lineage, 1)
        kafka.wait_for(COUNT, 1)
        publish(kafka)
        seen = api.get("/api/v1/datasets", min_event_id=reply["event_id"]).json()

    assert (reply["topic"], reply["partition"], reply["offset"]) == (
        message.topic(),
        message.partition(),
        message.offset(),
    )
    assert (reply["position"], seen["total"]) == (None, 1)
    [(run_id,)] = kafka.rows("select run_id from events")
    assert message.key() == f"{sent['job']['namespace']}:{run_id}".encode()
    headers = dict(message.headers())
    assert (headers["event_type"], headers["namespace"]) == (b"COMPLETE", sent["job"]["namespace"].encode())


def test_a_batch_names_its_records_and_whom_to_wait_for(kafka: Kafka) -> None:
    with running_api(kafka.database_url, **settings_of(kafka)) as api:
        body = b"[" + b",".join(document(n) for n in range(20)) + b"]"
        reply = api.send(body, "/api/v1/lineage/batch").json()
        hub = api.send(
            {"namespace": "sales", "events": [run_event("r2", "START", "09:00")]}, "/api/v1/lineage/ingest"
        ).json()
    assert (len(reply["records"]), reply["summary"]["duplicates"], reply["position"]) == (20, None, None)
    ends = {(one["partition"], one["offset"], one["event_id"]) for one in reply["records"]}
    last = {max(of)[2] for n in range(3) if (of := [(0, o, e) for p, o, e in ends if p == n])}
    assert set(reply["wait_for_event_ids"]) == last
    assert hub["records"][0]["topic"] == kafka.cluster.topics.lineage


def test_messages_of_other_producers_are_read_and_what_can_not_be_is_told(
    make_kafka: Callable[..., Kafka], tmp_path: Path
) -> None:
    topic = f"openlineage-topic-{uuid4().hex[:6]}"
    properties = tmp_path / "atlas-application.properties"
    properties.write_text(f"atlas.kafka.openlineage.enabled=true\natlas.kafka.openlineage.topic={topic}\n")
    kafka = make_kafka(kafka_properties=properties)
    kafka.create(topic)
    wrapped = msgspec.json.encode({"metadata": {}, "payload": msgspec.json.decode(document(1))})
    kafka.send(topic, document(), b"nonsense", None, wrapped)
    with kafka.bridge():
        kafka.wait_for(COUNT, 4)
        errors = [msgspec.json.decode(one.value()) for one in kafka.read(f"{topic}-errors", 2)]
    publish(kafka)
    assert {(one["topic"], one["errorType"]) for one in errors} == {
        (topic, "NotJsonError"),
        (topic, "BadInputError"),
    }
    assert kafka.rows("select count(*) from quarantine") == [(2,)]
    assert kafka.rows("select count(*) from runs") == [(2,)]


def test_telemetry_goes_by_trace_and_by_service(kafka: Kafka) -> None:
    protobuf = {"content-type": "application/x-protobuf"}
    body = traces(span(1, trace=1), span(2, trace=1), span(3, trace=2))
    with running_api(kafka.database_url, **settings_of(kafka)) as api, kafka.bridge():
        assert api.send(body, "/v1/traces", headers=protobuf).status_code == 200
        assert api.send(counter((0, 1.0)), "/v1/metrics", headers=protobuf).status_code == 200
        spans = kafka.read(kafka.cluster.topics.spans, 2)
        metrics = kafka.read(kafka.cluster.topics.metrics, 1)
        kafka.wait_for("select count(*)::int from telemetry_log", 3)
    assert {one.key() for one in spans} == {(n).to_bytes(16).hex().encode() for n in (1, 2)}
    assert [one.key() for one in metrics] == [b"loader"]


@pytest.mark.timeout(300 + MESSAGES // 100)
def test_a_message_is_in_the_log_once_though_bridges_and_the_broker_are_killed(kafka: Kafka) -> None:
    total, chance = MESSAGES, random.Random(7)
    environment = os.environ | {
        f"HEADWATER_{name.upper()}": str(value) for name, value in settings_of(kafka).items()
    }
    environment["HEADWATER_DATABASE_URL"] = kafka.database_url

    def start() -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "headwater", "bridge"]
        return subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    bridges = [start(), start()]
    try:
        for number in range(6):
            kafka.send_events(document(n) for n in range(total // 6))
            time.sleep(chance.random() * 2)
            if number < 4:
                victim = bridges[number % 2]
                victim.send_signal(signal.SIGKILL)
                victim.wait()
                bridges[number % 2] = start()
            if number == 4:
                kafka.broker.kill()
                kafka.broker.start()
        kafka.wait_for(COUNT, total, seconds=60 + total / 100)
    finally:
        for one in bridges:
            one.kill()
            one.wait()
    [(offsets,)] = kafka.rows("select sum(next_offset)::int from kafka_offsets")
    assert offsets == total


def test_without_a_broker_producers_are_told_to_come_back_and_nothing_is_lost(kafka: Kafka) -> None:
    options = settings_of(kafka) | {"kafka_seconds": 1.0}
    with running_api(kafka.database_url, **options) as api, kafka.bridge():
        assert api.send(document(1)).status_code == 201
        kafka.broker.kill()
        refused = api.send(document(2))
        health = api.get("/api/v1/health")
        kafka.broker.start()
        accepted = [api.send(document(3)).status_code for _ in range(20)]
        taken = accepted.count(201)
        kafka.wait_for("select (count(*) >= 2)::boolean from events", True)
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
    assert health.json()["dependencies"]["kafka"] == "unhealthy"
    assert taken > 0


def test_the_lag_of_each_partition_is_a_metric(kafka: Kafka) -> None:
    with running_api(kafka.database_url) as api:
        with kafka.bridge():
            kafka.send(kafka.cluster.topics.lineage, *(document(n) for n in range(3)))
            kafka.wait_for(COUNT, 3)
        text = api.get("/metrics").text
    assert f'headwater_kafka_lag_messages{{topic="{kafka.cluster.topics.lineage}"' in text
