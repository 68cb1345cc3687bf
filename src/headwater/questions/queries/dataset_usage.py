"""How a dataset was used: by whom on which day, which columns, by which jobs."""

from datetime import timedelta
from typing import Annotated

import numpy as np

from headwater.answers.dataset_history import ColumnUseCount, DailyUse, DatasetUsage, JobUse
from headwater.graph.arcs import ArcKind
from headwater.questions import resolve
from headwater.questions.history.filters import named
from headwater.questions.parameters import AsOf, Asset
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.store.queries import dataset_usage as usage
from headwater.store.queries import nodes

MOST_DAYS, MOST_COLUMNS, MOST_JOBS = 1_000, 500, 200

Days = Annotated[int, Parameter("How many days are counted. Default 30.", minimum=1, maximum=3650)]


@question("/usage", topic="queries")
def dataset_usage(reading: Reading, asset: Asset, days: Days = 30, as_of: AsOf = None) -> DatasetUsage:
    """Queries and runs by user and day, the columns that they used, and the jobs that read it."""
    connection = reading.connection
    dataset = resolve.entity(connection, asset, resolve.DATASET, field="asset")
    members = nodes.members(connection, dataset.id)
    until = (as_of or reading.clock()).date()
    since = until - timedelta(days=days)
    by_day = usage.days(connection, members, since, until, MOST_DAYS)
    columns = usage.columns(connection, members, since, until, MOST_COLUMNS)
    jobs = usage.jobs(connection, _readers(reading, dataset.id), since, until, MOST_JOBS)
    names = named(connection, {one.job_id for one in jobs})
    return DatasetUsage(
        node=dataset.answer,
        since=since,
        until=until,
        queries_runs=sum(one.runs for one in by_day),
        users=len({one.user for one in by_day if one.user}),
        days=tuple(DailyUse(one.day, one.user, one.queries, one.runs) for one in by_day),
        columns=tuple(ColumnUseCount(one.column, one.queries, one.runs) for one in columns),
        jobs=tuple(JobUse(names[one.job_id], one.runs) for one in jobs),
    )


def _readers(reading: Reading, dataset: int) -> list[int]:
    graph = reading.graph
    if dataset >= graph.size:
        return []
    out = graph.out.members(np.array([dataset], np.int32))
    found: list[int] = np.unique(graph.arcs.target[out[graph.arcs.kind[out] == ArcKind.READS]]).tolist()
    return found
