"""Watcher's calls, at the root as its document has them: health and all the others."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from headwater.dialects.contract import BoundedThreads, OpenWriting
from headwater.dialects.watcher import replies
from headwater.dialects.watcher.calls.addresses import add_address_lineage, add_address_types, add_addresses
from headwater.dialects.watcher.calls.executions import add_execution_reads, add_execution_writes
from headwater.dialects.watcher.calls.pipelines import add_pipeline_types, add_pipelines
from headwater.dialects.watcher.calls.timeliness import add_timeliness

UP = "I'm up!"


def build_router(open_writing: OpenWriting, in_bounded_thread: BoundedThreads) -> APIRouter:
    router = APIRouter(tags=["watcher"])
    add_pipelines(router, open_writing)
    add_pipeline_types(router, open_writing)
    add_execution_writes(router, open_writing)
    add_execution_reads(router, open_writing)
    add_addresses(router, open_writing)
    add_address_types(router, open_writing)
    add_address_lineage(router, open_writing, in_bounded_thread)
    add_timeliness(router, open_writing, in_bounded_thread)

    @router.get("/", response_model=replies.HealthMessage)
    def home(request: Request) -> Response:
        """Whether the server is up; browsers are led to the documentation."""
        # Watcher's clients probe this path and expect JSON; only a browser asks for HTML.
        if "text/html" in request.headers.get("accept", ""):
            return RedirectResponse("/docs")
        return JSONResponse({"message": UP})

    return router
