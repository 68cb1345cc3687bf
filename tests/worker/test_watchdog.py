"""A worker that does not beat any more is ended."""

import threading

import pytest

from headwater.worker import watchdog
from headwater.worker.watchdog import Watchdog


class Clock:
    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def test_a_watchdog_that_is_reset_in_time_is_never_late() -> None:
    clock = Clock()
    dog = Watchdog(30, lambda: None, clock)
    for _ in range(3):
        clock.seconds += 30
        assert not dog.is_late
        dog.reset()
    clock.seconds += 31
    assert dog.is_late


def test_whoever_hangs_is_ended_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "LOOK_SECONDS", 0.01)
    clock, ended = Clock(), threading.Event()
    dog = Watchdog(30, ended.set, clock)
    with dog.watching():
        assert not ended.wait(0.1)
        clock.seconds += 31
        assert ended.wait(5)


def test_a_watchdog_that_watches_no_more_ends_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "LOOK_SECONDS", 0.01)
    clock, ended = Clock(), threading.Event()
    dog = Watchdog(30, ended.set, clock)
    with dog.watching():
        pass
    clock.seconds += 31
    assert not ended.wait(0.1)
