"""A telemetry request as its own log keeps it: the bytes that came, with who sent them and when.

Spans and points come by the thousand and are read apart from the lineage, so they have a log of their own.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

# Beyond every time zone that a producer can have mistaken for another, as for events.
MAX_AHEAD = timedelta(days=1)
# In one request, whatever the number of its bytes.
MAX_ITEMS = 500_000


class TelemetryKind(StrEnum):
    """What a request's body is, and so who reads it (`facts/telemetry/reader.py`)."""

    TRACES = "traces"
    METRICS = "metrics"
    LOGS = "logs"
    HUB = "hub"


class Encoding(StrEnum):
    PROTOBUF = "protobuf"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class TelemetryRequest:
    """`team` is the one that a call names; most requests name none. `teams` are those of its items, as far as
    its call or its resources name them."""

    kind: TelemetryKind
    encoding: Encoding
    body: bytes
    received_at: datetime
    team: str | None = None
    teams: tuple[str, ...] = ()
    over_quota: bool = False

    @property
    def event_id(self) -> UUID:
        """The same bytes for the same team are one request: exporters send again what they are unsure of."""
        about = f"{self.kind}\x1f{self.encoding}\x1f{self.team or ''}\x1f".encode()
        return UUID(bytes=hashlib.blake2b(about + self.body, digest_size=16).digest())

    @property
    def size(self) -> int:
        return len(self.body)


class TelemetryEntry(NamedTuple):
    """A request as it is read from the log; when it was received, in microseconds since 1970."""

    position: int
    kind: str
    encoding: str
    team: str | None
    received: int
    body: bytes
