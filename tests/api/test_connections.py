"""A question whose client hung up does not take its turn; a write is done whoever listens."""

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI

from headwater import questions
from headwater.answers.base import Answer
from headwater.api import routes
from headwater.api.connections import ClientDisconnects
from headwater.api.front_door import Message, Receive, Scope, Send
from headwater.api.process import build_process
from headwater.api.turns import Turns
from headwater.questions.reading import Reading

PATH = "/api/v1/graph/diff"


class Answered(Answer, frozen=True):
    number: int


class Client:
    """Asks, and hangs up when told to."""

    def __init__(self, method: str = "GET", path: str = PATH, query: str = "from=2026-04-01") -> None:
        self.scope: Scope = {"type": "http", "method": method, "path": path, "query_string": query.encode()}
        self.scope |= {"headers": [], "root_path": "", "http_version": "1.1", "scheme": "http"}
        self.hung_up = asyncio.Event()
        self.sent: list[Message] = []
        self._asked = False

    async def receive(self) -> Message:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.hung_up.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    @property
    def status(self) -> int | None:
        return self.sent[0]["status"] if self.sent else None


def test_who_hangs_up_while_waiting_is_not_answered_and_the_next_one_is(database_url: str) -> None:
    began, go_on = threading.Event(), threading.Event()
    turns: list[int] = []

    def slow(reading: Reading, **_: object) -> Answered:
        turns.append(1)
        began.set()
        assert go_on.wait(30)
        return Answered(len(turns))

    process = build_process(database_url, heavy=Turns(1))
    process.start()
    app = FastAPI()
    app.state.process = process
    app.include_router(routes.build_router((replace(questions.load()["diff"], function=slow),)))
    guarded = ClientDisconnects(app)

    async def ask() -> list[int | None]:
        clients = [Client() for _ in range(3)]
        first = asyncio.create_task(guarded(clients[0].scope, clients[0].receive, clients[0].send))
        await asyncio.to_thread(began.wait, 30)
        others = [asyncio.create_task(guarded(one.scope, one.receive, one.send)) for one in clients[1:]]
        clients[1].hung_up.set()
        # It ends though the first one still holds the only place.
        await asyncio.wait_for(others[0], 30)
        go_on.set()
        await asyncio.gather(first, others[1])
        return [one.status for one in clients]

    try:
        assert asyncio.run(ask()) == [200, None, 200]
    finally:
        process.stop()
    assert len(turns) == 2


@pytest.mark.parametrize(("method", "done"), [("GET", False), ("POST", True)])
def test_a_write_is_done_though_the_client_is_gone(method: str, done: bool) -> None:
    finished: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(0.05)
        finished.append(scope["method"])

    async def ask() -> None:
        client = Client(method, "/")
        client.hung_up.set()
        await ClientDisconnects(app)(client.scope, client.receive, client.send)

    asyncio.run(ask())
    assert bool(finished) is done


def test_an_error_of_the_application_comes_through() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> Any:
        await receive()
        raise LookupError("from the application")

    async def ask() -> None:
        client = Client()
        await ClientDisconnects(app)(client.scope, client.receive, client.send)

    with pytest.raises(LookupError):
        asyncio.run(ask())
