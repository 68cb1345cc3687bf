"""Brings a database to the newest shape."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

# The letters of `migrate`: all advisory locks of a database share one space of numbers.
MIGRATE_LOCK = 0x6D696772617465


def migrate(database_url: str) -> None:
    """Upgrade to the newest migration; two processes that start at once take turns."""
    engine = create_engine(_for_sqlalchemy(database_url))
    try:
        with engine.connect() as connection:
            # Of the session, not the transaction: every migration commits, and the lock outlasts them all.
            connection.execute(text("select pg_advisory_lock(:key)"), {"key": MIGRATE_LOCK})
            connection.commit()
            config = Config()
            config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()
    finally:
        engine.dispose()


def _for_sqlalchemy(database_url: str) -> str:
    _scheme, _, rest = database_url.partition("://")
    return f"postgresql+psycopg://{rest}"
