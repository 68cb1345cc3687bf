"""The processes that `up` starts, each a command of its own: API, worker and the bridge from Kafka."""

import logging
import os
import sys
from typing import TYPE_CHECKING

import typer

from headwater.cli.console import exit_on_error, fail, read_settings

if TYPE_CHECKING:
    from headwater.settings import Settings


def add_commands(app: typer.Typer) -> None:
    app.command(hidden=True)(api)
    app.command(hidden=True)(worker)
    app.command()(bridge)


def api() -> None:
    """The API process, as `up` starts it."""
    from headwater.api.server import serve

    settings = read_settings()
    _log_to_stdout(settings)
    serve(settings)


def worker() -> None:
    """The Spark worker process, as `up` starts it."""
    from headwater.worker.bootstrap import run_worker

    settings = read_settings()
    _log_to_stdout(settings)
    if settings.database_url is None:
        fail("HEADWATER_DATABASE_URL is not set", "start the worker with `headwater up`")
    run_worker(settings, settings.database_url)


def bridge() -> None:
    """Bring Kafka's topics into the log. `up` starts one; start more to share out the partitions."""
    from headwater.bridge.bootstrap import run_bridge

    settings = read_settings()
    _log_to_stdout(settings)
    if settings.database_url is None:
        fail("HEADWATER_DATABASE_URL is not set", "`headwater up` starts a bridge by itself")
    with exit_on_error():
        run_bridge(settings, settings.database_url)


def _log_to_stdout(settings: "Settings") -> None:
    from headwater.cli.log_lines import log_lines
    from headwater.cli.machine import PRIVATE_UMASK

    os.umask(PRIVATE_UMASK)
    # Standard output is a log file: the supervisor opens it for each process.
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(log_lines(settings.log_format, settings.database_url))
    logging.basicConfig(level=settings.log_level, handlers=[handler])
    # Spark's bridge tells of every call at INFO.
    logging.getLogger("py4j").setLevel(logging.WARNING)
    # And what sends messages tells where they go.
    logging.getLogger("httpcore").setLevel(logging.WARNING)
