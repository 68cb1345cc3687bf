"""The object graph of the API, built in this one place."""

from dataclasses import dataclass

import psycopg
from psycopg_pool import ConnectionPool

from headwater.questions.catalog.asset_catalog import AssetCatalog
from headwater.questions.catalog.datasets_and_jobs import Catalog
from headwater.questions.change.breaking_changes import BreakingChanges
from headwater.questions.change.impact import Impact
from headwater.questions.compliance.flows import Flows
from headwater.questions.lineage.diff import LineageDiff
from headwater.questions.lineage.paths import LineagePaths
from headwater.questions.lineage.walk import Lineage
from headwater.questions.live_graph import LiveGraph
from headwater.questions.operations.analytics import Analytics
from headwater.questions.operations.events import Events
from headwater.questions.operations.job_health import JobHealth
from headwater.questions.operations.quarantine import Quarantine
from headwater.questions.operations.runs import Runs
from headwater.questions.operations.sql_readings import SqlReadings
from headwater.questions.operations.status import Clock, Status, system_clock
from headwater.store.queries.rows import Connection

POOL_SIZE = 10
# How long a request waits for a connection before it is told that the store can't be reached.
POOL_TIMEOUT_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Services:
    """All that the routes can ask. Nothing is connected before `start`."""

    pool: ConnectionPool[Connection]
    live: LiveGraph
    catalog: Catalog
    assets: AssetCatalog
    runs: Runs
    lineage: Lineage
    paths: LineagePaths
    diff: LineageDiff
    impact: Impact
    breaking_changes: BreakingChanges
    flows: Flows
    analytics: Analytics
    health: JobHealth
    quarantine: Quarantine
    sql: SqlReadings
    events: Events
    status: Status
    visible_wait_seconds: float

    def start(self) -> None:
        """Connect, and load the graph."""
        self.pool.open(wait=True)
        self.live.start()

    def stop(self) -> None:
        self.live.stop()
        self.pool.close()


def build_services(
    database_url: str,
    *,
    visible_wait_seconds: float = 10.0,
    pool_size: int = POOL_SIZE,
    clock: Clock = system_clock,
) -> Services:
    pool: ConnectionPool[Connection] = ConnectionPool(
        database_url,
        min_size=1,
        max_size=pool_size,
        open=False,
        timeout=POOL_TIMEOUT_SECONDS,
        # Each answer is a handful of reads: transactions would double the round trips.
        kwargs={"autocommit": True},
        configure=_in_utc,
    )
    live = LiveGraph(database_url)
    return Services(
        pool=pool,
        live=live,
        catalog=Catalog(pool),
        assets=AssetCatalog(pool),
        runs=Runs(pool),
        lineage=Lineage(pool, live),
        paths=LineagePaths(pool, live),
        diff=LineageDiff(pool, live),
        impact=Impact(pool, live),
        breaking_changes=BreakingChanges(pool, live),
        flows=Flows(pool, live),
        analytics=Analytics(pool),
        health=JobHealth(pool, clock),
        quarantine=Quarantine(pool),
        sql=SqlReadings(pool),
        events=Events(pool),
        status=Status(pool, live, clock),
        visible_wait_seconds=visible_wait_seconds,
    )


def _in_utc(connection: psycopg.Connection[object]) -> None:
    connection.execute("set timezone to 'UTC'")
