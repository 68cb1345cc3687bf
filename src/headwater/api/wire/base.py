"""What all answers share: pages, names of nodes, facets as they came."""

from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from datetime import datetime
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from headwater.store.queries.nodes import NodeName

Item = TypeVar("Item")


class Wire(BaseModel):
    """Read from our values by attribute, or from JSON by name."""

    model_config = ConfigDict(
        from_attributes=True, frozen=True, populate_by_name=True, use_attribute_docstrings=True
    )


def example(**fields: Any) -> ConfigDict:
    """The configuration of a model whose documentation shows these fields."""
    return ConfigDict(json_schema_extra={"examples": [fields]})


class Page(Wire, Generic[Item]):
    items: list[Item]
    total: int
    """How many there are in all, whatever this page shows."""
    next_cursor: str | None = None
    """Send it back as `cursor` for the next page; absent on the last."""


class Part(Wire, Generic[Item]):
    """The first items of a list, and how long the list is."""

    items: list[Item]
    total: int


class Node(Wire):
    id: str = Field(validation_alias="node_id")
    """Kind and full name; every parameter that takes a name takes it."""
    kind: str
    namespace: str
    name: str
    field: Annotated[str | None, BeforeValidator(lambda field: field or None)] = None
    """The column; null for datasets and jobs."""


def _spelled(value: Any) -> Any:
    return value.node_id if isinstance(value, NodeName) else value


NodeId = Annotated[str, BeforeValidator(_spelled)]


class Facet(Wire):
    value: Any
    """As the producer sent it."""
    at: datetime
    event_id: UUID


def _by_name(value: Any) -> Any:
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        return value
    return {facet.name: facet for facet in value if is_dataclass(facet) and hasattr(facet, "name")}


Facets = Annotated[dict[str, Facet], BeforeValidator(_by_name)]
