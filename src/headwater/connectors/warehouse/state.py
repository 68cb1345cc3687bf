"""What a warehouse looked like at the last look: by table a digest of its columns and its view's text."""

from collections.abc import Mapping
from typing import Any

import msgspec


class WarehouseState(msgspec.Struct, frozen=True):
    tables: Mapping[str, str] = {}
    """By full name."""
    views: list[str] = []
    """Those of them that are views, which have a job of their own."""

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "WarehouseState":
        return msgspec.convert(dict(kept), cls)

    def kept(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found
