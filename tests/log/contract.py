"""What every log of events promises, as tests: each log has a subclass that says how it is opened."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any
from uuid import UUID, uuid4

import pytest

from headwater.log.protocol import Appended, EventLog
from headwater.model.events import Event
from headwater.model.openlineage import to_event
from tests.builders import run_event

Rows = list[tuple[UUID, str]]


def an_event(run: str | None = None, **more: Any) -> Event:
    return to_event(run_event(run or uuid4().hex, "COMPLETE", "09:30") | more)


class OpenedLog:
    """A log, and what it holds by id and body, in order, once all that was appended has arrived."""

    def __init__(self, log: EventLog) -> None:
        self.log = log

    async def rows(self, count: int) -> Rows:
        raise NotImplementedError


class LogContract:
    """Subclasses give `opened`."""

    @pytest.fixture
    def opened(self) -> AbstractAsyncContextManager[OpenedLog]:
        raise NotImplementedError

    def run(self, opened: AbstractAsyncContextManager[OpenedLog], batches: Sequence[Sequence[Event]]) -> Any:
        async def append_all() -> tuple[list[Appended], Rows]:
            async with opened as log:
                taken = [await log.log.append(batch) for batch in batches]
                return taken, await log.rows(len({event.event_id for batch in batches for event in batch}))

        return asyncio.run(asyncio.wait_for(append_all(), 60))

    def test_what_is_acknowledged_is_kept_as_it_came(
        self, opened: AbstractAsyncContextManager[OpenedLog]
    ) -> None:
        event = an_event(text="naïve \\ ' \" \t \x00", none=None)
        _, rows = self.run(opened, [[event]])
        assert rows == [(event.event_id, event.body)]

    def test_an_event_that_is_sent_again_is_kept_once(
        self, opened: AbstractAsyncContextManager[OpenedLog]
    ) -> None:
        first, second = an_event(), an_event()
        _, rows = self.run(opened, [[first], [second, first], [first, first]])
        assert {event_id for event_id, _ in rows} == {first.event_id, second.event_id}
        assert len(rows) == 2

    def test_events_of_a_run_keep_their_order(self, opened: AbstractAsyncContextManager[OpenedLog]) -> None:
        events = [an_event("r1", number=number) for number in range(50)]
        _, rows = self.run(opened, [events[:20], events[20:]])
        assert [event_id for event_id, _ in rows] == [event.event_id for event in events]

    def test_a_large_event_is_kept_too(self, opened: AbstractAsyncContextManager[OpenedLog]) -> None:
        event = an_event(text="x" * 5_000_000)
        _, rows = self.run(opened, [[event]])
        assert rows == [(event.event_id, event.body)]

    def test_every_event_says_where_it_stands(self, opened: AbstractAsyncContextManager[OpenedLog]) -> None:
        events = [an_event() for _ in range(5)]
        [taken], _ = self.run(opened, [events])
        placed = {place.event_id for place in taken.places}
        assert taken.position is not None or placed == {event.event_id for event in events}


Opening = AsyncIterator[OpenedLog]
