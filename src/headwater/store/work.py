"""The work queue: heavy requests that anyone makes, and the worker takes one after the other.

A request is a row from the moment it is made. It leaves the queue when it is finished, so a worker that dies
in between loses nothing: the next one begins it again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from psycopg.types.json import Jsonb

from headwater.answers.operations import Work
from headwater.store.queries.rows import Connection, fetch, fetch_one

WorkKind = Literal[
    "rebuild",
    "replay",
    "analytics",
    "classify",
    "reach",
    "baselines",
    "query_index",
    "closure",
    "closure_estimate",
    "timeliness",
    "proofs",
    "incidents",
    "suggest",
    "telemetry",
    "retention",
]
"""What can be requested; `worker.handlers.HANDLERS` has a function for each."""

LONGEST_ERROR = 2000


@dataclass(frozen=True, slots=True)
class WorkDepth:
    """How much there is to do: what waits for its turn, and what is under way."""

    waiting: int
    running: int


@dataclass(frozen=True, slots=True)
class Task:
    """What a handler gets. What nobody requested, but was due by the schedule, has no id."""

    kind: str
    arguments: Mapping[str, Any]
    id: int | None = None
    tries: int = 1
    """How often it was begun: more than once where it ended the worker, or the worker ended by chance."""


# The worker says so twice a second, for those who ask whether it is there.
ALIVE = "update worker_state set seen_at = clock_timestamp()"

COLUMNS = "id, kind, arguments, requested_at, started_at, finished_at, progress, result, error"
REQUEST = f"insert into work (kind, arguments) values (%(kind)s, %(arguments)s) returning {COLUMNS}"
FIND = f"select {COLUMNS} from work where id = %(id)s"
# No row lock and no `started_at is null`: there is one worker at a time, so what has begun and not ended
# was begun by one that died.
TAKE = """
update work set started_at = clock_timestamp(), tries = tries + 1
where id = (select min(id) from work where finished_at is null)
returning kind, arguments, id, tries
"""
PUT_BACK = "update work set tries = greatest(tries - 1, 0) where id = %s"
# Whether it has begun or not.
UNFINISHED = f"select {COLUMNS} from work where kind = %(kind)s and finished_at is null order by id limit 1"
DEPTH = """
select count(*) filter (where started_at is null) as waiting,
       count(*) filter (where started_at is not null) as running
from work where finished_at is null
"""
REPORT = "update work set progress = %s where id = %s"
FINISH = "update work set finished_at = clock_timestamp(), result = %s, error = %s where id = %s"


def depth(connection: Connection) -> WorkDepth:
    (row,) = fetch(connection, WorkDepth, DEPTH)
    return row


def request(connection: Connection, kind: WorkKind, arguments: Mapping[str, object]) -> Work:
    """Put a request into the queue."""
    (added,) = fetch(connection, Work, REQUEST, kind=kind, arguments=Jsonb(dict(arguments)))
    return added


def find(connection: Connection, work_id: int) -> Work | None:
    return fetch_one(connection, Work, FIND, id=work_id)


def unfinished(connection: Connection, kind: WorkKind) -> Work | None:
    """The oldest request of a kind that waits or is under way."""
    return fetch_one(connection, Work, UNFINISHED, kind=kind)


def take(connection: Connection) -> Task | None:
    """The oldest request that is not finished; one that a killed worker had begun is begun again."""
    return fetch_one(connection, Task, TAKE)


def put_back(connection: Connection, task: Task) -> None:
    """The worker had to stop, and this is not to blame: it has not been tried."""
    connection.execute(PUT_BACK, [task.id])


def report(connection: Connection, task: Task, progress: str) -> None:
    """How far a request is, in words."""
    connection.execute(REPORT, [progress, task.id])


def finish(connection: Connection, task: Task, result: Mapping[str, Any], error: str | None = None) -> None:
    """Take a request out of the queue; nothing happens for a task that nobody requested."""
    # PostgreSQL's texts can't hold a NUL, and an error may quote one from an event.
    shown = None if error is None else error[:LONGEST_ERROR].replace("\x00", "")
    connection.execute(FINISH, [Jsonb(dict(result)), shown, task.id])
