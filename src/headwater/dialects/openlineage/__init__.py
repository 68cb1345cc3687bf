"""OpenLineage, as its clients send it over HTTP: one event, or a batch."""

from headwater.dialects.contract import Dialect
from headwater.dialects.openlineage.routes import PATHS, hot_routes
from headwater.dialects.problem import problem_shape
from headwater.questions.operations.ingest import Ingest

DESCRIPTION = """
Where [OpenLineage](https://openlineage.io) clients send their events. Each is durable before it is
acknowledged.
"""

REFUSALS = {
    400: "The body is not JSON.",
    413: "The body is larger than the limit, counted after decompression.",
    415: "A Content-Encoding other than gzip.",
    422: "The event has no usable identity; the message names the field.",
    503: "Nothing was taken; come back after the seconds in Retry-After.",
}


def dialect(ingest: Ingest) -> Dialect:
    return Dialect(
        name="openlineage",
        title="OpenLineage",
        description=DESCRIPTION.strip(),
        paths=PATHS,
        errors=problem_shape(REFUSALS),
        hot_routes=hot_routes(ingest),
    )
