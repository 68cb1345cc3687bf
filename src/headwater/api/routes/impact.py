"""A change before it is made: what it affects, what something is made from, what a schema would break."""

from fastapi import APIRouter

from headwater.api.parameters import AsOf, Column, Cursor, Limit, Name
from headwater.api.routes.graph import Depth
from headwater.api.services import Services
from headwater.api.wire.impact import Impact, Judgement, ProposedSchema, Upstream
from headwater.questions.change.breaking_changes import Proposed
from headwater.questions.change.impact import Question
from headwater.store.queries.paging import DEFAULT_LIMIT


def build_router(services: Services) -> APIRouter:
    router = APIRouter(tags=["impact"])

    @router.get("/impact")
    def get_impact(
        asset: Name,
        column: Column = None,
        as_of: AsOf = None,
        depth: Depth = None,
        limit: Limit = DEFAULT_LIMIT,
        cursor: Cursor = None,
    ) -> Impact:
        """What a change to an asset or column affects: by columns where told, by tables where not."""
        question = Question(asset, column, as_of, depth, limit, cursor)
        return Impact.model_validate(services.impact.affected(question))

    @router.get("/upstream")
    def get_sources(
        asset: Name,
        column: Column = None,
        as_of: AsOf = None,
        depth: Depth = None,
        limit: Limit = DEFAULT_LIMIT,
        cursor: Cursor = None,
    ) -> Upstream:
        """What an asset or column is made from, and what is done on the way."""
        question = Question(asset, column, as_of, depth, limit, cursor)
        return Upstream.model_validate(services.impact.sources(question))

    @router.post("/breaking-changes")
    def judge_schema(proposed: ProposedSchema) -> Judgement:
        """What changes between a dataset's columns and the proposed ones, judged, and what that affects."""
        columns = [Proposed(one.name, one.type, one.description, one.nullable) for one in proposed.columns]
        return Judgement.model_validate(services.breaking_changes.judge(proposed.asset, columns))

    return router
