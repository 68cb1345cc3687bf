"""Large query logs folded on Spark; imported only where a session is at hand."""

from collections.abc import Callable

import pyarrow as pa

from headwater.connectors.query_log.fold import KEYS, LATEST, SCHEMA, SUMS, FoldTask, FoldTasks, fold_range
from headwater.pipeline.fold_tasks import fold_tasks
from headwater.pipeline.types import Session


def on_spark(session: Callable[[], Session]) -> FoldTasks:
    """The session is asked for once there is something to fold: starting one costs seconds."""

    def fold(task: FoldTask) -> pa.Table:
        return fold_tasks(session(), task, len(task.ranges), fold_range, SCHEMA, KEYS, LATEST, SUMS)

    return fold
