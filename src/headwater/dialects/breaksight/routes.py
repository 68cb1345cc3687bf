"""BreakSight's calls: analyse a change, and list what was analysed."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from pydantic_core import to_json

from headwater.dialects.breaksight import translate, wire
from headwater.dialects.contract import BoundedThreads, OpenReading
from headwater.questions.simulation.requests import SimulationRequest
from headwater.questions.simulation.simulate import list_simulations, simulate, simulation

PATHS = ("/api/simulator", "/api/simulations")
DEFAULT_RECENT = 50

Limit = Annotated[int, Query(ge=1, le=1000, description="Maximum number of results.")]
Number = Annotated[int, Path(ge=1, le=2**63 - 1, description="Number of the simulation.")]


def build_router(open_reading: OpenReading, in_bounded_thread: BoundedThreads) -> APIRouter:
    router = APIRouter(tags=["breaksight"])

    @router.post("/api/simulator/analyze", operation_id="analyze", response_model=wire.SimulatedImpact)
    async def analyze(request: SimulationRequest) -> Response:
        """What a change would break: blast radius, replayed SQL, affected users and a runbook."""

        def reply() -> Response:
            with open_reading() as reading:
                found = translate.impact(simulate(reading, request))
            return Response(to_json(found), media_type="application/json")

        return await in_bounded_thread(reply)

    @router.get("/api/simulations", operation_id="listRecentSimulations")
    def recent(limit: Limit = DEFAULT_RECENT) -> wire.RecentSimulations:
        """Simulations that were made, newest first."""
        with open_reading() as reading:
            return translate.recent(list_simulations(reading, limit=limit))

    @router.get("/api/simulations/{number}", operation_id="getSimulation")
    def get_simulation(number: Number) -> wire.SimulatedImpact:
        """One simulation, as it was computed."""
        with open_reading() as reading:
            return translate.impact(simulation(reading, number))

    return router
