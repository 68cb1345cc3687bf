"""PostgreSQL's binary COPY of array columns, read by numpy without a Python object for each value."""

from collections.abc import Iterator, Sequence
from struct import unpack_from
from typing import Any

import numpy as np
from numpy.typing import NDArray

# A COPY begins with a signature, flags and the length of an extension; -1 fields end it.
HEADER = 19
END = -1
# An array begins with its dimensions, a flag for nulls, the type of its elements, size and lower bound.
ARRAY_HEADER = 20


def copied_arrays(content: bytes, layouts: Sequence[str]) -> Iterator[list[NDArray[Any]]]:
    """One list of arrays for each row; no array may be empty or hold a null."""
    place = HEADER
    while unpack_from(">h", content, place)[0] != END:
        place += 2
        row = []
        for layout in layouts:
            (length,) = unpack_from(">i", content, place)
            row.append(_elements(content, place + 4, length, layout))
            place += 4 + length
        yield row


def _elements(content: bytes, place: int, length: int, layout: str) -> NDArray[Any]:
    """Each element is its own length and its value, so equal widths make a regular pattern."""
    element = np.dtype([("length", ">i4"), ("value", layout)])
    count = (length - ARRAY_HEADER) // element.itemsize
    values: NDArray[Any] = np.frombuffer(content, element, count, place + ARRAY_HEADER)["value"]
    return values
