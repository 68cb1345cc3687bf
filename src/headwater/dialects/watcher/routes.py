"""Watcher's calls, at the root as its document has them: health, documentation, and all the others."""

from fastapi import APIRouter, Request, Response
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from headwater.dialects.contract import InTurn, OpenWriting
from headwater.dialects.watcher import replies
from headwater.dialects.watcher.calls.addresses import add_address_lineage, add_address_types, add_addresses
from headwater.dialects.watcher.calls.executions import add_execution_reads, add_execution_writes
from headwater.dialects.watcher.calls.pipelines import add_pipeline_types, add_pipelines
from headwater.dialects.watcher.calls.timeliness import add_timeliness

# Where the application serves the files of its documentation from, so that nothing comes from elsewhere.
STATIC = "/static-offline-docs"
UP = "I'm up!"


def build_router(open_writing: OpenWriting, in_turn: InTurn) -> APIRouter:
    router = APIRouter(tags=["watcher"])
    add_pipelines(router, open_writing)
    add_pipeline_types(router, open_writing)
    add_execution_writes(router, open_writing)
    add_execution_reads(router, open_writing)
    add_addresses(router, open_writing)
    add_address_types(router, open_writing)
    add_address_lineage(router, open_writing, in_turn)
    add_timeliness(router, open_writing, in_turn)

    @router.get("/", response_model=replies.HealthMessage)
    def home(request: Request) -> Response:
        """Whether the server is up; browsers are led to the documentation."""
        # Watcher's clients probe this path and expect JSON; only a browser asks for HTML.
        if "text/html" in request.headers.get("accept", ""):
            return RedirectResponse("/docs")
        return JSONResponse({"message": UP})

    @router.get("/scalar", include_in_schema=False)
    def scalar(request: Request) -> HTMLResponse:
        """The interactive documentation, under the address that Watcher has it at."""
        root = request.scope.get("root_path", "")
        return get_swagger_ui_html(
            openapi_url=f"{root}/openapi/watcher.json",
            title="Watcher",
            swagger_js_url=f"{root}{STATIC}/swagger-ui-bundle.js",
            swagger_css_url=f"{root}{STATIC}/swagger-ui.css",
            swagger_favicon_url=f"{root}{STATIC}/favicon.png",
        )

    return router
