"""The closure's pairs are written with their names, by as many tasks as it takes."""

from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import csv, parquet
from pyspark.sql import SparkSession

from headwater.pipeline.analytics.closure import pairs_frame, with_names, write
from tests.graph.analytics.graphs import flow_of

DIAMOND = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 0)]


@pytest.mark.spark
@pytest.mark.parametrize("format", ["parquet", "csv"])
def test_pairs_are_written_with_names_by_several_tasks(
    spark: SparkSession, tmp_path: Path, format: str
) -> None:
    names = pa.table(
        {
            "id": pa.array(range(9), pa.int32()),
            "namespace": ["ns"] * 9,
            "name": [f"d{n}" for n in range(9)],
        }
    )
    pairs = pairs_frame(spark, flow_of(DIAMOND), depth=1, expected=2_000_000)
    rows, size = write(with_names(spark, pairs, names), tmp_path / "closure", format)  # type: ignore[arg-type]
    files = sorted((tmp_path / "closure").glob(f"part-*.{format}"))
    read = parquet.read_table if format == "parquet" else csv.read_csv
    found = [row for file in files for row in read(file).to_pylist()]
    assert (rows, size, len(files) > 1) == (5, sum(file.stat().st_size for file in files), True)
    assert {(row["ancestor_id"], row["descendant_id"], row["depth"]) for row in found} == {
        (*arc, 1) for arc in DIAMOND
    }
    assert {f"d{row['ancestor_id']}" == row["ancestor_name"] for row in found} == {True}
