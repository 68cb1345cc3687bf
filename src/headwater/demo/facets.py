"""OpenLineage facets as plain dicts: one function a facet, the newest version of each."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from headwater.demo.model import ColumnEdge, Identity, Output, Person, ShopColumn, ShopDataset
from headwater.demo.notation import VERBS

PRODUCER = "https://shopflow.example/producer"
SPEC = "https://openlineage.io/spec/facets"
OWN = f"{PRODUCER}/facets"

Facet = dict[str, Any]


def facet(schema: str, home: str = SPEC, /, **body: Any) -> Facet:
    name = schema.partition("/")[2]
    return {"_producer": PRODUCER, "_schemaURL": f"{home}/{schema}.json#/$defs/{name}", **body}


def stamp(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def identity(of: Identity) -> dict[str, str]:
    return {"namespace": of.namespace, "name": of.name}


# datasets


def schema(columns: Iterable[ShopColumn]) -> Facet:
    fields = [
        {"name": c.name, "type": c.type, "description": c.description, "ordinal_position": position}
        for position, c in enumerate(columns, start=1)
    ]
    return facet("1-2-0/SchemaDatasetFacet", fields=fields)


def data_source(dataset: ShopDataset) -> Facet:
    return facet("1-0-1/DatasourceDatasetFacet", name=dataset.id.namespace, uri=dataset.source_uri)


def dataset_type(dataset: ShopDataset) -> Facet:
    return facet("1-0-1/DatasetTypeDatasetFacet", datasetType=dataset.kind)


def dataset_tags(dataset: ShopDataset, columns: Iterable[ShopColumn]) -> Facet:
    """Tags replace each other as a whole, so a change of columns tells all of them again."""
    tags = [_tag("tier", f"Tier{dataset.tier}"), *(_tag(key, value) for key, value in dataset.tags)]
    for column in columns:
        tags.append(_tag("classification", column.classification, column.name))
        if column.pii:
            tags.append(_tag("pii", "true", column.name))
    return facet("1-0-0/TagsDatasetFacet", tags=tags)


def _tag(key: str, value: str, field: str | None = None) -> dict[str, str]:
    tag = {"key": key, "value": value, "source": "shopflow"}
    return {**tag, "field": field} if field else tag


def symlinks(dataset: ShopDataset) -> Facet:
    identifiers = [{**identity(alias), "type": "TABLE"} for alias in dataset.symlinks]
    return facet("1-0-1/SymlinksDatasetFacet", identifiers=identifiers)


def lifecycle(change: str, previous: Identity | None) -> Facet:
    former = {"previousIdentifier": identity(previous)} if previous else {}
    return facet("1-0-1/LifecycleStateChangeDatasetFacet", lifecycleStateChange=change, **former)


def column_lineage(output: Output, datasets: Mapping[str, ShopDataset]) -> Facet:
    """Per-column dependencies under `fields`; what filters or joins the whole under `dataset`."""
    by_column: dict[str, list[ColumnEdge]] = {}
    for edge in output.edges:
        by_column.setdefault(edge.column, []).append(edge)
    whole = _input_fields(by_column.pop("*", []), datasets)
    fields = {name: {"inputFields": _input_fields(edges, datasets)} for name, edges in by_column.items()}
    return facet("1-2-0/ColumnLineageDatasetFacet", fields=fields, dataset=whole)


def _input_fields(edges: list[ColumnEdge], datasets: Mapping[str, ShopDataset]) -> list[dict[str, Any]]:
    """A source column that both joins and groups is listed once, with two transformations."""
    steps: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for edge in edges:
        steps.setdefault((edge.source, edge.field), []).append(_transformation(edge.verb))
    return [
        {**identity(datasets[source].id), "field": field, "transformations": transformations}
        for (source, field), transformations in steps.items()
    ]


def _transformation(verb: str) -> dict[str, Any]:
    kind, subtype, masking = VERBS[verb]
    return {"type": kind, "subtype": subtype, "description": verb, "masking": masking}


def signal(**body: str) -> Facet:
    return facet("1-0-0/HeadwaterSignalDatasetFacet", OWN, **body)


# inputs and outputs of a run


def input_statistics(rows: int, size: int) -> Facet:
    return facet("1-0-0/InputStatisticsInputDatasetFacet", rowCount=rows, size=size)


def output_statistics(rows: int, size: int) -> Facet:
    files = 1 + size // 8_000_000
    return facet("1-0-2/OutputStatisticsOutputDatasetFacet", rowCount=rows, size=size, fileCount=files)


def quality_metrics(rows: int, size: int, columns: Mapping[str, Mapping[str, int]]) -> Facet:
    return facet(
        "1-0-3/DataQualityMetricsInputDatasetFacet", rowCount=rows, bytes=size, columnMetrics=dict(columns)
    )


def assertions(results: list[dict[str, Any]]) -> Facet:
    return facet("1-1-0/DataQualityAssertionsDatasetFacet", assertions=results)


# runs


def nominal_time(start: datetime, end: datetime) -> Facet:
    return facet("1-0-1/NominalTimeRunFacet", nominalStartTime=stamp(start), nominalEndTime=stamp(end))


def parent(job: Identity, run_id: str) -> Facet:
    link = {"run": {"runId": run_id}, "job": identity(job)}
    return facet("1-2-0/ParentRunFacet", **link, root=link)


def error_message(message: str, language: str, trace: str) -> Facet:
    return facet(
        "1-0-1/ErrorMessageRunFacet", message=message, programmingLanguage=language, stackTrace=trace
    )


def actor(person: Person) -> Facet:
    return facet("1-0-0/HeadwaterActorRunFacet", OWN, name=person.name, team=person.team, email=person.email)


def query(user: str, rows: int, count: int) -> Facet:
    return facet("1-0-0/HeadwaterQueryRunFacet", OWN, user=user, rows=rows, count=count)


# jobs


def sql(text: str) -> Facet:
    return facet("1-1-0/SQLJobFacet", query=text, dialect="postgres")


def job_type(integration: str, kind: str) -> Facet:
    return facet("2-0-4/JobTypeJobFacet", processingType="BATCH", integration=integration, jobType=kind)


def source_code(path: str, version: str, pull_request: int | None = None) -> Facet:
    repo = "https://git.shopflow.example/data/pipelines"
    body = {"type": "git", "url": f"{repo}/blob/{version}/{path}", "repoUrl": f"{repo}.git", "path": path}
    request = {"pullRequestNumber": str(pull_request)} if pull_request else {}
    return facet("1-1-0/SourceCodeLocationJobFacet", **body, version=version, branch="main", **request)


# jobs and datasets alike


def ownership(person: Person, kind: str) -> Facet:
    owners = [
        {"name": f"user:{person.name}", "type": "OWNER"},
        {"name": f"team:{person.team}", "type": "TEAM"},
    ]
    return facet(f"1-0-1/Ownership{kind}Facet", owners=owners)


def documentation(text: str, kind: str) -> Facet:
    return facet(f"1-1-0/Documentation{kind}Facet", description=text, contentType="text/plain")
