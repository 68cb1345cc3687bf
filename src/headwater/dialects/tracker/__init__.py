"""The lineage tracker: its six functions as calls, with its own parameters, fields and shapes."""

from headwater.access.scopes import AccessScope
from headwater.dialects.contract import BoundedThreads, Dialect, OpenWriting
from headwater.dialects.problem import problem_shape
from headwater.dialects.tracker.routes import PREFIX, build_router

DESCRIPTION = """
The six functions of the lineage tracker over the catalog, impact and compliance, in its own words.

A write answers with its `position`; send it as `min_position` to a read that has to see it.
"""

REFUSALS = {
    400: "The body is not JSON.",
    404: "No asset of that name; the nearest names are listed.",
    409: "Several assets have that name; they are listed.",
    413: "The body is larger than the limit, counted after decompression.",
    415: "A Content-Encoding other than gzip.",
    422: "A field or parameter that can't be used.",
    503: "Not visible yet, or the store can't be reached; come back after the seconds in Retry-After.",
}

SCOPES = {
    f"POST {PREFIX}/registerAsset": AccessScope.MANAGE,
    f"POST {PREFIX}/addLineage": AccessScope.MANAGE,
    # A question with a body: nothing is kept.
    f"POST {PREFIX}/detectBreakingChanges": AccessScope.READ,
}


def dialect(open_writing: OpenWriting, in_bounded_thread: BoundedThreads) -> Dialect:
    return Dialect(
        name="tracker",
        title="Lineage tracker",
        description=DESCRIPTION.strip(),
        paths=(PREFIX,),
        errors=problem_shape(REFUSALS),
        routers=(build_router(open_writing, in_bounded_thread),),
        scopes=SCOPES,
    )
