"""Rows that requests write come back from the log, under their own numbers."""

from typing import Any

import pytest
from psycopg import Connection

from headwater.store import stored_rows
from headwater.store.stored_rows import TABLES, images, restore
from headwater.store.tables import NOT_SERVED

REFERENCES = """
select conrelid::regclass::text, confrelid::regclass::text from pg_constraint
where contype = 'f' and conrelid = any(%s::regclass[])
"""


def test_a_table_comes_after_those_it_refers_to(connection: Connection) -> None:
    names = [table.name for table in TABLES]
    for table, other in connection.execute(REFERENCES, [names]).fetchall():
        assert names.index(other) <= names.index(table)


def test_every_table_that_is_written_by_requests_is_stored() -> None:
    assert {table.name for table in TABLES} == {
        name for name, why in NOT_SERVED.items() if why == stored_rows.REASON
    }


def test_a_table_that_is_not_stored_is_a_mistake(connection: Connection) -> None:
    with pytest.raises(ValueError, match="not stored: nodes"):
        images(connection, {"nodes": [1]})


def put(connection: Connection, body: str, position: int) -> None:
    connection.execute(
        """
        insert into events (position, event_id, stream, kind, event_time, body) overriding system value
        values (%s, gen_random_uuid(), 'stored_rows', 'stored_rows', now(), %s)
        """,
        [position, body],
    )


def image(table: str, key: int, rows: str) -> str:
    return f'{{"written": [{{"table": "{table}", "key": {key}, "rows": [{rows}]}}]}}'


def rows(connection: Connection, query: str) -> list[tuple[Any, ...]]:
    return connection.execute(query).fetchall()


def test_the_last_event_of_a_key_counts(connection: Connection) -> None:
    put(connection, image("address_type", 7, '{"id": 7, "name": "old"}'), 1)
    put(connection, image("address_type", 7, '{"id": 7, "name": "new"}'), 2)
    assert restore(connection) == 1
    assert rows(connection, "select id, name from address_type") == [(7, "new")]


def test_a_row_that_is_there_is_left_alone(connection: Connection) -> None:
    connection.execute("insert into address_type (id, name) overriding system value values (7, 'present')")
    put(connection, image("address_type", 7, '{"id": 7, "name": "past"}'), 1)
    assert restore(connection) == 0
    assert rows(connection, "select name from address_type") == [("present",)]


def test_a_column_that_an_old_event_does_not_know_gets_its_default(connection: Connection) -> None:
    put(connection, image("pipeline_type", 3, '{"id": 3, "name": "old", "gone": 1}'), 1)
    put(connection, image("pipeline_type", 4, '{"id": 4, "name": "new", "mute_timely_check": true}'), 2)
    assert restore(connection) == 2
    query = "select id, mute_timely_check from pipeline_type order by id"
    assert rows(connection, query) == [(3, False), (4, True)]


def test_the_next_number_comes_after_all_that_were_restored(connection: Connection) -> None:
    put(connection, image("address_type", 7, '{"id": 7, "name": "old"}'), 1)
    restore(connection)
    assert rows(connection, "insert into address_type (name) values ('next') returning id") == [(8,)]
    restore(connection)
    assert rows(connection, "insert into address_type (name) values ('after') returning id") == [(9,)]


def test_a_key_whose_rows_were_all_deleted_stays_empty(connection: Connection) -> None:
    edge = '{"id": 1, "pipeline_id": 5, "source_address_id": 1, "target_address_id": 2}'
    put(connection, image("pipeline_lineage", 5, edge), 1)
    put(connection, image("pipeline_lineage", 5, ""), 2)
    assert restore(connection) == 0
