"""Taking telemetry in: durable in its own log before it is acknowledged."""

from dataclasses import dataclass
from typing import Protocol

from headwater.log.protocol import Appended
from headwater.model.telemetry import TelemetryRequest
from headwater.questions.reading import Clock, system_clock


class TelemetryAppender(Protocol):
    async def append(self, events: list[TelemetryRequest]) -> Appended: ...


@dataclass(frozen=True, slots=True)
class TelemetryIngest:
    log: TelemetryAppender
    clock: Clock = system_clock

    async def take(self, request: TelemetryRequest) -> Appended:
        return await self.log.append([request])
