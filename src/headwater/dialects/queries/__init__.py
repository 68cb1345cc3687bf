"""Query logs: who asked which SQL, when and how often."""

from headwater.dialects.contract import Dialect
from headwater.dialects.problem import problem_shape
from headwater.dialects.queries.routes import hot_routes
from headwater.questions.operations.ingest import Ingest

DESCRIPTION = """
Where the queries of a warehouse's log are sent. Literals are masked before a query is stored; each is
durable before it is acknowledged.
"""

REFUSALS = {
    400: "The body is not JSON.",
    413: "The body is larger than the limit, counted after decompression.",
    415: "A Content-Encoding other than gzip.",
    422: "A single query has a field that can't be used; the message names the field.",
    503: "Nothing was taken; come back after the seconds in Retry-After.",
}


def dialect(ingest: Ingest, keep_literals: bool) -> Dialect:
    return Dialect(
        name="queries",
        title="Query logs",
        description=DESCRIPTION.strip(),
        # What is asked at the same address is a question of the native API: only the POST is taken here.
        paths=(),
        errors=problem_shape(REFUSALS),
        hot_routes=hot_routes(ingest, keep_literals),
    )
