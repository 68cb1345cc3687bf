"""Reads an OpenMetadata entity by entity, each with all that belongs to it, and passes over what is known."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

from headwater.connectors.contract import Fetched, State
from headwater.connectors.openmetadata.api import OpenMetadataApi
from headwater.connectors.openmetadata.state import OpenMetadataState
from headwater.connectors.openmetadata.usage import USAGE_DAYS, TableUses
from headwater.model.events import content_id

TABLE_FIELDS = "owners,tags,domains,columns"
PART_ENTITIES = 100
# What differs from one answer to the next without anything having happened.
VOLATILE = ("href", "usageSummary", "votes", "followers")


@dataclass(frozen=True, slots=True)
class EntityPart:
    """An entity, and by name what else was asked about it."""

    kind: str
    entity: dict[str, Any]
    more: dict[str, Any]
    digest: str = ""
    """What tells whether it has changed; made from all of it unless given."""

    def __post_init__(self) -> None:
        if not self.digest:
            plain = {name: value for name, value in self.entity.items() if name not in VOLATILE}
            object.__setattr__(self, "digest", content_id([plain, self.more]).hex)


EntityParts = tuple[EntityPart, ...]


def fetch_parts(api: OpenMetadataApi, kept: State, run_at: datetime) -> Iterator[Fetched[EntityParts]]:
    """Some entities at a time: the state, which is kept after each part, grows with their number."""
    state, waiting = OpenMetadataState.read(kept), []
    for part in _entities(api, run_at):
        key = f"{part.kind}:{part.entity.get('id') or part.entity.get('fullyQualifiedName')}"
        if state.seen.get(key) != part.digest:
            waiting.append((key, part))
        if len(waiting) == PART_ENTITIES:
            state = state.after({key: one.digest for key, one in waiting})
            yield Fetched(tuple(one for _, one in waiting), state.kept())
            waiting = []
    if waiting:
        state = state.after({key: one.digest for key, one in waiting})
        yield Fetched(tuple(one for _, one in waiting), state.kept())


def _entities(api: OpenMetadataApi, run_at: datetime) -> Iterator[EntityPart]:
    uses = TableUses(run_at.date())
    for table in api.pages("/tables", fields=TABLE_FIELDS, include="all"):
        name = _quoted(table)
        versions = api.optional(f"/tables/{table.get('id')}/versions")
        lineage = api.optional(f"/lineage/table/name/{name}", upstreamDepth=1, downstreamDepth=1)
        yield EntityPart("table", table, {"versions": versions, "lineage": lineage})
        uses.add_days(
            table, api.optional(f"/usage/table/name/{name}", date=run_at.date().isoformat(), days=USAGE_DAYS)
        )
    for pipeline in api.pages("/pipelines", fields="owners,tags,tasks"):
        runs = api.history(f"/pipelines/{_quoted(pipeline)}/status")
        yield EntityPart("pipeline", pipeline, {"runs": runs})
    for case in api.pages("/dataQuality/testCases", fields="testDefinition,testCaseResult"):
        results = api.history(f"/dataQuality/testCases/testCaseResults/{_quoted(case)}")
        yield EntityPart("test_case", case, {"results": results})
    for query in api.pages("/queries", fields="users,queryUsedIn"):
        uses.add_text(query)
        yield EntityPart("query", query, {})
    for thread in api.pages("/feed", type="Conversation"):
        yield EntityPart("thread", thread, {"posts": _posts(api, thread)})
    for service, day, texts in uses.by_day():
        # A day is counted once, however the texts are spread that become known later.
        yield EntityPart("usage", {"id": f"{service}@{day}"}, {"day": day, "texts": texts}, digest="counted")


def _quoted(entity: Mapping[str, Any]) -> str:
    return quote(str(entity.get("fullyQualifiedName")), safe="")


def _posts(api: OpenMetadataApi, thread: Mapping[str, Any]) -> Any:
    """A list of threads shows only the last posts of each."""
    posts, total = thread.get("posts"), thread.get("postsCount")
    if isinstance(total, int) and total > (len(posts) if isinstance(posts, list) else 0):
        found = api.optional(f"/feed/{thread.get('id')}/posts")
        return found.get("data") if isinstance(found, dict) else posts
    return posts
