"""The Hub's calls: ingest for a team's namespace, and health."""

from collections.abc import Callable
from datetime import datetime

from fastapi import APIRouter, Response

from headwater import __version__
from headwater.dialects.hub import translate, wire
from headwater.model.times import iso
from headwater.questions.operations.ingest import Ingest

Dependencies = Callable[[], dict[str, str]]


def build_router(ingest: Ingest, dependencies: Dependencies, now: Callable[[], datetime]) -> APIRouter:
    router = APIRouter(prefix="/api/v1", tags=["hub"])

    @router.post("/lineage/ingest")
    async def ingest_lineage(body: wire.WrappedRequest | wire.LineageRequest) -> wire.LineageReply:
        """Take a team's OpenLineage events, flat or wrapped in `lineage_data`; each is judged alone."""
        request = body.lineage_data if isinstance(body, wire.WrappedRequest) else body
        events, errors = translate.to_domain(request)
        return translate.from_domain(request, events, errors, await ingest.take(events))

    @router.get("/health")
    def health(response: Response) -> wire.Health:
        """Whether events can be taken and become visible; 503 when not."""
        states = dependencies()
        healthy = all(state in ("healthy", "not configured") for state in states.values())
        if states.get("postgresql") != "healthy":
            response.status_code = 503
        return wire.Health(
            status="healthy" if healthy else "unhealthy",
            timestamp=iso(now()),
            service="headwater",
            version=__version__,
            dependencies=states,
        )

    return router
