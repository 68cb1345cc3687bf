"""The queue of heavy requests from the worker's side: take one, tell how far it is, finish it."""

from dataclasses import dataclass
from typing import Any

from psycopg import Connection
from psycopg.types.json import Jsonb


@dataclass(frozen=True, slots=True)
class Work:
    id: int
    kind: str
    arguments: dict[str, Any]


def take(connection: Connection) -> Work | None:
    """The oldest that is not finished; one that a killed worker had begun is begun again."""
    row = connection.execute(
        """
        update work set started_at = clock_timestamp()
        where id = (select min(id) from work where finished_at is null)
        returning id, kind, arguments
        """
    ).fetchone()
    return Work(*row) if row else None


def report(connection: Connection, work: Work, progress: str) -> None:
    connection.execute("update work set progress = %s where id = %s", [progress, work.id])


def finish(connection: Connection, work: Work, result: dict[str, Any], error: str | None = None) -> None:
    connection.execute(
        "update work set finished_at = clock_timestamp(), result = %s, error = %s where id = %s",
        [Jsonb(result), error, work.id],
    )
