"""Trouble is logged once a kind: a host that calls a million times must not find a million lines."""

from __future__ import annotations

import logging

logger = logging.getLogger("headwater_sdk")


class Complaints:
    """Logs the first of each kind as a warning, the others for debugging."""

    def __init__(self) -> None:
        self._made: set[str] = set()

    def complain(self, kind: str, message: str) -> None:
        level = logging.DEBUG if kind in self._made else logging.WARNING
        self._made.add(kind)
        try:
            logger.log(level, "headwater-sdk: %s", message)
        except Exception:
            # A handler of the host that raises is no reason to stop it.
            return
