"""Who reads the columns of a dataset: those that name them, and how many read it without saying which.

Lineage is what tells, today. Which columns a query reads belongs here as well, once it is known: its columns
count, and the query is no longer among the silent.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from headwater.graph import Graph
from headwater.graph.affected import affected
from headwater.graph.related_columns import use_counts
from headwater.questions.lineage.walk import PRESENT


@dataclass(frozen=True, slots=True)
class ColumnUse:
    """By column: how many read it directly. `silent` readers may read any."""

    readers: Mapping[str, int]
    silent: int

    def readers_of(self, column: str) -> int:
        return self.readers.get(column, 0)


def column_use(graph: Graph, dataset: int, columns: Mapping[str, int]) -> ColumnUse:
    """As lineage knows it; `columns` are those of the dataset that it has a number for."""
    counts = use_counts(graph, list(columns.values()), at=PRESENT)
    found = affected(graph, [dataset], "downstream", at=PRESENT, max_depth=1).assets
    unknown = ~found.known
    # What a silent job writes is not another reader; only where no job is known are datasets counted.
    jobs = int((unknown & found.is_job).sum())
    named = {name: counts[number] for name, number in columns.items() if number in counts}
    return ColumnUse(named, jobs or int(unknown.sum()))
