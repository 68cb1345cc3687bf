"""Tells, in the terminal of `headwater up`, of the rebuild that follows an upgrade of the rules."""

import time
from collections.abc import Callable

from rich.console import Console

from headwater.client import Headwater, HeadwaterClientError
from headwater.store.rules import OUTDATED

POLL_SECONDS, PRINT_SECONDS = 1.0, 10.0


class UpgradeProgress:
    """Looked at again and again while the system runs; costs nothing once the store is today's."""

    def __init__(
        self, server: Headwater, console: Console, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._server, self._console, self._clock = server, console, clock
        self._next_poll = self._next_line = clock()
        self._announced = self.is_over = False

    def poll(self) -> None:
        """Print what is new, at most a line in ten seconds."""
        if self.is_over or self._clock() < self._next_poll:
            return
        self._next_poll = self._clock() + POLL_SECONDS
        try:
            status = self._server.pipeline_status()
        except HeadwaterClientError:  # the API may be starting again
            return
        if status.complete:
            self.is_over = True
            if self._announced:
                self._console.print("[green]rebuilt[/]; answers are complete")
        else:
            self._print(status.rebuilding)

    def _print(self, progress: str | None) -> None:
        if not self._announced:
            self._console.print(f"[yellow]{OUTDATED}[/]; answers are not complete until that is done")
            self._announced = True
        elif progress and self._clock() >= self._next_line:
            self._console.print(f"rebuilding: {progress} positions of the log")
        else:
            return
        self._next_line = self._clock() + PRINT_SECONDS
