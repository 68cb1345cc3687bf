"""What came of a dbt command: runs of models, results of tests, freshness of sources."""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID, uuid5

from headwater.connectors import openlineage as ol
from headwater.connectors.contract import SourceDocument, SourceProblem, assertion, event
from headwater.connectors.dbt.artifacts import Artifact
from headwater.connectors.dbt.fetch import ResultsPart
from headwater.connectors.dbt.project import DbtNode, Project, mapping, text
from headwater.connectors.dbt.translate import KIND, job_facets
from headwater.documents.words import count

RUNS = uuid5(UUID(int=0), "headwater.dev/dbt")
ENDINGS = {"success": "COMPLETE", "partial success": "COMPLETE", "error": "FAIL", "fail": "FAIL"}
RAN = ("model", "seed", "snapshot")
# What these commands leave in run_results.json is no run of a model.
NO_RUNS = ("compile", "generate", "parse", "list", "docs")
DOCUMENTS = "generate"
OVERWRITTEN = (
    "is of `dbt docs generate`, which runs no model and no test: results of what ran before are overwritten; "
    "use `dbt docs generate --no-compile`"
)
MAX_MESSAGE = 10_000


def translate_results(part: ResultsPart) -> Iterator[SourceDocument | SourceProblem]:
    if part.kind == "sources":
        for place, result in enumerate(part.artifact.results):
            yield from _freshness(part.project, mapping(result), f"{part.artifact.file}: results[{place}]")
        return
    command = text(mapping(part.artifact.document.get("args")).get("which")) or "run"
    if command in NO_RUNS:
        # Who documents a project has usually built it a moment before; who compiles may have built nothing.
        if command == DOCUMENTS:
            yield SourceProblem(part.artifact.file, OVERWRITTEN)
        return
    if part.with_runs:
        yield from _command(part)
    for place, result in enumerate(part.artifact.results):
        yield from _result(part, mapping(result), f"{part.artifact.file}: results[{place}]")


def _command(part: ResultsPart) -> Iterator[SourceDocument]:
    """The command itself, as the parent of what it ran; named as dbt-ol names it."""
    artifact, project = part.artifact, part.project
    began = text(artifact.metadata.get("invocation_started_at"))
    job = {
        **ol.dataset(_command_job(project)),
        "facets": {"jobType": ol.job_type("DBT", "JOB")},
    }
    run = {"runId": str(_invocation(artifact))}
    failed = any(mapping(result).get("status") in ("error", "fail") for result in artifact.results)
    if began:
        yield event(ol.run_event("START", began, run, job, KIND))
    yield event(ol.run_event("FAIL" if failed else "COMPLETE", artifact.generated_at, run, job, KIND))


def _command_job(project: Project) -> ol.DatasetName:
    return project.job(f"dbt-run-{project.name}")


def _invocation(artifact: Artifact) -> UUID:
    stated = text(artifact.metadata.get("invocation_id")) or artifact.generated_at
    try:
        return UUID(stated)
    except ValueError:
        return uuid5(RUNS, stated)


def _result(
    part: ResultsPart, result: Mapping[str, Any], place: str
) -> Iterator[SourceDocument | SourceProblem]:
    unique_id = text(result.get("unique_id"))
    node = part.project.nodes.get(unique_id or "")
    if unique_id is None:
        yield SourceProblem(f"{place}.unique_id", "required")
    elif node is None:
        # The manifest is of another state of the project than the results.
        yield SourceProblem(f"{place}.unique_id", f"`{unique_id}` is not in manifest.json")
    elif node.resource in ("test", "unit_test"):
        yield from _test(part, node, result)
    elif node.resource in RAN and node.has_table and part.with_runs:
        yield from _run(part, node, result)


def _run(part: ResultsPart, node: DbtNode, result: Mapping[str, Any]) -> Iterator[SourceDocument]:
    project, ending = part.project, ENDINGS.get(str(result.get("status")))
    began, ended = _times(result, part.artifact.generated_at)
    if ending is None:
        return
    invocation = _invocation(part.artifact)
    run_facets = {"parent": ol.parent(str(invocation), _command_job(project))}
    run = {"runId": str(uuid5(invocation, node.unique_id)), "facets": run_facets}
    job = {**ol.dataset(project.job(node.unique_id)), "facets": job_facets(project, node)}
    inputs = [ol.dataset(project.dataset(parent)) for parent in project.tables_of(node.parents)]
    yield event(ol.run_event("START", began, run, job, KIND, inputs, []))
    if ending == "FAIL":
        message = (text(result.get("message")) or "failed")[:MAX_MESSAGE]
        failed = {**run, "facets": {**run_facets, "errorMessage": ol.error_message(message)}}
        yield event(ol.run_event("FAIL", ended, failed, job, KIND, inputs, []))
        return
    output = ol.dataset(project.dataset(node))
    rows = mapping(result.get("adapter_response")).get("rows_affected")
    if isinstance(rows, int) and not isinstance(rows, bool) and rows >= 0:
        counted = ol.facet("1-0-2/OutputStatisticsOutputDatasetFacet", rowCount=rows)
        output["outputFacets"] = {"outputStatistics": counted}
    yield event(ol.run_event("COMPLETE", ended, run, job, KIND, inputs, [output]))


def _times(result: Mapping[str, Any], otherwise: str) -> tuple[str, str]:
    """When it began and ended; a result that was never started counts from when the artifact was written."""
    timing = [mapping(one) for one in result.get("timing") or () if isinstance(one, dict)]
    begun = [text(one.get("started_at")) for one in timing]
    ended = [text(one.get("completed_at")) for one in timing]
    first = next((one for one in begun if one), otherwise)
    return first, next((one for one in reversed(ended) if one), otherwise)


def _test(part: ResultsPart, node: DbtNode, result: Mapping[str, Any]) -> Iterator[SourceDocument]:
    status = str(result.get("status"))
    if status not in ("pass", "fail", "warn", "error"):
        return
    tested = _tested(part.project, node)
    if tested is None:
        return
    failures = result.get("failures")
    message = text(result.get("message"))
    said = {
        "entity": _entity(part.project, tested),
        "name": node.own_name,
        "time": _times(result, part.artifact.generated_at)[1],
        "success": status == "pass",
        "column": text(node.node.get("column_name")),
        "actual": count(failures, "row") if isinstance(failures, int) else None,
        "expected": "0 rows" if isinstance(failures, int) else None,
        "message": f"warning: {message}"[:MAX_MESSAGE] if status == "warn" and message else message,
    }
    yield assertion({name: value for name, value in said.items() if value is not None})


def _tested(project: Project, node: DbtNode) -> DbtNode | None:
    """The table that a test is of: the one it is attached to, or else the last that it reads."""
    attached = project.nodes.get(text(node.node.get("attached_node")) or "")
    if attached is not None and attached.has_table:
        return attached
    # Older versions do not say it; of a relationship, the table that refers to the other comes last.
    read = list(project.tables_of(node.parents))
    return read[-1] if read else None


def _freshness(
    project: Project, result: Mapping[str, Any], place: str
) -> Iterator[SourceDocument | SourceProblem]:
    node = project.nodes.get(text(result.get("unique_id")) or "")
    if node is None:
        yield SourceProblem(f"{place}.unique_id", "is not in manifest.json")
        return
    moment = text(result.get("snapshotted_at")) or _times(result, "")[1]
    if not moment:
        yield SourceProblem(f"{place}.snapshotted_at", "required")
        return
    said = {
        "entity": _entity(project, node),
        "name": "freshness",
        "time": moment,
        "success": result.get("status") == "pass",
        "actual": text(result.get("max_loaded_at")),
        "expected": _expected(mapping(result.get("criteria"))),
        "message": text(result.get("error")) or f"freshness: {result.get('status')}",
    }
    yield assertion({name: value for name, value in said.items() if value is not None})


def _expected(criteria: Mapping[str, Any]) -> str | None:
    limit = mapping(criteria.get("error_after")) or mapping(criteria.get("warn_after"))
    return f"at most {limit['count']} {limit['period']}s old" if limit.get("count") else None


def _entity(project: Project, node: DbtNode) -> dict[str, str]:
    namespace, name = project.dataset(node)
    return {"kind": "dataset", "namespace": namespace, "name": name}
