"""Migrations: one line of them, the same again when run again."""

from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory
from psycopg import Connection

from headwater.store import migrations
from headwater.store.migrate import migrate


def scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    return ScriptDirectory.from_config(config)


def test_each_migration_follows_the_one_before() -> None:
    line = [script.revision for script in scripts().walk_revisions()][::-1]
    assert line == [f"{number:04}" for number in range(1, len(line) + 1)]


def test_a_database_of_the_newest_shape_stays_as_it_is(database_url: str, connection: Connection) -> None:
    migrate(database_url)
    [(version,)] = connection.execute("select version_num from alembic_version").fetchall()
    assert [version] == scripts().get_heads()
