"""What is copied in comes out the same: times in any zone, nulls, empty texts, texts like an end mark."""

from datetime import UTC, datetime
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from headwater.store.arrow_copy import copy_in, copy_out

Connection = psycopg.Connection[Any]

MOMENT = datetime(2026, 4, 20, 1, 23, 0, 123456, tzinfo=UTC)


@pytest.fixture
def table(connection: Connection) -> Connection:
    connection.execute("create temp table copied (at timestamptz, name text, count int)")
    return connection


def rows(connection: Connection) -> list[tuple[Any, ...]]:
    return connection.execute("select at, name, count from copied").fetchall()


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo"])
def test_a_moment_is_the_same_whatever_the_zone_of_the_session(table: Connection, zone: str) -> None:
    table.execute(f"set timezone = '{zone}'")
    copy_in(table, "copied", pa.table({"at": pa.array([MOMENT], pa.timestamp("us", tz="Europe/Paris"))}))
    assert rows(table) == [(MOMENT, None, None)]


def test_a_null_is_no_empty_text(table: Connection) -> None:
    given = pa.table(
        {"name": pa.array([None, "", 'a "b", c\n']), "count": pa.array([1, None, 3], pa.int32())}
    )
    copy_in(table, "copied", given)
    assert rows(table) == [(None, None, 1), (None, "", None), (None, 'a "b", c\n', 3)]


def test_a_line_that_would_end_a_copy_is_moved_by_a_blank(table: Connection) -> None:
    copy_in(table, "copied", pa.table({"name": ["before\n\\.\nafter", "\\."], "count": [1, 2]}))
    assert [row[1] for row in rows(table)] == ["before\n \\.\nafter", "\\."]


def test_no_rows_are_no_error(table: Connection) -> None:
    copy_in(table, "copied", pa.table({"name": pa.array([], pa.string())}))
    assert rows(table) == []


def test_rows_come_out_with_their_types(connection: Connection) -> None:
    types = {"id": pa.int32(), "part": pa.float64(), "name": pa.string()}
    found = copy_out(connection, "select 1, null::float, 'a,b' union all select 2, 0.5, 'c'", types)
    assert found.to_pydict() == {"id": [1, 2], "part": [None, 0.5], "name": ["a,b", "c"]}
    assert copy_out(connection, "select 1, 0.5, 'a' where false", types).schema == found.schema
