"""How far query logs were read: by file, what it begins with and how much of it was taken."""

from collections.abc import Mapping
from typing import Any

import msgspec


class FileState(msgspec.Struct, frozen=True, omit_defaults=True):
    head: str
    """Digest of the first bytes: a rotated log has another beginning under the same name."""
    head_bytes: int
    rows: int
    """Rows that were read, after the header."""
    size: int
    """Bytes that it had then: a file that has not grown is not opened."""
    offset: int = 0
    """Where these rows end, so that those before need not be read again; 0 where that is not known."""


class QueryLogState(msgspec.Struct, frozen=True, omit_defaults=True):
    files: Mapping[str, FileState] = {}
    counts: Mapping[str, int] = {}
    """By statement how often it had run in the last snapshot, for logs that are snapshots."""

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "QueryLogState":
        return msgspec.convert(dict(kept), cls)

    def after(self, name: str, file: FileState, counts: Mapping[str, int]) -> "QueryLogState":
        return QueryLogState({**self.files, name: file}, counts)

    def kept(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found
