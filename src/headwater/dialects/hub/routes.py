"""The Hub's calls: ingest for a team's namespace, and health."""

import asyncio
from collections.abc import Callable
from datetime import datetime

from fastapi import APIRouter, Response

from headwater import __version__
from headwater.dialects.contract import Headers, HotRoute, Reply
from headwater.dialects.hub import translate, wire
from headwater.model.times import iso
from headwater.questions.operations.ingest import Ingest

Dependencies = Callable[[], dict[str, str]]

# During a rebuild events are taken and questions are answered; they become visible when it is done.
NOT_BROKEN = ("healthy", "rebuilding", "not configured")


def hot_routes(ingest: Ingest) -> tuple[HotRoute, ...]:
    async def ingest_lineage(_headers: Headers, body: bytes) -> Reply:
        # In a thread: other requests must not wait for a large one.
        batch = await asyncio.to_thread(translate.to_domain, body, ingest.prepare, ingest.rejected)
        taken = await ingest.take(batch.events)
        reply = translate.from_domain(batch, taken)
        return Reply(
            200, reply.model_dump_json(exclude_unset=True).encode(), {"content-type": "application/json"}
        )

    return (HotRoute("/api/v1/lineage/ingest", ingest_lineage, wire.ingest_operation()),)


def build_router(dependencies: Dependencies, now: Callable[[], datetime]) -> APIRouter:
    router = APIRouter(tags=["hub"])

    unhealthy = {"model": wire.Health, "description": "Events can't be taken, or do not become visible."}

    # BreakSight's document asks at the root and shows no body; the Hub's own SDK asks there as well.
    @router.get("/health", responses={503: unhealthy}, operation_id="getHealthAtTheRoot")
    @router.get("/api/v1/health", responses={503: unhealthy})
    def health(response: Response) -> wire.Health:
        """Whether events can be taken and become visible; 503 when not."""
        states = dependencies()
        healthy = all(state in NOT_BROKEN for state in states.values())
        if not healthy:
            response.status_code = 503
            response.headers["Retry-After"] = "1"
        return wire.Health(
            status="healthy" if healthy else "unhealthy",
            timestamp=iso(now()),
            service="headwater",
            version=__version__,
            dependencies=states,
        )

    return router
