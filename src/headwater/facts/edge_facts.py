"""Lineage edges as an event states them, and as facts with the nodes at their ends."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from headwater.facts import kinds
from headwater.facts.fact import Fact
from headwater.facts.part import EventPart
from headwater.model.edges import EdgeKind, Origin
from headwater.model.ids import ColumnId, DatasetId, JobId, digest

Node = DatasetId | JobId | ColumnId

# Spellings seen in the wild, and the words of the specification.
SUBTYPES = {"AGGREGATE": "AGGREGATION", "TRANSFORM": "TRANSFORMATION", "CONDITION": "CONDITIONAL"}


class LineageEdge(NamedTuple):
    kind: EdgeKind
    source: Node
    target: Node
    origin: Origin
    subtype: str | None = None
    masking: bool | None = None
    description: str | None = None
    confidence: float | None = None


def normal_subtype(subtype: str | None) -> str | None:
    if not subtype:
        return None
    word = subtype.strip().upper()
    return SUBTYPES.get(word, word)


encode = msgspec.json.Encoder(order="sorted").encode


def edge_facts(edges: Iterable[LineageEdge], owner: str) -> EventPart:
    """The edges of an owner as facts, with the nodes at their ends."""
    facts: dict[Fact, None] = {}
    keys: list[str] = []
    for edge in edges:
        key = _key(edge, owner)
        keys.append(key)
        fact = kinds.edge(key, edge.kind, edge.source.key, edge.target.key, owner, _details(edge))
        facts |= dict.fromkeys((*_nodes(edge.source), *_nodes(edge.target), fact))
    return EventPart(tuple(facts), edges=tuple(keys))


def _details(edge: LineageEdge) -> str:
    details: dict[str, object] = {"origin": edge.origin, "subtype": edge.subtype, "masking": edge.masking}
    if edge.description:
        details["description"] = edge.description
    if edge.confidence is not None:
        details["confidence"] = edge.confidence
    return encode(details).decode()


def _key(edge: LineageEdge, owner: str) -> str:
    how = f"{int(edge.kind)}{edge.origin}{edge.subtype}{edge.masking}"
    if edge.origin is Origin.SQL:
        # Two texts of one job may describe it differently, and neither is later than the other.
        how += f"{edge.confidence}{edge.description}"
    return digest(owner, edge.source.key, edge.target.key, how)


def _nodes(node: Node) -> Iterator[Fact]:
    if isinstance(node, ColumnId):
        yield kinds.node(node.dataset)
    yield kinds.node(node)
