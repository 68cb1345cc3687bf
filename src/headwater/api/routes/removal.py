"""Taking datasets and jobs out of the graph."""

from fastapi import APIRouter, Depends
from fastapi.concurrency import run_in_threadpool

from headwater.api import errors
from headwater.api.parameters import PathName, storable
from headwater.api.wire.operations import Removed
from headwater.questions import resolve
from headwater.questions.catalog.removal import Removal


def build_router(removal: Removal) -> APIRouter:
    router = APIRouter(prefix="/api/v1", dependencies=[Depends(storable)], responses=errors.PROBLEMS)

    @router.delete("/datasets/{name:path}", tags=["datasets"])
    async def delete_dataset(name: PathName) -> Removed:
        """Stop a dataset from connecting others from now on; what was before stays to be asked for."""
        found = await run_in_threadpool(removal.find, name, resolve.DATASET)
        return Removed.of(await removal.remove(found))

    @router.delete("/jobs/{name:path}", tags=["jobs"])
    async def delete_job(name: PathName) -> Removed:
        """Stop a job from connecting datasets from now on; its runs stay."""
        found = await run_in_threadpool(removal.find, name, resolve.JOB)
        return Removed.of(await removal.remove(found))

    return router
