"""The native application over the database of a test, asked through a test client."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from fastapi.testclient import TestClient

from headwater.api.app import create_app
from headwater.api.process import build_process
from tests.world import day


@contextmanager
def applications(database_url: str) -> Iterator[Callable[[], TestClient]]:
    """Starts the app on the database as it stands when called; each call starts one of its own."""
    with ExitStack() as running:

        def start() -> TestClient:
            process = build_process(
                database_url,
                visible_wait_seconds=3,
                pool_size=2,
                clock=lambda: day(20, hour=4),
                # However busy the machine is, engines speak before the answer.
                proof_seconds=60,
            )
            return running.enter_context(TestClient(create_app(process), raise_server_exceptions=False))

        yield start
