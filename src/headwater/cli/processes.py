"""The processes that `up` starts, each a command of its own: API, worker and the bridge from Kafka."""

import logging
import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from headwater.cli.console import exit_on_error, fail, print_note, read_settings

if TYPE_CHECKING:
    from headwater.settings import Settings


def add_commands(app: typer.Typer) -> None:
    app.command()(migrate)
    app.command()(api)
    app.command()(worker)
    app.command()(bridge)


def migrate() -> None:
    """Create or upgrade the tables, and keep the first admin key. `up` does it by itself."""
    from headwater.access.requirement import keys_required
    from headwater.cli.first_key import prepare_admin_key
    from headwater.cli.machine import check_database
    from headwater.store.migrate import migrate

    settings = read_settings()
    url = _database_url(settings, "`headwater up` has a database of its own")
    with exit_on_error():
        check_database(url)
        migrate(url)
        needed = keys_required(settings.host, settings.access, settings.insecure)
        made = prepare_admin_key(url, settings) if needed else None
    if made is not None:
        # Nowhere else: neither a log nor a file has it.
        print_note(f"the first admin key, shown this once: {made}")
    print_note("the tables are up to date")


def api(
    listening: Annotated[int | None, typer.Option("--listening-socket", hidden=True)] = None,
) -> None:
    """Serve the API alone. `up` starts one; start more behind a load balancer, on one database."""
    from headwater.api.server import serve
    from headwater.cli.api_processes import serve_on_one_port

    settings = read_settings()
    _log_to_stdout(settings)
    _database_url(settings, "start the API with `headwater up`")
    with exit_on_error():
        if listening is not None or settings.api_processes == 1:
            serve(settings, listening)
        else:
            serve_on_one_port(settings)


def worker() -> None:
    """Run the Spark worker alone. `up` starts one; of several on one database, the others stand by."""
    from headwater.worker.bootstrap import run_worker

    settings = read_settings()
    _log_to_stdout(settings)
    run_worker(settings, _database_url(settings, "start the worker with `headwater up`"))


def bridge() -> None:
    """Bring Kafka's topics into the log. `up` starts one; start more to share out the partitions."""
    from headwater.bridge.bootstrap import run_bridge

    settings = read_settings()
    _log_to_stdout(settings)
    url = _database_url(settings, "`headwater up` starts a bridge by itself")
    with exit_on_error():
        run_bridge(settings, url)


def _database_url(settings: "Settings", hint: str) -> str:
    if settings.database_url is None:
        fail("HEADWATER_DATABASE_URL is not set", hint)
    return settings.database_url


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
