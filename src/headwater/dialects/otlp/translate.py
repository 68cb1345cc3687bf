"""Between OTLP's requests and those of the telemetry log: checked here once, read in the pipeline."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from headwater.errors import BadEncodingError
from headwater.facts.telemetry import otlp
from headwater.model.telemetry import Encoding, TelemetryKind, TelemetryRequest
from headwater.model.times import to_micros
from headwater.questions.operations.telemetry_ingest import TelemetryIngest
from headwater.questions.operations.telemetry_redaction import redact_message

# Of what was rejected, so many are named in the reply.
NAMED = 5

MEDIA_TYPES = {"application/x-protobuf": Encoding.PROTOBUF, "application/json": Encoding.JSON}


class Received(NamedTuple):
    """A request that was checked; `request` is None if it holds nothing that can be used."""

    request: TelemetryRequest | None
    items: Mapping[str, int]
    """How many of each team."""
    rejected: int
    message: str


def encoding_of(content_type: str) -> Encoding:
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type not in MEDIA_TYPES:
        known = " or ".join(MEDIA_TYPES)
        raise BadEncodingError("Content-Type", f"must be {known}, not `{media_type[:100]}`")
    return MEDIA_TYPES[media_type]


def to_domain(kind: TelemetryKind, content_type: str, body: bytes, ingest: TelemetryIngest) -> Received:
    """The request as it is to be stored: the bytes that came, unless something of it must not be kept."""
    encoding, now = encoding_of(content_type), ingest.clock()
    checked = otlp.check(kind, encoding, body, to_micros(now) * 1000)
    # Attributes of each item are read for keys of teams alone: for all others the resource decides.
    named = otlp.named_teams(kind, checked.message) if ingest.is_bound else checked.teams.keys()
    own = ingest.check_sender(named)
    items = ingest.counted(checked.teams, own)
    refused = ingest.admission.refused(items)
    if refused and refused >= items.keys():
        raise ingest.admission.quota_error(min(refused))
    cut = _without(kind, checked, refused, ingest) if refused else 0
    if ingest.redaction is not None:
        cut += redact_message(kind, checked.message, ingest.redaction)
    if cut:
        body, encoding = checked.message.SerializeToString(), Encoding.PROTOBUF
    usable = checked.items > checked.rejected
    request = TelemetryRequest(kind, encoding, body, now, own) if usable else None
    kept = {team: number for team, number in items.items() if team not in refused}
    spent = {team: items[team] for team in refused}
    return Received(request, kept, checked.rejected + sum(spent.values()), _message(checked, spent))


def _without(
    kind: TelemetryKind, checked: otlp.Checked, refused: frozenset[str], ingest: TelemetryIngest
) -> int:
    """Take the resources of these teams out of the request."""
    names = [name for name in checked.teams if ingest.counted(Counter({name: 1})).keys() & refused]
    otlp.remove_teams(kind, checked.message, names)
    return len(names)


def _message(checked: otlp.Checked, spent: Mapping[str, int]) -> str:
    parts = [f"{problem.place}.{problem.reason}" for problem in checked.problems[:NAMED]]
    if more := checked.rejected - len(parts):
        parts.append(f"and {more} more")
    parts += [
        f"{number} of the team `{team}`, which has sent its quota of this day"
        for team, number in spent.items()
    ]
    return "; ".join(parts)
