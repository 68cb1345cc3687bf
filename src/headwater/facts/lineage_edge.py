"""An edge as an event states it, before it has a number."""

from typing import NamedTuple

from headwater.model.edges import EdgeKind, Origin
from headwater.model.ids import ColumnId, DatasetId, JobId

Node = DatasetId | JobId | ColumnId

# Spellings seen in the wild, and the words of the specification.
SUBTYPES = {"AGGREGATE": "AGGREGATION", "TRANSFORM": "TRANSFORMATION", "CONDITION": "CONDITIONAL"}


class LineageEdge(NamedTuple):
    kind: EdgeKind
    source: Node
    target: Node
    origin: Origin
    subtype: str | None = None
    masking: bool | None = None
    description: str | None = None
    confidence: float | None = None


def normal_subtype(subtype: str | None) -> str | None:
    if not subtype:
        return None
    word = subtype.strip().upper()
    return SUBTYPES.get(word, word)
