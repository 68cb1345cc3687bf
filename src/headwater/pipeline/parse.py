"""Events to facts: each event of the log is read once, inside Spark, by the rules of `facts/`.

Neighbouring events repeat most of what they say, so facts of one kind and key are already folded within
the stretch of the log that a task holds. `fold` does the same between tasks.
"""

from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql import DataFrame

from headwater.facts import Fact
from headwater.facts.fold import FoldedFact, LogEntry, fold_events

EVENTS = "position long, event_id string, at long, body string"
FACTS = (
    ", ".join(f"{name} string" for name in Fact._fields)
    + ", first_at long, first_event string, last_at long, last_event string"
)
_STAMPS = (
    ("first_at", pa.int64()),
    ("first_event", pa.string()),
    ("last_at", pa.int64()),
    ("last_event", pa.string()),
)
FACT_SCHEMA = pa.schema([*((name, pa.string()) for name in Fact._fields), *_STAMPS])


def parse(events: DataFrame) -> DataFrame:
    """All facts that these events state, and how far the batch goes as facts of kind `progress`."""
    return events.mapInArrow(_parse_batches, FACTS)


def _parse_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        if batch.num_rows:
            columns = (batch.column(name).to_pylist() for name in LogEntry._fields)
            yield _to_arrow(fold_events(map(LogEntry._make, zip(*columns, strict=True))))


def _to_arrow(facts: list[FoldedFact]) -> pa.RecordBatch:
    rows = [(*fact, *first, *last) for fact, first, last in facts]
    columns = zip(*rows, strict=True)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, FACT_SCHEMA, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=FACT_SCHEMA)
