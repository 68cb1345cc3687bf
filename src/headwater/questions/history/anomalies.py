"""Runs that were out of the ordinary, of all jobs, newest first."""

from dataclasses import asdict
from typing import Annotated, Literal

from headwater.answers.base import Node
from headwater.answers.history import JobAnomaly, JobAnomalyPage
from headwater.questions import resolve
from headwater.questions.history.filters import Since, Until, named
from headwater.questions.operations.runs import JobName, JobNamespace
from headwater.questions.parameters import Cursor, Limit, OfTeam
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.store.queries import anomalies, nodes
from headwater.store.queries.anomalies import AnomalyFilter, AnomalyRow
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.rows import Connection

Measure = Annotated[
    Literal["duration", "rows", "bytes", "inserts", "updates", "deletes", "throughput"] | None,
    Parameter("Filter by what was unusual."),
]


@question("/anomalies", topic="history", lists=("items",))
def list_anomalies(
    reading: Reading,
    job: JobName = None,
    namespace: JobNamespace = None,
    measure: Measure = None,
    since: Since = None,
    until: Until = None,
    team: OfTeam = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> JobAnomalyPage:
    """Runs that took unusually long or wrote unusually much or little, newest first."""
    connection = reading.connection
    wanted = AnomalyFilter(
        _job_ids(connection, job), namespace, measure, since, until, known_team(connection, team)
    )
    page = anomalies.listed(connection, wanted, limit, cursor)
    names = named(connection, (row.job_id for row in page.items))
    return JobAnomalyPage(tuple(_anomaly(row, names) for row in page.items), page.total, page.next_cursor)


def _job_ids(connection: Connection, job: str | None) -> list[int] | None:
    if job is None:
        return None
    return nodes.members(connection, resolve.entity(connection, job, resolve.JOB, field="job").id)


def _anomaly(row: AnomalyRow, names: dict[int | None, Node]) -> JobAnomaly:
    fields = asdict(row)
    return JobAnomaly(**fields | {"job": names[fields.pop("job_id")]})
