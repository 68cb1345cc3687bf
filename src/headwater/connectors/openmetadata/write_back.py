"""Lineage that Headwater found, written into OpenMetadata: only what is missing there, on top of what is.

An edge that is written carries a mark, so that reading the catalog again takes it for no second witness.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from headwater.answers.lineage import Edge, Level, Walk
from headwater.client import Headwater, requests
from headwater.connectors.openlineage import DatasetName
from headwater.connectors.openmetadata.api import OpenMetadataApi
from headwater.connectors.openmetadata.names import full_name
from headwater.connectors.openmetadata.tables import MARK, references
from headwater.model.edges import EdgeKind

PAGE = 500
DATASET, COLUMN = "dataset:", "column:"
COLUMN_KIND = EdgeKind.COLUMN.name.lower()
# Kept when an edge is written again: the call replaces the details as a whole.
KEPT = ("sqlQuery", "pipeline", "source", "description")


@dataclass(frozen=True, slots=True)
class CatalogTable:
    id: str
    name: str
    """As OpenMetadata calls it."""


@dataclass(frozen=True, slots=True)
class MissingEdge:
    """An edge to write: what is sent to OpenMetadata, and what of it is new."""

    source: CatalogTable
    target: CatalogTable
    columns: tuple[tuple[str, str], ...]
    """The new pairs of columns."""
    is_new: bool
    """Whether the tables were not joined at all."""
    body: Mapping[str, Any]

    def __str__(self) -> str:
        columns = ", ".join(f"{one} → {other}" for one, other in self.columns)
        return f"{self.source.name} → {self.target.name}" + (f" ({columns})" if columns else "")


def find_missing(api: OpenMetadataApi, server: Headwater) -> Iterator[MissingEdge]:
    """Table by table: what Headwater knows that feeds it, and OpenMetadata does not."""
    tables = list(_tables(api))
    known = dict(_known_as(server, dict(tables)))
    by_id = {f"{DATASET}{'/'.join(name)}": table for name, table in known.items()}
    for name, target in sorted(known.items()):
        found = _edges_into(server, f"{DATASET}{'/'.join(name)}")
        pairs = _pairs(found, by_id, target)
        if pairs:
            yield from _missing(api, target, pairs)


def write_edge(api: OpenMetadataApi, edge: MissingEdge) -> None:
    api.put("/lineage", edge.body)


def _tables(api: OpenMetadataApi) -> Iterator[tuple[DatasetName, CatalogTable]]:
    for table in api.pages("/tables"):
        name = full_name(table.get("fullyQualifiedName"))
        if name and table.get("id"):
            yield name, CatalogTable(str(table["id"]), str(table["fullyQualifiedName"]))


def _known_as(
    server: Headwater, tables: Mapping[DatasetName, CatalogTable]
) -> Iterator[tuple[DatasetName, CatalogTable]]:
    """Headwater's own name of each table, which may have others."""
    spelled = {"/".join(name): table for name, table in tables.items()}
    cursor = None
    while True:
        page = server.send(requests.list_datasets(limit=PAGE, cursor=cursor))
        for one in page.items:
            names = (f"{one.namespace}/{one.name}", *(alias.removeprefix(DATASET) for alias in one.aliases))
            table = next((spelled[name] for name in names if name in spelled), None)
            if table:
                yield (one.namespace, one.name), table
        cursor = page.next_cursor
        if cursor is None:
            return


def _edges_into(server: Headwater, asset: str) -> list[Edge]:
    whole = list(_walked(server, asset, "dataset"))
    return [*whole, *_walked(server, asset, "column")]


def _walked(server: Headwater, asset: str, level: Level) -> Iterator[Edge]:
    cursor = None
    while True:
        asked = requests.graph_upstream(
            asset, level=level, depth=1, jobs=False, indirect=False, limit=PAGE, cursor=cursor
        )
        page: Walk = server.send(asked)
        yield from page.edges
        cursor = page.next_cursor
        if cursor is None:
            return


Pairs = dict[CatalogTable, set[tuple[str, str]]]


def _pairs(edges: Iterable[Edge], by_id: Mapping[str, CatalogTable], target: CatalogTable) -> Pairs:
    """By table that feeds this one, the pairs of columns; none of them where only the tables are known."""
    found: Pairs = {}
    for edge in edges:
        source, field = _end(edge.source, by_id)
        into, target_field = _end(edge.target, by_id)
        if source is None or into != target or source == target:
            continue
        columns = found.setdefault(source, set())
        if field and target_field and edge.kind == COLUMN_KIND:
            columns.add((f"{source.name}.{field}", f"{target.name}.{target_field}"))
    return found


def _end(node: str, by_id: Mapping[str, CatalogTable]) -> tuple[CatalogTable | None, str | None]:
    if node.startswith(COLUMN):
        whole, _, field = node.removeprefix(COLUMN).rpartition("#")
        return by_id.get(f"{DATASET}{whole}"), field
    return by_id.get(node), None


def _missing(api: OpenMetadataApi, target: CatalogTable, pairs: Pairs) -> Iterator[MissingEdge]:
    asked = f"/lineage/table/name/{quote(target.name, safe='')}"
    lineage = api.optional(asked, upstreamDepth=1, downstreamDepth=0) or {}
    listed = {str(one.get("fromEntity")): one for one in references(lineage.get("upstreamEdges"))}
    for source, columns in sorted(pairs.items(), key=lambda pair: pair[0].name):
        existing = listed.get(source.id)
        details = (existing or {}).get("lineageDetails") or {}
        before = references(details.get("columnsLineage"))
        has = {(read, one.get("toColumn")) for one in before for read in one.get("fromColumns") or ()}
        new = tuple(sorted(columns - has))
        if new or existing is None:
            yield MissingEdge(
                source, target, new, existing is None, _body(source, target, details, before, new)
            )


def _body(
    source: CatalogTable,
    target: CatalogTable,
    details: Mapping[str, Any],
    before: Iterable[Mapping[str, Any]],
    new: Iterable[tuple[str, str]],
) -> dict[str, Any]:
    kept = {name: details[name] for name in KEPT if details.get(name) is not None}
    if isinstance(kept.get("pipeline"), dict):
        kept["pipeline"] = {name: kept["pipeline"][name] for name in ("id", "type")}
    added = [{"fromColumns": [read], "toColumn": to, "function": MARK} for read, to in new]
    whole = {"source": "OpenLineage", "description": MARK, **kept, "columnsLineage": [*before, *added]}
    return {
        "edge": {
            "fromEntity": {"id": source.id, "type": "table"},
            "toEntity": {"id": target.id, "type": "table"},
            "lineageDetails": whole,
        }
    }
