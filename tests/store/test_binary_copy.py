"""What is copied in as bytes comes out the same: ids, nulls, moments that never come."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import psycopg
import pyarrow as pa
import pytest

from headwater.store import binary_copy
from headwater.store.binary_copy import (
    INFINITY,
    MICROSECONDS_2000,
    MINUS_INFINITY,
    copy_in_binary,
    to_uuids,
)

Connection = psycopg.Connection[Any]

DASHED = "0190a4b8-1b2c-7d3e-8f40-5162738495a6"


@pytest.fixture
def table(connection: Connection) -> Connection:
    connection.execute("create temp table copied (id uuid, at timestamptz, name text)")
    return connection


def copied(table: Connection, **columns: Any) -> list[tuple[Any, ...]]:
    copy_in_binary(table, "copied", pa.table(columns))
    return table.execute(f"select {', '.join(columns)} from copied").fetchall()


def test_an_id_is_the_same_with_and_without_dashes_and_in_capitals(table: Connection) -> None:
    given = [DASHED, DASHED.replace("-", ""), DASHED.upper(), None]
    rows = copied(table, id=to_uuids(pa.chunked_array([given[:2], given[2:]])))
    assert rows == [(UUID(DASHED),)] * 3 + [(None,)]


@pytest.mark.parametrize("wrong", ["", "abc", "g" * 32, "é" * 16, DASHED + "00"])
def test_what_is_no_id_is_told_as_bad_data(wrong: str) -> None:
    with pytest.raises(psycopg.DataError, match="is no UUID"):
        to_uuids(pa.array([DASHED, wrong]))


def test_a_null_is_no_empty_text(table: Connection) -> None:
    texts = [None, "", 'a "b", c\n', "\\.", "größer 🙂"]
    assert copied(table, name=pa.array(texts)) == [(text,) for text in texts]


def test_moments_are_counted_from_2000_and_may_never_come(table: Connection) -> None:
    moment = datetime(2026, 4, 20, 1, 23, 0, 123456, tzinfo=UTC)
    micros = int(moment.timestamp()) * 1_000_000 + 123456 - MICROSECONDS_2000
    copy_in_binary(table, "copied", pa.table({"at": [micros, INFINITY, MINUS_INFINITY, None]}))
    rows = table.execute("select (at at time zone 'UTC')::text from copied").fetchall()
    assert rows == [("2026-04-20 01:23:00.123456",), ("infinity",), ("-infinity",), (None,)]


def test_chunks_follow_each_other(table: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binary_copy, "CHUNK_ROWS", 2)
    ids = [f"{number:032x}" for number in range(5)]
    names = pa.chunked_array([["a", None, "c"], ["d", "e"]])
    rows = copied(table, id=to_uuids(pa.array(ids)), name=names)
    assert rows == [(UUID(one), name) for one, name in zip(ids, names.to_pylist(), strict=True)]


def test_no_rows_are_no_error(table: Connection) -> None:
    assert copied(table, id=to_uuids(pa.array([], pa.string())), name=pa.array([], pa.string())) == []


def test_a_text_that_postgresql_can_not_hold_is_told_as_bad_data(table: Connection) -> None:
    with pytest.raises(psycopg.DataError):
        copied(table, name=pa.array(["a\x00b"]))


def test_columns_that_are_null_throughout_stay_null(table: Connection) -> None:
    none = pa.array([None, None], pa.string())
    rows = copied(table, name=pa.array(["a", None]), id=pa.array([None, None], binary_copy.UUID))
    assert rows == [("a", None), (None, None)]
    table.execute("truncate copied")
    assert copied(table, name=none, id=none.cast(binary_copy.UUID)) == [(None, None)] * 2
