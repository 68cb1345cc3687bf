"""From entities of OpenMetadata to events, test results, queries and signals."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from uuid import uuid5

from headwater.connectors import openlineage as ol
from headwater.connectors.contract import SourceDocument, SourceProblem, assertion, event, query, signal
from headwater.connectors.openmetadata.fetch import EntityPart
from headwater.connectors.openmetadata.names import full_name, linked, split_name
from headwater.connectors.openmetadata.tables import KIND, RUNS, Said, references, translate_table
from headwater.connectors.openmetadata.times import moment

ENDINGS = {"Successful": "COMPLETE", "Failed": "FAIL"}
RESULTS = {"Success": True, "Failed": False}
MAX_TEXT = 10_000


def translate_entity(part: EntityPart) -> Iterator[SourceDocument | SourceProblem]:
    return TRANSLATORS[part.kind](part)


def _pipeline(part: EntityPart) -> Said:
    pipeline = part.entity
    name, at = full_name(pipeline.get("fullyQualifiedName")), moment(pipeline.get("updatedAt"))
    if name is None or at is None:
        yield SourceProblem(f"pipeline {pipeline.get('name')}", "has no fullyQualifiedName, or no updatedAt")
        return
    facets: ol.Facets = {"jobType": ol.job_type("OPENMETADATA", "PIPELINE")}
    if pipeline.get("description"):
        facets["documentation"] = ol.facet(
            "1-1-0/DocumentationJobFacet", description=str(pipeline["description"])
        )
    if owners := [str(one["name"]) for one in references(pipeline.get("owners")) if one.get("name")]:
        facets["ownership"] = ol.ownership(owners)
    stated = ol.job_event(name, at, facets, KIND)
    yield event({key: value for key, value in stated.items() if key not in ("inputs", "outputs")})
    for run in _listed(part.more.get("runs")):
        yield from _run(name, run)


def _run(job: ol.DatasetName, run: Mapping[str, Any]) -> Said:
    ending, began = ENDINGS.get(str(run.get("executionStatus"))), moment(run.get("timestamp"))
    if ending is None or began is None:
        return
    identity: dict[str, Any] = {"runId": str(uuid5(RUNS, f"{job}@{run.get('executionId') or began}"))}
    named = ol.dataset(job)
    yield event(_without_sides(ol.run_event("START", began, identity, named, KIND)))
    if ending == "FAIL":
        facets = {"errorMessage": ol.error_message(_reason(run))}
        identity = {**identity, "facets": facets}
    ended = moment(run.get("endTime")) or began
    yield event(_without_sides(ol.run_event(ending, ended, identity, named, KIND)))


def _without_sides(document: dict[str, Any]) -> dict[str, Any]:
    """What a run read is not known here, which is not the same as nothing."""
    return {key: value for key, value in document.items() if key not in ("inputs", "outputs")}


def _reason(run: Mapping[str, Any]) -> str:
    error = run.get("error")
    message = error.get("message") if isinstance(error, dict) else None
    failed = [
        str(one.get("name"))
        for one in references(run.get("taskStatus"))
        if one.get("executionStatus") == "Failed"
    ]
    return str(message or (f"failed in {', '.join(failed)}" if failed else "failed"))[:MAX_TEXT]


def _test_case(part: EntityPart) -> Said:
    case = part.entity
    about = linked(case.get("entityLink"))
    if about is None or about[0] != "table":
        yield SourceProblem(f"test case {case.get('name')}", f"is about no table: {case.get('entityLink')}")
        return
    results = _listed(part.more.get("results")) or references([case.get("testCaseResult")])
    for result in results:
        success, at = RESULTS.get(str(result.get("testCaseStatus"))), moment(result.get("timestamp"))
        if success is None or at is None:
            continue
        message = result.get("result")
        said = {
            "entity": {"kind": "dataset", "namespace": about[1][0], "name": about[1][1]},
            "name": str(case.get("name")),
            "time": at,
            "success": success,
            "column": about[2],
            "message": str(message)[:MAX_TEXT] if message else None,
        }
        yield assertion({key: value for key, value in said.items() if value is not None})


def _query(part: EntityPart) -> Said:
    entity = part.entity
    at = moment(entity.get("queryDate")) or moment(entity.get("updatedAt"))
    if not isinstance(entity.get("query"), str) or at is None:
        yield SourceProblem(f"query {entity.get('name')}", "has no text, or no queryDate")
        return
    used = [split_name(str(one.get("fullyQualifiedName"))) for one in references(entity.get("queryUsedIn"))]
    place = next((parts for parts in used if len(parts) == 4), None)
    users = [str(one["name"]) for one in references(entity.get("users")) if one.get("name")]
    for user in users or entity.get("usedBy") or [None]:
        said = {
            "sql": entity["query"],
            "time": at,
            "user": user,
            "database": place[1] if place else None,
            "schema": place[2] if place else None,
        }
        yield query({key: value for key, value in said.items() if value is not None})


def _thread(part: EntityPart) -> Said:
    thread = part.entity
    about = linked(thread.get("about"))
    if about is None or about[0] not in ("table", "dashboard", "pipeline"):
        return
    kind = "job" if about[0] == "pipeline" else "dataset"
    entity = {"kind": kind, "namespace": about[1][0], "name": about[1][1]}
    said = [(thread.get("message"), thread.get("createdBy"), thread.get("threadTs"))]
    said += [
        (one.get("message"), one.get("from"), one.get("postTs")) for one in references(thread.get("posts"))
    ]
    for text, author, written in said:
        at = moment(written)
        if isinstance(text, str) and text.strip() and at is not None:
            document = {"entity": entity, "time": at, "text": text[:MAX_TEXT], "source": "openmetadata"}
            yield signal(document | ({"author": str(author)} if author else {}))


def _listed(value: Any) -> list[Mapping[str, Any]]:
    return references(value.get("data")) if isinstance(value, dict) else []


TRANSLATORS: Mapping[str, Callable[[EntityPart], Said]] = {
    "table": translate_table,
    "pipeline": _pipeline,
    "test_case": _test_case,
    "query": _query,
    "thread": _thread,
}
