"""How far query logs were read: by file, what it begins with and how many rows of it were taken."""

from collections.abc import Mapping
from typing import Any

import msgspec


class FileState(msgspec.Struct, frozen=True):
    head: str
    """Digest of the first bytes: a rotated log has another beginning under the same name."""
    head_bytes: int
    rows: int
    """Rows that were read, after the header."""
    size: int
    """Bytes that it had then: a file that has not grown is not opened."""


class QueryLogState(msgspec.Struct, frozen=True):
    files: Mapping[str, FileState] = {}

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "QueryLogState":
        return msgspec.convert(dict(kept), cls)

    def after(self, name: str, file: FileState) -> "QueryLogState":
        return QueryLogState({**self.files, name: file})

    def kept(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found
