"""Who reads the columns of a dataset: those that name them, and how many read it without saying which.

Lineage tells of jobs, and the index of references of queries and of what the texts of jobs read, also where
they only filter by a column.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from headwater.graph.affected import affected
from headwater.graph.related_columns import use_counts
from headwater.questions.reading import PRESENT, Reading
from headwater.store.queries import column_usage, query_readers


@dataclass(frozen=True, slots=True)
class ColumnUse:
    """By column, in lower case: how many read it directly. `silent` readers may read any."""

    readers: Mapping[str, int]
    silent: int

    def readers_of(self, column: str) -> int:
        return self.readers.get(column.lower(), 0)


def column_use(reading: Reading, dataset: int, columns: Mapping[str, int], at: int = PRESENT) -> ColumnUse:
    """As lineage knew it at the time; `columns` are those of the dataset that it has a number for."""
    graph, connection = reading.graph, reading.connection
    counts = use_counts(graph, list(columns.values()), at=at)
    readers = {name.lower(): counts[number] for name, number in columns.items() if number in counts}
    for field, others in column_usage.reader_counts(connection, dataset).items():
        # Lineage may know some of them already: the greater number, as each alone is a lower bound.
        known = readers.get(field, 0)
        readers[field] = others.queries + max(known, others.jobs)
    found = affected(graph, [dataset], "downstream", at=at, max_depth=1).assets
    unknown = ~found.known
    jobs = found.nodes[unknown & found.is_job].tolist()
    # What a query reads is in the index; one without a text is silent as any job.
    asked = query_readers.query_jobs(connection, jobs)
    silent = column_usage.silent_jobs(connection, [job for job in jobs if job not in asked], dataset)
    unread = query_readers.without_text(connection, sorted(asked))
    unsure = column_usage.silent_queries(connection, dataset)
    # What a silent job writes is not another reader; only where no job is known are datasets counted.
    return ColumnUse(readers, len(silent) + unread + unsure if jobs else int(unknown.sum()) + unsure)
