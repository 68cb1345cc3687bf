"""The object graph of the API, built in this one place; it opens what questions are answered from."""

from asyncio import Semaphore
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import psycopg
from psycopg_pool import ConnectionPool

from headwater.log.reader import last_position
from headwater.questions.live_graph import LiveGraph
from headwater.questions.reading import Clock, Reading, Writing, system_clock
from headwater.store.queries.rows import Connection

POOL_SIZE = 10
# How long a request waits for a connection before the answer is that the store can't be reached.
POOL_TIMEOUT_SECONDS = 5.0
STATEMENT_SECONDS = 30.0
HEAVY_READS = 2


@dataclass(frozen=True, slots=True)
class Process:
    """Nothing is connected before `start`."""

    pool: ConnectionPool[Connection]
    live: LiveGraph
    clock: Clock
    visible_wait_seconds: float
    heavy: Semaphore = field(default_factory=lambda: Semaphore(HEAVY_READS))
    """Held by each question that walks the graph, so that ingest has the processor beside them."""

    def start(self) -> None:
        """Connect, and load the graph."""
        self.pool.open(wait=True)
        self.live.start()

    def stop(self) -> None:
        self.live.stop()
        self.pool.close()

    def newest_position(self) -> int:
        """Of the whole log, whatever the stream: no write was answered with a larger one."""
        with self.pool.connection() as connection:
            return last_position(connection)

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """For one question."""
        with self.pool.connection() as connection:
            yield Reading(connection, self.live, self.clock)

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        """For one request that changes something."""
        with self.pool.connection() as connection:
            yield Writing(connection, self.live, self.clock, wait_seconds=self.visible_wait_seconds)


def build_process(
    database_url: str,
    *,
    visible_wait_seconds: float = 10.0,
    pool_size: int = POOL_SIZE,
    clock: Clock = system_clock,
    statement_seconds: float = STATEMENT_SECONDS,
    heavy_reads: int = HEAVY_READS,
) -> Process:
    def configure(connection: psycopg.Connection[object]) -> None:
        # Answers give times in UTC, whatever the database is set to.
        connection.execute("set timezone to 'UTC'")
        connection.execute(f"set statement_timeout to {round(statement_seconds * 1000)}")

    pool: ConnectionPool[Connection] = ConnectionPool(
        database_url,
        min_size=1,
        max_size=pool_size,
        open=False,
        timeout=POOL_TIMEOUT_SECONDS,
        # Each answer is a handful of reads: transactions would double the round trips.
        kwargs={"autocommit": True},
        configure=configure,
    )
    return Process(pool, LiveGraph(database_url), clock, visible_wait_seconds, Semaphore(heavy_reads))
