"""Batches of what is sent: none of more items or bytes than one request should have."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

# Far below what one request may hold, so that progress shows and a failure costs little.
BATCH_ITEMS, BATCH_BYTES = 500, 8 * 1024 * 1024


def batches(items: Iterable[Item], size_of: Callable[[Item], int]) -> Iterator[list[Item]]:
    """In their order; an item that is larger than a batch is one of its own.

    >>> [len(batch) for batch in batches([b"x" * 5_000_000, b"y" * 5_000_000, b"z"], len)]
    [1, 2]
    """
    batch: list[Item] = []
    size = 0
    for item in items:
        if batch and (len(batch) >= BATCH_ITEMS or size + size_of(item) > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += size_of(item)
    if batch:
        yield batch
