"""The object graph of the API, built in this one place; it opens what questions are answered from."""

import gc
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar
from uuid import UUID

import psycopg
from fastapi.concurrency import run_in_threadpool
from psycopg_pool import ConnectionPool, PoolTimeout
from starlette.requests import HTTPConnection

from headwater.access.callers import current_caller
from headwater.api.turns import Turns
from headwater.log.reader import last_position, position_of_all
from headwater.questions.live_graph import LiveGraph
from headwater.questions.live_search import LiveSearch
from headwater.questions.reading import PROOF_SECONDS, Clock, Reading, Writing, system_clock
from headwater.questions.viewers import Look, Viewers
from headwater.simulator.duckdb_engine import DuckDbEngine
from headwater.simulator.engine_judge import EngineJudge
from headwater.simulator.judge import Judge
from headwater.store.lake.lake import Lake
from headwater.store.postgres_engine import open_engine
from headwater.store.queries.rows import Connection
from headwater.store.rules import OUTDATED
from headwater.store.seen_nodes import SeenNodes
from headwater.store.visible_rows import SCHEMA, look_as

Result = TypeVar("Result")
logger = logging.getLogger(__name__)

POOL_SIZE = 10
# How long a request waits for a connection before the answer is that the store can't be reached.
POOL_TIMEOUT_SECONDS = 5.0
STATEMENT_SECONDS = 30.0
HEAVY_READS = 2
# Whoever simulates holds a connection already: two that want a second one wait for each other.
MOST_ENGINE_WAIT = 5.0
# How long a question waits for its turn before the answer is that there are too many.
TURN_SECONDS = 30.0
# New objects between two collections.
GARBAGE_AFTER = 20_000


@dataclass(frozen=True, slots=True)
class Process:
    """Nothing is connected before `start`."""

    pool: ConnectionPool[Connection]
    live: LiveGraph
    clock: Clock
    visible_wait_seconds: float
    heavy: Turns = field(default_factory=lambda: Turns(HEAVY_READS))
    """Taken by each question that walks the graph, so that ingest has the processor beside them."""
    search: LiveSearch | None = None
    turn_seconds: float = TURN_SECONDS
    proof_seconds: float = PROOF_SECONDS
    team_pool: ConnectionPool[Connection] | None = None
    """For callers that are bound to teams: its connections read what these may see, and nothing else."""
    viewers: Viewers | None = None
    lake: Lake | None = None

    async def in_bounded_thread(self, function: Callable[[], Result], /) -> Result:
        """Whoever waits here holds neither a thread nor a connection, and does not wait for ever."""
        async with self.heavy.turn(current_caller.get().key_id, self.turn_seconds):
            return await run_in_threadpool(function)

    def start(self) -> None:
        """Connect, and load the graph."""
        # At Python's own 700 a third of a large simulation is spent on looking for garbage.
        gc.set_threshold(GARBAGE_AFTER)
        self.pool.open(wait=True)
        if self.team_pool is not None:
            self.team_pool.open()
        self.live.start()
        if self.search is not None:
            self.search.start()

    def stop(self) -> None:
        if self.search is not None:
            self.search.stop()
        self.live.stop()
        if self.team_pool is not None:
            self.team_pool.close()
        self.pool.close()

    def incomplete(self) -> str | None:
        """Why no answer is complete right now; None when nothing is known to be missing."""
        return OUTDATED if self.live.is_outdated else None

    def newest_position(self) -> int:
        """Of the whole log, whatever the stream: no write was answered with a larger one."""
        with self.pool.connection() as connection:
            return last_position(connection)

    def position_of_events(self, event_ids: Sequence[UUID]) -> int | None:
        """Where the last of them stands; None while one is missing."""
        with self.pool.connection() as connection:
            return position_of_all(connection, event_ids)

    @contextmanager
    def connection(self, given: bool = False) -> Iterator[Connection]:
        """What the caller of this request may see, and the one place where that is decided.

        A request that changes something finds what is the team's own. With `given` also what it was given.
        """
        with self._looking(given) as (connection, _):
            yield connection

    @contextmanager
    def _looking(self, given: bool = False) -> Iterator[tuple[Connection, SeenNodes | None]]:
        """The same, with what its viewer saw of nodes so far."""
        caller = current_caller.get()
        if (teams := caller.teams) is None:
            with self.pool.connection() as connection:
                yield connection, None
            return
        assert self.team_pool is not None
        assert self.viewers is not None
        look = self.viewers.look(teams, self.live.position)
        if caller.changes and not given:
            # Another viewer, who sees less.
            look = Look(replace(look.viewer, granted=()), SeenNodes())
        with self.team_pool.connection() as connection:
            look_as(connection, look.viewer)
            yield connection, look.seen

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """For one question."""
        with self._looking() as (connection, seen):
            yield Reading(
                connection,
                self.live,
                self.clock,
                current_caller.get().name,
                search=self.search,
                engines=self.engines,
                proof_seconds=self.proof_seconds,
                sees_everything=current_caller.get().teams is None,
                lake=self.lake,
                seen=seen,
            )

    @contextmanager
    def engines(self) -> Iterator[Sequence[Judge]]:
        """The databases that judge texts; PostgreSQL only while a connection is free."""
        with ExitStack() as stack:
            judges = [EngineJudge(stack.enter_context(closing(DuckDbEngine())))]
            try:
                free = stack.enter_context(
                    self.pool.connection(timeout=min(self.proof_seconds, MOST_ENGINE_WAIT))
                )
                judges.append(EngineJudge(stack.enter_context(open_engine(free))))
            except (PoolTimeout, psycopg.OperationalError):
                # Its texts are marked as being proved: the worker asks it, on a connection of its own.
                logger.warning("no connection is free for PostgreSQL's analyser: the worker asks it later")
            yield judges

    @contextmanager
    def writing(self, given: bool = False) -> Iterator[Writing]:
        """For one request that changes something."""
        caller, viewers = current_caller.get(), self.viewers
        with self.connection(given) as connection:
            yield Writing(
                connection,
                self.live,
                self.clock,
                caller.name,
                wait_seconds=self.visible_wait_seconds,
                sees_everything=caller.teams is None,
                owns=partial(viewers.owns, caller.teams) if viewers and caller.teams is not None else None,
            )


def process_of(request: HTTPConnection) -> Process:
    """The one that answers this request, as the application put it there."""
    process: Process = request.app.state.process
    return process


def build_process(
    database_url: str,
    *,
    visible_wait_seconds: float = 10.0,
    pool_size: int = POOL_SIZE,
    clock: Clock = system_clock,
    statement_seconds: float = STATEMENT_SECONDS,
    heavy: Turns | None = None,
    proof_seconds: float = PROOF_SECONDS,
    lake: Lake | None = None,
) -> Process:
    pool = _build_pool(database_url, pool_size, statement_seconds)
    # Every table has a view of its name there; functions are found in the second.
    team_pool = _build_pool(database_url, pool_size, statement_seconds, f"{SCHEMA}, public", min_size=0)
    live = LiveGraph(database_url)
    search = LiveSearch(database_url, live)
    return Process(
        pool,
        live,
        clock,
        visible_wait_seconds,
        heavy or Turns(HEAVY_READS),
        search,
        proof_seconds=proof_seconds,
        team_pool=team_pool,
        viewers=Viewers(pool.connection, clock),
        lake=lake,
    )


def _build_pool(
    database_url: str,
    size: int,
    statement_seconds: float,
    search_path: str | None = None,
    min_size: int = 1,
) -> ConnectionPool[Connection]:
    def configure(connection: psycopg.Connection[object]) -> None:
        # Answers give times in UTC, whatever the database is set to.
        connection.execute("set timezone to 'UTC'")
        connection.execute(f"set statement_timeout to {round(statement_seconds * 1000)}")
        if search_path is not None:
            connection.execute(f"set search_path to {search_path}")

    return ConnectionPool(
        database_url,
        min_size=min_size,
        max_size=size,
        open=False,
        timeout=POOL_TIMEOUT_SECONDS,
        # Each answer is a handful of reads: transactions would double the round trips.
        kwargs={"autocommit": True},
        configure=configure,
    )
