"""The tracker's six functions, each as a call: registering, declaring, and four questions."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import AfterValidator

from headwater.dialects.contract import OpenWriting
from headwater.dialects.tracker import read, translate, wire
from headwater.questions.catalog.asset_requests import AssetRequest, EdgeRequest
from headwater.questions.catalog.registration import declare_lineage, register_asset
from headwater.questions.change.breaking_changes import ProposedSchema, breaking_changes
from headwater.questions.parameters import storable

PREFIX = "/api/tracker"
MAX_POSITION = 2**63 - 1

# `storable` refuses text that PostgreSQL can't hold before it reaches a query.
AssetName = Annotated[str, AfterValidator(storable), Query(alias="assetName", min_length=1)]
Column = Annotated[Annotated[str, AfterValidator(storable)] | None, Query(min_length=1)]
MinPosition = Annotated[int, Query(ge=0, le=MAX_POSITION)]


def build_router(open_writing: OpenWriting) -> APIRouter:
    router = APIRouter(prefix=PREFIX, tags=["tracker"])
    add_writes(router, open_writing)
    add_questions(router, open_writing)
    return router


def add_writes(router: APIRouter, open_writing: OpenWriting) -> None:

    @router.post("/registerAsset", status_code=201, operation_id="registerAsset")
    def register(asset: AssetRequest) -> wire.CreatedAsset:
        """Register a data asset, or update the one of that name; the answer is the full asset."""
        with open_writing() as writing:
            return translate.registered(asset, register_asset(writing, asset), writing.clock())

    @router.post("/addLineage", status_code=201, operation_id="addLineage")
    def add_lineage(edge: EdgeRequest) -> wire.CreatedEdge:
        """Add a data flow from source to target; the answer is the full edge. Confidence is 1 by default."""
        with open_writing() as writing:
            return translate.added(declare_lineage(writing, edge), writing.clock())


# Questions are opened for writing as well: only then can a reader wait for a position of its own.
def add_questions(router: APIRouter, open_writing: OpenWriting) -> None:
    @router.get("/getDownstreamImpact", operation_id="getDownstreamImpact")
    def downstream_impact(
        name: AssetName, column: Column = None, min_position: MinPosition = 0
    ) -> wire.DownstreamImpact:
        """What breaks if this asset, or this column of it, changes."""
        with open_writing() as writing:
            writing.wait_for(min_position)
            return read.downstream(writing, name, column)

    @router.get("/getUpstreamLineage", operation_id="getUpstreamLineage")
    def upstream_lineage(
        name: AssetName, column: Column = None, min_position: MinPosition = 0
    ) -> wire.UpstreamLineage:
        """Where the data of this asset, or of this column, comes from."""
        with open_writing() as writing:
            writing.wait_for(min_position)
            return read.upstream(writing, name, column)

    @router.post("/detectBreakingChanges", operation_id="detectBreakingChanges")
    def detect_breaking_changes(
        proposed: wire.ProposedColumns, min_position: MinPosition = 0
    ) -> wire.DetectedChanges:
        """What new columns would break: removed, renamed and retyped ones, and all that they affect."""
        with open_writing() as writing:
            writing.wait_for(min_position)
            schema = ProposedSchema(asset=proposed.assetName, columns=proposed.newColumns)
            return read.breaking(writing, breaking_changes(writing, schema))

    @router.get("/tracePIIFlow", operation_id="tracePIIFlow")
    def trace_pii_flow(
        classification: Annotated[wire.Classification, Query(alias="columnClassification")],
        min_position: MinPosition = 0,
    ) -> list[wire.PiiFlow]:
        """Every column declared with this class, and everywhere that its data goes."""
        with open_writing() as writing:
            writing.wait_for(min_position)
            return read.pii_flows(writing, classification)
