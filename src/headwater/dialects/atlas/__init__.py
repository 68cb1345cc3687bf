"""Atlas OpenLineage: every event of a run, newest first, behind opaque paging."""

from collections.abc import Callable

from headwater.dialects.atlas import translate, wire
from headwater.dialects.atlas.routes import PREFIX, build_router
from headwater.dialects.contract import Dialect, ErrorResponse, ErrorShape, OpenReading

DESCRIPTION = """
The events of a run as they came, newest first, straight from the log. Everything comes in one envelope,
errors included, with the real status.
"""

REFUSALS = {
    400: "A pagingState that this server did not give out.",
    404: "No such event.",
    422: "A parameter that can't be used.",
    503: "The log can't be reached; come back after the seconds in Retry-After.",
}


def dialect(open_reading: OpenReading, healthy: Callable[[], bool]) -> Dialect:
    refusals = {
        status: ErrorResponse(description, wire.AtlasEnvelope) for status, description in REFUSALS.items()
    }
    return Dialect(
        name="atlas",
        title="Atlas OpenLineage",
        description=DESCRIPTION.strip(),
        paths=(PREFIX,),
        errors=ErrorShape(translate.failed, refusals),
        routers=(build_router(open_reading, healthy),),
    )
