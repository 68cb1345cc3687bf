"""What all answers share: nodes, pages, parts of lists, facets as they came.

An answer is a `msgspec.Struct`: the server encodes it and the client decodes it with the same class, and
the OpenAPI document is made from it. No field has a default, so that an answer without one is an error
wherever it is read, never an empty list. The string below a field is its documentation.
"""

from datetime import datetime
from typing import Annotated, Any, ClassVar, Generic, TypeVar
from uuid import UUID

import msgspec

Item = TypeVar("Item")

Time = Annotated[datetime, msgspec.Meta(tz=True)]


class Answer(msgspec.Struct, frozen=True):
    """The root of all answers; `EXAMPLE` is what the documentation shows."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = None


class Node(Answer, frozen=True):
    """A dataset, a column or a job."""

    id: str
    """Kind and full name; every parameter that takes a name takes it."""
    kind: str
    """`dataset`, `column` or `job`."""
    namespace: str
    name: str
    field: str | None
    """The column; null for datasets and jobs."""

    def __str__(self) -> str:
        whole = f"{self.namespace}/{self.name}"
        return f"{whole}#{self.field}" if self.field else whole


class Page(Answer, Generic[Item], frozen=True):
    """One slice of a list, and how to get the next."""

    items: tuple[Item, ...]
    total: int
    """How many there are in all, whatever this page shows."""
    next_cursor: str | None
    """Send it back as `cursor` for the next page; null on the last."""


class Part(Answer, Generic[Item], frozen=True):
    """The first items of a list, and how long the list is."""

    items: tuple[Item, ...]
    total: int


class NodeIds(Part[str], frozen=True):
    """The first 100, nearest first, and how many there are."""


class Facet(Answer, frozen=True):
    """A facet as its producer sent it last."""

    value: Any
    """As the producer sent it."""
    at: Time
    event_id: UUID


Facets = dict[str, Facet]
"""By name."""
