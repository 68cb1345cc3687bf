"""What a site looked like at the last look: by chart and by dashboard a digest."""

from collections.abc import Mapping
from typing import Any

import msgspec


class DashboardState(msgspec.Struct, frozen=True):
    charts: Mapping[str, str] = {}
    """By name."""
    dashboards: Mapping[str, str] = {}

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "DashboardState":
        return msgspec.convert(dict(kept), cls)

    def kept(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found
