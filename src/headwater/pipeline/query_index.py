"""Queries handed to Spark: each is read by the functions of `facts/query_references.py`."""

from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

import msgspec
import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from headwater.facts.query_references import BoundTable, IndexedQuery, read_references
from headwater.pipeline.analytics.tasks import use_background_pool
from headwater.store.query_binding import BoundQuery

ASKED = pa.schema([(name, pa.string()) for name in ("key", "text", "dialect", "session", "tables")])
ANSWERED = pa.schema([("key", pa.string()), ("indexed", pa.string())])

# A Spark job takes longer to start than so few texts take to read.
MAX_IN_PLACE = 20
# Several for each core, as texts differ in how long they take.
TASKS = 8

_tables = msgspec.json.Decoder(list[BoundTable])
_session = msgspec.json.Decoder(tuple[str, ...])
_indexed = msgspec.json.Decoder(IndexedQuery)


def read_queries(spark: SparkSession | None, queries: Sequence[BoundQuery]) -> Mapping[UUID, IndexedQuery]:
    """What each of them references."""
    asked = pa.Table.from_pylist([_asked(one) for one in queries], ASKED)
    if spark is None or len(queries) <= MAX_IN_PLACE:
        answered = pa.Table.from_batches(_answer(iter(asked.to_batches())), ANSWERED)
    else:
        use_background_pool(spark)
        frame = spark.createDataFrame(asked).repartition(TASKS)
        answered = frame.mapInArrow(_answer, from_arrow_schema(ANSWERED)).toArrow()
    pairs = zip(answered["key"].to_pylist(), answered["indexed"].to_pylist(), strict=True)
    return {UUID(key): _indexed.decode(indexed) for key, indexed in pairs}


def _asked(bound: BoundQuery) -> dict[str, str | None]:
    query = bound.query
    return {
        "key": query.key.hex,
        "text": query.text,
        "dialect": query.dialect,
        "session": msgspec.json.encode(bound.session).decode(),
        "tables": msgspec.json.encode(bound.tables).decode(),
    }


def _answer(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        rows = [
            {
                "key": row["key"],
                "indexed": msgspec.json.encode(
                    read_references(
                        row["text"],
                        row["dialect"],
                        _session.decode(row["session"]),
                        _tables.decode(row["tables"]),
                    )
                ).decode(),
            }
            for row in batch.to_pylist()
        ]
        if rows:
            yield pa.RecordBatch.from_pylist(rows, schema=ANSWERED)
