"""Folded facts as Arrow, which is how they travel from task to driver and into PostgreSQL."""

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from headwater.facts.fact import Fact
from headwater.facts.fold import FoldedFact, fold_parts

# `first_at` and `last_at` are microseconds since 1970.
FACT_SCHEMA = pa.schema(
    [
        *((name, pa.string()) for name in Fact._fields),
        *(("first_at", pa.int64()), ("first_event", pa.string())),
        *(("last_at", pa.int64()), ("last_event", pa.string())),
    ]
)


def to_arrow(facts: Sequence[FoldedFact]) -> pa.RecordBatch:
    rows = [(*folded.fact, *folded.first, *folded.last) for folded in facts]
    # Without rows there is nothing to transpose, and the schema still needs a column for each field.
    columns = list(zip(*rows, strict=True)) or [()] * len(FACT_SCHEMA)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, FACT_SCHEMA, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=FACT_SCHEMA)


def to_table(facts: Sequence[FoldedFact]) -> pa.Table:
    return pa.Table.from_batches([to_arrow(facts)])


def fold_table(facts: pa.Table) -> pa.Table:
    """What several tasks found, folded together. Facts that only one of them found pass as they are."""
    identity = pc.binary_join_element_wise(facts["kind"], facts["key"], " ").combine_chunks()
    codes = identity.dictionary_encode().indices.to_numpy()
    is_repeated = pa.array(np.bincount(codes)[codes] > 1)
    repeated = facts.filter(is_repeated)
    if not repeated.num_rows:
        return facts
    alone = facts.filter(pc.invert(is_repeated))
    return pa.concat_tables([alone, to_table(fold_parts(_from_arrow(repeated)))])


def _from_arrow(facts: pa.Table) -> Iterator[FoldedFact]:
    width = len(Fact._fields)
    for row in zip(*(column.to_pylist() for column in facts.select(FACT_SCHEMA.names).columns), strict=True):
        yield FoldedFact(Fact._make(row[:width]), row[width : width + 2], row[width + 2 :])
