"""Record batches from numpy arrays: what a task hands back."""

from typing import Any

import pyarrow as pa


def record_batch(schema: pa.Schema, **columns: Any) -> pa.RecordBatch:
    """A record batch of these columns, in the order and with the types of the schema."""
    arrays = [pa.array(columns[field.name], field.type) for field in schema]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)
