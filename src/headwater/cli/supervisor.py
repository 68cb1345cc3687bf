"""Starts, watches, restarts and stops the processes of `headwater up`."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

FIRST_RETRY_SECONDS, SLOWEST_RETRY_SECONDS = 0.5, 10.0
# A process that ran this long before it ended is not in a crash loop.
STEADY_SECONDS = 60.0
STOP_SECONDS = 25.0


@dataclass
class Child:
    """One process of ours, with its log file and the patience we have with it."""

    name: str
    command: list[str]
    log: Path | None
    """None for our own output."""
    environment: Mapping[str, str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    retry_seconds: float = FIRST_RETRY_SECONDS
    retry_at: float = 0.0
    restarts: int = field(default=0)
    sockets: tuple[int, ...] = ()
    """Numbers of files of ours that it inherits."""

    def start(self) -> None:
        with self._output() as output:
            # Its own session: Ctrl-C in the terminal reaches the supervisor alone, which stops in order.
            self.process = subprocess.Popen(
                self.command,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=self.sockets,
            )
        self.started = time.monotonic()

    def _output(self) -> AbstractContextManager[IO[bytes] | None]:
        if self.log is None:
            return nullcontext()
        self.log.parent.mkdir(parents=True, exist_ok=True)
        return self.log.open("ab")

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def was_killed(self) -> bool:
        """Whether a signal ended it, and not something that it lacks."""
        return self.process is not None and (self.process.poll() or 0) < 0

    def tail(self, lines: int = 15) -> str:
        if self.log is None or not self.log.exists():
            return ""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def ask_to_stop(self) -> None:
        if self.process is not None and self.running:
            self.process.terminate()

    def stop(self) -> None:
        if self.process is None or not self.running:
            return
        self.ask_to_stop()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill_group()
            self.process.wait()

    def kill_group(self) -> None:
        """What it started itself as well, such as Spark's JVM, must not outlive it."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)


class Supervisor:
    def __init__(self, children: list[Child]) -> None:
        self.children = children

    def start(self) -> None:
        for child in self.children:
            child.start()

    def restart_ended(self) -> list[Child]:
        """Start again what has ended, each time a little later; return what was started again."""
        return [child for child in self.children if not child.running and self._restart(child)]

    def stop(self) -> None:
        """In the order of start: the API first, so that nothing new comes in."""
        for child in self.children:
            child.stop()

    def _restart(self, child: Child) -> bool:
        now = time.monotonic()
        # 0 means that its end is new to us. Only the time of the restart is set: the caller must not block.
        if child.retry_at == 0.0:
            child.kill_group()
            steady = now - child.started > STEADY_SECONDS
            child.retry_seconds = FIRST_RETRY_SECONDS if steady else child.retry_seconds
            child.retry_at = now + child.retry_seconds
            child.retry_seconds = min(child.retry_seconds * 2, SLOWEST_RETRY_SECONDS)
        if now < child.retry_at:
            return False
        child.retry_at = 0.0
        child.restarts += 1
        child.start()
        return True


def command(*arguments: str) -> list[str]:
    """A command of ours, run by the same Python."""
    return [sys.executable, "-m", "headwater", *arguments]
