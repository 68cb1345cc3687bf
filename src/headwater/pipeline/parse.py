"""Events to facts: each event of the log is read once, inside Spark, by the rules of `facts/`."""

from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql import DataFrame

from headwater.model.ids import digest
from headwater.pipeline.facts import Fact, facts_of

EVENTS = "position long, event_id string, at long, body string"
FACTS = ", ".join(f"{name} string" for name in Fact._fields) + ", at long, event string"
_SCHEMA = pa.schema(
    [*((name, pa.string()) for name in Fact._fields), ("at", pa.int64()), ("event", pa.string())]
)


def parse(events: DataFrame) -> DataFrame:
    """All facts that these events state, and how far the batch goes as facts of kind `progress`."""
    return events.mapInArrow(_parse_batches, FACTS)


def _parse_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        if batch.num_rows:
            yield _parse_batch(batch)


def _parse_batch(batch: pa.RecordBatch) -> pa.RecordBatch:
    rows: list[tuple[object, ...]] = []
    columns = (batch.column(name).to_pylist() for name in ("position", "event_id", "at", "body"))
    for position, event_id, at, body in zip(*columns, strict=True):
        stamp = (at, event_id)
        rows += [(*fact, *stamp) for fact in facts_of(position, event_id, at, body)]
    rows.append(_progress(batch))
    arrays = [
        pa.array(column, field.type) for column, field in zip(zip(*rows, strict=True), _SCHEMA, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=_SCHEMA)


def _progress(batch: pa.RecordBatch) -> tuple[object, ...]:
    newest = max(batch.column("position").to_pylist())
    fact = Fact("progress", digest("progress", str(newest)), label=str(newest), value=str(batch.num_rows))
    return (*fact, 0, digest("progress"))
