"""Processes that are started, watched, restarted and stopped."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from headwater.cli import supervisor
from headwater.cli.supervisor import Child, Supervisor

SLEEP = "import time; print('up', flush=True); time.sleep(60)"
DEAF = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + SLEEP


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(ready: Callable[[], object], seconds: float = 10.0) -> None:
    deadline = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


@pytest.fixture
def child(tmp_path: Path) -> Iterator[Callable[[str], Child]]:
    """Children that run a line of Python."""
    made: list[Child] = []

    def make(code: str) -> Child:
        name = f"child{len(made)}"
        made.append(Child(name, [sys.executable, "-c", code], tmp_path / "logs" / f"{name}.log", os.environ))
        return made[-1]

    yield make
    for one in made:
        if one.process and one.running:
            one.process.kill()
            one.process.wait()


def test_a_child_writes_to_its_log_and_ends_when_told(child: Callable[[str], Child]) -> None:
    one = child(SLEEP)
    one.start()
    wait_for(lambda: one.tail() == "up")
    one.stop()
    assert not one.running
    one.stop()


def test_a_child_that_was_killed_is_started_again(
    child: Callable[[str], Child], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = child(SLEEP)
    one.retry_seconds = 0.1
    watching = Supervisor([one])
    watching.start()
    assert watching.restart_ended() == []
    assert one.process
    first = one.process.pid
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: not one.running)
    wait_for(lambda: watching.restart_ended() == [one])
    assert (one.running, one.restarts, one.process.pid != first) == (True, 1, True)


def test_a_child_that_keeps_ending_is_started_ever_more_slowly(child: Callable[[str], Child]) -> None:
    one = child("pass")
    one.retry_seconds = 0.05
    watching = Supervisor([one])
    watching.start()
    wait_for(lambda: [watching.restart_ended()] and one.restarts == 3)
    assert one.retry_seconds == pytest.approx(0.4)
    assert supervisor.SLOWEST_RETRY_SECONDS == 10.0


def test_a_child_that_ran_steadily_is_started_again_at_once(
    child: Callable[[str], Child], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "STEADY_SECONDS", 0.0)
    one = child("pass")
    one.retry_seconds = 25.0
    Supervisor([one]).start()
    wait_for(lambda: not one.running)
    Supervisor([one]).restart_ended()
    assert one.retry_at - time.monotonic() <= supervisor.FIRST_RETRY_SECONDS


def test_a_child_that_does_not_listen_is_killed(
    child: Callable[[str], Child], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "STOP_SECONDS", 0.3)
    one = child(DEAF)
    one.start()
    wait_for(lambda: one.tail() == "up")
    assert one.process
    one.stop()
    assert not is_alive(one.process.pid)


def test_what_a_killed_child_has_started_is_killed_before_it_starts_again(
    child: Callable[[str], Child],
) -> None:
    one = child(
        "import subprocess, sys, time\n"
        f"inner = subprocess.Popen([sys.executable, '-c', {SLEEP!r}], stdout=subprocess.DEVNULL)\n"
        "print(inner.pid, flush=True)\n"
        "time.sleep(60)"
    )
    watching = Supervisor([one])
    watching.start()
    wait_for(lambda: one.tail().isdigit())
    inner = int(one.tail())
    assert one.process
    # As a JVM that hangs: it does not even notice that its parent is gone.
    os.kill(inner, signal.SIGSTOP)
    os.kill(one.process.pid, signal.SIGKILL)
    wait_for(lambda: not one.running)
    watching.restart_ended()
    wait_for(lambda: not is_alive(inner) or is_zombie(inner))


def is_zombie(pid: int) -> bool:
    return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
