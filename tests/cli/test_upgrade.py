"""What the terminal of `headwater up` tells of the rebuild after an upgrade."""

from typing import Any, cast

from rich.console import Console

from headwater.cli.upgrade import UpgradeProgress
from headwater.client import Headwater, HeadwaterClientError


class Status:
    def __init__(self, complete: bool, rebuilding: str | None = None) -> None:
        self.complete, self.rebuilding = complete, rebuilding


class Server:
    """Gives one status after the other; None stands for a server that does not answer."""

    def __init__(self, *states: Status | None) -> None:
        self.states = list(states)
        self.asked = 0

    def pipeline_status(self) -> Any:
        self.asked += 1
        state = self.states.pop(0)
        if state is None:
            raise HeadwaterClientError("no answer")
        return state


def told(*states: Status | None, looks: int | None = None, seconds: float = 10.0) -> tuple[str, Server]:
    clock, server, console = [0.0], Server(*states), Console(record=True, width=200)
    progress = UpgradeProgress(cast(Headwater, server), console, lambda: clock[0])
    for _ in range(looks or len(states)):
        progress.poll()
        clock[0] += seconds
    return console.export_text(), server


def test_progress_is_told_until_the_store_is_rebuilt() -> None:
    text, _server = told(
        Status(False), None, Status(False, "0 of 90"), Status(False, "50 of 90"), Status(True)
    )
    assert "answers are not complete" in text
    assert [line for line in text.splitlines() if "positions" in line] == [
        "rebuilding: 0 of 90 positions of the log",
        "rebuilding: 50 of 90 positions of the log",
    ]
    assert text.splitlines()[-1] == "rebuilt; answers are complete"


def test_a_store_of_today_is_asked_once_and_nothing_is_told() -> None:
    text, server = told(Status(True), looks=3)
    assert (text, server.asked) == ("", 1)


def test_at_most_a_line_in_ten_seconds_is_told() -> None:
    states = [Status(False, f"{done} of 90") for done in range(20)]
    text, _server = told(*states, seconds=1.0)
    assert len([line for line in text.splitlines() if "positions" in line]) == 1
