"""The graph in memory, kept level with the store: a thread loads what each batch changed."""

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

import psycopg

from headwater.errors import NotReadyError, NotYetVisibleError
from headwater.store.node_memory import NodeMemory
from headwater.store.queries.rows import Connection
from headwater.store.snapshots import Snapshot, loaded, repeatable_read

logger = logging.getLogger(__name__)

CHANNEL = "headwater_published"
# Notifications wake the thread at once; this is how soon it notices that it should stop.
POLL_SECONDS = 0.2
RECONNECT_SECONDS = 1.0


class StoreFollower:
    """`follow` gets a connection that listens; it loads everything, then goes through `notices`."""

    def __init__(self, database_url: str, name: str, follow: Callable[[Connection], None]) -> None:
        self._database_url, self._name, self._follow = database_url, name, follow
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._follow_forever, name=self._name, daemon=True)
        self._thread.start()

    def stop(self, interrupt: Callable[[], object] = lambda: None) -> None:
        """Return once the thread has ended; `interrupt` ends what it may be waiting for."""
        self._stopping.set()
        interrupt()
        if self._thread is not None:
            self._thread.join()

    def notices(self, connection: Connection) -> Iterator[None]:
        """One for each batch, until `stop`; also after a wait without any, as one may have been missed."""
        while not self._stopping.is_set():
            for _ in connection.notifies(timeout=POLL_SECONDS, stop_after=1):
                pass
            yield

    def _follow_forever(self) -> None:
        while not self._stopping.is_set():
            try:
                with psycopg.connect(self._database_url, autocommit=True) as connection:
                    # Before anything is loaded: a batch published meanwhile then leaves a notice behind.
                    connection.execute(f"listen {CHANNEL}")
                    self._follow(connection)
            except Exception as error:  # the thread must outlive whatever the store runs into
                if not self._stopping.is_set():
                    logger.warning("%s lost its store, and will try again", self._name, exc_info=error)
                self._stopping.wait(RECONNECT_SECONDS)


class LiveGraph:
    """Readers take `snapshot` and keep it for one answer; it is replaced, never changed."""

    def __init__(self, database_url: str) -> None:
        self._follower = StoreFollower(database_url, "live-graph", self._follow)
        self._snapshot: Snapshot | None = None
        self.memory: NodeMemory | None = None
        """Names and labels, as new as the graph; None in a process that does not follow the store."""
        self._news = threading.Condition()
        self._wake: set[Callable[[], object]] = set()

    def start(self, timeout: float = 60.0) -> None:
        """Begin to follow the store, and return once the graph is loaded."""
        self._follower.start()
        with self._news:
            if not self._news.wait_for(lambda: self._snapshot is not None, timeout):
                raise NotReadyError("the graph could not be loaded from the store")

    def stop(self) -> None:
        self._follower.stop()

    @property
    def snapshot(self) -> Snapshot:
        if self._snapshot is None:
            raise NotReadyError("the graph is not loaded yet")
        return self._snapshot

    @property
    def position(self) -> int:
        """Up to where in the log the graph shows everything; 0 before it is loaded."""
        return self._snapshot.position if self._snapshot else 0

    @property
    def is_outdated(self) -> bool:
        """Whether a rebuild by new rules is still to come, so that no answer is complete."""
        return self._snapshot is not None and self._snapshot.is_outdated

    def wait_for(self, position: int, timeout: float) -> None:
        """Return when the graph shows this position, or say that it does not in time."""
        with self._news:
            if not self._news.wait_for(lambda: self.position >= position, timeout):
                raise NotYetVisibleError(
                    f"position {position} is not visible yet; visible is {self.position}"
                )

    async def reach(self, position: int, timeout: float) -> None:
        """The same as `wait_for`, for whoever must not hold a thread meanwhile."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                while (seen := self.position) < position:
                    await self.move_on(seen)
        self.wait_for(position, timeout=0)

    async def move_on(self, seen: int) -> None:
        """Return as soon as the graph shows another position than this one."""
        loop, moved = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            loop.call_soon_threadsafe(moved.set)

        with self._news:
            if self.position != seen:
                return
            self._wake.add(wake)
        try:
            await moved.wait()
        finally:
            with self._news:
                self._wake.discard(wake)

    def _follow(self, connection: Connection) -> None:
        """Everything first, as notices may have been missed; then what each batch changed."""
        memory = NodeMemory()
        snapshot = _loaded(connection, None, memory)
        self.memory = memory
        self._show(snapshot)
        for _ in self._follower.notices(connection):
            # Also after a wait without a notice: where nothing was published, it costs one small read.
            self._show(_loaded(connection, self._snapshot, memory))

    def _show(self, snapshot: Snapshot) -> None:
        if snapshot is self._snapshot:
            return
        with self._news:
            self._snapshot = snapshot
            self._news.notify_all()
            for wake in self._wake:
                wake()


class FixedGraph(LiveGraph):
    """A graph that stays as it is: for work on one snapshot, in a process that follows no store."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__("")
        self._snapshot = snapshot


def _loaded(connection: Connection, before: Snapshot | None, memory: NodeMemory) -> Snapshot:
    with repeatable_read(connection):
        snapshot = loaded(connection, before)
        memory.follow(connection, snapshot.batch)
        return snapshot
