"""What nodes are called, and what is said of them and of edges: from memory, or as a caller may see it."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from headwater.answers.change import CountedName
from headwater.store.node_memory import NodeMemory
from headwater.store.queries import edges, labels, nodes, query_readers
from headwater.store.queries.edges import EdgeDetail
from headwater.store.queries.labels import NodeLabel
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.rows import Connection
from headwater.store.seen_nodes import SeenNodes


class NodeLabels(Protocol):
    """A node that is not there, or has no label, is in none of the answers."""

    def names(self, ids: Iterable[int]) -> dict[int, NodeName]: ...

    def of_nodes(self, ids: Sequence[int]) -> dict[int, NodeLabel]: ...

    def tiers_of(self, ids: Sequence[int]) -> dict[int, str]: ...

    def edges(self, ids: Iterable[int]) -> dict[int, EdgeDetail]: ...

    def dashboards(self, ids: Sequence[int]) -> Collection[int]: ...

    def query_jobs(self, ids: Sequence[int]) -> Collection[int]: ...

    def owners(self, ids: Sequence[int]) -> tuple[CountedName, ...]:
        """Who owns how many of these nodes, most first."""
        ...

    def tiers(self, ids: Sequence[int]) -> tuple[CountedName, ...]:
        """How many of these nodes have which tier, by tier."""
        ...


@dataclass(frozen=True, slots=True)
class StoredLabels:
    """As the connection shows them: of what a caller may not see it shows nothing, or a stand-in."""

    connection: Connection

    def names(self, ids: Iterable[int]) -> dict[int, NodeName]:
        return nodes.names(self.connection, ids)

    def of_nodes(self, ids: Sequence[int]) -> dict[int, NodeLabel]:
        return labels.of_nodes(self.connection, ids)

    def tiers_of(self, ids: Sequence[int]) -> dict[int, str]:
        return labels.tiers_of(self.connection, ids)

    def edges(self, ids: Iterable[int]) -> dict[int, EdgeDetail]:
        return edges.details(self.connection, ids)

    def dashboards(self, ids: Sequence[int]) -> Collection[int]:
        return labels.dashboards(self.connection, ids)

    def query_jobs(self, ids: Sequence[int]) -> Collection[int]:
        return query_readers.query_jobs(self.connection, ids)

    def owners(self, ids: Sequence[int]) -> tuple[CountedName, ...]:
        return labels.owners(self.connection, ids)

    def tiers(self, ids: Sequence[int]) -> tuple[CountedName, ...]:
        return labels.tiers(self.connection, ids)


@dataclass(frozen=True, slots=True)
class RememberedLabels:
    """From memory, for callers that see everything."""

    connection: Connection
    memory: NodeMemory

    def names(self, ids: Iterable[int]) -> dict[int, NodeName]:
        return self.memory.names(self.connection, ids)

    def of_nodes(self, ids: Sequence[int]) -> dict[int, NodeLabel]:
        known = self.memory.labels
        return {id: label for id in ids if (label := known.get(id)) is not None}

    def tiers_of(self, ids: Sequence[int]) -> dict[int, str]:
        return {id: label.tier for id, label in self.of_nodes(ids).items() if label.tier is not None}

    def edges(self, ids: Iterable[int]) -> dict[int, EdgeDetail]:
        return edges.details(self.connection, ids)

    def dashboards(self, ids: Sequence[int]) -> Collection[int]:
        return self.memory.dashboards.intersection(ids)

    def query_jobs(self, ids: Sequence[int]) -> Collection[int]:
        return self.memory.query_jobs.intersection(ids)

    def owners(self, ids: Sequence[int]) -> tuple[CountedName, ...]:
        return _owners(self.of_nodes(ids).values())

    def tiers(self, ids: Sequence[int]) -> tuple[CountedName, ...]:
        return _tiers(self.tiers_of(ids).values())


@dataclass(frozen=True, slots=True)
class SeenLabels:
    """As the connection shows them, for a caller that is bound to teams; each node is judged once."""

    connection: Connection
    seen: SeenNodes

    def names(self, ids: Iterable[int]) -> dict[int, NodeName]:
        seen = self.seen.nodes(self.connection, wanted := set(ids))
        return {id: seen[id].name for id in wanted if id in seen}

    def of_nodes(self, ids: Sequence[int]) -> dict[int, NodeLabel]:
        seen = self.seen.nodes(self.connection, ids)
        return {id: node.label for id in ids if (node := seen.get(id)) is not None and node.is_labelled}

    def tiers_of(self, ids: Sequence[int]) -> dict[int, str]:
        return {id: label.tier for id, label in self.of_nodes(ids).items() if label.tier is not None}

    def edges(self, ids: Iterable[int]) -> dict[int, EdgeDetail]:
        return self.seen.edges(self.connection, ids)

    def dashboards(self, ids: Sequence[int]) -> Collection[int]:
        seen = self.seen.nodes(self.connection, ids)
        return {id for id in ids if (node := seen.get(id)) is not None and node.is_dashboard}

    def query_jobs(self, ids: Sequence[int]) -> Collection[int]:
        seen = self.seen.nodes(self.connection, ids)
        return {id for id in ids if (node := seen.get(id)) is not None and node.is_query_job}

    def owners(self, ids: Sequence[int]) -> tuple[CountedName, ...]:
        return _owners(self.of_nodes(ids).values())

    def tiers(self, ids: Sequence[int]) -> tuple[CountedName, ...]:
        return _tiers(self.tiers_of(ids).values())


def _owners(labels: Iterable[NodeLabel]) -> tuple[CountedName, ...]:
    owned = Counter(owner for label in labels for owner in set(label.owners))
    ranked = sorted(owned.items(), key=lambda item: (-item[1], item[0]))
    return tuple(CountedName(name, affected) for name, affected in ranked)


def _tiers(tiers: Iterable[str]) -> tuple[CountedName, ...]:
    return tuple(CountedName(*one) for one in sorted(Counter(tiers).items()))
