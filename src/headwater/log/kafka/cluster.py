"""Which Kafka, how it is reached, and what its topics hold, read once from settings and a properties file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from headwater.errors import SetupError
from headwater.settings import Settings, split_names

CLIENT_PREFIX = "kafka."
ATLAS_ENABLED, ATLAS_TOPIC = "atlas.kafka.openlineage.enabled", "atlas.kafka.openlineage.topic"
ATLAS_BOOTSTRAP = "atlas.kafka.bootstrap.servers"


@dataclass(frozen=True, slots=True)
class KafkaTopics:
    lineage: str
    spans: str
    metrics: str
    others: tuple[str, ...] = ()
    """Further topics with OpenLineage events, which other producers write."""
    errors_suffix: str = "-errors"

    @property
    def own(self) -> tuple[str, ...]:
        """Those that Headwater writes to itself."""
        return (self.lineage, self.spans, self.metrics)

    @property
    def read(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.own, *self.others)))

    def errors_of(self, topic: str) -> str | None:
        return f"{topic}{self.errors_suffix}" if self.errors_suffix else None


@dataclass(frozen=True, slots=True)
class KafkaCluster:
    topics: KafkaTopics
    options: Mapping[str, str] = field(repr=False)
    """Of librdkafka, for producers and consumers alike. May hold a password, so it is not shown."""


def read_cluster(settings: Settings) -> KafkaCluster | None:
    """None where no broker is named: then nothing goes through Kafka."""
    properties = _read_properties(settings.kafka_properties) if settings.kafka_properties else {}
    bootstrap = settings.kafka_bootstrap or properties.get(ATLAS_BOOTSTRAP)
    if bootstrap is None:
        return None
    own = {
        name.removeprefix(CLIENT_PREFIX): value
        for name, value in properties.items()
        if name.startswith(CLIENT_PREFIX)
    }
    options = {"bootstrap.servers": bootstrap, "client.id": "headwater"} | _security(settings) | own
    return KafkaCluster(_topics(settings, properties), options)


def _topics(settings: Settings, properties: Mapping[str, str]) -> KafkaTopics:
    others = split_names(settings.kafka_topics)
    enabled = properties.get(ATLAS_ENABLED, "").lower() == "true" or settings.atlas_openlineage_enabled
    if enabled:
        others.append(properties.get(ATLAS_TOPIC) or settings.atlas_openlineage_topic)
    return KafkaTopics(
        settings.kafka_lineage_topic,
        settings.kafka_spans_topic,
        settings.kafka_metrics_topic,
        tuple(others),
        settings.kafka_errors_suffix,
    )


def _security(settings: Settings) -> dict[str, str]:
    given = {
        "security.protocol": settings.kafka_security_protocol,
        "sasl.mechanisms": settings.kafka_sasl_mechanism,
        "sasl.username": settings.kafka_sasl_username,
        "sasl.password": _password(settings),
        "ssl.ca.location": settings.kafka_ca_file,
        "ssl.certificate.location": settings.kafka_certificate_file,
        "ssl.key.location": settings.kafka_key_file,
    }
    return {name: str(value) for name, value in given.items() if value is not None}


def _password(settings: Settings) -> str | None:
    file = settings.kafka_sasl_password_file
    if settings.kafka_sasl_password is not None or file is None:
        return settings.kafka_sasl_password
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(
            f"HEADWATER_KAFKA_SASL_PASSWORD_FILE can't be read: {error}",
            "name a file that holds the password",
        ) from error


def _read_properties(file: Path) -> dict[str, str]:
    """Lines `name=value`; what begins with `#` or `!` is a comment."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(
            f"HEADWATER_KAFKA_PROPERTIES can't be read: {error}", "name a file of lines `name=value`"
        ) from error
    pairs = (line.partition("=") for line in map(str.strip, lines) if line and line[0] not in "#!")
    return {name.strip(): value.strip() for name, _, value in pairs}
