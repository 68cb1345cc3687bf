"""A PySpark job: what it reads and writes is noted from its query plans, down to the column."""

import sys
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as F  # noqa: N812

from headwater_sdk import track
from headwater_sdk.spark import spark_lineage


def main(folder: Path, spark: SparkSession) -> None:
    orders, daily = str(folder / "orders"), str(folder / "daily")
    spark.createDataFrame([("mon", 3.0), ("tue", 4.0)], "day string, amount double").write.parquet(orders)
    with track("spark_orders"), spark_lineage(spark):
        by_day = spark.read.parquet(orders).where("amount > 0").groupBy("day")
        by_day.agg(F.sum("amount").alias("total")).write.parquet(daily)


if __name__ == "__main__":
    main(Path(sys.argv[1]), SparkSession.builder.getOrCreate())
