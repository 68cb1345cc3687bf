"""Which Kafka and which topics, by settings, a properties file, and the names that Atlas gives them."""

from pathlib import Path
from typing import Any

import pytest

from headwater.errors import SetupError
from headwater.log.kafka.cluster import KafkaCluster, read_cluster
from headwater.settings import Settings


def cluster(**settings: Any) -> KafkaCluster:
    found = read_cluster(Settings(**({"kafka_bootstrap": "b:9092"} | settings)))
    assert found is not None
    return found


def test_nothing_goes_through_kafka_unless_a_broker_is_named() -> None:
    assert read_cluster(Settings()) is None


def test_our_own_topics_and_others_are_read_once() -> None:
    topics = cluster(kafka_topics="more, openlineage-events").topics
    assert topics.read == ("openlineage-events", "otel-spans", "otel-metrics", "more")
    assert topics.errors_of("more") == "more-errors"


@pytest.mark.parametrize(
    "name", ["ATLAS_KAFKA_OPENLINEAGE_{}", "atlas.kafka.openlineage.{}", "HEADWATER_ATLAS_OPENLINEAGE_{}"]
)
def test_atlas_settings_work_by_their_names(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    cased = str.lower if name.islower() or "." in name else str.upper
    monkeypatch.setenv(name.format(cased("enabled")), "true")
    assert cluster().topics.others == ("openlineage-topic",)
    monkeypatch.setenv(name.format(cased("topic")), "theirs")
    assert cluster().topics.others == ("theirs",)


def test_a_properties_file_names_brokers_topics_and_settings_of_the_client(tmp_path: Path) -> None:
    file = tmp_path / "application.properties"
    file.write_text(
        "# Atlas\natlas.kafka.bootstrap.servers=one:9092\natlas.kafka.openlineage.enabled = TRUE\n"
        "kafka.socket.timeout.ms=1000\n\n!other\n"
    )
    found = cluster(kafka_bootstrap=None, kafka_properties=file)
    assert found.topics.others == ("openlineage-topic",)
    assert (found.options["bootstrap.servers"], found.options["socket.timeout.ms"]) == ("one:9092", "1000")


def test_a_password_comes_from_a_file_and_is_shown_nowhere(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("secret-word\n")
    found = cluster(kafka_security_protocol="SASL_SSL", kafka_sasl_password_file=file)
    assert found.options["sasl.password"] == "secret-word"
    assert "secret-word" not in repr(found)


@pytest.mark.parametrize("setting", ["kafka_properties", "kafka_sasl_password_file"])
def test_a_file_that_can_not_be_read_is_named(tmp_path: Path, setting: str) -> None:
    with pytest.raises(SetupError, match=f"HEADWATER_{setting.upper()}"):
        cluster(**{setting: tmp_path / "missing"})
