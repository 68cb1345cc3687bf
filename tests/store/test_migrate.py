"""Migrations: one line of them, the same again when run again."""

from pathlib import Path

import psycopg
import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from psycopg import Connection

from headwater.errors import SetupError
from headwater.store import migrations
from headwater.store.migrate import check_shape, migrate


def scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    return ScriptDirectory.from_config(config)


def test_each_migration_follows_the_one_before() -> None:
    line = [script.revision for script in scripts().walk_revisions()][::-1]
    assert line == [f"{number:04}" for number in range(1, len(line) + 1)]


def test_a_worker_of_another_version_than_the_database_does_not_start(connection: Connection) -> None:
    check_shape(connection)
    connection.execute("update alembic_version set version_num = '0001'")
    with pytest.raises(SetupError, match="the database has shape 0001, and this version needs"):
        check_shape(connection)


def test_a_database_of_the_newest_shape_stays_as_it_is(database_url: str, connection: Connection) -> None:
    migrate(database_url)
    [(version,)] = connection.execute("select version_num from alembic_version").fetchall()
    assert [version] == scripts().get_heads()


def test_bodies_are_packed_by_lz4_where_the_server_can(connection: Connection) -> None:
    try:
        connection.execute("create temporary table packed (body text compression lz4)")
        expected = "l"
    except psycopg.errors.FeatureNotSupported:
        expected = ""
    query = """
    select attcompression from pg_attribute
    where attrelid in ('events'::regclass, 'telemetry_log'::regclass) and attname = 'body'
    """
    assert connection.execute(query).fetchall() == [(expected,)] * 2
