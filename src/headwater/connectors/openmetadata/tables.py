"""A table of OpenMetadata: what it is today, every version of its schema with who and when, its lineage."""

import json
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID, uuid5

from headwater.connectors import openlineage as ol
from headwater.connectors.contract import SourceDocument, SourceProblem, event
from headwater.connectors.openmetadata.fetch import EntityPart
from headwater.connectors.openmetadata.names import column_of, full_name, reference
from headwater.connectors.openmetadata.times import moment

KIND = "openmetadata"
RUNS = uuid5(UUID(int=0), "headwater.dev/openmetadata")
PERSONAL = ("pii.sensitive", "pii.nonsensitive", "personaldata.personal", "personaldata.specialcategory")
# Of an edge or column that Headwater itself wrote into the catalog: no second witness.
MARK = "found by Headwater"
Said = Iterator[SourceDocument | SourceProblem]


def translate_table(part: EntityPart) -> Said:
    table = part.entity
    name, at = full_name(table.get("fullyQualifiedName")), moment(table.get("updatedAt"))
    place = f"table {table.get('fullyQualifiedName')}"
    if name is None or at is None:
        yield SourceProblem(place, "has no fullyQualifiedName with a service, or no updatedAt")
        return
    yield from _versions(part, name)
    yield event(ol.dataset_event(name, at, _facets(table), KIND))
    yield from _lineage(part, name, _created(part) or at)


def _facets(table: Mapping[str, Any]) -> ol.Facets:
    facets = {
        "datasetType": ol.dataset_type(str(table.get("tableType") or "TABLE").upper()),
        "tags": ol.tags(_tags(table)),
        "schema": ol.schema([_field(column) for column in _columns(table)]),
    }
    if table.get("description"):
        facets["documentation"] = ol.documentation(str(table["description"]))
    if owners := [str(one["name"]) for one in references(table.get("owners")) if one.get("name")]:
        facets["ownership"] = ol.ownership(owners)
    if table.get("deleted") is True:
        facets["lifecycleStateChange"] = ol.dropped()
        del facets["schema"]
    return facets


def references(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _columns(table: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [one for one in references(table.get("columns")) if one.get("name")]


def _field(column: Mapping[str, Any]) -> dict[str, Any]:
    kind = column.get("dataTypeDisplay") or column.get("dataType")
    said = {"name": column["name"], "type": kind, "description": column.get("description")}
    inner = [_field(one) for one in references(column.get("children")) if one.get("name")]
    return {key: value for key, value in said.items() if value} | ({"fields": inner} if inner else {})


def _tags(table: Mapping[str, Any]) -> Iterator[Mapping[str, str]]:
    for label in _labels(table):
        kind, _, word = label.partition(".")
        yield ol.tag("tier", word) if kind == "Tier" else ol.tag(label)
    for domain in references(table.get("domains"))[:1]:
        yield ol.tag("domain", str(domain.get("name")))
    for column in _columns(table):
        for label in _labels(column):
            yield ol.tag(label, field=str(column["name"]))
            if label.lower() in PERSONAL:
                # Somebody looked: not sensitive is an answer as well.
                sensitive = not label.lower().endswith(".nonsensitive")
                yield ol.tag("pii", "true" if sensitive else "false", str(column["name"]))


def _labels(entity: Mapping[str, Any]) -> list[str]:
    return [str(one["tagFQN"]) for one in references(entity.get("tags")) if one.get("tagFQN")]


def _versions(part: EntityPart, name: ol.DatasetName) -> Said:
    """Each change of columns as a run of whoever made it, so that an investigation can name them."""
    before: list[dict[str, Any]] | None = None
    for version in _history(part):
        at, columns = moment(version.get("updatedAt")), [_field(one) for one in _columns(version)]
        if at is None or not columns or columns == before:
            continue
        first, before = before is None, columns
        output = ol.dataset(name, {"schema": ol.schema(columns)})
        if first:
            yield event(ol.dataset_event(name, at, output["facets"], KIND))
            continue
        who = {"headwater_actor": ol.own_facet("ActorFacet", name=str(version.get("updatedBy") or "unknown"))}
        run = {"runId": str(uuid5(RUNS, f"{name}@{at}")), "facets": who}
        job = ol.dataset(
            (name[0], f"{name[1]}.schema"), {"jobType": ol.job_type("OPENMETADATA", "MIGRATION")}
        )
        yield event(ol.run_event("COMPLETE", at, run, job, KIND, (), [output]))


def _history(part: EntityPart) -> list[Mapping[str, Any]]:
    """Oldest first. The versions come as JSON inside of JSON."""
    kept = part.more.get("versions")
    listed = kept.get("versions") if isinstance(kept, dict) else None
    found = [json.loads(one) if isinstance(one, str) else one for one in listed or ()]
    versions = [one for one in found if isinstance(one, dict)]
    return sorted(versions, key=lambda one: (one.get("updatedAt") or 0, one.get("version") or 0))


def _lineage(part: EntityPart, name: ol.DatasetName, at: str) -> Said:
    lineage = part.more.get("lineage")
    if not isinstance(lineage, dict):
        return
    own = str(part.entity.get("id"))
    nodes = {str(one.get("id")): one for one in references(lineage.get("nodes"))}
    nodes[own] = {"type": "table", "fullyQualifiedName": part.entity.get("fullyQualifiedName")}
    into = [one for one in references(lineage.get("upstreamEdges")) if str(one.get("toEntity")) == own]
    # What this table feeds says so itself, if it is a table.
    out = [
        one
        for one in references(lineage.get("downstreamEdges"))
        if str(one.get("fromEntity")) == own
        and nodes.get(str(one.get("toEntity")), {}).get("type") != "table"
    ]
    by_time: dict[str, list[dict[str, Any]]] = {}
    for edge in (*into, *out):
        # A table is changed long after its lineage came to be.
        since = moment(_details(edge).get("createdAt")) or at
        by_time.setdefault(since, []).extend(_edges(edge, nodes))
    for since, edges in sorted(by_time.items()):
        if edges:
            declared = ol.own_facet("DeclaredEdgesFacet", edges=edges)
            yield event(ol.dataset_event(name, since, {"headwater_edges": declared}, KIND))


def _details(edge: Mapping[str, Any]) -> Mapping[str, Any]:
    details = edge.get("lineageDetails")
    return details if isinstance(details, dict) else {}


def _created(part: EntityPart) -> str | None:
    """When its first version was made."""
    return next((at for one in _history(part) if (at := moment(one.get("updatedAt")))), None)


def _edges(edge: Mapping[str, Any], nodes: Mapping[str, Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    source = reference(nodes.get(str(edge.get("fromEntity")), {}))
    target = reference(nodes.get(str(edge.get("toEntity")), {}))
    if source is None or target is None:
        return
    details = _details(edge)
    if details.get("description") == MARK:
        return
    pipeline = full_name((details.get("pipeline") or {}).get("fullyQualifiedName"))
    by = {"pipeline": {"namespace": pipeline[0], "name": pipeline[1]}} if pipeline else {}
    columns = list(_column_edges(details, source, target))
    # Where columns are known, the tables as a whole are not said to depend on each other.
    for one in columns or [{"source": source, "target": target}]:
        yield {**one, **by}


def _column_edges(
    details: Mapping[str, Any], source: dict[str, str], target: dict[str, str]
) -> Iterator[dict[str, Any]]:
    for columns in references(details.get("columnsLineage")):
        if columns.get("function") == MARK:
            continue
        to = column_of(columns.get("toColumn"))
        for one in columns.get("fromColumns") or ():
            read = column_of(one)
            if to and read:
                yield {
                    "source": source | {"field": read[1]},
                    "target": target | {"field": to[1]},
                    "transformation_type": "calculation" if columns.get("function") else "direct",
                    "transformation": columns.get("function"),
                }
