"""A backup in one file: a tar of the database's dump and of the files of the lake.

The files of a Delta table never change, and its log names those that count: the log is read first, and what
it names is there until long after. What the lake lacks, or has too much, its next batches set right.
"""

import tarfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from headwater.errors import SetupError
from headwater.store.backup import restore_backup, write_backup

DATABASE, LAKE = "database", "lake"
LOG = "_delta_log"


def write_archive(database_url: str, lake: Path | None, file: Path) -> int:
    """Database and lake, while everything goes on; returns the size in bytes. Appears once it is complete.

    Without a folder of the lake, the database alone.
    """
    part = file.with_name(f"{file.name}.part")
    files = list(_files(lake))
    try:
        with TemporaryDirectory(dir=file.absolute().parent, prefix=".backup-") as folder:
            dump = Path(folder) / DATABASE
            write_backup(database_url, dump)
            with tarfile.open(part, "w") as archive:
                archive.add(dump, DATABASE)
                for path, name in files:
                    _add(archive, path, name)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return file.stat().st_size


def restore_archive(database_url: str, lake: Path | None, file: Path) -> dict[str, int]:
    """Into an empty database and an empty lake; returns how many rows each table has.

    Takes a dump of PostgreSQL alone as well, as earlier versions wrote it.
    """
    if not file.is_file() or not tarfile.is_tarfile(file):
        return restore_backup(database_url, file)
    if lake is not None and lake.is_dir() and any(lake.iterdir()):
        raise SetupError(f"the lake in {lake} is not empty", "choose a new home with --home")
    with (
        tarfile.open(file) as archive,
        TemporaryDirectory(dir=file.absolute().parent, prefix=".restore-") as folder,
    ):
        try:
            archive.extract(DATABASE, folder, filter="data")
        except (KeyError, tarfile.TarError) as error:
            raise SetupError(
                f"{file} holds no database", "name a file that `headwater backup` wrote"
            ) from error
        rows = restore_backup(database_url, Path(folder) / DATABASE)
        for member in archive.getmembers():
            if lake is not None and member.name.startswith(f"{LAKE}/"):
                archive.extract(member, lake.parent, filter="data")
    return rows


def _files(lake: Path | None) -> Iterator[tuple[Path, str]]:
    """With their names in the archive. Those of the logs first: files that are written meanwhile are not
    named in them."""
    if lake is None or not lake.is_dir():
        return
    found = sorted(path for path in lake.rglob("*") if path.is_file())
    for path in sorted(found, key=lambda path: LOG not in path.parts):
        yield path, f"{LAKE}/{path.relative_to(lake)}"


def _add(archive: tarfile.TarFile, path: Path, name: str) -> None:
    try:
        archive.add(path, name, recursive=False)
    except FileNotFoundError:
        # Compacted away meanwhile; what took its place is in the log, or comes with the next batches.
        return
