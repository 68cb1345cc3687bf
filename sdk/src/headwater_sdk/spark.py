"""Lineage of PySpark without a jar: what the DataFrames of a block read and write, from their query plans.

with track("orders.daily"), spark_lineage(spark):
    spark.read.parquet("s3://lake/orders").groupBy("day").count().write.parquet("s3://lake/daily")
"""

from __future__ import annotations

from types import TracebackType
from typing import Any

from headwater_sdk.datasets import Dataset
from headwater_sdk.events import new_id
from headwater_sdk.runs import CURRENT_RUN, Run
from headwater_sdk.spark_plan import PlanLineage, read_plan
from headwater_sdk.spark_streams import StreamWatch
from headwater_sdk.tracker import Tracker, default_tracker

__all__ = ["spark_lineage"]

# Spark tells its listeners of a query after it ended, in a thread of its own.
WAIT_MILLISECONDS = 10_000
# Each plan is read by many calls to the JVM; a loop of small queries reads the same over and over.
MAX_QUERIES = 1_000


class _Listener:
    """Spark calls it, by py4j, for every query of the session that ends."""

    def __init__(self, tracker: Tracker) -> None:
        self._tracker = tracker
        self.found: list[PlanLineage] = []
        self.name = f"headwater-sdk-{new_id()}"

    def onSuccess(self, _name: str, execution: Any, _nanoseconds: int) -> None:  # noqa: N802 (Spark's word)
        if len(self.found) == MAX_QUERIES:
            why = f"queries after the first {MAX_QUERIES:,} of a block are not read"
            self._tracker.complaints.complain("queries", why)
            return
        with self._tracker.harmless():
            self.found.append(read_plan(execution))

    def onFailure(self, _name: str, execution: Any, error: Any) -> None:  # noqa: N802 (Spark's word)
        """Whoever asked for it gets the exception, and it ends the run."""

    def toString(self) -> str:  # noqa: N802 (Java's word)
        return self.name

    def hashCode(self) -> int:  # noqa: N802 (Java's word)
        return hash(self.name) % 2**31

    def equals(self, other: Any) -> bool:
        """Spark compares the listeners it has when one is taken away; only ours has this name."""
        try:
            return bool(other.toString() == self.name)
        except Exception:
            # One of the host's own, which need not have a name.
            return False

    class Java:
        implements = ("org.apache.spark.sql.util.QueryExecutionListener",)


class SparkBlock:
    def __init__(self, spark: Any, run: Run | None) -> None:
        self._spark, self._run = spark, run
        self._tracker = default_tracker()
        self._listener: _Listener | None = None
        self._registered: Any = None
        self._streams = StreamWatch(spark)
        self._noted: set[Dataset] = set()

    def __enter__(self) -> None:
        self._run = self._run or CURRENT_RUN.get()
        if self._run is not None:
            with self._tracker.harmless():
                # What ended before the block is news for those who listened then.
                self._wait()
                self._listener = _Listener(self._tracker)
                self._registered = _register(self._spark, self._listener)
                self._streams.begin()

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        listener, self._listener = self._listener, None
        if listener is None:
            return
        with self._tracker.harmless():
            self._wait()
        with self._tracker.harmless():
            self._spark._jsparkSession.listenerManager().unregister(self._registered)
        with self._tracker.harmless():
            listener.found += self._streams.end()
        for lineage in listener.found:
            self._note(lineage)

    def _wait(self) -> None:
        self._spark.sparkContext._jsc.sc().listenerBus().waitUntilEmpty(WAIT_MILLISECONDS)

    def _note(self, lineage: PlanLineage) -> None:
        assert self._run is not None
        for source in lineage.inputs:
            if source not in self._noted:
                self._noted.add(source)
                self._run.reads(source)
        if lineage.output is not None:
            self._run.writes(lineage.output, rows=lineage.rows)


def _register(spark: Any, listener: _Listener) -> Any:
    """What stands for the listener in the JVM: with another one made for it, Spark would not take it away."""
    from pyspark.java_gateway import ensure_callback_server_started

    ensure_callback_server_started(spark.sparkContext._gateway)  # type: ignore[no-untyped-call]
    manager = spark._jsparkSession.listenerManager()
    manager.register(listener)
    return next(one for one in reversed(list(manager.listListeners())) if listener.equals(one))


def spark_lineage(spark: Any, run: Run | None = None) -> SparkBlock:
    """A block whose queries are noted on the run, by default the present one: inputs, outputs, columns, rows.

    Named are files, tables of a catalog and tables over JDBC, also of streams that begin in the block; not
    JDBC reads of a query. It needs a classic session: a Spark Connect client has no plans to read.
    """
    return SparkBlock(spark, run)
