"""One thing at a time in a thread of its own, while the caller's thread keeps beating."""

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotFinishedError
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

Result = TypeVar("Result")

BEAT_SECONDS = 0.5


class Background:
    """Its thread is a daemon, so that a process that ends does not wait for it; a pool's threads are not."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
        Thread(target=self._work, name="work", daemon=True).start()

    def run(self, action: Callable[[], Result], beat: Callable[[], object]) -> Result:
        """Wait for the action, calling `beat` meanwhile; what `beat` raises ends the wait."""
        future: Future[Result] = Future()
        self._waiting.put((future, action))
        while True:
            try:
                return future.result(timeout=BEAT_SECONDS)
            except NotFinishedError:
                # The action itself may have raised such an error.
                if future.done():
                    return future.result()
                beat()

    def _work(self) -> None:
        while True:
            future, action = self._waiting.get()
            try:
                future.set_result(action())
            except BaseException as error:
                future.set_exception(error)
