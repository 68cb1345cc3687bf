"""Rows as values: run a statement with bound values and get frozen dataclasses back."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar
from uuid import UUID

import psycopg
from psycopg.rows import class_row

Connection = psycopg.Connection[Any]
Row = TypeVar("Row")
Values = Mapping[str, object]


def fetch(connection: Connection, row: type[Row], query: str, **values: object) -> tuple[Row, ...]:
    """All rows; the names of the selected columns are the fields of `row`."""
    with connection.cursor(row_factory=class_row(row)) as cursor:
        return tuple(cursor.execute(query, values).fetchall())


def fetch_one(connection: Connection, row: type[Row], query: str, **values: object) -> Row | None:
    with connection.cursor(row_factory=class_row(row)) as cursor:
        return cursor.execute(query, values).fetchone()


def fetch_values(connection: Connection, query: str, **values: object) -> tuple[Any, ...]:
    """The first column of all rows."""
    with connection.cursor() as cursor:
        return tuple(row[0] for row in cursor.execute(query, values).fetchall())


def count(connection: Connection, query: str, **values: object) -> int:
    """The number that a statement of one row and one column gives."""
    with connection.cursor() as cursor:
        found = cursor.execute(query, values).fetchone()
    return int(found[0]) if found else 0


def int_array(numbers: Iterable[int]) -> str:
    """Whole numbers as PostgreSQL reads an array; psycopg's own way takes ten times as long.

    >>> int_array([1, -2]), int_array([])
    ('{1, -2}', '{}')
    """
    return f"{{{str(list(numbers))[1:-1]}}}"


def uuid_array(keys: Iterable[UUID]) -> str:
    """Keys as PostgreSQL reads an array, for the same reason.

    >>> uuid_array([UUID(int=1)])
    '{00000000000000000000000000000001}'
    """
    return f"{{{','.join(key.hex for key in keys)}}}"


def conditions(possible: Mapping[str, str], given: Values) -> str:
    """The conditions whose value was given, joined; the texts are ours, the values stay bound.

    >>> conditions({"state": "state = %(state)s", "job": "job = %(job)s"}, {"state": "FAIL", "job": None})
    'state = %(state)s'
    """
    # `False` is a value to filter by; only None means that no value was given.
    chosen = [text for name, text in possible.items() if given.get(name) is not None]
    return " and ".join(chosen) or "true"
