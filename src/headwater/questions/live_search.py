"""The search index, kept level with the store: a thread reads what each batch changed."""

import logging
import threading
import time
from dataclasses import replace
from subprocess import Popen

import numpy as np
import psycopg
from numpy.typing import NDArray

from headwater.errors import NotReadyError
from headwater.graph.arcs import FOREVER
from headwater.questions.live_graph import LiveGraph, StoreFollower
from headwater.questions.search_reader import read_all, reading_beside, received
from headwater.search.index import SearchIndex, to_merge
from headwater.search.segment import MAX_USE, Ints
from headwater.store.queries import pipeline, search_rows
from headwater.store.queries.rows import Connection
from headwater.store.snapshots import repeatable_read

logger = logging.getLogger(__name__)

# How long a question waits until the index shows what the graph shows: mostly it is milliseconds behind.
WAIT_SECONDS = 1.0
# After the start, until it is there: few names take less than a second, a million more than anybody waits.
LOAD_SECONDS = 3.0
# Of so many, the index is read in a process of its own: here it takes the interpreter from all who ask, in
# steps of up to a second.
MANY_NODES = 20_000
# Counting labels and use reads everything: at most every two seconds, and a twentieth of the time.
LEAST_SECONDS, SHARE = 2.0, 20.0


class LiveSearch:
    """Readers take `index` and keep it for one answer; it is replaced, never changed."""

    def __init__(self, database_url: str, live: LiveGraph) -> None:
        self._database_url = database_url
        self._live = live
        self._index: SearchIndex | None = None
        self._news = threading.Condition()
        self._follower = StoreFollower(database_url, "live-search", self._follow)
        self._reader: threading.Thread | None = None
        self._beside: Popen[bytes] | None = None
        self._reread: SearchIndex | None = None
        self._outdated = False
        self._counted = _Interval()
        self._ranked = _Interval()
        self._graph_ranked: object = None

    def start(self) -> None:
        """Begin to follow the store; the index is there some seconds later."""
        self._follower.start()

    def stop(self) -> None:
        self._follower.stop(interrupt=self._stop_reading)
        if self._reader is not None:
            self._reader.join()

    def _stop_reading(self) -> None:
        # Its answer would take seconds, and nobody waits for it.
        if self._beside is not None:
            self._beside.kill()

    def index(self, position: int) -> SearchIndex:
        """The newest one; waits a little, if it does not show this position yet."""
        with self._news:
            seconds = WAIT_SECONDS if self._index else LOAD_SECONDS
            self._news.wait_for(lambda: self._shows(position), seconds)
            if self._index is None:
                raise NotReadyError("the search index is being loaded")
            return self._index

    def _shows(self, position: int) -> bool:
        """Also while everything is read again: that takes longer than anybody should wait."""
        return self._index is not None and (self._outdated or self._index.position >= position)

    def _follow(self, connection: Connection) -> None:
        index = self._read(connection)
        self._show(index)
        for _ in self._follower.notices(connection):
            index = self._refreshed(connection, self._taken(index))
            self._show(index)

    def _read(self, connection: Connection) -> SearchIndex:
        """Everything."""
        if search_rows.largest_node(connection) < MANY_NODES:
            return read_all(connection)
        with reading_beside(self._database_url) as self._beside:
            return received(self._beside)

    def _refreshed(self, connection: Connection, before: SearchIndex) -> SearchIndex:
        following = refreshed(connection, before)
        self._outdated = following is None
        index = following or before
        if (self._outdated or index.is_ragged) and self._reader is None:
            self._reader = threading.Thread(target=self._read_again, name="search-reader", daemon=True)
            self._reader.start()
        changed = index.segments != before.segments
        if changed:
            self._counted.mark()
        if self._counted.due():
            with self._counted:
                index = index.with_labels(search_rows.labels(connection))
        return self._with_use(index, changed)

    def _with_use(self, index: SearchIndex, changed: bool) -> SearchIndex:
        if self._live.position == 0:
            return index
        graph = self._live.snapshot.graph
        if changed or graph is not self._graph_ranked:
            self._ranked.mark()
        if not self._ranked.due():
            return index
        self._graph_ranked = graph
        with self._ranked:
            return index.with_use(use_of(graph.arcs.source[graph.arcs.until == FOREVER]))

    def _read_again(self) -> None:
        """Everything, beside the thread that keeps on following."""
        try:
            with psycopg.connect(self._database_url, autocommit=True) as connection:
                self._reread = self._read(connection)
        except Exception as error:  # what was shown stays right, only in more pieces
            logger.warning("the search index could not be read anew", exc_info=error)

    def _taken(self, index: SearchIndex) -> SearchIndex:
        """What was read anew, as soon as it is there; the batches since then are read after it."""
        if self._reader is None or self._reader.is_alive():
            return index
        self._reader, reread, self._reread = None, self._reread, None
        return reread or index

    def _show(self, index: SearchIndex) -> None:
        if index is self._index:
            return
        with self._news:
            self._index = index
            self._news.notify_all()


class _Interval:
    """When work that grows with the whole is due again: marked, and long enough after the last time."""

    def __init__(self) -> None:
        self._marked = False
        self._next = self._began = 0.0

    def mark(self) -> None:
        self._marked = True

    def due(self) -> bool:
        return self._marked and time.monotonic() >= self._next

    def __enter__(self) -> None:
        self._marked, self._began = False, time.monotonic()

    def __exit__(self, *error: object) -> None:
        taken = time.monotonic() - self._began
        self._next = time.monotonic() + max(LEAST_SECONDS, SHARE * taken)


def refreshed(connection: Connection, before: SearchIndex) -> SearchIndex | None:
    """With what the batches since then changed; None where everything has to be read again."""
    with repeatable_read(connection):
        now = pipeline.published(connection)
        if (now.position, now.batch) == (before.position, before.batch):
            return before
        nodes = search_rows.changed(connection, before.batch, now.batch, before.largest)
        if nodes is None:
            return None
        index = _merged(connection, _with_nodes(connection, before, nodes))
        index = _with_queries(connection, index)
    return index.at(now.position, now.batch)


def _with_nodes(connection: Connection, before: SearchIndex, nodes: Ints) -> SearchIndex:
    return before.with_segment(nodes, search_rows.segment(connection, nodes)) if len(nodes) else before


def _merged(connection: Connection, index: SearchIndex) -> SearchIndex:
    count = index.to_merge
    if not count:
        return index
    held = np.concatenate([one.nodes for one in index.segments[-count:]])
    return index.merged(count, search_rows.segment(connection, search_rows.with_aliases(connection, held)))


def _with_queries(connection: Connection, index: SearchIndex) -> SearchIndex:
    came = search_rows.queries(connection, index.last_query)
    held = (*index.queries, *came)
    count = to_merge(held) if came else 0
    if count:
        # Numbers ascend from segment to segment: the first of those that become one is where to begin.
        begin = int(held[-count].numbers[0]) - 1
        held = (*held[:-count], *search_rows.queries(connection, begin))
    return replace(index, queries=held) if came else index


def use_of(sources: NDArray[np.int32]) -> NDArray[np.uint8]:
    """How much each node is used, from 0 to 31: twice the logarithm of how many edges leave it."""
    counts = np.bincount(sources) if len(sources) else np.zeros(0, np.int64)
    use: NDArray[np.uint8] = np.minimum(np.round(2 * np.log2(counts + 1)), MAX_USE).astype(np.uint8)
    return use
