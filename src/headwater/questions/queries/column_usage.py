"""Who reads which column of a dataset, and which columns nobody reads, with the proof of it."""

from datetime import datetime, timedelta
from typing import Annotated

from headwater.answers.queries import ColumnUsage, UsageProof, UsedColumn
from headwater.errors import EntityNotFoundError
from headwater.graph.related_columns import use_counts
from headwater.model.nearest import nearest_names
from headwater.questions import resolve
from headwater.questions.change.subjects import current_columns
from headwater.questions.parameters import Asset, Column, Moment
from headwater.questions.reading import PRESENT, Reading
from headwater.questions.registry import Parameter, question
from headwater.store.queries import column_usage as usage
from headwater.store.queries import nodes, query_log
from headwater.store.queries.column_usage import SHOWN_JOBS, SHOWN_USERS
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.rows import Connection

WINDOW = timedelta(days=30)

Since = Annotated[
    Moment | None,
    Parameter("Count uses since this day, in UTC. Default 30 days before the newest use of any query."),
]


def window(connection: Connection, since: datetime | None) -> tuple[datetime | None, datetime | None]:
    """From when to when uses are counted. A history that has ended is looked at as it ended."""
    until = query_log.newest_use(connection)
    return since or (until - WINDOW if until else None), until


@question("/columns/usage", topic="queries")
def column_usage(reading: Reading, asset: Asset, column: Column = None, since: Since = None) -> ColumnUsage:
    """Who reads the columns of a dataset, in which role, how often and when last; and which nobody reads."""
    connection = reading.connection
    dataset = resolve.entity(connection, asset, resolve.DATASET, field="asset")
    since, until = window(connection, since)
    used = _Usage(reading, dataset, since)
    names = [known.name for known in current_columns(connection, dataset)]
    if column is not None:
        # One that was dropped may still be read.
        names = _column_named(dataset, list(dict.fromkeys([*names, *used.named])), column)
    columns = tuple(used.column(name) for name in names)
    return ColumnUsage(
        asset=dataset.answer,
        since=since,
        until=until,
        columns=columns,
        unused=tuple(one.name for one in columns if not (one.queries or one.jobs_total or one.lineage)),
        proof=_proof(connection, dataset.id, since),
    )


def _column_named(dataset: NodeName, names: list[str], column: str) -> list[str]:
    alike = [name for name in names if name == column] or [
        name for name in names if name.lower() == column.lower()
    ]
    if not alike:
        raise EntityNotFoundError("column", f"{dataset}#{column}", nearest_names(column, names))
    return alike


def _proof(connection: Connection, dataset: int, since: datetime | None) -> UsageProof:
    touching, unread = usage.touching(connection, dataset, since), usage.unread(connection, since)
    return UsageProof(
        queries=touching.queries,
        runs=touching.runs,
        analysed=touching.analysed,
        not_analysed=usage.reasons(connection, dataset, since),
        stars=touching.stars,
        unread=unread,
        complete=touching.analysed == touching.queries and not touching.stars and not unread,
    )


class _Usage:
    """What is known of all columns of a dataset, read in a handful of statements."""

    def __init__(self, reading: Reading, dataset: NodeName, since: datetime | None) -> None:
        connection = self._connection = reading.connection
        self._dataset, self._since = dataset.id, since
        self._readings = usage.readings(connection, dataset.id, since)
        self._jobs: dict[str, list[str]] = {}
        for one in usage.jobs(connection, dataset.id):
            self._jobs.setdefault(one.field, []).append(one.job)
        numbers = {
            one.field: one.id for one in nodes.columns(connection, nodes.members(connection, dataset.id))
        }
        counts = use_counts(reading.graph, list(numbers.values()), at=PRESENT)
        self._lineage = {name.lower(): counts.get(number, 0) for name, number in numbers.items()}
        self.named = [*numbers, *self._readings]
        """Columns that lineage or queries speak of, also those that the dataset has no more."""

    def column(self, name: str) -> UsedColumn:
        found = self._readings.get(name.lower())
        users = usage.users(self._connection, self._dataset, name, self._since) if found else ()
        # A job that takes over all columns by a star reads each of them.
        jobs = sorted({*self._jobs.get(name.lower(), ()), *self._jobs.get("", ())})
        return UsedColumn(
            name=name,
            queries=found.queries if found else 0,
            runs=found.runs if found else 0,
            roles=dict(found.roles) if found else {},
            users=users[:SHOWN_USERS],
            users_total=len(users),
            last_used=found.last_used if found else None,
            jobs=tuple(jobs[:SHOWN_JOBS]),
            jobs_total=len(jobs),
            lineage=self._lineage.get(name.lower(), 0),
        )
