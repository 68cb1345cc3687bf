"""What was written before changes entered the log is restored as well."""

from importlib import import_module
from typing import Any

import pytest
from psycopg import Connection

from headwater.store.stored_rows import TABLES, restore

migration = import_module("headwater.store.migrations.versions.0010_stored_rows")

FILL = """
insert into pipeline_type (name, timely_number)
    select 'type ' || number, number from generate_series(1, 1200) as number;
insert into pipeline (name, pipeline_type_id, job_namespace, job_name, job_key, pipeline_args)
    values ('orders', 7, 'watcher', 'orders', gen_random_uuid(), '{"text": "é"}');
insert into pipeline_execution (run_id, pipeline_id, start_date) values (gen_random_uuid(), 1, now());
insert into address_type (name) values ('postgresql');
insert into address (name, address_type_id, dataset_namespace, dataset_name)
    values ('a', 1, 'postgresql', 'a'), ('b', 1, 'postgresql', 'b');
insert into pipeline_lineage (pipeline_id, source_address_id, target_address_id) values (1, 1, 2), (1, 2, 1);
insert into timeliness_breach (job_key, kind, since, rule)
    values (gen_random_uuid(), 'data_age', now(), 'rule');
"""


def rows(connection: Connection, table: str) -> list[tuple[Any, ...]]:
    return connection.execute(f"select to_jsonb(row) from {table} as row order by id").fetchall()


def test_the_migration_knows_every_stored_table() -> None:
    assert set(migration.TABLES) == {(table.name, table.key) for table in TABLES}


@pytest.mark.parametrize("table", [table.name for table in TABLES])
def test_rows_that_were_there_before_are_restored(connection: Connection, table: str) -> None:
    connection.execute(FILL)
    for name, key in migration.TABLES:
        connection.execute(migration.RECORD.format(table=name, key=key))
    before = rows(connection, table)
    connection.execute(f"truncate {', '.join(stored.name for stored in TABLES)}")
    restore(connection)
    assert rows(connection, table) == before
