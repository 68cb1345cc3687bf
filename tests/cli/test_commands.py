"""`status`, `doctor`, `version`, and how commands end when they can't do their work."""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from psycopg import Connection
from typer.testing import CliRunner

from headwater import __version__
from headwater.cli.main import app
from tests.running import RunningApi, running_api


def run(*arguments: str, **environment: str) -> Any:
    return CliRunner().invoke(app, list(arguments), env=environment)


@pytest.fixture
def api(new_database: Callable[[], str]) -> Iterator[RunningApi]:
    with running_api(new_database()) as running:
        yield running


def test_the_version_is_told() -> None:
    assert run("version").stdout.strip() == __version__


def test_status_fails_while_no_worker_runs(api: RunningApi) -> None:
    told = run("status", "--url", f"http://127.0.0.1:{api.port}")
    assert (told.exit_code, "worker alive" in told.stdout) == (1, True)


def test_status_succeeds_when_the_worker_is_alive_and_nothing_waits(api: RunningApi) -> None:
    api.rows("update worker_state set seen_at = clock_timestamp() returning 1")
    assert run("status", "--url", f"http://127.0.0.1:{api.port}").exit_code == 0


def test_status_without_a_server_says_how_to_start_one() -> None:
    told = run("status", "--url", "http://127.0.0.1:1")
    assert (told.exit_code, "headwater up" in told.stderr) == (3, True)


def test_doctor_is_content_with_a_machine_that_has_everything(tmp_path: Path) -> None:
    told = run("doctor", "--home", str(tmp_path), "--port", "1")
    assert told.exit_code == 0, told.output
    for what in ("python", "java", "spark", "home", "database", "server"):
        assert f"ok\t{what}\t" in told.stdout


def test_doctor_finds_a_database_that_is_out_of_reach(tmp_path: Path) -> None:
    told = run(
        "doctor",
        "--home",
        str(tmp_path),
        HEADWATER_DATABASE_URL="postgresql://nobody:secret@127.0.0.1:1/none",
    )
    assert (told.exit_code, "missing\tdatabase" in told.stdout) == (1, True)
    assert "secret" not in told.output


def test_doctor_knows_the_version_of_a_database_of_ones_own(tmp_path: Path, database_url: str) -> None:
    told = run("doctor", "--home", str(tmp_path), HEADWATER_DATABASE_URL=database_url)
    assert (told.exit_code, "PostgreSQL 18" in told.stdout) == (0, True)


def test_up_on_a_port_that_is_taken_says_so_and_starts_nothing(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        told = run("up", "--home", str(tmp_path / "home"), "--port", port)
    assert (told.exit_code, f"port {port}" in told.stderr) == (3, True)
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("command", ["up", "demo", "api", "migrate"])
def test_without_access_control_nothing_is_served_to_others(
    command: str, tmp_path: Path, new_database: Callable[[], str]
) -> None:
    told = run(
        command,
        HEADWATER_HOME=str(tmp_path / "home"),
        HEADWATER_HOST="0.0.0.0",
        HEADWATER_ACCESS="off",
        HEADWATER_DATABASE_URL=new_database(),
    )
    assert told.exit_code == 3, told.output
    assert "error: HEADWATER_ACCESS is off, and 0.0.0.0 can be reached by others" in told.stderr
    assert "--insecure" in told.stderr


def test_doctor_tells_of_a_store_that_the_next_start_rebuilds(
    tmp_path: Path, database_url: str, connection: Connection
) -> None:
    connection.execute("update pipeline_state set rules = 0, position = 7")
    told = run("doctor", "--home", str(tmp_path), "--port", "1", HEADWATER_DATABASE_URL=database_url)
    assert (told.exit_code, "to be rebuilt" in told.stdout) == (0, True), told.output


def test_doctor_finds_a_store_of_a_newer_version(
    tmp_path: Path, database_url: str, connection: Connection
) -> None:
    connection.execute("update pipeline_state set rules = 99, position = 7")
    told = run("doctor", "--home", str(tmp_path), "--port", "1", HEADWATER_DATABASE_URL=database_url)
    assert (told.exit_code, "newer Headwater" in told.stdout) == (1, True), told.output


def test_a_store_of_a_newer_version_is_refused_in_two_lines(
    tmp_path: Path, database_url: str, connection: Connection
) -> None:
    connection.execute("update pipeline_state set rules = 99, position = 7")
    told = run("up", "--home", str(tmp_path), "--port", "1", HEADWATER_DATABASE_URL=database_url)
    assert told.exit_code == 3
    assert [line.partition(":")[0] for line in told.stderr.splitlines() if ":" in line] == ["error", "hint"]


@pytest.mark.parametrize(
    ("command", "taken"),
    [
        (("trace", "5b8efff798038103d269b633813fc60c"), True),
        (("simulation", "7"), True),
        (("query", "f3a1"), True),
        (("signals", "slack"), False),
        (("signals", "--source", "slack"), True),
    ],
)
def test_what_finds_one_thing_needs_no_option_and_a_filter_does(
    command: tuple[str, ...], taken: bool
) -> None:
    nowhere = run(*command, "--url", "http://127.0.0.1:1")
    # 2 is wrong usage; 3, that nobody answers.
    assert nowhere.exit_code == (3 if taken else 2), nowhere.output
