"""How long a process runs: until a signal says stop, or the process that started it is gone."""

import os
import signal
import threading


class Lifetime:
    def __init__(self) -> None:
        self._stop = threading.Event()
        self._parent = os.getppid()

    def listen(self) -> None:
        """TERM stops the process. INT is for the supervisor alone, which stops its children in order."""
        signal.signal(signal.SIGTERM, lambda *_: self._stop.set())
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    @property
    def over(self) -> bool:
        # A process whose parent has died gets another parent.
        return self._stop.is_set() or os.getppid() != self._parent

    def wait(self, seconds: float) -> None:
        """Sleep, but not on after a signal."""
        self._stop.wait(seconds)
