"""The tracker's six functions, each as a call: registering, declaring, and four questions."""

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response
from pydantic import AfterValidator
from pydantic_core import to_json

from headwater.dialects.contract import BoundedThreads, OpenWriting
from headwater.dialects.tracker import read, translate, wire
from headwater.questions.catalog.asset_requests import AssetRequest, EdgeRequest
from headwater.questions.catalog.registration import declare_lineage, register_asset
from headwater.questions.change.breaking_changes import ProposedSchema, breaking_changes
from headwater.questions.parameters import storable
from headwater.questions.reading import Reading

Ask = Callable[[Reading], object]

PREFIX = "/api/tracker"
MAX_POSITION = 2**63 - 1

# `storable` refuses text that PostgreSQL can't hold before it reaches a query.
AssetName = Annotated[
    str,
    AfterValidator(storable),
    Query(alias="assetName", min_length=1, description="Name of the asset."),
]
Column = Annotated[
    Annotated[str, AfterValidator(storable)] | None,
    Query(min_length=1, description="A column of the asset."),
]
Classification = Annotated[
    wire.Classification,
    Query(alias="columnClassification", description="Class that the columns are declared as."),
]
MinPosition = Annotated[
    int, Query(ge=0, le=MAX_POSITION, description="Wait until this log position is visible.")
]


def build_router(open_writing: OpenWriting, in_bounded_thread: BoundedThreads) -> APIRouter:
    router = APIRouter(prefix=PREFIX, tags=["tracker"])
    add_writes(router, open_writing)
    add_questions(router, open_writing, in_bounded_thread)
    return router


def add_writes(router: APIRouter, open_writing: OpenWriting) -> None:

    @router.post(
        "/registerAsset",
        status_code=201,
        operation_id="registerAsset",
        responses={200: {"model": wire.CreatedAsset}},
    )
    def register(asset: AssetRequest, response: Response) -> wire.CreatedAsset:
        """Register a data asset, or update the one of that name; the answer is the full asset.

        201 for a new asset, 200 for one that was known.
        """
        with open_writing() as writing:
            written = register_asset(writing, asset)
            response.status_code = 201 if written.asset.created else 200
            return translate.registered(asset, written, writing.clock())

    @router.post("/addLineage", status_code=201, operation_id="addLineage")
    def add_lineage(edge: EdgeRequest) -> wire.CreatedEdge:
        """Add a data flow from source to target; the answer is the full edge. Confidence is 1 by default."""
        with open_writing() as writing:
            return translate.added(declare_lineage(writing, edge), writing.clock())


def until_visible(open_writing: OpenWriting) -> Callable[..., None]:
    """A dependency: it waits before the question's turn, which others want."""

    def wait(min_position: MinPosition = 0) -> None:
        # Opened for writing, as only that can wait.
        if min_position:
            with open_writing() as writing:
                writing.wait_for(min_position)

    return wait


def answering(
    open_writing: OpenWriting, in_bounded_thread: BoundedThreads
) -> Callable[[Ask], Awaitable[Response]]:
    """How the questions are answered: in their turn, and with the JSON made in the same thread."""

    async def answered(ask: Ask) -> Response:
        def reply() -> Response:
            with open_writing() as reading:
                return Response(to_json(ask(reading)), media_type="application/json")

        return await in_bounded_thread(reply)

    return answered


def add_questions(router: APIRouter, open_writing: OpenWriting, in_bounded_thread: BoundedThreads) -> None:
    answered, visible = answering(open_writing, in_bounded_thread), [Depends(until_visible(open_writing))]

    @router.get(
        "/getDownstreamImpact",
        operation_id="getDownstreamImpact",
        response_model=wire.DownstreamImpact,
        dependencies=visible,
    )
    async def downstream_impact(name: AssetName, column: Column = None) -> Response:
        """What breaks if this asset, or this column of it, changes."""
        return await answered(lambda reading: read.downstream(reading, name, column))

    @router.get(
        "/getUpstreamLineage",
        operation_id="getUpstreamLineage",
        response_model=wire.UpstreamLineage,
        dependencies=visible,
    )
    async def upstream_lineage(name: AssetName, column: Column = None) -> Response:
        """Where the data of this asset, or of this column, comes from."""
        return await answered(lambda reading: read.upstream(reading, name, column))

    @router.post(
        "/detectBreakingChanges",
        operation_id="detectBreakingChanges",
        response_model=wire.DetectedChanges,
        dependencies=visible,
    )
    async def detect_breaking_changes(proposed: wire.ProposedColumns) -> Response:
        """What new columns would break: removed, renamed and retyped ones, and all that they affect."""
        schema = ProposedSchema(asset=proposed.assetName, columns=proposed.newColumns)
        return await answered(lambda reading: read.breaking(reading, breaking_changes(reading, schema)))

    @router.get(
        "/tracePIIFlow",
        operation_id="tracePIIFlow",
        response_model=list[wire.PiiFlow],
        dependencies=visible,
    )
    async def trace_pii_flow(
        classification: Classification,
    ) -> Response:
        """Every column declared with this class, and everywhere that its data goes."""
        return await answered(lambda reading: read.pii_flows(reading, classification))
