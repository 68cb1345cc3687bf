"""The worker's object graph, built in one place."""

from datetime import UTC, datetime

import psycopg
from psycopg import Connection

from headwater.pipeline.batch import Pipeline, connect
from headwater.pipeline.read import RangeReader
from headwater.pipeline.session import start_session
from headwater.pipeline.sql_lineage import SparkAnalyst
from headwater.pipeline.types import Session
from headwater.pipeline.warm_up import warm_up
from headwater.settings import Settings
from headwater.store.publish import Publisher
from headwater.worker.handlers import HANDLERS
from headwater.worker.lifetime import Lifetime
from headwater.worker.process import Worker, wait_for_lock
from headwater.worker.resources import Resources
from headwater.worker.schedule import Schedule
from headwater.worker.streams import Streams


def run_worker(settings: Settings, database_url: str) -> None:
    """Run until a signal says stop. Spark starts only when no other worker is there."""
    lifetime = Lifetime()
    lifetime.listen()
    # The lock lasts as long as this connection, so that it is free again when the process is killed.
    with psycopg.connect(database_url, autocommit=True) as control:
        if not wait_for_lock(control, lifetime):
            return
        session = start_session(settings)
        try:
            resources = build_resources(settings, database_url, session)
            warm_up(session, settings, resources.pipeline)
            build_worker(resources, control, lifetime).run()
        finally:
            session.stop()


def build_resources(settings: Settings, database_url: str, session: Session) -> Resources:
    publisher = Publisher(settings.edge_window_runs, SparkAnalyst(session))
    pipeline = Pipeline(publisher, connect(database_url), RangeReader(session, database_url))
    return Resources(settings, database_url, session, publisher, pipeline, now=lambda: datetime.now(UTC))


def build_worker(resources: Resources, control: Connection, lifetime: Lifetime) -> Worker:
    streams = Streams(resources, control, lifetime)
    return Worker(control, resources, streams, Schedule(resources.settings), HANDLERS, lifetime)
