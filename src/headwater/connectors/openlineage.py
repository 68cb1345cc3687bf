"""OpenLineage events as connectors write them: static events of datasets and jobs, events of runs, facets."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

PRODUCER = "https://headwater.dev/connectors"
SPEC = "https://openlineage.io/spec"
OWN = "https://headwater.dev/spec"

Facets = dict[str, Any]
DatasetName = tuple[str, str]
"""Namespace and name."""


def dataset_event(name: DatasetName, time: str, facets: Mapping[str, Any], kind: str) -> dict[str, Any]:
    return _event("Dataset", time, kind) | {"dataset": dataset(name, facets)}


def job_event(
    name: DatasetName,
    time: str,
    facets: Mapping[str, Any],
    kind: str,
    inputs: Iterable[DatasetName] = (),
    outputs: Iterable[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    return _event("Job", time, kind) | {
        "job": dataset(name, facets),
        "inputs": [dataset(one) for one in inputs],
        "outputs": list(outputs),
    }


def run_event(
    event_type: str,
    time: str,
    run: Mapping[str, Any],
    job: Mapping[str, Any],
    kind: str,
    inputs: Iterable[Mapping[str, Any]] = (),
    outputs: Iterable[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """`run` and `job` are whole, with their facets."""
    return _event("Run", time, kind) | {
        "eventType": event_type,
        "run": run,
        "job": job,
        "inputs": list(inputs),
        "outputs": list(outputs),
    }


def dataset(name: DatasetName, facets: Mapping[str, Any] | None = None) -> dict[str, Any]:
    namespace, own = name
    return {"namespace": namespace, "name": own} | ({"facets": dict(facets)} if facets else {})


def facet(schema: str, /, **body: Any) -> dict[str, Any]:
    return {"_producer": PRODUCER, "_schemaURL": f"{SPEC}/facets/{schema}.json", **body}


def own_facet(schema: str, /, **body: Any) -> dict[str, Any]:
    """One that only Headwater reads."""
    return {"_producer": PRODUCER, "_schemaURL": f"{OWN}/{schema}", **body}


def schema(columns: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Columns with name, type and description."""
    return facet("1-2-0/SchemaDatasetFacet", fields=[dict(column) for column in columns])


def documentation(text: str) -> dict[str, Any]:
    return facet("1-1-0/DocumentationDatasetFacet", description=text)


def ownership(owners: Iterable[str]) -> dict[str, Any]:
    return facet("1-0-1/OwnershipDatasetFacet", owners=[{"name": owner} for owner in owners])


def dataset_type(word: str) -> dict[str, Any]:
    return facet("1-0-0/DatasetTypeDatasetFacet", datasetType=word)


def job_type(integration: str, word: str) -> dict[str, Any]:
    return facet("2-0-3/JobTypeJobFacet", processingType="BATCH", integration=integration, jobType=word)


def sql(text: str, dialect: str | None) -> dict[str, Any]:
    spoken = {"dialect": dialect} if dialect else {}
    return facet("1-1-0/SQLJobFacet", query=text, **spoken)


def error_message(text: str) -> dict[str, Any]:
    return facet("1-0-1/ErrorMessageRunFacet", message=text, programmingLanguage="SQL")


def asset(**said: Any) -> dict[str, Any]:
    """What is said of an asset in the words of the catalog; what is None is left out."""
    return own_facet("AssetFacet", **{name: value for name, value in said.items() if value is not None})


def tag(key: str, value: str = "true", field: str | None = None) -> dict[str, str]:
    return {"key": key, "value": value, "source": "headwater"} | ({"field": field} if field else {})


def tags(found: Iterable[Mapping[str, str]]) -> dict[str, Any]:
    """Tags replace each other as a whole, so this holds all of a dataset and of its columns."""
    return facet("1-0-0/TagsDatasetFacet", tags=[dict(one) for one in found])


def symlinks(names: Iterable[DatasetName]) -> dict[str, Any]:
    identifiers = [{"namespace": space, "name": name, "type": "TABLE"} for space, name in names]
    return facet("1-0-1/SymlinksDatasetFacet", identifiers=identifiers)


def dropped() -> dict[str, Any]:
    return facet("1-0-1/LifecycleStateChangeDatasetFacet", lifecycleStateChange="DROP")


def parent(run_id: str, job: DatasetName) -> dict[str, Any]:
    return facet("1-0-1/ParentRunFacet", run={"runId": run_id}, job=dataset(job))


def _event(shape: str, time: str, kind: str) -> dict[str, Any]:
    return {
        "eventTime": time,
        "producer": f"{PRODUCER}/{kind}",
        "schemaURL": f"{SPEC}/2-0-2/OpenLineage.json#/$defs/{shape}Event",
    }
