"""SQL texts handed to Spark: each is read by the functions of `facts/sql_lineage.py`."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from headwater.facts.edge_facts import edge_facts
from headwater.facts.sql_lineage import decode_edges, encode_edges, read_sql
from headwater.sql.lineage import ANALYSER
from headwater.store.publish.sql_analyses import ANSWERED, ASKED

# A Spark job takes longer to start than so few texts take to read.
MAX_IN_PLACE = 4


class InPlaceAnalyst:
    """Reads texts in this process; see `store.publish.sql_analyses.Analyst`."""

    version = ANALYSER

    def __call__(self, asked: pa.Table) -> pa.Table:
        return pa.Table.from_batches(_answer_batches(iter(asked.to_batches())), ANSWERED)


class SparkAnalyst:
    """Hands texts to Spark's workers, unless they are few."""

    version = ANALYSER

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._in_place = InPlaceAnalyst()

    def __call__(self, asked: pa.Table) -> pa.Table:
        if asked.num_rows <= MAX_IN_PLACE:
            return self._in_place(asked)
        # All that share a text lie side by side in one task, which parses it once.
        frame = self._spark.createDataFrame(asked).repartitionByRange("text").sortWithinPartitions("text")
        return frame.mapInArrow(_answer_batches, from_arrow_schema(ANSWERED)).toArrow().cast(ANSWERED)


def _answer_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        rows = [_answer(row) for row in batch.cast(ASKED).to_pylist()]
        if rows:
            yield pa.RecordBatch.from_pylist(rows, schema=ANSWERED)


def _answer(row: Mapping[str, Any]) -> dict[str, Any]:
    problems: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    if row["result"] is None:
        edges, problems, unknown = read_sql(row["text"], row["dialect"], row["binding"])
    else:
        edges = decode_edges(row["result"])
    part = edge_facts(edges, row["owner"])
    return {
        "owner": row["owner"],
        "analysis": row["analysis"],
        "result": encode_edges(edges),
        "edges": ",".join(sorted(part.edges)),
        "facts": msgspec.json.encode([list(fact) for fact in part.facts]).decode(),
        "problems": list(problems),
        "unknown": list(unknown),
    }
