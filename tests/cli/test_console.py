"""How commands end: in words that steer no terminal."""

import pytest

from headwater.cli import console
from headwater.cli.console import fail, login_name, print_note, shell_hint

EVIL = "a\x1b]0;owned\x07b"


@pytest.fixture
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console.stderr, "_force_terminal", True)


@pytest.mark.usefixtures("_plain")
def test_no_name_reaches_the_terminal_raw(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        fail(f"no dataset named `{EVIL}`\nsecond line", f"use {EVIL}", [EVIL])
    print_note(f"{EVIL}\nis listed")
    told = capsys.readouterr().err
    assert ended.value.code == 3
    assert ("\x1b]" in told, "\x07" in told) == (False, False)
    assert ("second line" in told, told.count("owned")) == (True, 4)


def test_a_hint_of_the_server_names_commands() -> None:
    assert shell_hint("use one of the nearest names, or find it with GET /api/v1/search?q=") == (
        "use one of the nearest names, or find it with `headwater search`"
    )
    assert shell_hint("see GET /api/v1/notifications for what waits") == (
        "see `headwater notifications` for what waits"
    )
    atlas = "list a run's events with GET /api/atlas/v2/openlineage/runs/{runId}"
    assert shell_hint(atlas) == atlas


def test_who_sits_at_the_terminal_is_known_unless_nobody_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("os.getuid", lambda: 2**31 - 7)
    assert login_name() is None
    monkeypatch.setenv("LOGNAME", "dana")
    assert login_name() == "dana"
