"""Lineage: upstream, downstream, paths between two nodes, changes between two times."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query

from headwater.api.parameters import AsOf, Column, Cursor, Limit, Moment, Name
from headwater.api.services import Services
from headwater.api.wire.graph import Diff, Paths, Walk
from headwater.graph import Direction
from headwater.questions.lineage.diff import DiffQuestion
from headwater.questions.lineage.paths import PathQuestion
from headwater.questions.lineage.walk import Question
from headwater.store.queries.paging import DEFAULT_LIMIT

MAX_DEPTH = 10_000

Depth = Annotated[
    int | None, Query(ge=1, le=MAX_DEPTH, description="How many hops to go; to the end if not told.")
]
Level = Annotated[
    Literal["dataset", "column"] | None,
    Query(description="`column` walks from all columns of a dataset. Follows from the name if not told."),
]
Jobs = Annotated[
    bool, Query(description="Show jobs as nodes; if false, they are folded into edges between datasets.")
]
Indirect = Annotated[
    bool, Query(description="At column level, follow filters, joins, groupings and the like as well.")
]
Earlier = Annotated[Moment, Query(alias="from", examples=["2026-04-19T00:00:00Z"])]
Later = Annotated[
    Moment | None, Query(alias="to", description="Now if not told.", examples=["2026-04-21T00:00:00Z"])
]
MaybeName = Annotated[
    str | None,
    Query(min_length=1, description="Compare only edges that touch it.", examples=["sales.orders"]),
]
MaxPaths = Annotated[int, Query(ge=1, le=100, description="How many paths at the most; 20 if not told.")]


def build_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/graph", tags=["graph"])
    _add_walk(router, services, "upstream", "Everything that a dataset, column or job is made from.")
    _add_walk(router, services, "downstream", "Everything that is made from a dataset, column or job.")

    @router.get("/paths")
    def get_paths(
        source: Name,
        target: Name,
        source_column: Column = None,
        target_column: Column = None,
        as_of: AsOf = None,
        indirect: Indirect = False,
        limit: MaxPaths = 20,
    ) -> Paths:
        """How data gets from one node to another: the simple paths between them, shortest first."""
        question = PathQuestion(source, target, source_column, target_column, as_of, indirect, limit)
        return Paths.model_validate(services.paths.between(question))

    @router.get("/diff")
    def get_diff(
        earlier: Earlier,
        later: Later = None,
        name: MaybeName = None,
        column: Column = None,
        limit: Limit = DEFAULT_LIMIT,
        cursor: Cursor = None,
    ) -> Diff:
        """Which edges appeared and vanished between two times, and which event did it."""
        question = DiffQuestion(earlier, later, name, column, limit, cursor)
        return Diff.model_validate(services.diff.between(question))

    return router


def _add_walk(router: APIRouter, services: Services, direction: Direction, summary: str) -> None:
    @router.get(
        f"/{direction}", name=f"get_{direction}", summary=f"Get {direction.title()}", description=summary
    )
    def get_walk(
        name: Name,
        column: Column = None,
        level: Level = None,
        depth: Depth = None,
        as_of: AsOf = None,
        jobs: Jobs = True,
        indirect: Indirect = False,
        limit: Limit = DEFAULT_LIMIT,
        cursor: Cursor = None,
    ) -> Walk:
        question = Question(name, direction, column, level, depth, as_of, jobs, indirect, limit, cursor)
        return Walk.model_validate(services.lineage.walk(question))
