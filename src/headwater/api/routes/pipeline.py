"""The pipeline: how far it is, how fast, and what went wrong last."""

from fastapi import APIRouter

from headwater.api.services import Services
from headwater.api.wire.operations import Pipeline


def build_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/pipeline", tags=["pipeline"])

    @router.get("")
    def get_pipeline() -> Pipeline:
        """Position, lag, rates, last error, and how much there is in all."""
        return Pipeline.of(services.status.pipeline())

    return router
