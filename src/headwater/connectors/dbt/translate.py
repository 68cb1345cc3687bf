"""From a dbt project to events: a dataset for each table, a job for each model, a dashboard an exposure."""

from collections.abc import Iterator, Mapping
from typing import Any

from headwater.connectors import openlineage as ol
from headwater.connectors.contract import SourceDocument, SourceProblem, event
from headwater.connectors.dbt.fetch import ProjectPart
from headwater.connectors.dbt.project import VIEWS, DbtColumn, DbtNode, Project, mapping, text, texts
from headwater.documents.words import count

KIND = "dbt"
# What a team writes into `meta`, and the word of the catalog for it.
CLASSES = ("classification", "data_classification", "sensitivity")
TRUE = (True, "true", "yes", "1", 1)


def translate_project(part: ProjectPart) -> Iterator[SourceDocument | SourceProblem]:
    for node in part.changed:
        yield from _node(part.project, node, part.manifest_file)
    for unique_id in part.gone:
        # Sources and seeds have no job.
        if unique_id.startswith(("model.", "snapshot.", "exposure.")):
            yield _taken_back(part.project, unique_id)
    yield from _missing_sql(part)


def _node(project: Project, node: DbtNode, file: str) -> Iterator[SourceDocument | SourceProblem]:
    if node.resource == "exposure":
        yield from _exposure(project, node)
        return
    if not node.has_table:
        return
    if not text(node.node.get("schema")) and not text(node.node.get("database")):
        yield SourceProblem(f"{file}: {node.unique_id}", "has neither a database nor a schema")
        return
    name = project.dataset(node)
    yield event(ol.dataset_event(name, project.generated_at, _facets(project, node), KIND))
    if node.shown_at:
        # Dated by the catalog: an old one must not say what columns there are today.
        schema = {"schema": _schema(node)}
        yield event(ol.dataset_event(name, node.shown_at, schema, KIND))
    if node.resource in ("model", "snapshot"):
        yield event(_job(project, node))


def _facets(project: Project, node: DbtNode) -> ol.Facets:
    kind = "VIEW" if node.materialized in VIEWS else "TABLE"
    facets = {
        "datasetType": ol.dataset_type(kind),
        "dataSource": ol.facet("1-0-1/DatasourceDatasetFacet", name=project.namespace, uri=project.namespace),
        "tags": ol.tags(_tags(node)),
        "dbt": ol.own_facet(
            "DbtFacet",
            unique_id=node.unique_id,
            file=text(node.node.get("original_file_path")),
            materialized=node.materialized,
            contract=node.contract,
        ),
    }
    if node.description:
        facets["documentation"] = ol.documentation(node.description)
    if owners := owners_of(node):
        facets["ownership"] = ol.ownership(owners)
    if node.contract and node.columns and not node.shown_at:
        facets["schema"] = _schema(node)
    if node.resource == "source" and node.table_by_name != node.table:
        facets["symlinks"] = ol.symlinks([(project.namespace, node.table_by_name)])
    return facets


def _schema(node: DbtNode) -> dict[str, Any]:
    return ol.schema([_field(column) for column in node.columns])


def _field(column: DbtColumn) -> dict[str, Any]:
    said = {"name": column.name, "type": column.type, "description": column.description}
    return {name: value for name, value in said.items() if value}


def owners_of(node: DbtNode) -> tuple[str, ...]:
    """From meta, or from the group or owner that newer versions and exposures have."""
    owner = mapping(node.node.get("owner"))
    stated = texts(node.meta.get("owner")) or texts(owner.get("name")) or texts(owner.get("email"))
    group = text(node.node.get("group")) or text(node.config.get("group"))
    return stated or ((f"group:{group}",) if group else ())


def _tags(node: DbtNode) -> Iterator[Mapping[str, str]]:
    yield from (ol.tag(one) for one in node.tags)
    for key in ("tier", "domain"):
        value = node.meta.get(key)
        if isinstance(value, str | int) and not isinstance(value, bool):
            yield ol.tag(key, str(value))
    for column in node.columns:
        yield from _column_tags(column)


def _column_tags(column: DbtColumn) -> Iterator[Mapping[str, str]]:
    yield from (ol.tag(one, field=column.name) for one in column.tags)
    # A flag that is false says as much as a true one: that somebody looked.
    for key in ("pii", "is_pii", "contains_pii"):
        if key in column.meta:
            value = column.meta[key]
            said = value.lower() if isinstance(value, str) else value
            yield ol.tag("pii", "true" if said in TRUE else "false", column.name)
    for key in CLASSES:
        if value := text(column.meta.get(key)):
            yield ol.tag("classification", value.lower(), column.name)


def _job(project: Project, node: DbtNode) -> dict[str, Any]:
    return ol.job_event(
        project.job(node.unique_id),
        project.generated_at,
        job_facets(project, node),
        KIND,
        inputs=[project.dataset(parent) for parent in project.tables_of(node.parents)],
        outputs=[ol.dataset(project.dataset(node))],
    )


def job_facets(project: Project, node: DbtNode) -> ol.Facets:
    facets = {"jobType": ol.job_type("DBT", node.resource.upper())}
    if node.sql:
        facets["sql"] = ol.sql(node.sql, project.dialect)
    if node.description:
        facets["documentation"] = ol.facet("1-1-0/DocumentationJobFacet", description=node.description)
    if owners := owners_of(node):
        facets["ownership"] = ol.ownership(owners)
    if path := text(node.node.get("original_file_path")):
        facets["sourceCodeLocation"] = ol.facet("1-0-1/SourceCodeLocationJobFacet", type="dbt", url=path)
    return facets


def _exposure(project: Project, node: DbtNode) -> Iterator[SourceDocument]:
    dashboard = project.job(node.unique_id)
    kind = (text(node.node.get("type")) or "dashboard").upper()
    label = text(node.node.get("label")) or node.own_name
    description = f"{label}. {node.description}" if node.description else label
    facets = {
        "datasetType": ol.dataset_type(kind),
        "documentation": ol.documentation(description),
        "tags": ol.tags(_tags(node)),
    }
    if url := text(node.node.get("url")):
        facets["dataSource"] = ol.facet("1-0-1/DatasourceDatasetFacet", name=label, uri=url)
    if owners := owners_of(node):
        facets["ownership"] = ol.ownership(owners)
    yield event(ol.dataset_event(dashboard, project.generated_at, facets, KIND))
    yield event(
        ol.job_event(
            dashboard,
            project.generated_at,
            {"jobType": ol.job_type("DBT", "EXPOSURE")},
            KIND,
            inputs=[project.dataset(parent) for parent in project.tables_of(node.parents)],
            outputs=[ol.dataset(dashboard)],
        )
    )


def _taken_back(project: Project, unique_id: str) -> SourceDocument:
    """A node that the project no longer has makes nothing any more. Its table stays: dbt drops none."""
    facets = {"lifecycleStateChange": ol.dropped()}
    return event(ol.job_event(project.job(unique_id), project.generated_at, facets, KIND))


def _missing_sql(part: ProjectPart) -> Iterator[SourceProblem]:
    models = [node for node in part.changed if node.resource == "model" and not node.sql]
    if without := [node for node in models if text(node.node.get("language")) != "python"]:
        models_without = count(len(without), "model")
        reason = f"no column lineage for {models_without} without compiled SQL: run `dbt compile` first"
        yield SourceProblem(part.manifest_file, reason)
