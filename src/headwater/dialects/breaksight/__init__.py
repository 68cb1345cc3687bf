"""BreakSight: the calls of its Time Machine and its Simulator, over native questions."""

from headwater.access.scopes import AccessScope
from headwater.dialects.breaksight import history, routes, time_machine
from headwater.dialects.contract import BoundedThreads, Dialect, OpenReading
from headwater.dialects.problem import problem_shape

DESCRIPTION = """
The calls of BreakSight's Time Machine and Simulator in its own words, over the native questions.
"""

REFUSALS = {
    400: "The body is not JSON.",
    404: "No entity of that name, or no simulation of that number; the nearest names are listed.",
    409: "Several entities have that name; they are listed.",
    413: "The body is larger than the limit, counted after decompression.",
    415: "A Content-Encoding other than gzip.",
    422: "A field that can't be used: an unknown column or change, a rename onto a name that is taken.",
    503: "The store can't be reached; come back after the seconds in Retry-After.",
}


def dialect(open_reading: OpenReading, in_bounded_thread: BoundedThreads) -> Dialect:
    return Dialect(
        name="breaksight",
        title="BreakSight",
        description=DESCRIPTION.strip(),
        paths=(*routes.PATHS, *history.PATHS, "/api/time-machine"),
        errors=problem_shape(REFUSALS),
        routers=(
            routes.build_router(open_reading, in_bounded_thread),
            time_machine.build_router(open_reading, in_bounded_thread),
            history.build_router(open_reading, in_bounded_thread),
        ),
        scopes={"POST /api/simulator/analyze": AccessScope.SIMULATE},
    )
