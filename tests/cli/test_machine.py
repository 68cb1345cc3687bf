"""What a start needs of the machine, said in two lines where it is missing."""

import os
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from headwater.cli import machine
from headwater.cli.doctor import examine
from headwater.cli.machine import check_database, prepare_home, without_password
from headwater.cli.main import app
from headwater.errors import SetupError
from headwater.settings import Settings

UNREACHABLE = "postgresql://me:s3cr%40t@127.0.0.1:1/none"


@pytest.fixture(autouse=True)
def _same_umask() -> object:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_reads_the_home_nor_what_is_in_it_from_before(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "lake" / "events").mkdir(parents=True)
    old = home / "lake" / "events" / "part.parquet"
    old.write_text("x")
    old.chmod(0o644)
    prepare_home(home)
    (home / "new.log").write_text("x")
    assert mode(home) & 0o066 == 0
    assert (mode(home / "lake"), mode(old), mode(home / "new.log")) == (0o700, 0o600, 0o600)


def blocked(tmp_path: Path) -> Path:
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "home"


def test_a_home_that_can_not_be_written_is_told_in_two_lines(tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["up", "--home", str(blocked(tmp_path)), "--port", "8399"])
    assert (told.exit_code, "hint:" in told.stderr, "Traceback" in told.stderr) == (3, True, False)


def test_a_home_on_a_read_only_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "can_write", lambda _folder: False)
    with pytest.raises(SetupError, match="can't be written"):
        prepare_home(tmp_path)


def test_a_database_that_can_not_be_reached_is_told_without_its_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADWATER_DATABASE_URL", UNREACHABLE)
    for command in (["up", "--port", "8399"], ["rebuild"]):
        told = CliRunner().invoke(app, [*command, "--home", str(tmp_path)])
        assert (told.exit_code, "can't be reached" in told.stderr) == (3, True), told.stderr
        assert ("Traceback" in told.stderr, "s3cr" in told.stderr) == (False, False)


@pytest.mark.parametrize(
    "url", ["postgresql://me:p%zzword@host/db", "nonsense p%zzword", "postgresql://[::bad/x"]
)
def test_an_address_that_is_none_is_told_without_its_password(url: str) -> None:
    with pytest.raises(SetupError) as told:
        check_database(url)
    assert "p%zzword" not in str(told.value) or "postgresql" not in url


def test_doctor_finds_both_beforehand(tmp_path: Path) -> None:
    found = {one.what: one for one in examine(Settings(home=blocked(tmp_path), database_url=UNREACHABLE))}
    assert (found["home"].ok, found["database"].ok) == (False, False)
    assert not any("s3cr" in one.text + one.hint for one in found.values())


def test_a_text_without_a_password_stays_as_it_is() -> None:
    assert without_password("plain", None) == "plain"
