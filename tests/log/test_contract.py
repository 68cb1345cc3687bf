"""The log in PostgreSQL keeps what every log promises."""

from contextlib import AbstractAsyncContextManager, asynccontextmanager

import psycopg
import pytest

from headwater.log.postgres import PostgresLog
from tests.log.contract import LogContract, OpenedLog, Opening, Rows

PLENTY = 100_000_000
STORED = "select event_id, body from events order by position"


class Direct(OpenedLog):
    def __init__(self, log: PostgresLog, url: str) -> None:
        super().__init__(log)
        self.url = url

    async def rows(self, count: int) -> Rows:
        with psycopg.connect(self.url) as connection:
            return connection.execute(STORED).fetchall()


class TestPostgresLog(LogContract):
    @pytest.fixture
    def opened(self, database_url: str) -> AbstractAsyncContextManager[OpenedLog]:
        @asynccontextmanager
        async def opening() -> Opening:
            log = PostgresLog(database_url, PLENTY)
            await log.start()
            yield Direct(log, database_url)
            await log.stop()

        return opening()
