"""The readers of what people say of a simulation: acknowledgements, and responses of consumers."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.json import Decoder, Encoder

from headwater.facts import kinds
from headwater.facts.fact import Fact
from headwater.model.events import LogEntry
from headwater.model.responses import MAX_NAME, MAX_WHY, MOST_FINDINGS

Finding = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
Why = Annotated[str, Meta(max_length=MAX_WHY)]
SimulationNumber = Annotated[int, Meta(ge=1, le=2**63 - 1)]


class _Acknowledgement(Struct):
    simulation: SimulationNumber
    findings: Annotated[list[Finding], Meta(min_length=1, max_length=MOST_FINDINGS)]
    by: Name
    why: Why
    until: Annotated[datetime, Meta(tz=True)]


class _AcknowledgementDetails(Struct):
    simulation: int
    why: str
    until: datetime


class _Response(Struct):
    simulation: SimulationNumber
    consumer: Name
    verdict: Literal["accept", "object"]
    by: Name
    why: Why


class _ResponseDetails(Struct):
    verdict: str
    by: str
    why: str


encode = Encoder().encode
_decode_acknowledgement = Decoder(_Acknowledgement).decode
_decode_response = Decoder(_Response).decode


def read_acknowledgement(entry: LogEntry) -> list[Fact]:
    said = _decode_acknowledgement(entry.body)
    details = encode(_AcknowledgementDetails(said.simulation, said.why, said.until)).decode()
    return [kinds.acknowledgement(finding, said.by, details) for finding in dict.fromkeys(said.findings)]


def read_response(entry: LogEntry) -> list[Fact]:
    said = _decode_response(entry.body)
    details = encode(_ResponseDetails(said.verdict, said.by, said.why)).decode()
    return [kinds.response(said.simulation, said.consumer, details)]
