"""How far an OpenMetadata was read: by entity what was read last, and when."""

from collections.abc import Mapping
from typing import Any

import msgspec


class OpenMetadataState(msgspec.Struct, frozen=True):
    seen: Mapping[str, str] = {}
    """By kind and id of an entity, a digest of all that was read of it."""

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "OpenMetadataState":
        return msgspec.convert(dict(kept), cls)

    def after(self, read: Mapping[str, str]) -> "OpenMetadataState":
        return OpenMetadataState({**self.seen, **read})

    def kept(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found
