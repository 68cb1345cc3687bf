"""The temporary tables of a batch are empty when it begins, however the last one left them."""

import pytest
from psycopg import Connection

from headwater.store.publish.workspace import LARGE_ROWS, TABLES, needs_analyze, prepare

FILL = (
    "insert into touched_owners (owner_id, since) select number, now() from generate_series(1, %s) as number"
)


@pytest.fixture
def prepared(connection: Connection) -> Connection:
    prepare(connection)
    return connection


@pytest.mark.parametrize("rows", [1, 50_000])
def test_tables_are_emptied_whether_small_or_large(prepared: Connection, rows: int) -> None:
    prepared.execute(FILL, [rows])
    prepare(prepared)
    assert prepared.execute("select count(*) from touched_owners").fetchone() == (0,)


def test_dead_rows_do_not_pile_up(prepared: Connection) -> None:
    for _ in range(200):
        prepared.execute(FILL, [500])
        prepare(prepared)
    size = prepared.execute("select pg_relation_size('touched_owners')").fetchone()
    assert size is not None
    assert size[0] < 1024 * 1024


def test_tables_that_a_rollback_took_away_are_made_again(connection: Connection) -> None:
    with connection.transaction(force_rollback=True):
        prepare(connection)
    prepare(connection)
    for table in TABLES:
        assert connection.execute(f"select count(*) from {table}").fetchone() == (0,)


def test_statistics_of_a_small_batch_serve_the_next_but_not_a_large_one(prepared: Connection) -> None:
    assert needs_analyze(prepared, 20)
    prepared.execute("analyze batch")
    assert not needs_analyze(prepared, 30)
    assert needs_analyze(prepared, LARGE_ROWS)
