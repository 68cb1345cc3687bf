"""Data Lineage Hub: ingest by team namespace, and its health call, which BreakSight has at the root."""

from collections.abc import Callable
from datetime import datetime

from headwater.dialects.contract import Dialect
from headwater.dialects.hub.routes import Dependencies, build_router, hot_routes
from headwater.dialects.problem import problem_shape
from headwater.questions.operations.ingest import Ingest

DESCRIPTION = "Ingest for a team's namespace, as clients and the SDK of Data Lineage Hub call it, and health."

REFUSALS = {
    400: "The body is not JSON.",
    413: "The body is larger than the limit, counted after decompression.",
    415: "A Content-Encoding other than gzip.",
    422: "A field that can't be used.",
    503: "Nothing was taken; come back after the seconds in Retry-After.",
}


def dialect(ingest: Ingest, dependencies: Dependencies, now: Callable[[], datetime]) -> Dialect:
    return Dialect(
        name="hub",
        title="Data Lineage Hub",
        description=DESCRIPTION,
        paths=("/api/v1/lineage/ingest", "/api/v1/health", "/health"),
        errors=problem_shape(REFUSALS),
        routers=(build_router(dependencies, now),),
        hot_routes=hot_routes(ingest),
    )
