"""What the lists of this folder are filtered by, and names for what they found."""

from collections.abc import Iterable
from typing import Annotated

from headwater.answers.base import Node
from headwater.questions import resolve
from headwater.questions.parameters import Moment
from headwater.questions.registry import Parameter
from headwater.store.queries import nodes
from headwater.store.queries.rows import Connection

OfDataset = Annotated[
    str | None,
    Parameter("Filter by dataset; a name as for `/datasets`.", examples=("sales.orders",), min_length=1),
]
OfNamespace = Annotated[
    str | None, Parameter("Filter by namespace of the dataset.", examples=("ecommerce_warehouse",))
]
Since = Annotated[Moment | None, Parameter("At or after.", examples=("2026-04-20T00:00:00Z",))]
Until = Annotated[Moment | None, Parameter("Before.", examples=("2026-04-21T00:00:00Z",))]


def dataset_ids(connection: Connection, dataset: str | None) -> list[int] | None:
    """The dataset under all its names."""
    if dataset is None:
        return None
    node = resolve.entity(connection, dataset, resolve.DATASET, field="dataset")
    return nodes.members(connection, node.id)


def named(connection: Connection, ids: Iterable[int | None]) -> dict[int | None, Node]:
    found = nodes.names(connection, {number for number in ids if number is not None})
    return {number: node.answer for number, node in found.items()}
