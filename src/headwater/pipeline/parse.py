"""Events to facts: each event of the log is read once, inside Spark, by the rules of `facts/`.

Neighbouring events repeat most of what they say, so facts of one kind and key are already combined
within the stretch of the log that a task holds in its hands. `fold` does the same between tasks.
"""

from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql import DataFrame

from headwater.model.ids import digest
from headwater.pipeline.facts import Fact, facts_of

Stamp = tuple[int, str]
# A fact's latest word, and the stamps of the first and the last event that stated it.
Combined = tuple[Fact, Stamp, Stamp]

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
            yield _to_arrow([*_combined(batch).values(), _progress(batch)])


def _combined(batch: pa.RecordBatch) -> dict[tuple[str, str], Combined]:
    facts: dict[tuple[str, str], Combined] = {}
    columns = (batch.column(name).to_pylist() for name in ("position", "event_id", "at", "body"))
    for position, event_id, at, body in zip(*columns, strict=True):
        stamp = (at, event_id)
        for fact in facts_of(position, event_id, at, body):
            identity = fact[:2]
            known = facts.get(identity)
            facts[identity] = (fact, stamp, stamp) if known is None else combine(known, fact, stamp)
    return facts


def combine(known: Combined, fact: Fact, stamp: Stamp) -> Combined:
    """The latest word stands; of two words in one event the greater value, so that order does not matter."""
    word, first, last = known
    if (stamp, fact.value or "") > (last, word.value or ""):
        word = fact
    return word, min(first, stamp), max(last, stamp)


def _progress(batch: pa.RecordBatch) -> Combined:
    newest = max(batch.column("position").to_pylist())
    fact = Fact("progress", digest("progress", str(newest)), label=str(newest), value=str(batch.num_rows))
    stamp = (0, digest("progress"))
    return fact, stamp, stamp


def _to_arrow(facts: list[Combined]) -> pa.RecordBatch:
    rows = [(*fact, *first, *last) for fact, first, last in facts]
    columns = zip(*rows, strict=True)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, FACT_SCHEMA, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=FACT_SCHEMA)
