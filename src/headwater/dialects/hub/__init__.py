"""Data Lineage Hub: ingest by team namespace, and its health call, which BreakSight has at the root."""

from collections.abc import Callable
from datetime import datetime

from headwater.access.scopes import AccessScope
from headwater.dialects.contract import Dialect, OpenWriting
from headwater.dialects.hub import namespaces, telemetry
from headwater.dialects.hub.routes import Dependencies, build_router, hot_routes
from headwater.dialects.problem import problem_shape
from headwater.questions.operations.ingest import Ingest
from headwater.questions.operations.telemetry_ingest import TelemetryIngest

DESCRIPTION = """
Ingest for a team's namespace and health, as clients and the SDK of Data Lineage Hub call them, and the teams
themselves, which it calls namespaces.
""".strip()

REFUSALS = {
    400: "The body is not JSON, or there is a team of that name already.",
    404: "No team of that name.",
    413: "The body is larger than the limit, counted after decompression.",
    415: "A Content-Encoding other than gzip.",
    422: "A field that can't be used.",
    503: "Nothing was taken; come back after the seconds in Retry-After.",
}


def dialect(
    ingest: Ingest,
    telemetry_ingest: TelemetryIngest,
    dependencies: Dependencies,
    now: Callable[[], datetime],
    open_writing: OpenWriting,
) -> Dialect:
    return Dialect(
        name="hub",
        title="Data Lineage Hub",
        description=DESCRIPTION,
        paths=("/api/v1/lineage/ingest", telemetry.PATH, "/api/v1/health", "/health", namespaces.PATH),
        errors=problem_shape(REFUSALS),
        routers=(build_router(dependencies, now), namespaces.build_router(open_writing)),
        hot_routes=(*hot_routes(ingest), telemetry.hot_route(telemetry_ingest)),
        scopes={
            f"POST {namespaces.PATH}": AccessScope.MANAGE,
            f"PATCH {namespaces.PATH}/{{name}}": AccessScope.MANAGE,
        },
    )
