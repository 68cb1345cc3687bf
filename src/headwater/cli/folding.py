"""A Spark session of a command's own, started once there is a large query log to fold."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa

from headwater.cli.console import read_settings, stderr
from headwater.connectors.query_log.fold import FoldTask, FoldTasks


@contextmanager
def spark_for_folding() -> Iterator[FoldTasks]:
    with ExitStack() as until_the_end:
        session = cache(lambda: _start(until_the_end))

        def fold(task: FoldTask) -> pa.Table:
            # Spark is imported only where it is needed: small logs are read without it.
            from headwater.connectors.query_log.on_spark import on_spark

            return on_spark(session)(task)

        yield fold


def _start(until_the_end: ExitStack) -> Any:
    from headwater.pipeline.session import start_session

    stderr.print("a large log: starting Spark to count its queries by day")
    scratch = Path(until_the_end.enter_context(tempfile.TemporaryDirectory()))
    # The files are on this machine, wherever the cluster is.
    own = {"home": scratch, "spark_master": "local[*]"}
    session = start_session(read_settings().model_copy(update=own), "headwater connect")
    stop: Callable[[], None] = session.stop
    until_the_end.callback(stop)
    return session
