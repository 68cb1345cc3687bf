"""From entities of OpenMetadata to events, test results, queries and signals."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from uuid import uuid5

from headwater.connectors import openlineage as ol
from headwater.connectors.contract import SourceDocument, SourceProblem, assertion, event, query, signal
from headwater.connectors.openmetadata.fetch import EntityPart
from headwater.connectors.openmetadata.names import full_name, linked
from headwater.connectors.openmetadata.tables import KIND, RUNS, Said, references, translate_table
from headwater.connectors.openmetadata.times import moment
from headwater.connectors.openmetadata.usage import QueryOfUser, texts_of

ENDINGS = {"Successful": "COMPLETE", "Failed": "FAIL"}
RESULTS = {"Success": True, "Failed": False}
MAX_TEXT = 10_000
# How often a text ran is spread from the uses of its tables.
ESTIMATED = "estimated-count"


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
    for run in references(part.more.get("runs")):
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
    """OpenMetadata keeps which tasks failed, and no message."""
    failed = [
        str(one.get("name"))
        for one in references(run.get("taskStatus"))
        if one.get("executionStatus") == "Failed"
    ]
    return (f"failed in {', '.join(failed)}" if failed else "failed")[:MAX_TEXT]


def _test_case(part: EntityPart) -> Said:
    case = part.entity
    about = linked(case.get("entityLink"))
    if about is None or about[0] != "table":
        yield SourceProblem(f"test case {case.get('name')}", f"is about no table: {case.get('entityLink')}")
        return
    results = references(part.more.get("results")) or references([case.get("testCaseResult")])
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
    texts = list(texts_of(part.entity))
    if not texts:
        yield SourceProblem(f"query {part.entity.get('name')}", "has no text, or no queryDate")
    yield from (query(_asked(text, text.last)) for text in texts)


def _usage(part: EntityPart) -> Said:
    at = f"{part.more['day']}T12:00:00Z"
    for text, count in part.more["texts"]:
        yield query(_asked(text, at) | {"count": count, "tags": [ESTIMATED]})


def _asked(text: QueryOfUser, at: str) -> dict[str, Any]:
    place = text.place()
    said = {
        "sql": text.sql,
        "time": at,
        "user": text.user,
        "database": place[0] if place else None,
        "schema": place[1] if place else None,
    }
    return {key: value for key, value in said.items() if value is not None}


def _thread(part: EntityPart) -> Said:
    thread = part.entity
    about = linked(thread.get("about"))
    if about is None or about[0] not in ("table", "dashboard", "pipeline"):
        return
    kind = "job" if about[0] == "pipeline" else "dataset"
    entity = {"kind": kind, "namespace": about[1][0], "name": about[1][1]}
    said = [(thread.get("message"), thread.get("createdBy"), thread.get("threadTs"))]
    said += [
        (one.get("message"), one.get("from"), one.get("postTs")) for one in references(part.more.get("posts"))
    ]
    for text, author, written in said:
        at = moment(written)
        if isinstance(text, str) and text.strip() and at is not None:
            document = {"entity": entity, "time": at, "text": text[:MAX_TEXT], "source": "openmetadata"}
            yield signal(document | ({"author": str(author)} if author else {}))


TRANSLATORS: Mapping[str, Callable[[EntityPart], Said]] = {
    "table": translate_table,
    "pipeline": _pipeline,
    "test_case": _test_case,
    "query": _query,
    "usage": _usage,
    "thread": _thread,
}
