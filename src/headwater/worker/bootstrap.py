"""The worker's object graph, built in one place."""

import logging
from datetime import UTC, datetime

import psycopg
from psycopg import Connection

from headwater.connectors.query_log.on_spark import on_spark
from headwater.lifetime import Lifetime
from headwater.pipeline.batch import LogPipeline, connect
from headwater.pipeline.read import RangeReader
from headwater.pipeline.session import start_session
from headwater.pipeline.sql_lineage import SparkAnalyst
from headwater.pipeline.types import Session
from headwater.pipeline.warm_up import warm_up
from headwater.settings import Settings
from headwater.store.migrate import check_shape
from headwater.store.publish import Publisher
from headwater.worker.catch_up import CatchUp
from headwater.worker.connectors import build_schedule
from headwater.worker.handlers import HANDLERS
from headwater.worker.hung_batch import HungBatch
from headwater.worker.notifications.notifier import Notifier
from headwater.worker.process import Worker, wait_for_lock
from headwater.worker.resources import Resources
from headwater.worker.schedule import Schedule
from headwater.worker.streams import Streams
from headwater.worker.watchdog import Watchdog, exit_at_once

logger = logging.getLogger(__name__)

RECONNECT_SECONDS = 0.5
# A JVM that does not come up by then hangs.
SPARK_SECONDS = 180.0


def run_worker(settings: Settings, database_url: str) -> None:
    """Run until a signal says stop. Spark starts only when no other worker is there."""
    lifetime = Lifetime()
    lifetime.listen()
    control = connect_when_up(database_url, lifetime)
    # The lock lasts as long as this connection, so that it is free again when the process is killed.
    if control is None or not wait_for_lock(control, lifetime):
        return
    try:
        check_shape(control)
        _run(settings, database_url, control, lifetime)
    except Exception:
        logger.exception("the worker failed")
        exit_at_once()


def _run(settings: Settings, database_url: str, control: Connection, lifetime: Lifetime) -> None:
    catch_up = CatchUp(settings, database_url)
    catch_up.start()
    with Watchdog(SPARK_SECONDS).watching():
        session = start_session(settings)
        resources = build_resources(settings, database_url, session)
        warm_up(session, settings, resources.pipeline, _reader(settings, database_url, session))
    with Notifier(settings, database_url).running():
        build_worker(resources, control, catch_up, lifetime).run()
    session.stop()


def connect_when_up(database_url: str, lifetime: Lifetime) -> Connection | None:
    """As soon as the database answers: it may be starting, or starting again."""
    while not lifetime.over:
        try:
            return psycopg.connect(database_url, autocommit=True)
        except psycopg.OperationalError as error:
            logger.warning("the database does not answer yet: %s", error)
            lifetime.wait(RECONNECT_SECONDS)
    return None


def build_resources(settings: Settings, database_url: str, session: Session) -> Resources:
    publisher = Publisher(settings.edge_window_runs, SparkAnalyst(session))
    pipeline = LogPipeline(publisher, connect(database_url), _reader(settings, database_url, session))
    return Resources(settings, database_url, session, publisher, pipeline, now=lambda: datetime.now(UTC))


def _reader(settings: Settings, database_url: str, session: Session) -> RangeReader:
    return RangeReader(session, database_url, settings.spark_tasks)


def build_worker(resources: Resources, control: Connection, catch_up: CatchUp, lifetime: Lifetime) -> Worker:
    streams = Streams(resources, control, catch_up)
    schedule = Schedule(resources.settings)
    connectors = build_schedule(resources.settings, resources.now, on_spark(lambda: resources.session))
    hung_batch = HungBatch(resources.pipeline)
    return Worker(control, resources, streams, schedule, HANDLERS, lifetime, connectors, hung_batch)
