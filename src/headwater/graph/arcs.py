"""Arcs: every span of time in which an edge was alive, as parallel arrays of small integers."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

Ints = NDArray[np.int32]
Times = NDArray[np.int64]
Flags = NDArray[np.bool_]
Bytes = NDArray[np.uint8]

FOREVER = int(np.iinfo(np.int64).max)
"""The `until` of an arc that is still alive."""


class ArcKind(IntEnum):
    """What an arc says; direct column arcs sort before indirect ones."""

    READS = 0  # dataset -> job
    WRITES = 1  # job -> dataset
    FEEDS = 2  # dataset -> dataset, stated for exactly this pair
    COLUMN = 3  # column -> column, its value is used
    COLUMN_INDIRECT = 4  # column -> column, through a filter, join, group...
    COLUMN_TO_DATASET = 5  # column -> dataset as a whole: decides which rows it has, or its values are there
    JOB_FEEDS = 6  # job -> job


ATTACHED = 7
"""The lane of a WRITES arc that does not flow; every other arc's lane is its kind."""

INTO_DATASET = 8
"""The lane of a COLUMN_TO_DATASET arc that brings values; the others only decide about rows."""

LANES = 9

# In the order of the fields of `Arcs`: rows are matched with these names by their place.
_DTYPES: dict[str, type[np.generic]] = {
    "source": np.int32,
    "target": np.int32,
    "owner": np.int32,
    "edge": np.int32,
    "kind": np.int8,
    "flows": np.bool_,
    "since": np.int64,
    "until": np.int64,
    "effect": np.int8,
    "whole": np.bool_,
}
_DEFAULTS: dict[str, int | bool] = {"effect": 0, "whole": False}


@dataclass(frozen=True, slots=True, eq=False)
class Arcs:
    """One row per alive span of an edge; all arrays have the same length.

    `owner` is the job that makes the edge, or the target dataset when it was declared without a
    job. An arc is alive at `t` when `since <= t < until`, in microseconds UTC. `effect` is what the
    edge does to the class of its data, as `model.classification.Effect` numbers it. `whole` says of
    READS and FEEDS that a person declared them of the dataset as a whole: no column arc refines them; of
    COLUMN_TO_DATASET, that the column's values are in the dataset, in which of its columns is not known.
    """

    source: Ints
    target: Ints
    owner: Ints
    edge: Ints
    kind: NDArray[np.int8]
    flows: Flags
    since: Times
    until: Times
    effect: NDArray[np.int8]
    whole: Flags

    def __post_init__(self) -> None:
        for name, dtype in _DTYPES.items():
            column = getattr(self, name)
            if column.dtype != dtype or column.shape != self.source.shape:
                raise ValueError(f"arcs.{name} must be {np.dtype(dtype)}, as long as arcs.source")

    def __len__(self) -> int:
        return len(self.source)

    @classmethod
    def from_columns(cls, **columns: ArrayLike) -> Self:
        """Arcs from anything that numpy can turn into arrays of the right types."""
        size = len(np.atleast_1d(np.asarray(columns["source"])))
        given: dict[str, ArrayLike] = {name: np.full(size, value) for name, value in _DEFAULTS.items()}
        given |= columns
        return cls(**{name: np.asarray(given[name], dtype) for name, dtype in _DTYPES.items()})

    @classmethod
    def from_rows(cls, rows: Iterable[tuple[Any, ...]]) -> Self:
        """Arcs from tuples in the order of the fields; a last one with a default may be left out."""
        columns = tuple(zip(*rows, strict=True)) or ((),) * len(_DTYPES)
        return cls.from_columns(**dict(zip(_DTYPES, columns, strict=False)))

    def columns(self) -> dict[str, NDArray[Any]]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def take(self, index: NDArray[Any]) -> Self:
        """The arcs at these places, in this order; a boolean mask works too."""
        return type(self)(**{name: column[index] for name, column in self.columns().items()})

    def lanes(self) -> Bytes:
        """The kind of each arc, in a lane of their own WRITES that do not flow and values for a dataset."""
        idle = (self.kind == ArcKind.WRITES) & ~self.flows
        values = (self.kind == ArcKind.COLUMN_TO_DATASET) & self.whole
        # No kind is negative, so its byte can be read as an unsigned one without a copy.
        kinds = np.where(idle, np.uint8(ATTACHED), self.kind.view(np.uint8))
        return np.where(values, np.uint8(INTO_DATASET), kinds)

    def alive(self, at: int, arcs: NDArray[Any] | slice = slice(None)) -> Flags:
        """Which of the arcs at these places, or of all, are alive at this time."""
        alive: Flags = (self.since[arcs] <= at) & (at < self.until[arcs])
        return alive
