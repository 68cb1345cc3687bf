"""What is removed by the clock, whether anything new came or not."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import psycopg

from headwater.model.times import from_micros
from headwater.settings import Settings
from headwater.store.telemetry.publish import partitions
from headwater.store.work import Task
from headwater.worker.handlers.retention import retention
from tests.facts.telemetry.requests import AT, span, traces
from tests.store.telemetry.test_publish import entry, published

SETTINGS = Settings()


@dataclass
class AtTime:
    """As much of the worker's resources as retention asks for."""

    database_url: str
    at: datetime
    settings: Settings = SETTINGS

    def now(self) -> datetime:
        return self.at


def test_days_of_spans_that_are_over_are_dropped(
    connection: psycopg.Connection[tuple[object, ...]], database_url: str
) -> None:
    published(connection, [entry(1, traces(span(1)))])
    sent = from_micros(AT // 1000)
    for days, left in ((SETTINGS.telemetry_days, 1), (SETTINGS.telemetry_days + 2, 0)):
        retention(AtTime(database_url, sent + timedelta(days=days)), Task("retention", {}))  # type: ignore[arg-type]
        assert len(partitions(connection, "trace_spans")) == left
