"""Brings a database to the newest shape."""

from pathlib import Path

import psycopg
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import create_engine, text

from headwater.errors import SetupError
from headwater.store import rules
from headwater.store.visible_rows import DROP, create_views

# The letters of `migrate`: all advisory locks of a database share one space of numbers.
MIGRATE_LOCK = 0x6D696772617465


def migrate(database_url: str) -> None:
    """Upgrade to the newest migration; two processes that start at once take turns.

    What a newer version has written is left alone, and reported.
    """
    engine = create_engine(_for_sqlalchemy(database_url))
    try:
        with engine.connect() as connection:
            # Of the session, not the transaction: every migration commits, and the lock outlasts them all.
            connection.execute(text("select pg_advisory_lock(:key)"), {"key": MIGRATE_LOCK})
            connection.commit()
            connection.execute(text(DROP))
            connection.commit()
            config = configuration()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()
    except CommandError as error:
        # The one thing that an upgrade can stumble over: a migration that is not among ours.
        raise rules.newer_store(str(error)) from error
    finally:
        engine.dispose()
    with psycopg.connect(database_url, autocommit=True) as connection:
        rules.prepare(connection)
        create_views(connection)


def check_shape(connection: psycopg.Connection) -> None:
    """A worker whose code was replaced while others ran would take what it can't write for broken events."""
    row = connection.execute("select version_num from alembic_version").fetchone()
    newest = ScriptDirectory.from_config(configuration()).get_current_head()
    if row is None or row[0] != newest:
        raise SetupError(
            f"the database has shape {row[0] if row else 'none'}, and this version needs {newest}",
            "stop `headwater up` and start it again, or run `headwater migrate`",
        )


def configuration() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def _for_sqlalchemy(database_url: str) -> str:
    _scheme, _, rest = database_url.partition("://")
    return f"postgresql+psycopg://{rest}"
