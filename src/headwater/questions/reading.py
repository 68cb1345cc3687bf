"""What a question is answered from: one connection, one graph, one clock, and who asks.

A process makes one for each request. Nothing below it opens a connection by itself, so this is the one
place where it can be decided what somebody may see.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from functools import cached_property

import numpy as np

from headwater.errors import BadParameterError, NotReadyError, NotYourTeamError
from headwater.graph import FOREVER, Graph
from headwater.log.postgres import append_within
from headwater.log.reader import newest_position
from headwater.model.events import Event
from headwater.model.times import from_micros, to_micros
from headwater.questions.live_graph import LiveGraph
from headwater.questions.live_search import LiveSearch
from headwater.questions.node_labels import NodeLabels, RememberedLabels, SeenLabels, StoredLabels
from headwater.search.index import SearchIndex
from headwater.simulator.judge import Judge
from headwater.store.lake.lake import Lake
from headwater.store.queries.rows import Connection
from headwater.store.seen_nodes import SeenNodes
from headwater.store.snapshots import Snapshot

Clock = Callable[[], datetime]
OpenEngines = Callable[[], AbstractContextManager[Sequence[Judge]]]
"""Opens the databases that judge texts, as many as are at hand."""

PROOF_SECONDS = 1.0
# An arc that is still open is alive at any time, so the last instant of all asks for the present.
PRESENT = FOREVER - 1
BEGINNING = int(np.iinfo(np.int64).min)


def system_clock() -> datetime:
    return datetime.now(UTC)


def instant(moment: datetime | None) -> int:
    return PRESENT if moment is None else to_micros(moment)


def instant_known(graph: Graph, moment: datetime | None, field: str = "as_of") -> int:
    """A time before anything that is known is refused: an empty answer would read as "nothing"."""
    if moment is None:
        return PRESENT
    at = instant(moment)
    # Edges whose beginning is not known say nothing about when lineage begins.
    began = graph.arcs.since[graph.arcs.since > BEGINNING]
    if len(began) and at < int(began.min()) and not np.any(graph.arcs.alive(at)):
        first = from_micros(int(began.min())).isoformat().replace("+00:00", "Z")
        raise BadParameterError(field, f"nothing is known of that time: lineage begins at {first}")
    return at


class Reading:
    """Open for one question. The graph is the one of the first look at it, and stays the same after that."""

    def __init__(
        self,
        connection: Connection,
        live: LiveGraph,
        clock: Clock = system_clock,
        caller: str = "",
        search: LiveSearch | None = None,
        engines: OpenEngines = lambda: nullcontext(()),
        proof_seconds: float = PROOF_SECONDS,
        sees_everything: bool = True,
        lake: Lake | None = None,
        seen: SeenNodes | None = None,
    ) -> None:
        self._seen = seen
        self.sees_everything = sees_everything
        self._search = search
        self.lake = lake
        self.engines = engines
        self.proof_seconds = proof_seconds
        self.connection = connection
        self.clock = clock
        self.caller = caller
        self.live = live

    @cached_property
    def snapshot(self) -> Snapshot:
        """Look only after names were resolved: whoever has a number is in this graph or a later one."""
        return self.live.snapshot

    @property
    def graph(self) -> Graph:
        return self.snapshot.graph

    @property
    def position(self) -> int:
        """Up to where in the log the graph shows everything."""
        return self.snapshot.position

    @cached_property
    def labels(self) -> NodeLabels:
        """What nodes are called, and what people say of them, as far as the caller may know."""
        if self._seen is not None:
            return SeenLabels(self.connection, self._seen)
        memory = self.live.memory if self.sees_everything else None
        if memory is None:
            return StoredLabels(self.connection)
        return RememberedLabels(self.connection, memory)

    @property
    def search_index(self) -> SearchIndex:
        """What names, labels and texts there are; at least up to where the graph is."""
        if self._search is None:
            raise NotReadyError("this process has no search index")
        return self._search.index(self.live.position)


class Writing(Reading):
    """Open for one request that changes something: it can append to the log as well."""

    def __init__(
        self,
        connection: Connection,
        live: LiveGraph,
        clock: Clock = system_clock,
        caller: str = "",
        wait_seconds: float = 10.0,
        sees_everything: bool = True,
        owns: Callable[[str, str | None], bool] | None = None,
    ) -> None:
        super().__init__(connection, live, clock, caller, sees_everything=sees_everything)
        self._wait_seconds = wait_seconds
        self._owns = owns

    def check_new(self, namespace: str, dataset: str | None = None) -> None:
        """Raises where who asks may not put something new into this namespace, or a dataset of this name.

        Whoever is bound to teams does not see all that is in others, so that it might not be new at all.
        """
        if self._owns is not None and not self._owns(namespace, dataset):
            raise NotYourTeamError(namespace)

    def actor(self, said: str | None) -> str:
        """Who acts: the holder of the key or session; where none is asked for, whoever the request names."""
        if not self.caller and not said:
            raise BadParameterError("by", "required: who does it")
        return self.caller or said or ""

    def append(self, events: Sequence[Event]) -> int:
        """Make these events durable, all or none; returns a position at or before which each stands."""
        if not events:
            return 0
        with self.connection.transaction():
            return append_within(self.connection, events)

    def wait_for(self, position: int) -> None:
        """Wait until this position is visible, or say that it is not in time."""
        # What is visible exists: only a position further on costs a look into the log.
        if self.live.position < position:
            newest = newest_position(self.connection)
            if position > newest:
                raise BadParameterError(
                    "min_position", f"nothing stands there; the newest position is {newest}"
                )
        self.live.wait_for(position, timeout=self._wait_seconds)

    def catch_up(self) -> None:
        """Wait until all that is in the log now is visible, or say that it is not in time."""
        # The newest of the lineage: the graph stops there, even where other streams have gone further.
        self.live.wait_for(newest_position(self.connection), timeout=self._wait_seconds)
