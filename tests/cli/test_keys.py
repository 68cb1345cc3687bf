"""`headwater keys`, and what a start does about the first one."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from typer.testing import CliRunner

from headwater.access.keys import Token, new_token, read_token
from headwater.cli.first_key import own_token, prepare_keys
from headwater.cli.main import app
from headwater.errors import SetupError
from headwater.settings import Settings
from headwater.store.queries import api_keys
from tests.databases import Databases, borrowed
from tests.running import RunningApi, running_api
from tests.world import day

GUARDED = Settings(access="keys")
runner = CliRunner()


@pytest.fixture(scope="module")
def guarded(databases: Databases) -> Iterator[tuple[RunningApi, Token]]:
    """A server that needs keys, after its first start, and the key that the start printed."""
    with borrowed(databases) as url:
        first = prepare_keys(url, GUARDED, own(GUARDED))
        assert first is not None
        with running_api(url, access="keys") as running:
            yield running, first


def own(settings: Settings) -> Token:
    token = own_token(settings)
    assert token is not None
    return token


def headwater(*words: str, token: Token | str | None) -> str:
    given = ["--token", str(token)] if token else []
    result = runner.invoke(app, [*given, *words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_key_is_made_listed_and_revoked(guarded: tuple[RunningApi, Token]) -> None:
    running, first = guarded
    made = headwater(
        "keys", "create", "reporting", "--scope", "read", "--url", running.url, token=first
    ).strip()
    token = read_token(made)
    assert token is not None
    listed = headwater("keys", "list", "--format", "csv", "--url", running.url, token=first)
    assert "reporting" in listed
    assert token.secret not in listed
    headwater("keys", "revoke", token.key_id, "--url", running.url, token=first)
    again = headwater("keys", "list", "--format", "json", "--url", running.url, token=first)
    assert '"revoked_at": null' in again
    assert again.count('"revoked_at": "') == 1


def test_a_command_without_a_key_says_what_to_do(guarded: tuple[RunningApi, Token]) -> None:
    running, _ = guarded
    result = runner.invoke(app, ["runs", "--url", running.url])
    assert result.exit_code == 3
    assert "HEADWATER_TOKEN" in result.stderr


def test_a_token_is_read_from_a_file(
    guarded: tuple[RunningApi, Token], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, first = guarded
    file = tmp_path / "token"
    file.write_text(f"{first}\n")
    monkeypatch.setenv("HEADWATER_TOKEN_FILE", str(file))
    assert "first admin" in headwater("keys", "list", "--format", "csv", "--url", running.url, token=None)


def test_only_the_first_start_makes_a_key(database_url: str) -> None:
    assert prepare_keys(database_url, GUARDED, own(GUARDED)) is not None
    assert prepare_keys(database_url, GUARDED, own(GUARDED)) is None


def test_a_given_admin_key_is_kept_and_stays_revoked(database_url: str, tmp_path: Path) -> None:
    given = new_token(bytes(40))
    file = tmp_path / "admin"
    file.write_text(f"{given}\n")
    settings = Settings(access="keys", admin_key_file=file)
    assert prepare_keys(database_url, settings, own(settings)) is None
    with psycopg.connect(database_url, autocommit=True) as connection:
        kept = api_keys.known_keys(connection)[given.key_id]
        assert kept.digest == given.digest
        api_keys.revoke(connection, given.key_id, day(20))
        prepare_keys(database_url, settings, own(settings))
        assert api_keys.known_keys(connection)[given.key_id].revoked_at is not None


def test_an_admin_key_of_another_form_is_refused_and_not_shown(database_url: str) -> None:
    settings = Settings(access="keys", admin_key="hunter2")
    with pytest.raises(SetupError) as caught:
        prepare_keys(database_url, settings, own(settings))
    assert "hunter2" not in f"{caught.value} {caught.value.hint}"


def test_no_key_is_made_where_none_is_needed() -> None:
    assert own_token(Settings(host="127.0.0.1")) is None
