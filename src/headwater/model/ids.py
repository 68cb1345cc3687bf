"""Who is who: names of datasets, jobs, columns and runs, and the 16-byte keys they are stored under."""

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from uuid import UUID, uuid5

# Fixed for good: with another one, stored runs without a UUID of their own would be taken for new ones.
RUN_NAMESPACE = UUID("6b1d3c52-8f0e-5a57-9c1e-2f6f4b1f0a11")
# ASCII's unit separator. With none, ("a", "bc") and ("ab", "c") would have one key.
SEPARATOR = "\x1f"


class NodeKind(StrEnum):
    DATASET = "dataset"
    JOB = "job"
    COLUMN = "column"


@dataclass(frozen=True, slots=True, order=True)
class DatasetId:
    namespace: str
    name: str

    def __str__(self) -> str:
        return f"{self.namespace}/{self.name}"

    @property
    def key(self) -> str:
        return node_key(NodeKind.DATASET, self.namespace, self.name)


@dataclass(frozen=True, slots=True, order=True)
class JobId:
    namespace: str
    name: str

    def __str__(self) -> str:
        return f"{self.namespace}/{self.name}"

    @property
    def key(self) -> str:
        return node_key(NodeKind.JOB, self.namespace, self.name)


@dataclass(frozen=True, slots=True, order=True)
class ColumnId:
    dataset: DatasetId
    field: str

    def __str__(self) -> str:
        return f"{self.dataset}#{self.field}"

    @property
    def key(self) -> str:
        return node_key(NodeKind.COLUMN, self.dataset.namespace, self.dataset.name, self.field)


def digest(*parts: str) -> str:
    """A stable 16-byte key, in hex. MD5, because PostgreSQL computes the same; nothing here is a secret."""
    text = SEPARATOR.join(parts)
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


@lru_cache(maxsize=65536)
def node_key(kind: NodeKind, namespace: str, name: str, field: str = "") -> str:
    return digest(kind, namespace, name, field)


def run_uuid(raw: str) -> UUID:
    """The run's UUID; one that stays the same is derived when a producer sends something else.

    >>> run_uuid("manual__2026-04-20") == run_uuid("manual__2026-04-20")
    True
    """
    try:
        return UUID(raw)
    except ValueError:
        return uuid5(RUN_NAMESPACE, raw)
