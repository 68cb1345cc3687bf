"""The health of a job."""

from fastapi import APIRouter

from headwater.api.parameters import AsOf, PathName
from headwater.api.services import Services
from headwater.api.wire.health import JobHealth


def build_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/jobs", tags=["jobs"])

    @router.get("/{name:path}/health")
    def get_job_health(name: PathName, as_of: AsOf = None) -> JobHealth:
        """How its runs end, how long they take, when the next is due, and what was out of the ordinary."""
        return JobHealth.of(services.health.of(name, as_of))

    return router
