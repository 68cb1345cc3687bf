"""Where events go: to the background, at once, to the terminal, or nowhere."""

from __future__ import annotations

import sys
from typing import Protocol

from headwater_sdk.background import BackgroundSender, Statistics
from headwater_sdk.batches import make_batch
from headwater_sdk.complaints import Complaints
from headwater_sdk.delivery import Delivery
from headwater_sdk.errors import DeliveryError
from headwater_sdk.settings import SdkSettings
from headwater_sdk.spool import Spool

__all__ = ["Nowhere", "Outlet", "Printer", "Statistics", "StrictSender", "build_outlet"]


class Outlet(Protocol):
    """Takes events as JSON. `emit` neither blocks nor raises, except in the strict one."""

    def emit(self, kind: str, text: str) -> None: ...

    def flush(self, seconds: float) -> bool:
        """Whether everything is sent, after so many seconds at the most."""
        ...

    def close(self, seconds: float) -> None:
        """Send what can be sent in so many seconds, and keep the rest on disk."""
        ...

    def statistics(self) -> Statistics: ...


class Nowhere:
    """Of an SDK that nobody configured."""

    def emit(self, kind: str, text: str) -> None:
        """Nothing happens."""

    def flush(self, seconds: float) -> bool:
        return True

    def close(self, seconds: float) -> None:
        """Nothing waits."""

    def statistics(self) -> Statistics:
        return Statistics()


class Printer(Nowhere):
    """Prints each event as a line of JSON: `dry_run`."""

    def emit(self, kind: str, text: str) -> None:
        try:
            print(text, file=sys.stdout, flush=True)
        except (OSError, ValueError):
            # A terminal that was closed is no reason to stop the host.
            return


class StrictSender(Nowhere):
    """Sends each event before it returns, and raises if the server does not take it."""

    def __init__(self, settings: SdkSettings) -> None:
        self._settings, self._deliver = settings, Delivery(settings)
        self._sent = 0

    def emit(self, kind: str, text: str) -> None:
        outcome = self._deliver(make_batch(kind, [text], self._settings.namespace))
        if not outcome.sent:
            raise DeliveryError(outcome.reason)
        self._sent += 1

    def statistics(self) -> Statistics:
        return Statistics(sent=self._sent)


def build_outlet(settings: SdkSettings, complaints: Complaints) -> Outlet:
    if not settings.is_active:
        return Nowhere()
    if settings.dry_run:
        return Printer()
    if settings.strict:
        return StrictSender(settings)
    spool = Spool(settings.spool_folder, settings.spool_bytes, str(settings.url))
    return BackgroundSender(settings, Delivery(settings), spool, complaints)
