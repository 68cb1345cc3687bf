"""What could not be read from SQL, and why: "we don't know" is an answer, and it is counted."""

from typing import Annotated

from headwater.answers.operations import SqlProblem, SqlProblems
from headwater.questions import resolve
from headwater.questions.parameters import Cursor, Limit, OfTeam
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.store.queries import sql_readings
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.sql_readings import ProblemFilter, ProblemRow

OfJob = Annotated[str | None, Parameter("Filter by job.", examples=("airflow/load_orders",))]
Reason = Annotated[str | None, Parameter("Part of the reason. Case-insensitive.")]


@question("/sql/problems", topic="sql", lists=("items",))
def list_sql_problems(
    reading: Reading,
    job: OfJob = None,
    reason: Reason = None,
    team: OfTeam = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> SqlProblems:
    """Texts that gave no lineage, or not for every statement, each with the reason."""
    connection = reading.connection
    job_id = resolve.entity(connection, job, resolve.JOB, "job").id if job else None
    wanted = ProblemFilter(job_id, reason, known_team(connection, team))
    page = sql_readings.problems(connection, wanted, limit, cursor)
    return SqlProblems(
        items=tuple(_problem(row) for row in page.items),
        total=page.total,
        next_cursor=page.next_cursor,
        # Of all texts, whatever the filter: how much could not be read altogether.
        totals=sql_readings.totals(connection),
    )


def _problem(row: ProblemRow) -> SqlProblem:
    return SqlProblem(
        job=f"job:{row.namespace}/{row.name}",
        dialect=row.dialect,
        text=row.text,
        problems=tuple(row.problems),
        unknown_schemas=tuple(row.unknown_schemas),
        edges=row.edges,
        last_seen=row.last_seen,
    )
