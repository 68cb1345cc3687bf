"""`headwater simulate`: what is printed, and how the command ends."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from typer.testing import CliRunner

from headwater.cli.main import app
from tests.running import RunningApi, running_api
from tests.simulated_shop import Shop
from tests.world import World


@pytest.fixture
def api(database_url: str, connection: psycopg.Connection[Any]) -> Iterator[RunningApi]:
    shop = Shop(World(connection)).fill()
    shop.world.dataset("shop.unread")
    connection.commit()
    with running_api(database_url) as running:
        yield running


def run(api: RunningApi, *options: str, table: str = "shop.orders") -> Any:
    return CliRunner().invoke(app, ["simulate", "--table", table, *options, "--url", api.url])


def test_what_breaks_is_told_and_trips_the_gate(api: RunningApi) -> None:
    told = run(api, "--drop-column", "amount")
    assert told.exit_code == 1
    assert "2 queries of people: 1 will error" in told.stdout
    assert "alter table shop.orders drop column amount;" in told.stdout
    assert told.stderr.strip().endswith("gate: 2 texts will error")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--drop-column", "id"), 0),
        (("--drop-column", "amount", "--fail-on", "unknown"), 0),
        (("--drop-column", "id", "--fail-on", "score>=1"), 1),
        (("--drop-column", "id", "--fail-on", "score>=100"), 0),
        (("--type", "amount=text", "--fail-on", "silent"), 1),
        (("--rename", "note=remark", "--fail-on", "error,silent"), 1),
        (("--drop-column", "amuont"), 3),
        (("--drop-column", "amount", "--fail-on", "nothing"), 2),
        (("--rename", "amount"), 2),
        ((), 4),
    ],
)
def test_the_exit_code_says_how_it_ended(api: RunningApi, options: tuple[str, ...], code: int) -> None:
    told = run(api, *options)
    assert told.exit_code == code, told.output


def test_a_script_is_read_from_a_file(api: RunningApi, tmp_path: Path) -> None:
    path = tmp_path / "migration.sql"
    path.write_text("alter table shop.orders drop column amount;")
    assert run(api, "--ddl", str(path)).exit_code == 1
    assert run(api, "--ddl", str(tmp_path / "missing.sql")).exit_code == 3


def test_a_dataset_that_no_text_names_leaves_nothing_to_check(api: RunningApi) -> None:
    told = run(api, "--drop-table", table="shop.unread")
    assert (told.exit_code, "no text" in told.stderr) == (4, True)


def test_a_misspelled_column_is_answered_with_the_nearest(api: RunningApi) -> None:
    assert "nearest: amount" in run(api, "--drop-column", "amuont").stderr


def test_the_markdown_is_a_comment_on_a_pull_request(api: RunningApi) -> None:
    told = run(api, "--drop-column", "amount", "--format", "markdown").stdout
    assert told.startswith("### Headwater: drop shop.orders.amount\n")
    assert "| 9 | priya |" in told
    assert "#### Runbook" in told


@pytest.mark.parametrize("form", ["sarif", "github", "html", "text"])
def test_every_format_is_written_of_a_server_s_answer_too(api: RunningApi, tmp_path: Path, form: str) -> None:
    ddl, written = tmp_path / "migration.sql", tmp_path / "found"
    ddl.write_text("alter table shop.orders drop column amount;")
    told = run(api, "--ddl", str(ddl), "--format", form, "--write", f"{form}={written}")
    assert (told.exit_code, told.stdout) == (1, written.read_text())
    assert "unknown_column" in told.stdout
    # A text of the server stands in no file: the script that proposes the change is the place.
    assert form not in ("sarif", "github") or "migration.sql" in told.stdout


def test_a_file_that_can_not_be_written_is_told(api: RunningApi, tmp_path: Path) -> None:
    told = run(api, "--drop-column", "amount", "--write", f"html={tmp_path}")
    assert (told.exit_code, told.stdout) == (3, "")


def offline(folder: Path, *options: str, queries: str = "select amount from orders") -> Any:
    (folder / "s.sql").write_text("create table shop.orders (id int, amount int);")
    (folder / "q.sql").write_text(queries)
    files = ["--schema", str(folder / "s.sql"), "--queries", str(folder / "q.sql"), "--table", "orders"]
    return CliRunner().invoke(app, ["simulate", *files, *options])


@pytest.mark.parametrize(
    ("options", "queries", "code"),
    [
        (("--drop-column", "amount"), "select amount from orders", 1),
        (("--drop-column", "amount"), "select id from orders", 0),
        (("--type", "amount=text"), "select amount from orders", 0),
        (("--type", "amount=text", "--fail-on", "silent"), "select amount from orders", 1),
        (("--drop-column", "amount", "--fail-on", "unknown"), "select id frm orders, amount", 1),
        (
            ("--drop-column", "amount", "--fail-on", "score>=1"),
            "select id from orders; select amount from orders",
            1,
        ),
        (("--drop-column", "amount", "--fail-on", "score>=99"), "select amount from orders", 0),
        (("--drop-column", "amuont"), "select amount from orders", 3),
        (("--drop-column", "amount", "--dialect", "klingon"), "select amount from orders", 3),
        (("--drop-column", "amount"), "select 1 from other", 4),
        (("--drop-column", "amount"), "", 4),
        ((), "select amount from orders", 4),
        (("--drop-column", "amount", "--write", "sarif"), "select amount from orders", 2),
    ],
)
def test_offline_the_exit_code_says_how_it_ended(
    tmp_path: Path, options: tuple[str, ...], queries: str, code: int
) -> None:
    told = offline(tmp_path, *options, queries=queries)
    assert told.exit_code == code, told.output
    # Nothing but data: what could not be done says nothing there.
    assert bool(told.stdout) == (code in (0, 1) or "other" in queries)


def test_the_json_is_the_servers_answer(api: RunningApi) -> None:
    told = run(api, "--drop-column", "amount", "--format", "json").stdout
    assert api.get("/api/v1/simulations/1").json() == json.loads(told)


def test_a_model_is_read_from_a_file(api: RunningApi, tmp_path: Path) -> None:
    path = tmp_path / "new.sql"
    path.write_text("insert into shop.daily (total) select amount * 2 from shop.orders")
    told = run(api, "--model", str(path), table="shop.daily")
    assert "shop.daily.total means something else" in told.stdout
    old = tmp_path / "old.sql"
    old.write_text("select (")
    assert run(api, "--model", str(path), "--old-model", str(old), table="shop.daily").exit_code == 3
