"""What Spark's queries read and write, noted from their plans by the listener, on a real session."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F  # noqa: N812

import headwater_sdk
from headwater_sdk import current_run, track
from headwater_sdk.spark import spark_lineage
from tests.docs.repository import ROOT
from tests.sdk.servers import LineageServer

pytestmark = pytest.mark.spark

Noted = Callable[[Callable[[], Any]], dict[str, Any]]


@pytest.fixture
def orders(spark: SparkSession, tmp_path: Path) -> str:
    path = str(tmp_path / "orders")
    rows = [("mon", 1, 3.0), ("tue", 2, 4.0)]
    spark.createDataFrame(rows, "day string, customer long, amount double").write.parquet(path)
    return path


@pytest.fixture
def noted(spark: SparkSession, server: LineageServer) -> Noted:
    """The last event of a run in which this was done."""

    def run(work: Callable[[], Any]) -> dict[str, Any]:
        headwater_sdk.configure(url=server.url, flush_interval=0.0)
        with track("spark"), spark_lineage(spark):
            work()
        assert headwater_sdk.flush(20)
        return server.taken[-1]

    return run


def columns(output: dict[str, Any]) -> dict[str, list[tuple[str, str, str]]]:
    """Of each column: the dataset's last part, the field and how it is made."""
    fields = output["facets"]["columnLineage"]["fields"]
    return {
        name: [
            (Path(one["name"]).name, one["field"], one["transformations"][0]["subtype"])
            for one in made["inputFields"]
        ]
        for name, made in fields.items()
    }


def test_files_are_noted_with_columns_and_rows(
    spark: SparkSession, noted: Noted, orders: str, tmp_path: Path
) -> None:
    def work() -> None:
        frame = spark.read.parquet(orders).where("customer > 0").groupBy("day")
        frame.agg(F.sum("amount").alias("total")).write.parquet(str(tmp_path / "daily"))

    event = noted(work)
    [source], [target] = event["inputs"], event["outputs"]
    assert (source["namespace"], source["name"]) == ("file", orders)
    assert [field["name"] for field in source["facets"]["schema"]["fields"]] == ["day", "customer", "amount"]
    assert target["name"] == str(tmp_path / "daily")
    assert columns(target) == {
        "day": [("orders", "day", "IDENTITY")],
        "total": [("orders", "amount", "AGGREGATION")],
    }
    indirect = target["facets"]["columnLineage"]["dataset"]
    assert {(one["field"], one["transformations"][0]["subtype"]) for one in indirect} == {
        ("customer", "FILTER"),
        ("day", "GROUP_BY"),
    }
    assert target["outputFacets"]["outputStatistics"]["rowCount"] == 2


def test_joins_unions_windows_and_arrays_keep_their_columns(
    spark: SparkSession, noted: Noted, orders: str, tmp_path: Path
) -> None:
    def work() -> None:
        first, second = spark.read.parquet(orders), spark.read.parquet(orders)
        both = first.select("day", "amount").union(second.select(F.upper("day"), "amount"))
        ranked = both.withColumn("rank", F.row_number().over(Window.partitionBy("day").orderBy("amount")))
        letters = ranked.select("day", "rank", F.explode(F.split("day", "")).alias("letter"))
        letters.write.json(str(tmp_path / "letters"))

    [target] = noted(work)["outputs"]
    found = columns(target)
    assert set(found["day"]) == {("orders", "day", "IDENTITY"), ("orders", "day", "TRANSFORMATION")}
    assert set(found["letter"]) == {("orders", "day", "TRANSFORMATION")}
    indirect = {one["field"] for one in target["facets"]["columnLineage"]["dataset"]}
    assert indirect == {"day", "amount"}


def test_sql_with_subqueries_and_tables_is_noted(spark: SparkSession, noted: Noted, orders: str) -> None:
    customers, made = f"customers_{uuid4().hex}", f"made_{uuid4().hex}"
    spark.range(3).selectExpr("id", "'x' as country").write.saveAsTable(customers)
    spark.read.parquet(orders).createOrReplaceTempView("orders_view")
    query = f"""
        create table {made} using parquet as
        with big as (select customer, amount * 2 as twice from orders_view)
        select customer, twice from big where customer in (select id from {customers})
    """
    event = noted(lambda: spark.sql(query))
    assert {Path(one["name"]).name for one in event["inputs"]} == {"orders", customers}
    targets = [one for one in event["outputs"] if "symlinks" in one["facets"]]
    [alias] = targets[0]["facets"]["symlinks"]["identifiers"]
    assert alias["name"].endswith(f"default.{made}")
    assert {one["name"] for one in event["outputs"]} == {targets[0]["name"]}
    assert columns(targets[0])["twice"] == [("orders", "amount", "TRANSFORMATION")]


def names(datasets: list[dict[str, Any]]) -> list[str]:
    return [one["name"] for one in datasets]


def test_what_only_reads_is_noted_once_without_an_output(
    spark: SparkSession, noted: Noted, orders: str
) -> None:
    event = noted(lambda: [spark.read.parquet(orders).collect() for _ in range(2)])
    assert (names(event["inputs"]), event["outputs"]) == ([orders], [])


def test_rows_in_memory_are_no_dataset(spark: SparkSession, noted: Noted) -> None:
    event = noted(lambda: spark.range(3).collect())
    assert (event["inputs"], event["outputs"]) == ([], [])


def test_after_the_block_nothing_is_noted(
    spark: SparkSession, noted: Noted, orders: str, tmp_path: Path
) -> None:
    noted(lambda: None)
    listening = spark._jsparkSession.listenerManager().listListeners()
    assert list(listening) == []
    assert not current_run()


def test_what_is_no_session_does_not_reach_the_host(server: LineageServer) -> None:
    headwater_sdk.configure(url=server.url)
    with track("spark"), spark_lineage(object()):
        pass


def test_the_example_runs(spark: SparkSession, server: LineageServer, tmp_path: Path) -> None:
    path = ROOT / "sdk" / "examples" / "spark_orders.py"
    spec = importlib.util.spec_from_file_location("spark_orders", path)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    headwater_sdk.configure(url=server.url)
    example.main(tmp_path, spark)
    assert headwater_sdk.flush(20)
    [target] = server.taken[-1]["outputs"]
    assert columns(target)["total"] == [("orders", "amount", "AGGREGATION")]


def derby() -> dict[str, str]:
    """A database of this JVM alone, whose driver Spark brings along."""
    return {
        "url": f"jdbc:derby:memory:shop{uuid4().hex};create=true",
        "driver": "org.apache.derby.jdbc.EmbeddedDriver",
    }


def test_a_table_is_read_and_written_over_jdbc(spark: SparkSession, orders: str, noted: Noted) -> None:
    where = derby()
    written = noted(
        lambda: spark.read.parquet(orders).write.format("jdbc").options(**where, dbtable="ORDERS").save()
    )
    [output] = written["outputs"]
    assert output["name"] == "ORDERS"
    assert output["namespace"].startswith("derby:memory:shop")
    assert "create" not in output["namespace"]
    assert columns(output)["AMOUNT" if "AMOUNT" in columns(output) else "amount"][0][1] == "amount"
    table = spark.read.format("jdbc").options(**where, dbtable="ORDERS").load()
    read = noted(lambda: table.write.parquet(f"{orders}-copy"))
    assert [(one["namespace"], one["name"]) for one in read["inputs"]] == [(output["namespace"], "ORDERS")]


def test_files_of_the_second_interface_are_read(spark: SparkSession, orders: str, noted: Noted) -> None:
    spark.conf.set("spark.sql.sources.useV1SourceList", "")
    try:
        frame = spark.read.parquet(orders)
    finally:
        spark.conf.unset("spark.sql.sources.useV1SourceList")
    event = noted(lambda: frame.groupBy("day").count().write.parquet(f"{orders}-second"))
    assert [one["name"] for one in event["inputs"]] == [orders]


@pytest.fixture
def catalog(spark: SparkSession) -> str:
    """A catalog of Spark's second interface: Derby's tables, by the names of Spark."""
    name = f"shop{uuid4().hex}"
    spark.conf.set(
        f"spark.sql.catalog.{name}", "org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog"
    )
    for key, value in derby().items():
        spark.conf.set(f"spark.sql.catalog.{name}.{key}", value)
    return name


def test_tables_of_a_catalog_are_made_filled_and_read(
    spark: SparkSession, noted: Noted, orders: str, catalog: str, tmp_path: Path
) -> None:
    source = f"parquet.`{orders}`"
    made = noted(
        lambda: spark.sql(f"create table {catalog}.APP.MADE as select day, customer c from {source}")
    )
    target = made["outputs"][0]
    assert (target["namespace"][:17], target["name"]) == ("derby:memory:shop", "APP.MADE")
    assert columns(target)["c"] == [("orders", "customer", "IDENTITY")]
    filled = noted(
        lambda: spark.sql(f"insert into {catalog}.APP.MADE select day, 2 * customer from {source}")
    )
    assert columns(filled["outputs"][0])["c"] == [("orders", "customer", "TRANSFORMATION")]
    read = noted(lambda: spark.table(f"{catalog}.APP.MADE").write.parquet(str(tmp_path / "copy")))
    assert (names(read["inputs"]), read["inputs"][0]["namespace"]) == (["APP.MADE"], target["namespace"])


def test_a_stream_is_noted_with_its_columns(
    spark: SparkSession, noted: Noted, orders: str, tmp_path: Path
) -> None:
    def work() -> None:
        rows = spark.readStream.schema("day string, customer long, amount double").parquet(orders)
        large = rows.where("amount > 1").selectExpr("day", "amount * 2 as twice")
        writer = large.writeStream.option("checkpointLocation", str(tmp_path / "checkpoint"))
        writer.trigger(availableNow=True).start(str(tmp_path / "large")).awaitTermination()

    event = noted(work)
    assert (names(event["inputs"]), names(event["outputs"])) == ([orders], [str(tmp_path / "large")])
    assert columns(event["outputs"][0])["twice"] == [("orders", "amount", "TRANSFORMATION")]


def test_a_stream_that_writes_batches_itself_is_noted(
    spark: SparkSession, noted: Noted, orders: str, tmp_path: Path
) -> None:
    def write(batch: DataFrame, _: int) -> None:
        batch.write.mode("append").parquet(str(tmp_path / "batches"))

    def work() -> None:
        rows = spark.readStream.schema("day string, customer long, amount double").parquet(orders)
        writer = rows.writeStream.option("checkpointLocation", str(tmp_path / "checkpoint"))
        writer.trigger(availableNow=True).foreachBatch(write).start().awaitTermination()

    event = noted(work)
    assert orders in names(event["inputs"])
    assert names(event["outputs"]) == [str(tmp_path / "batches")]
