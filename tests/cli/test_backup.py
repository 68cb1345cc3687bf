"""A backup restored elsewhere gives the same rows and the same answers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from headwater.cli.backup import back_up, restore
from headwater.errors import SetupError
from headwater.settings import Settings
from headwater.store.backup import write_backup
from tests.databases import database_of
from tests.running import running_api
from tests.world import World

TABLES = "select tablename from pg_tables where schemaname = 'public' order by 1"


@pytest.fixture
def empty_database(postgres_url: str) -> Any:
    """Without any table, unlike those of other tests."""
    name = "restored_backup"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"create database {name}")
        yield database_of(postgres_url, name)
        connection.execute(f"drop database {name} with (force)")


def rows(url: str) -> dict[str, list[Any]]:
    with psycopg.connect(url, autocommit=True) as connection:
        names = [name for (name,) in connection.execute(TABLES).fetchall()]
        return {
            name: sorted(connection.execute(f'select stored::text from "{name}" as stored').fetchall())
            for name in names
        }


NAMED = (
    "/api/v1/datasets/orders",
    "/api/v1/assets/orders",
    "/api/v1/jobs/load",
    "/api/v1/pipelines/load",
    "/api/v1/teams/default",
    "/api/v1/namespaces",
    *(f"/api/v1/graph/{way}?asset=orders" for way in ("upstream", "downstream")),
    *(f"/api/v1/{question}?asset=orders" for question in ("impact", "upstream", "usage", "columns/usage")),
    "/api/v1/timeline?entity=orders",
    "/api/v1/search?q=orders",
)


def answers(url: str) -> dict[str, Any]:
    """Every question that can be asked without naming anything, and those of what the world holds."""
    with running_api(url) as api:
        document = api.get("/openapi.json").json()
        asked = [
            path
            for path, methods in document["paths"].items()
            if "get" in methods
            and "{" not in path
            and not [one for one in methods["get"].get("parameters", ()) if one.get("required")]
        ]
        replies = {path: api.get(path) for path in (*asked, *NAMED)}
    assert len(asked) > 20
    return {path: _lasting(reply) for path, reply in replies.items()}


def _lasting(reply: httpx.Response) -> Any:
    """Without what is of the moment or of the process."""
    if not reply.headers.get("content-type", "").startswith("application/json"):
        return reply.status_code
    body = reply.json()
    for name in ("now", "as_of", "checked_at", "until", "since"):
        body.pop(name, None)
    return reply.status_code, body


def test_a_restored_backup_has_the_same_rows_and_gives_the_same_answers(
    database_url: str, empty_database: str, tmp_path: Path
) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        world = World(connection)
        job, orders = world.job("load"), world.dataset("orders")
        world.writes(job, orders)
        world.run(job)
        world.schema(orders, "id int", "amount decimal")
        world.signal(orders, "it is late")
        world.publish(job)
    file = tmp_path / "headwater.backup"
    size = back_up(Settings(database_url=database_url), file, overwrite=False)
    assert size == file.stat().st_size > 0
    restored = restore(Settings(database_url=empty_database), file)
    assert restored["runs"] == 1
    assert rows(empty_database) == rows(database_url)
    assert answers(empty_database) == answers(database_url)


def test_a_backup_is_only_restored_into_an_empty_database(
    database_url: str, new_database: Callable[[], str], tmp_path: Path
) -> None:
    file = tmp_path / "headwater.backup"
    back_up(Settings(database_url=database_url), file, overwrite=False)
    with pytest.raises(SetupError, match="not empty"):
        restore(Settings(database_url=new_database()), file)


def test_a_file_that_is_no_backup_changes_nothing(empty_database: str, tmp_path: Path) -> None:
    file = tmp_path / "no.backup"
    file.write_bytes(b"PGDMP and then nothing")
    with pytest.raises(SetupError, match="pg_restore did not end well"):
        restore(Settings(database_url=empty_database), file)
    assert rows(empty_database) == {}


def test_a_backup_is_not_written_over_another_by_mistake(database_url: str, tmp_path: Path) -> None:
    file = tmp_path / "headwater.backup"
    file.write_text("precious")
    with pytest.raises(SetupError, match="there already"):
        back_up(Settings(database_url=database_url), file, overwrite=False)
    assert file.read_text() == "precious"


def test_a_home_without_a_database_is_told(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no database"):
        back_up(Settings(home=tmp_path / "nowhere"), tmp_path / "x", overwrite=False)


def test_a_backup_that_fails_leaves_no_file_and_shows_no_password(tmp_path: Path) -> None:
    file = tmp_path / "headwater.backup"
    with pytest.raises(SetupError) as caught:
        write_backup("postgresql://me:hunter2@127.0.0.1:1/none", file)
    assert "hunter2" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []
