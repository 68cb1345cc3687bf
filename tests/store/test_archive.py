"""Database and lake in one file: a Delta table comes back as it was, and earlier backups still do."""

import tarfile
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest
from deltalake import DeltaTable, write_deltalake

from headwater.errors import SetupError
from headwater.store.archive import restore_archive, write_archive
from headwater.store.backup import write_backup
from tests.databases import database_of


@pytest.fixture
def empty_database(postgres_url: str) -> Any:
    name = "restored_archive"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"create database {name}")
        yield database_of(postgres_url, name)
        connection.execute(f"drop database {name} with (force)")


def lake_of(home: Path) -> Path:
    lake = home / "lake"
    for number in range(3):
        write_deltalake(str(lake / "spans"), pa.table({"span": [number]}), mode="append")
    return lake


def test_the_lake_comes_back_with_the_database(
    database_url: str, empty_database: str, tmp_path: Path
) -> None:
    lake, file = lake_of(tmp_path / "old"), tmp_path / "all.backup"
    assert write_archive(database_url, lake, file) == file.stat().st_size
    restored = tmp_path / "new" / "lake"
    assert restore_archive(empty_database, restored, file)["team"] == 0
    before, after = (DeltaTable(str(folder / "spans")) for folder in (lake, restored))
    assert after.version() == before.version() == 2
    assert sorted(after.to_pyarrow_table()["span"].to_pylist()) == [0, 1, 2]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.backup", "new", "old"]


def test_a_home_without_a_lake_is_backed_up_too(
    database_url: str, empty_database: str, tmp_path: Path
) -> None:
    file = tmp_path / "all.backup"
    write_archive(database_url, tmp_path / "lake", file)
    with tarfile.open(file) as archive:
        assert archive.getnames() == ["database"]
    restore_archive(empty_database, tmp_path / "lake", file)
    assert not (tmp_path / "lake").exists()


def test_a_dump_of_postgresql_alone_is_restored_as_well(
    database_url: str, empty_database: str, tmp_path: Path
) -> None:
    file = tmp_path / "dump"
    write_backup(database_url, file)
    assert "events" in restore_archive(empty_database, tmp_path / "lake", file)


def test_a_lake_is_never_written_over(database_url: str, empty_database: str, tmp_path: Path) -> None:
    lake, file = lake_of(tmp_path), tmp_path / "all.backup"
    write_archive(database_url, lake, file)
    with pytest.raises(SetupError, match="is not empty"):
        restore_archive(empty_database, lake, file)


def test_a_tar_of_something_else_is_refused(empty_database: str, tmp_path: Path) -> None:
    file = tmp_path / "other.tar"
    with tarfile.open(file, "w") as archive:
        archive.add(Path(__file__), "lake/../../escape")
    with pytest.raises(SetupError, match="holds no database"):
        restore_archive(empty_database, tmp_path / "lake", file)
