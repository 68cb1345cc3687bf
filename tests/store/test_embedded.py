"""The embedded PostgreSQL after what people do to it."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import psutil
import psycopg
import pytest

from headwater.errors import SetupError
from headwater.store.embedded import EmbeddedPostgres

pytestmark = pytest.mark.process

KILLED = """
import os, sys, pathlib
from headwater.store.embedded import EmbeddedPostgres
EmbeddedPostgres(pathlib.Path(sys.argv[1])).start()
os.kill(os.getpid(), 9)
"""


@pytest.fixture
def home() -> Iterator[Path]:
    # A socket's path has a length limit that pytest's own temporary folders can pass.
    folder = Path(mkdtemp(prefix="hw space "))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def postmaster(home: Path) -> psutil.Process:
    return psutil.Process(int((home / "postgres" / "postmaster.pid").read_text().split()[0]))


def answers(url: str) -> bool:
    with psycopg.connect(url) as connection:
        return connection.execute("select 1").fetchone() == (1,)


def restarted(server: EmbeddedPostgres, deadline: float) -> str:
    """As the supervisor does it: what the killed server leaves behind is gone in a moment."""
    while True:
        try:
            return server.start()
        except SetupError:
            assert time.monotonic() < deadline
            time.sleep(0.2)


def test_a_path_with_a_space_is_no_obstacle_and_a_killed_server_starts_again(home: Path) -> None:
    server = EmbeddedPostgres(home)
    url = server.start()
    try:
        assert answers(url)
        postmaster(home).send_signal(signal.SIGKILL)
        deadline = time.monotonic() + 15
        while server.running:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert (restarted(server, deadline), server.running, answers(url)) == (url, True, True)
    finally:
        server.stop()
    assert not server.running


def test_the_next_clean_stop_ends_what_a_killed_process_left_running(home: Path) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", KILLED, str(home)], env=environment, check=False, timeout=60)
    left = postmaster(home)
    server = EmbeddedPostgres(home)
    server.start()
    server.stop()
    assert not left.is_running() or left.status() == psutil.STATUS_ZOMBIE
