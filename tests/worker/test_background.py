"""A long action in the background: the caller keeps beating, and can leave it."""

import subprocess
import sys
import threading

import pytest

from headwater.worker.background import Background


def test_a_long_action_is_attended_by_beats() -> None:
    beaten = threading.Event()
    assert Background().run(lambda: beaten.wait(10), beaten.set) is True


def test_what_an_action_raises_reaches_the_caller() -> None:
    def fail() -> None:
        raise TimeoutError("of its own")

    with pytest.raises(TimeoutError, match="of its own"):
        Background().run(fail, lambda: None)


def test_a_beat_that_raises_leaves_the_action_behind() -> None:
    over = threading.Event()

    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        Background().run(lambda: over.wait(30), stop)
    over.set()


LEAVES_AN_ACTION_BEHIND = """
import time
from headwater.worker.background import Background

def stop() -> None:
    raise InterruptedError

try:
    Background().run(lambda: time.sleep(60), stop)
except InterruptedError:
    print("left")
"""


@pytest.mark.process
def test_a_process_that_ends_does_not_wait_for_the_action() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LEAVES_AN_ACTION_BEHIND], capture_output=True, timeout=30, check=True
    )
    assert ended.stdout == b"left\n"
