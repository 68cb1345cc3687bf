"""`headwater backup` and `headwater restore`: the database in a file, and back into a new home."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from headwater.cli.machine import PRIVATE_UMASK, check_database, prepare_home
from headwater.errors import SetupError
from headwater.settings import Settings
from headwater.store.backup import restore_backup, write_backup
from headwater.store.embedded import EmbeddedPostgres
from headwater.store.migrate import migrate


def back_up(settings: Settings, file: Path, overwrite: bool) -> int:
    """Write the backup, for its owner alone; returns its size in bytes."""
    if file.exists() and not overwrite:
        raise SetupError(f"{file} is there already", "choose another name, or overwrite it with --force")
    if not file.absolute().parent.is_dir():
        raise SetupError(f"there is no folder {file.absolute().parent}", "make it, or choose another file")
    if not settings.database_url and not (settings.home / "postgres").is_dir():
        raise SetupError(f"there is no database in {settings.home.absolute()}", "name the home with --home")
    # It holds all events: nobody else may read it.
    os.umask(PRIVATE_UMASK)
    with _database(settings) as url:
        return write_backup(url, file)


def restore(settings: Settings, file: Path) -> dict[str, int]:
    """Fill an empty database, and bring it to the tables of this version; returns the rows of each table."""
    with _database(settings) as url:
        rows = restore_backup(url, file)
        migrate(url)
        return rows


@contextmanager
def _database(settings: Settings) -> Iterator[str]:
    if settings.database_url:
        check_database(settings.database_url)
        yield settings.database_url
        return
    prepare_home(settings.home)
    postgres = EmbeddedPostgres(settings.home)
    try:
        yield postgres.start()
    finally:
        # It goes on running if another process, such as `headwater up`, uses it too.
        postgres.stop()
