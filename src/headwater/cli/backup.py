"""`headwater backup` and `headwater restore`: database and lake in one file, and back into a new home."""

import os
from pathlib import Path

from headwater.cli.database import open_database
from headwater.cli.machine import PRIVATE_UMASK
from headwater.errors import SetupError
from headwater.settings import Settings
from headwater.store.archive import restore_archive, write_archive
from headwater.store.migrate import migrate

LAKE = "lake"


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
    with open_database(settings) as url:
        return write_archive(url, _lake_folder(settings), file)


def restore(settings: Settings, file: Path) -> dict[str, int]:
    """Fill an empty database, and bring it to the tables of this version; returns the rows of each table."""
    with open_database(settings) as url:
        rows = restore_archive(url, _lake_folder(settings), file)
        migrate(url)
        return rows


def _lake_folder(settings: Settings) -> Path | None:
    """An object store keeps its own copies."""
    return None if settings.lake_url else settings.home / LAKE
