"""The lineage that the engine walks: a neighbourhood of the graph, each link with its time."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from headwater.timemachine.evidence import Entity

ALWAYS = datetime.min.replace(tzinfo=UTC)
STILL = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Link:
    """Data flows from source to target: dataset to job (reads), job to dataset (writes), dataset to dataset,
    job to job; or, where both columns are given, from a column of one dataset to a column of another.

    A column link is made by `job` and refines the links through that job: what a job says of columns is
    taken for complete, and where it says nothing of a dataset, everything may depend on it.
    """

    source: Entity
    target: Entity
    source_column: str | None = None
    target_column: str | None = None
    """None with a source column: the column decides about the whole of the target, as a filter does."""
    job: Entity | None = None
    direct: bool = True
    """False for a filter, join, group, sort, window or condition."""
    confidence: float = 1.0
    since: datetime = ALWAYS
    until: datetime = STILL
    """Alive from `since` up to but not including `until`."""


@dataclass(frozen=True, slots=True)
class NodeNote:
    """What is known of a node beyond its name, for the answer's words."""

    kind: str = ""
    """table, view, topic, file, dashboard, report, …; empty where nobody said."""
    owners: tuple[str, ...] = ()
    tier: str | None = None


@dataclass(frozen=True, slots=True)
class LineageView:
    """The neighbourhood of an alert: what is upstream of it, and what is downstream of that, both bounded."""

    links: tuple[Link, ...]
    notes: tuple[tuple[Entity, NodeNote], ...] = ()
    cut: bool = False
    """Whether the neighbourhood is larger than what was taken."""


def nearest_links(links: Sequence[Link], entity: Entity, most: int) -> tuple[Sequence[Link], int]:
    """The links between so many nodes at most, and how many nodes were left out.

    Causes lie upstream: what is upstream of the entity is taken first, then what is downstream of that,
    the nearest first.
    """
    nodes = {node for link in links for node in (link.source, link.target)}
    if len(nodes) <= most:
        return links, 0
    sources, targets = defaultdict(set), defaultdict(set)
    for link in links:
        sources[link.target].add(link.source)
        targets[link.source].add(link.target)
    kept = _walk(targets, _walk(sources, [entity], most), most)
    within = [link for link in links if link.source in kept and link.target in kept]
    return within, len(nodes - kept.keys())


def _walk(following: Mapping[Entity, set[Entity]], begin: Iterable[Entity], most: int) -> dict[Entity, None]:
    found = dict.fromkeys(begin)
    waiting = list(found)
    for node in waiting:
        for one in sorted(following.get(node, ()), key=_by_name):
            if len(found) >= most:
                return found
            if one not in found:
                found[one] = None
                waiting.append(one)
    return found


def _by_name(entity: Entity) -> tuple[str, str]:
    return type(entity).__name__, str(entity)
