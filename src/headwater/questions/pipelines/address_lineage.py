"""Lineage between addresses: declared source by target for a pipeline, and walked in both directions.

There is no closure table: it holds hundreds of rows for each edge, and one edge's change touches thousands.
The edges themselves are read in one statement for each direction and walked in memory.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from headwater.errors import NotFoundError
from headwater.questions.pipelines import events
from headwater.questions.pipelines.addresses import MISSING
from headwater.questions.pipelines.names import datasets_of
from headwater.questions.pipelines.pipelines import MISSING as PIPELINE_MISSING
from headwater.questions.record import record
from headwater.store.queries.pipelines import addresses, lineage
from headwater.store.queries.pipelines.addresses import ADDRESSES, AddressInsert, InsertedAddresses
from headwater.store.queries.pipelines.pipelines import PIPELINES
from headwater.store.queries.rows import Connection
from headwater.store.snapshots import repeatable_read


@dataclass(frozen=True, slots=True)
class AddressReference:
    """An address at one side of a declaration."""

    name: str
    type_name: str
    group_name: str | None


@dataclass(frozen=True, slots=True)
class LineageDeclaration:
    """`position` is None when nothing was written, and `message` says why."""

    created: int
    message: str
    position: int | None = None


@dataclass(frozen=True, slots=True)
class RelatedAddress:
    """One address reaches the other over `depth` edges, and no fewer."""

    source_address_id: int
    target_address_id: int
    depth: int
    source_address_name: str
    target_address_name: str


def declare(
    connection: Connection,
    pipeline_id: int,
    sources: Sequence[AddressReference],
    targets: Sequence[AddressReference],
    now: datetime,
) -> LineageDeclaration:
    """Replace what this pipeline has declared before, if it is to load lineage at all."""
    with connection.transaction():
        # Of two declarations at once, the later replaces the earlier as a whole.
        pipeline = PIPELINES.locked(connection, pipeline_id)
        if pipeline is None:
            raise NotFoundError(PIPELINE_MISSING)
        if not pipeline.load_lineage:
            return LineageDeclaration(
                0, f"load_lineage is false for pipeline {pipeline_id}, nothing was loaded"
            )
        numbers, inserted = _numbers(connection, [*sources, *targets])
        source_ids, target_ids = _ids(numbers, sources), _ids(numbers, targets)
        lineage.replace(connection, pipeline_id, source_ids, target_ids)
        event = events.declared(pipeline, lineage.datasets(connection, pipeline_id), now)
        written = {
            "pipeline_lineage": {pipeline_id},
            "address": inserted.addresses,
            "address_type": inserted.types,
        }
        position = record(connection, written, now, [event])
    # Relationships that were there before count as well: it is the size of what was declared.
    created = len(source_ids) * len(target_ids)
    return LineageDeclaration(
        created, f"{created} lineage relationships for pipeline {pipeline_id}", position
    )


def related(connection: Connection, address_id: int) -> tuple[RelatedAddress, ...]:
    """Everything that this address reaches or comes from, deepest first."""
    # One moment for all reads: whatever an edge leads to still has a name when names are read.
    with repeatable_read(connection):
        if ADDRESSES.by_id(connection, address_id) is None:
            raise NotFoundError(MISSING)
        down = least_depths(address_id, _pairs(lineage.downstream(connection, address_id)))
        backwards = [(edge.target, edge.source) for edge in lineage.upstream(connection, address_id)]
        up = least_depths(address_id, backwards)
        names = lineage.names(connection, {address_id, *down, *up})
    pairs = [(address_id, other, depth) for other, depth in down.items()]
    pairs += [(other, address_id, depth) for other, depth in up.items()]
    # By number within a depth, so that the same question gets the same order.
    pairs.sort(key=lambda pair: (-pair[2], pair[0], pair[1]))
    return tuple(
        RelatedAddress(source, target, depth, names[source], names[target]) for source, target, depth in pairs
    )


def least_depths(start: int, edges: Iterable[tuple[int, int]]) -> dict[int, int]:
    """How many edges lead to each node that can be reached, at the least; the start itself is left out.

    >>> least_depths(1, [(1, 2), (2, 3), (1, 3), (3, 1)])
    {2: 1, 3: 1}
    """
    following: dict[int, list[int]] = {}
    for source, target in edges:
        following.setdefault(source, []).append(target)
    depths, waiting = {start: 0}, deque([start])
    while waiting:
        node = waiting.popleft()
        for other in following.get(node, ()):
            if other not in depths:
                depths[other] = depths[node] + 1
                waiting.append(other)
    del depths[start]
    return depths


def _pairs(edges: Iterable[lineage.AddressEdge]) -> list[tuple[int, int]]:
    return [(edge.source, edge.target) for edge in edges]


def _numbers(
    connection: Connection, ends: Sequence[AddressReference]
) -> tuple[dict[str, int], InsertedAddresses]:
    """The number of each address by its name as it is spelled here; those that are not there yet are made."""
    wanted = {end.name: end for end in ends}
    known = _matched(connection, wanted)
    missing = {name: end for name, end in wanted.items() if name not in known}
    if not missing:
        return known, InsertedAddresses()
    datasets = datasets_of(connection, {name: end.type_name for name, end in missing.items()})
    new = [
        AddressInsert(name, end.type_name, end.group_name, datasets[name].namespace, datasets[name].name)
        for name, end in missing.items()
    ]
    inserted = addresses.insert(connection, new)
    # Read again: another request may have made some of them first, and only new rows are returned above.
    return _matched(connection, wanted), inserted


def _matched(connection: Connection, wanted: Iterable[str]) -> dict[str, int]:
    return {row.asked: row.id for row in addresses.by_names(connection, list(wanted))}


def _ids(numbers: dict[str, int], ends: Sequence[AddressReference]) -> list[int]:
    """Each once: two spellings may mean the same address."""
    return list(dict.fromkeys(numbers[end.name] for end in ends))
