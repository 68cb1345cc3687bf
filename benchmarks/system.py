"""A whole Headwater of one's own for a measurement, on a free port, with its data thrown away after."""

import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from rich.console import Console

from headwater.cli.up import System
from headwater.settings import Settings
from headwater.store.embedded import EmbeddedPostgres
from headwater.store.migrate import migrate


@contextmanager
def running_system() -> Iterator[System]:
    """PostgreSQL, the API and the Spark worker, as `headwater up` starts them."""
    home = Path(mkdtemp(prefix="hwb"))
    system = System(Settings(home=home, port=free_port()), Console(quiet=True))
    try:
        system.start()
        system.await_worker()
        yield system
    finally:
        system.stop()
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def database() -> Iterator[tuple[Path, str]]:
    """An embedded PostgreSQL alone, migrated."""
    home = Path(mkdtemp(prefix="hwb"))
    postgres = EmbeddedPostgres(home)
    try:
        url = postgres.start()
        migrate(url)
        yield home, url
    finally:
        postgres.stop()
        shutil.rmtree(home, ignore_errors=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
