"""Requests that the worker takes up: put one in the queue, see how far it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from headwater.store.queries.rows import Connection, fetch, fetch_one


@dataclass(frozen=True, slots=True)
class Work:
    id: int
    kind: str
    arguments: Mapping[str, Any]
    requested_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    progress: str | None
    result: Any
    error: str | None


COLUMNS = "id, kind, arguments, requested_at, started_at, finished_at, progress, result, error"
REQUEST = f"insert into work (kind, arguments) values (%(kind)s, %(arguments)s) returning {COLUMNS}"
ONE = f"select {COLUMNS} from work where id = %(id)s"


def request(connection: Connection, kind: str, arguments: Mapping[str, object]) -> Work:
    (added,) = fetch(connection, Work, REQUEST, kind=kind, arguments=Jsonb(dict(arguments)))
    return added


def one(connection: Connection, work_id: int) -> Work | None:
    return fetch_one(connection, Work, ONE, id=work_id)
