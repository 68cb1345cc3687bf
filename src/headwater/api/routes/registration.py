"""Writing to the catalog: assets and declared lineage become events in the log."""

from fastapi import APIRouter, Depends, Response
from fastapi.concurrency import run_in_threadpool

from headwater.api import errors
from headwater.api.parameters import PathName, storable
from headwater.api.wire.assets import (
    AssetWritten,
    DeclaredEdge,
    EdgeWritten,
    Import,
    Imported,
    NewAsset,
    NewEdge,
    RegisteredAsset,
)
from headwater.api.wire.operations import Removed
from headwater.questions import resolve
from headwater.questions.catalog.assets import Assets
from headwater.questions.catalog.removal import Removal


def build_router(assets: Assets, removal: Removal) -> APIRouter:
    router = APIRouter(
        prefix="/api/v1/assets", tags=["assets"], dependencies=[Depends(storable)], responses=errors.PROBLEMS
    )

    @router.post("", status_code=201, responses={200: {"description": "It was known, and is updated."}})
    async def register_asset(asset: NewAsset, response: Response) -> AssetWritten:
        """Register an asset, or update it: each field that is sent replaces what was declared of it."""
        plan = await run_in_threadpool(assets.plan, [asset.to_domain()], [])
        position = await assets.write(plan)
        (registered,) = plan.assets
        response.status_code = 201 if registered.created else 200
        told = RegisteredAsset.of(registered)
        return AssetWritten(asset=told, event_id=registered.event_id, position=position)

    @router.post("/lineage", status_code=201)
    async def declare_lineage(edge: NewEdge) -> EdgeWritten:
        """Declare that one asset or column feeds another; the same edge again replaces the last word."""
        plan = await run_in_threadpool(assets.plan, [], [edge.to_domain()])
        position = await assets.write(plan)
        told = DeclaredEdge.of(plan.edges[0])
        return EdgeWritten(edge=told, event_id=plan.events[0].event_id, position=position)

    @router.post("/import")
    async def import_catalog(catalog: Import) -> Imported:
        """A whole catalog at once, all or nothing; edges may name assets that stand beside them."""
        plan = await run_in_threadpool(
            assets.plan,
            [asset.to_domain() for asset in catalog.assets],
            [edge.to_domain() for edge in catalog.lineage],
        )
        return Imported.of(plan, await assets.write(plan))

    @router.delete("/{name:path}")
    async def delete_asset(name: PathName) -> Removed:
        """Stop an asset from connecting others from now on; its history stays."""
        found = await run_in_threadpool(removal.find, name, resolve.ANY)
        return Removed.of(await removal.remove(found))

    return router
