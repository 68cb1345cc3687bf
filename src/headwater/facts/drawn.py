"""Lineage edges as facts, with the nodes at their ends."""

from collections.abc import Iterable, Iterator

import msgspec

from headwater.facts.fact import Fact, column_node, dataset_node, job_node
from headwater.facts.lineage_edge import LineageEdge, Node
from headwater.facts.part import Part
from headwater.model.edges import Origin
from headwater.model.ids import ColumnId, DatasetId, JobId, digest

encode = msgspec.json.Encoder(order="sorted").encode


def drawn(edges: Iterable[LineageEdge], owner: str) -> Part:
    """The edges as facts, with the nodes at their ends."""
    facts: dict[Fact, None] = {}
    keys: list[str] = []
    for edge in edges:
        key = _key(edge, owner)
        keys.append(key)
        facts |= dict.fromkeys((*_nodes(edge.source), *_nodes(edge.target), _edge_fact(edge, key, owner)))
    return Part(tuple(facts), edges=tuple(keys))


def _edge_fact(edge: LineageEdge, key: str, owner: str) -> Fact:
    details: dict[str, object] = {"origin": edge.origin, "subtype": edge.subtype, "masking": edge.masking}
    if edge.description:
        details["description"] = edge.description
    if edge.confidence is not None:
        details["confidence"] = edge.confidence
    return Fact(
        "edge",
        key,
        source=edge.source.key,
        target=edge.target.key,
        owner=owner,
        label=str(int(edge.kind)),
        value=encode(details).decode(),
    )


def _key(edge: LineageEdge, owner: str) -> str:
    how = f"{int(edge.kind)}{edge.origin}{edge.subtype}{edge.masking}"
    if edge.origin is Origin.SQL:
        # Two texts of one job may say it differently, and neither is the later word.
        how += f"{edge.confidence}{edge.description}"
    return digest(owner, edge.source.key, edge.target.key, how)


def _nodes(node: Node) -> Iterator[Fact]:
    match node:
        case DatasetId():
            yield dataset_node(node)
        case JobId():
            yield job_node(node)
        case ColumnId():
            yield dataset_node(node.dataset)
            yield column_node(node)
