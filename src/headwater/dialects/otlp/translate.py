"""Between OTLP's requests and those of the telemetry log: checked here once, read in the pipeline."""

from datetime import datetime
from typing import NamedTuple

from headwater.errors import BadEncodingError
from headwater.facts.telemetry import otlp
from headwater.model.telemetry import Encoding, TelemetryKind, TelemetryRequest
from headwater.model.times import to_micros

# Of what was rejected, so many are named in the reply.
NAMED = 5

MEDIA_TYPES = {"application/x-protobuf": Encoding.PROTOBUF, "application/json": Encoding.JSON}


class Received(NamedTuple):
    """A request that was checked; `request` is None if it holds nothing that can be used."""

    request: TelemetryRequest | None
    rejected: int
    message: str


def encoding_of(content_type: str) -> Encoding:
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type not in MEDIA_TYPES:
        known = " or ".join(MEDIA_TYPES)
        raise BadEncodingError("Content-Type", f"must be {known}, not `{media_type[:100]}`")
    return MEDIA_TYPES[media_type]


def to_domain(kind: TelemetryKind, content_type: str, body: bytes, now: datetime) -> Received:
    encoding = encoding_of(content_type)
    checked = otlp.check(kind, encoding, body, to_micros(now) * 1000)
    usable = checked.items > checked.rejected
    request = TelemetryRequest(kind, encoding, body, now) if usable else None
    return Received(request, checked.rejected, _message(checked))


def _message(checked: otlp.Checked) -> str:
    if not checked.rejected:
        return ""
    named = "; ".join(f"{problem.place}.{problem.reason}" for problem in checked.problems[:NAMED])
    more = checked.rejected - min(len(checked.problems), NAMED)
    return f"{named}; and {more} more" if more else named
