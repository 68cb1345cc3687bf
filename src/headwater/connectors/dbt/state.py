"""How far a dbt project was read: by node what it said last, and which artifacts were read."""

from collections.abc import Mapping
from typing import Any

import msgspec


class DbtState(msgspec.Struct, frozen=True):
    nodes: Mapping[str, str] = {}
    """By unique id, a digest of all that the project says of it."""
    run_results: str | None = None
    """When the results were written that were read last."""
    sources: str | None = None

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "DbtState":
        return msgspec.convert(dict(kept), cls)

    def kept(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found
