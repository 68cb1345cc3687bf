"""One thing at a time in a thread of its own, while the caller's thread keeps beating."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotFinishedError
from typing import TypeVar

Result = TypeVar("Result")

BEAT_SECONDS = 0.5


class Background:
    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="work")

    def run(self, action: Callable[[], Result], beat: Callable[[], object]) -> Result:
        """Wait for the action, calling `beat` meanwhile; what `beat` raises ends the wait."""
        future = self._thread.submit(action)
        while True:
            try:
                return future.result(timeout=BEAT_SECONDS)
            except NotFinishedError:
                # The action itself may have raised such an error.
                if future.done():
                    return future.result()
                beat()
