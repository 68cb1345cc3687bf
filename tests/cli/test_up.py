"""`headwater up` keeps its database running like the rest."""

from pathlib import Path

import pytest
from rich.console import Console

from headwater.cli.up import System
from headwater.errors import SetupError
from headwater.settings import Settings


class KilledPostgres:
    """Ended, and not to be started at the first try: what it left behind is still there."""

    def __init__(self) -> None:
        self.running = False
        self.tries = 0

    def start(self) -> str:
        self.tries += 1
        if self.tries == 1:
            raise SetupError("the embedded PostgreSQL did not start")
        self.running = True
        return ""


def test_postgres_is_started_again_and_tried_until_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.cli.up.time.sleep", lambda _seconds: None)
    console = Console(record=True)
    system, killed = System(Settings(home=tmp_path), console), KilledPostgres()
    system._postgres = killed  # type: ignore[assignment]
    for _ in range(3):
        system._keep_postgres_running()
    assert (killed.running, killed.tries) == (True, 2)
    assert "PostgreSQL ended and was started again" in console.export_text()
