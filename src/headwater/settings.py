"""Everything a Headwater process reads from its environment, once."""

import re
from pathlib import Path
from typing import Literal

from pydantic import AliasChoices, Field, ValidationError, field_validator
from pydantic_settings import SettingsConfigDict

from headwater.errors import SetupError
from headwater.spark_variables import WithSparkVariables

PREFIX = "HEADWATER_"
# As a browser sends it: no path, and no `*`, which would let any page write.
ORIGIN = re.compile(r"https?://[^/\s*,]+")
# Of an object store, without a password: credentials stand in variables of their own.
STORE = re.compile(r"(s3|gs|az|abfss)://[^\s?#:]+")


class Settings(WithSparkVariables):
    """Each field is an environment variable with the prefix HEADWATER_."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        # Of the folder in which a command is started. What the environment says goes first.
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        frozen=True,
        use_attribute_docstrings=True,
        extra="ignore",
    )

    home: Path = Path(".headwater")
    """Folder for all data: the embedded database, the lake, logs."""

    database_url: str | None = None
    """URL of a PostgreSQL 15 or newer. If unset, an embedded one is started in the home folder."""

    host: str = "127.0.0.1"
    """Address that the API listens on."""

    port: int = Field(default=8000, ge=1, le=65535)
    """Port that the API listens on."""

    api_processes: int = Field(default=1, ge=1, le=64)
    """Processes that serve the API on this port, each with a graph, a pool of connections, budgets and rates
    of its own."""

    allowed_hosts: str = ""
    """Names, separated by commas, by which the API may be reached besides those of loopback. If it listens
    elsewhere than on loopback and this is unset, any name is answered."""

    access: Literal["auto", "keys", "off"] = "auto"
    """Whether requests need an API key. `auto`: not while the API listens on loopback alone, else yes."""

    insecure: bool = False
    """Allow an API without keys on an address that others can reach."""

    admin_key: str | None = None
    """The first admin key. If neither this nor a file is given and nobody holds an admin key, one is made at
    the start and printed once."""

    admin_key_file: Path | None = None
    """File that holds the first admin key."""

    session_minutes: int = Field(default=120, ge=1, le=10_080)
    """How long a browser stays signed in."""

    oidc_issuer: str | None = None
    """Address of the OpenID provider that people sign in with, such as `https://login.example.com`. If unset,
    people sign in with API keys."""

    oidc_client_id: str | None = None
    """What the OpenID provider knows this server by."""

    oidc_client_secret: str | None = None
    """Secret of the client, if the OpenID provider gave one."""

    oidc_client_secret_file: Path | None = None
    """File that holds the secret of the client."""

    oidc_groups_file: Path | None = None
    """YAML file that says what the groups of the OpenID provider may do: a list of `group`, `scopes` and
    `teams`."""

    oidc_groups_claim: str = "groups"
    """Claim of a token that holds the groups."""

    oidc_name_claim: str = "email"
    """Claim of a token that holds the name by which somebody stands in the audit log. Else `sub`."""

    oidc_audience: str | None = None
    """Audience that tokens of machines have to be made for. If unset, machines need API keys."""

    oidc_redirect_url: str | None = None
    """Address of `/api/v1/session/oidc/callback` as browsers reach it. Default made from the request."""

    reads_per_second: int = Field(default=100, ge=0)
    """Reads a second that one key may send; twice as many in a burst. 0 for no limit. Beyond it: 429."""

    ingest_per_second: int = Field(default=0, ge=0)
    """Requests a second that one key may send events with; twice as many in a burst. 0 for no limit. Beyond
    it: 503 with Retry-After."""

    team_events_per_second: int = Field(default=0, ge=0)
    """Events a second that a team may send that has no rate of its own; twice as many in a burst. 0 for no
    limit. Beyond it: 503 with Retry-After."""

    team_items_per_second: int = Field(default=0, ge=0)
    """Spans, points and log records a second that a team may send that has no rate of its own; twice as many
    in a burst. 0 for no limit. Beyond it: 503 with Retry-After."""

    token: str | None = None
    """API key that commands ask with."""

    token_file: Path | None = None
    """File that holds the API key that commands ask with."""

    cors_origins: str = ""
    """Origins, separated by commas, whose web pages may ask and write, such as `https://data.example.com`."""

    root_path: str = ""
    """Path prefix under which the API is also served, such as `/headwater`."""

    max_body_bytes: int = Field(default=64 * 1024 * 1024, ge=1024)
    """Maximum size of a request body after decompression."""

    max_bodies_bytes: int = Field(default=256 * 1024 * 1024, ge=1024)
    """Maximum size of all request bodies in flight, of which one key has three quarters at most. Beyond it,
    requests are answered with 503."""

    max_pending_bytes: int = Field(default=256 * 1024 * 1024, ge=1024)
    """Maximum size of events waiting to be committed. Beyond it, requests are answered with 503."""

    keep_sql_literals: bool = False
    """Keep the literals of queries that are sent. Otherwise they are masked before a query is stored."""

    redact: bool = False
    """Cut secrets from events before they are stored: passwords in URIs and parameters, environment variables
    and fields whose names say that they are secret, and known forms of keys. Otherwise events are kept byte
    for byte."""

    redact_file: Path | None = None
    """YAML file with more rules: a list of `name` and `pattern`, a regular expression whose group `secret` is
    cut. Turns redaction on."""

    mask_facet_sql: bool = False
    """Mask the literals of SQL in the facets of OpenLineage events before an event is stored. Otherwise
    events are kept byte for byte."""

    max_ahead_seconds: int = Field(default=86_400, ge=0)
    """How far ahead of its receipt an event may be dated. Beyond it, the event counts from its receipt."""

    edge_window_runs: int = Field(default=10, ge=1, le=1000)
    """Number of completed runs of a job without an edge after which the edge ends."""

    max_batch_events: int = Field(default=10_000, ge=1)
    """Maximum number of events in a micro-batch of the pipeline."""

    poll_milliseconds: int = Field(default=100, ge=10)
    """Interval at which the pipeline polls the log for new events."""

    lake_url: str | None = None
    """Address of the lake in an object store, such as `s3://bucket/headwater`. Credentials are read from the
    environment (`AWS_ACCESS_KEY_ID`, `AWS_ENDPOINT_URL`). If unset, it is the folder `lake` of the home."""

    lake_seconds: int = Field(default=60, ge=1)
    """Interval at which events and facts are written to the lake."""

    lake_events: int = Field(default=100_000, ge=1)
    """Maximum number of events in a batch of the lake."""

    telemetry_flush_seconds: float = Field(default=2.0, gt=0, le=600)
    """How long spans and points wait for a batch to fill before they are published."""

    telemetry_flush_bytes: int = Field(default=4 * 1024 * 1024, ge=1)
    """Size of waiting telemetry that is published at once."""

    telemetry_log_days: int = Field(default=30, ge=1, le=36500)
    """How long requests with telemetry are kept as they came, at least one day longer than `TELEMETRY_DAYS`.
    Those of a team that keeps its events for less go earlier. The lake keeps what they said."""

    telemetry_days: int = Field(default=7, ge=1, le=3650)
    """Age up to which spans and points are served from the database. All are in the lake."""

    analytics_seconds: int = Field(default=60, ge=1)
    """Interval at which effective classes and reach counts are updated after a change."""

    personal_data_rules: Path | None = None
    """YAML file of rules for columns that look like personal data. Default those that come with Headwater."""

    visible_wait_seconds: float = Field(default=10.0, ge=0)
    """Timeout of a read with `min_position`."""

    heavy_reads: int = Field(default=2, ge=1)
    """Number of questions that walk the graph at the same time. Others wait for their turn; keys take turns,
    and one key has all places but one at most."""

    heavy_reads_per_key: int = Field(default=16, ge=0)
    """Number of questions that walk the graph which one key may ask at the same time, those that wait for
    their turn included. 0 for no limit. Beyond it: 429."""

    heavy_seconds_per_key: float = Field(default=0.0, ge=0)
    """Time in a minute that the questions of one key that walk the graph may take. 0 for no limit. Beyond it:
    429."""

    proof_seconds: float = Field(default=1.0, ge=0, le=60)
    """Time from a simulation's beginning in which databases prove what it says of texts. What isn't proved by
    then is proved after the answer."""

    pool_size: int = Field(default=10, ge=1, le=1000)
    """Maximum number of database connections that the API answers from."""

    statement_seconds: float = Field(default=30.0, gt=0)
    """Timeout of a statement that a request has the database run."""

    timeliness_seconds: int = Field(default=300, ge=10)
    """Interval at which the worker checks for late data and long runs."""

    openmetadata_url: str | None = Field(
        default=None, validation_alias=AliasChoices("HEADWATER_OPENMETADATA_URL", "OM_URL")
    )
    """Address of an OpenMetadata that `headwater connect openmetadata` reads. `OM_URL` works too."""

    openmetadata_token: str | None = Field(
        default=None, validation_alias=AliasChoices("HEADWATER_OPENMETADATA_TOKEN", "OM_TOKEN")
    )
    """JWT that OpenMetadata is asked with. `OM_TOKEN` works too."""

    connectors_file: Path | None = None
    """YAML file of connectors that the worker runs on a schedule. If unset, none is run."""

    notifications_file: Path | None = None
    """YAML file of the channels and routes by which people are notified of incidents. If unset, nobody is."""

    notify_private_addresses: bool = False
    """Allow notifications to addresses of private networks and of this machine."""

    notify_recent_seconds: int = Field(default=3600, ge=60)
    """Age above which what happened to an incident is not notified any more."""

    notify_pause_seconds: int = Field(default=60, ge=0, le=86_400)
    """Time after the message of a new incident in which its changes wait, to be sent as one message. It
    doubles with each further message, up to 15 minutes, and begins anew after 6 hours."""

    url: str | None = None
    """Address of a running Headwater that commands ask. Default the host and port above."""

    kafka_bootstrap: str | None = None
    """Brokers, such as `kafka-1:9092,kafka-2:9092`. OpenLineage events and telemetry then pass through it."""

    kafka_lineage_topic: str = "openlineage-events"
    """Topic that OpenLineage events are sent to and read from."""

    kafka_spans_topic: str = "otel-spans"
    """Topic of spans."""

    kafka_metrics_topic: str = "otel-metrics"
    """Topic of metrics."""

    kafka_topics: str = ""
    """Further topics with OpenLineage events of other producers, separated by commas."""

    kafka_errors_suffix: str = "-errors"
    """What can't be read of a topic is also sent to the topic with this suffix. Empty for none."""

    kafka_group: str = "headwater"
    """Consumer group of the bridges."""

    kafka_start: Literal["earliest", "latest"] = "earliest"
    """Where reading of a topic begins the first time. Later it goes on where it was."""

    kafka_create_topics: bool = True
    """Create topics of our own that do not exist."""

    kafka_partitions: int = Field(default=6, ge=1, le=10_000)
    """Partitions of topics that are created."""

    kafka_seconds: float = Field(default=4.0, gt=0, le=300)
    """Time within which a broker has to confirm what was sent; after it the producer gets 503."""

    kafka_security_protocol: Literal["PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"] = "PLAINTEXT"
    """How brokers are reached."""

    kafka_sasl_mechanism: str | None = None
    """Such as `PLAIN`, `SCRAM-SHA-256` or `SCRAM-SHA-512`."""

    kafka_sasl_username: str | None = None
    """User name for SASL."""

    kafka_sasl_password: str | None = None
    """Password for SASL."""

    kafka_sasl_password_file: Path | None = None
    """File that holds the password for SASL, for a mounted secret."""

    kafka_ca_file: Path | None = None
    """Certificates (PEM) that brokers are checked against. If unset, those of the system."""

    kafka_certificate_file: Path | None = None
    """Certificate (PEM) that we show to brokers."""

    kafka_key_file: Path | None = None
    """Private key (PEM) of that certificate."""

    kafka_properties: Path | None = None
    """Properties file: `kafka.NAME` is a setting of librdkafka, `atlas.kafka.…` those of Apache Atlas."""

    atlas_openlineage_enabled: bool = Field(
        default=False,
        validation_alias=AliasChoices(
            "HEADWATER_ATLAS_OPENLINEAGE_ENABLED",
            "ATLAS_KAFKA_OPENLINEAGE_ENABLED",
            "atlas.kafka.openlineage.enabled",
        ),
    )
    """Also read the topic of Apache Atlas. `atlas.kafka.openlineage.enabled` works too."""

    atlas_openlineage_topic: str = Field(
        default="openlineage-topic",
        validation_alias=AliasChoices(
            "HEADWATER_ATLAS_OPENLINEAGE_TOPIC",
            "ATLAS_KAFKA_OPENLINEAGE_TOPIC",
            "atlas.kafka.openlineage.topic",
        ),
    )
    """That topic. `atlas.kafka.openlineage.topic` works too."""

    log_level: str = "INFO"
    """Log level of the API and the worker."""

    log_format: Literal["text", "json"] = "text"
    """Form of the lines that the API and the worker log: text, or one JSON object a line. Either has the ids
    of the request, the run and the trace that a line belongs to."""

    otlp_endpoint: str | None = None
    """Address that Headwater's own traces are sent to by OTLP over HTTP, such as `http://localhost:4318`. If
    unset, none are made. Needs `headwater[otlp]`."""

    spark_master: str = "local[2]"
    """Spark master URL, such as `spark://spark-master:7077` or `yarn`; a cluster needs `DATABASE_URL`."""

    spark_memory: str = "2g"
    """Memory of the Spark driver."""

    spark_tasks: int = Field(default=2, ge=1, le=1000)
    """Number of tasks that share a batch of the pipeline; on a cluster, the number of its cores."""

    spark_python: str = "python3"
    """Python of a cluster's executors, which has Headwater's dependencies. A local master takes our own."""

    spark_conf: dict[str, str] = Field(default={})
    """Other settings of Spark as JSON, or one a variable: `HEADWATER_SPARK_CONF_executor_memory=4g`. After
    the prefix, `_` stands for a dot and `__` for an underscore."""

    @property
    def on_cluster(self) -> bool:
        """Whether Spark's executors are processes of their own, with no folder of ours."""
        return self.spark_master != "local" and not self.spark_master.startswith("local[")

    @field_validator("lake_url")
    @classmethod
    def _is_store(cls, text: str | None) -> str | None:
        if text is not None and not STORE.fullmatch(text):
            raise ValueError(f"`{text}` is not an address such as s3://bucket/headwater")
        return text

    @field_validator("cors_origins")
    @classmethod
    def _are_origins(cls, text: str) -> str:
        for origin in split_names(text):
            if not ORIGIN.fullmatch(origin):
                raise ValueError(f"`{origin}` is not an origin such as https://data.example.com")
        return text


def split_names(text: str) -> list[str]:
    """
    >>> split_names("a.example, b.example,")
    ['a.example', 'b.example']
    """
    return [name.strip() for name in text.split(",") if name.strip()]


def load_settings(**given: object) -> Settings:
    """What is given goes first, then the environment, then `.env`. A wrong value is named, never shown."""
    try:
        return Settings(**given)  # type: ignore[arg-type]
    except ValidationError as error:
        wrong = [f"{PREFIX}{'.'.join(map(str, one['loc'])).upper()}: {one['msg']}" for one in error.errors()]
        raise SetupError("; ".join(wrong), "correct it in the environment or in .env") from None
    except (UnicodeDecodeError, OSError) as error:
        raise SetupError(
            f".env can't be read: {error}", "write it as lines of NAME=value in UTF-8"
        ) from error
