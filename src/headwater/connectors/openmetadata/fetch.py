"""Reads an OpenMetadata entity by entity, each with all that belongs to it, and passes over what is known."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from headwater.connectors.contract import Fetched, State
from headwater.connectors.openmetadata.api import OpenMetadataApi
from headwater.connectors.openmetadata.state import OpenMetadataState
from headwater.model.events import content_id

TABLE_FIELDS = "owners,tags,domains,columns"
# Test results and runs of a pipeline are asked for by time: all that there is, up to a day ahead.
LATEST = 4_102_444_800_000
PART_ENTITIES = 100
# What differs from one answer to the next without anything having happened.
VOLATILE = ("href", "usageSummary", "votes", "followers")


@dataclass(frozen=True, slots=True)
class EntityPart:
    """An entity, and by name what else was asked about it."""

    kind: str
    entity: dict[str, Any]
    more: dict[str, Any]


EntityParts = tuple[EntityPart, ...]


def fetch_parts(api: OpenMetadataApi, kept: State) -> Iterator[Fetched[EntityParts]]:
    """Some entities at a time: the state, which is kept after each part, grows with their number."""
    state, waiting = OpenMetadataState.read(kept), []
    for part in _entities(api):
        key = f"{part.kind}:{part.entity.get('id') or part.entity.get('fullyQualifiedName')}"
        plain = {name: value for name, value in part.entity.items() if name not in VOLATILE}
        digest = content_id([plain, part.more]).hex
        if state.seen.get(key) != digest:
            waiting.append((key, digest, part))
        if len(waiting) == PART_ENTITIES:
            state = state.after({key: digest for key, digest, _ in waiting})
            yield Fetched(tuple(part for *_, part in waiting), state.kept())
            waiting = []
    if waiting:
        state = state.after({key: digest for key, digest, _ in waiting})
        yield Fetched(tuple(part for *_, part in waiting), state.kept())


def _entities(api: OpenMetadataApi) -> Iterator[EntityPart]:
    for table in api.pages("/tables", fields=TABLE_FIELDS, include="all"):
        name = quote(str(table.get("fullyQualifiedName")), safe="")
        versions = api.optional(f"/tables/{table.get('id')}/versions")
        lineage = api.optional(f"/lineage/table/name/{name}", upstreamDepth=1, downstreamDepth=1)
        yield EntityPart("table", table, {"versions": versions, "lineage": lineage})
    for pipeline in api.pages("/pipelines", fields="owners,tags,tasks,pipelineStatus"):
        name = quote(str(pipeline.get("fullyQualifiedName")), safe="")
        runs = api.optional(f"/pipelines/{name}/status", startTs=0, endTs=LATEST, limit=1000)
        yield EntityPart("pipeline", pipeline, {"runs": runs})
    for case in api.pages("/dataQuality/testCases", fields="testDefinition,testCaseResult"):
        name = quote(str(case.get("fullyQualifiedName")), safe="")
        results = api.optional(
            f"/dataQuality/testCases/testCaseResults/{name}", startTs=0, endTs=LATEST, limit=1000
        )
        yield EntityPart("test_case", case, {"results": results})
    for query in api.pages("/queries", fields="users,queryUsedIn"):
        yield EntityPart("query", query, {})
    for thread in api.pages("/feed", type="Conversation"):
        yield EntityPart("thread", thread, {})
