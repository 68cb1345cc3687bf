"""The desk for heavy questions: takes what the worker hands it, and runs what is due by itself."""

import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillAtIt
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
from pyspark.sql import SparkSession

from headwater.graph.arcs import Ints
from headwater.pipeline.analytics import baselines, changes, classify, closure, ranking
from headwater.pipeline.analytics.closure import Estimate, Format
from headwater.pipeline.analytics.flow import Flow, column_flow, dataset_flow
from headwater.pipeline.batch import connect
from headwater.settings import Settings
from headwater.store import analytics
from headwater.store import baselines as store
from headwater.store.analytics import State
from headwater.store.queries.rows import Connection
from headwater.store.snapshots import Snapshot, loaded, steady
from headwater.store.work import Work

logger = logging.getLogger(__name__)

Result = dict[str, object]
Answer = TypeVar("Answer")

BEAT_SECONDS = 0.5
# So many times the pause between other runs lies between two looks at what is normal.
BASELINE_PAUSES = 10
# By level, which parts of a name tell one end of a pair.
NAMED = {"dataset": ("namespace", "name"), "column": ("namespace", "name", "field")}


@dataclass(frozen=True, slots=True)
class Wish:
    """What a caller wants of the closure."""

    level: str = "dataset"
    depth: int | None = None
    format: Format = "parquet"
    max_rows: int = closure.MAX_ROWS


class Desk:
    """Keeps the graph between runs, so that a run reads only what changed.

    `beat` is called while a run lasts; when the worker should stop, it raises InterruptedError.
    """

    def __init__(self, spark: SparkSession, url: str, settings: Settings, beat: Callable[[], object]) -> None:
        self._spark, self._url, self._settings, self._beat = spark, url, settings, beat
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="analytics")
        self._snapshot: Snapshot | None = None
        self._not_before = 0.0

    @property
    def doers(self) -> dict[str, Callable[[Work], Result]]:
        """By kind of work, who does it."""
        doers: dict[str, Callable[[Work], Result]] = {
            "analytics": lambda work: {
                **self._classify(work),
                **self._reach(work),
                **self._baselines(work),
            },
            "classify": self._classify,
            "reach": self._reach,
            "baselines": self._baselines,
            "closure": self._export,
            "closure_estimate": self._estimate,
        }
        return {kind: self._attended(doer) for kind, doer in doers.items()}

    def run_if_due(self, connection: Connection) -> None:
        """Never while the stream is behind, and after a failure not before the usual time has passed."""
        seconds = self._settings.analytics_seconds
        if time.monotonic() < self._not_before or not analytics.is_due(connection, seconds):
            return
        self._not_before = time.monotonic() + seconds
        try:
            self.doers["analytics"](Work(0, "analytics", {"scheduled": True}))
        except InterruptedError:
            return
        except Exception:  # the next run may do better; the stream must go on
            logger.exception("the analytics failed")

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _attended(self, doer: Callable[[Work], Result]) -> Callable[[Work], Result]:
        """Done in a thread of its own, while this one keeps saying that the worker is alive."""

        def attended(work: Work) -> Result:
            future = self._thread.submit(doer, work)
            while True:
                try:
                    return future.result(timeout=BEAT_SECONDS)
                except StillAtIt:
                    if future.done():
                        return future.result()
                    self._beat()

        return attended

    def _classify(self, work: Work) -> Result:
        return {"classify": self._job(classify.ask, classify.classify, bool(work.arguments.get("whole")))}

    def _reach(self, work: Work) -> Result:
        return {"reach": self._job(ranking.ask, ranking.rank, bool(work.arguments.get("whole")))}

    def _baselines(self, work: Work) -> Result:
        """Over all runs, so on the schedule only now and then: what is normal changes slowly."""
        began = time.perf_counter()
        with connect(self._url) as connection:
            pause = BASELINE_PAUSES * self._settings.analytics_seconds
            if work.arguments.get("scheduled") and analytics.is_fresh(connection, analytics.BASELINES, pause):
                return {}
            at = analytics.now(connection)
            normal, outside = baselines.work_out(self._spark, store.completed_runs(connection))
            changed = store.keep(connection, normal, outside)
            seconds = round(time.perf_counter() - began, 3)
            state = analytics.published(connection, analytics.BASELINES, at, seconds, changed)
            analytics.record(connection, state)
        told: Result = {"baselines": normal.num_rows, "anomalies": outside.num_rows, "seconds": seconds}
        return {"baselines": told}

    def _job(self, ask: Callable[..., Any], do: Callable[..., State], whole: bool) -> Result:
        began = time.perf_counter()
        with connect(self._url) as connection:
            question = self._steadily(connection, lambda graph: ask(connection, graph, whole=whole))
            state = do(self._spark, connection, question)
        seconds = round(time.perf_counter() - began, 3)
        return {"batch": state.batch, "whole": state.whole, "changed": state.changed, "seconds": seconds}

    def _steadily(self, connection: Connection, read: Callable[[Snapshot], Answer]) -> Answer:
        with steady(connection):
            self._snapshot = loaded(connection, self._snapshot)
            return read(self._snapshot)

    def _estimate(self, work: Work) -> Result:
        wish = Wish(**work.arguments)
        with connect(self._url) as connection:
            _, guess = self._steadily(connection, lambda graph: _guessed(connection, graph, wish))
        return guess.told()

    def _export(self, work: Work) -> Result:
        """Refuses before it begins, when the estimate is over the limit."""
        wish, began = Wish(**work.arguments), time.perf_counter()
        with connect(self._url) as connection:
            flow, guess = self._steadily(connection, lambda graph: _guessed(connection, graph, wish))
            closure.refuse_if_too_large(guess, wish.max_rows)
            names = _names(connection, flow.ids[~flow.hub], wish.level)
        pairs = closure.pairs_frame(self._spark, flow, wish.depth, guess.rows)
        folder = self._settings.home.absolute() / "exports" / f"closure-{work.id}"
        told = closure.named(pairs, self._spark.createDataFrame(names))
        rows, size = closure.write(told, folder, wish.format)
        seconds = round(time.perf_counter() - began, 3)
        done = {"folder": str(folder), "rows": rows, "bytes": size, "seconds": seconds}
        return {**done, "estimate": guess.told()}


def _guessed(connection: Connection, snapshot: Snapshot, wish: Wish) -> tuple[Flow, Estimate]:
    flow_of = dataset_flow if wish.level == "dataset" else column_flow
    now = changes.micros(analytics.now(connection))
    flow = flow_of(snapshot.graph, analytics.canonical(connection, wish.level), now)
    sampled = closure.sample(flow, wish.depth)
    ends = (flow.ids[sampled.pairs.ancestor], flow.ids[sampled.pairs.descendant])
    names = _names(connection, np.unique(np.concatenate(ends)), wish.level)
    rows = _beside(names, ends[0], "ancestor") | _beside(names, ends[1], "descendant")
    shown = pa.table({**rows, "depth": sampled.pairs.depth})
    return flow, closure.estimate(sampled, closure.bytes_a_row(shown, wish.format))


def _names(connection: Connection, ids: Ints, level: str) -> pa.Table:
    names = analytics.names(connection, ids)
    return names.select(["id", *NAMED[level]])


def _beside(names: pa.Table, ids: Ints, word: str) -> dict[str, pa.ChunkedArray]:
    taken = names.take(pa.array(np.searchsorted(names["id"].to_numpy(), ids)))
    return {f"{word}_{column}": taken[column] for column in taken.column_names}
