"""The history, made once for all tests of it, and short ways to look into it."""

from collections.abc import Callable
from typing import Any

import pytest

from headwater.demo import history

Event = dict[str, Any]
RunEvents = Callable[..., list[Event]]


@pytest.fixture(scope="session")
def events() -> list[Event]:
    return list(history())


@pytest.fixture(scope="session")
def run_events(events: list[Event]) -> Callable[..., list[Event]]:
    """Run events of a job, all of them or those of one state."""

    def of(job: str, state: str | None = None) -> list[Event]:
        runs = [event for event in events if "run" in event and event["job"]["name"] == job]
        return [event for event in runs if state is None or event["eventType"] == state]

    return of
