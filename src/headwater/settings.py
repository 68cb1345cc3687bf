"""Everything a Headwater process reads from its environment, once."""

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Each field is an environment variable with the prefix HEADWATER_."""

    model_config = SettingsConfigDict(
        env_prefix="HEADWATER_", frozen=True, use_attribute_docstrings=True, extra="ignore"
    )

    home: Path = Path(".headwater")
    """Where all data lives: the embedded database, the lake, logs."""

    database_url: str | None = None
    """PostgreSQL 15 or newer to use; when unset, an embedded one is started below the home folder."""

    host: str = "127.0.0.1"
    """Address the API listens on."""

    port: int = Field(default=8000, ge=1, le=65535)
    """Port the API listens on."""

    root_path: str = ""
    """Prefix below which the API is served as well as at the root, e.g. `/headwater`."""

    max_body_bytes: int = Field(default=64 * 1024 * 1024, ge=1024)
    """Largest request body taken, counted after decompression."""

    max_pending_bytes: int = Field(default=256 * 1024 * 1024, ge=1024)
    """How much may wait for the log's next commit before clients are asked to come back later."""

    edge_window_runs: int = Field(default=10, ge=1, le=1000)
    """An edge lives while one of its job's last so many completed runs showed it."""

    max_batch_events: int = Field(default=10_000, ge=1)
    """How many events one micro-batch of the pipeline takes at the most."""

    poll_milliseconds: int = Field(default=100, ge=10)
    """How often the pipeline looks for new events in the log."""

    lake_seconds: int = Field(default=60, ge=1)
    """How often events and facts are written to the lake."""

    lake_events: int = Field(default=100_000, ge=1)
    """How many events one batch of the lake holds at the most."""

    analytics_seconds: int = Field(default=60, ge=1)
    """How often effective classes and reach counts follow what was published, while nothing waits."""

    visible_wait_seconds: float = Field(default=10.0, ge=0)
    """How long a read with `min_position` waits for the pipeline."""

    timeliness_seconds: int = Field(default=300, ge=10)
    """How often the worker checks whether data is late or runs take too long."""

    log_level: str = "INFO"
    """How much the API and the worker write to their logs."""

    spark_master: str = "local[2]"
    """Where Spark runs."""

    spark_memory: str = "2g"
    """Memory of the Spark driver."""
