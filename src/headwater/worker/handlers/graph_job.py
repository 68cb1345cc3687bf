"""A batch job over the graph: read what it needs in one steady moment, work it out, write it down."""

import time
from collections.abc import Callable
from typing import Any

from headwater.store.analytics import State
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources


def run_graph_job(
    resources: Resources, ask: Callable[..., Any], do: Callable[..., State], *, whole: bool
) -> Result:
    began = time.perf_counter()
    with resources.connect() as connection:
        question = resources.graph.read(connection, lambda graph: ask(connection, graph, whole=whole))
        state = do(resources.session, connection, question)
    seconds = round(time.perf_counter() - began, 3)
    return {"batch": state.batch, "whole": state.whole, "changed": state.changed, "seconds": seconds}
