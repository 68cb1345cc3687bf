"""Reports: what people, pagers and tests say, from tools that speak no OpenLineage."""

from headwater.dialects.contract import Dialect, OpenReading
from headwater.dialects.problem import problem_shape
from headwater.dialects.reports.routes import hot_routes
from headwater.questions.operations.ingest import Ingest

DESCRIPTION = """
Where signals (what people and pagers say of an entity) and results of tests are sent. Each is durable before
it is acknowledged.
"""

REFUSALS = {
    400: "The body is not JSON.",
    404: "A single document is about an entity that nobody knows; the nearest names are listed.",
    409: "Several entities have the name of a single document; they are listed.",
    413: "The body is larger than the limit, counted after decompression.",
    415: "A Content-Encoding other than gzip.",
    422: "A single document has a field that can't be used; the message names the field.",
    503: "Nothing was taken; come back after the seconds in Retry-After.",
}


def dialect(ingest: Ingest, open_reading: OpenReading) -> Dialect:
    return Dialect(
        name="reports",
        title="Signals and test results",
        description=DESCRIPTION.strip(),
        # What is asked at the same addresses are questions of the native API: only the POSTs are taken here.
        paths=(),
        errors=problem_shape(REFUSALS),
        hot_routes=hot_routes(ingest, open_reading),
    )
