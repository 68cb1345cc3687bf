"""Pipelines and jobs in the store, for the timeliness check to look at; undone after each test."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from headwater.model.ids import NodeKind, node_key
from headwater.model.timeliness import Report
from headwater.store.timeliness import run_check
from tests.world import World, day, rolled_back, shared_database

NOW = day(20, 12)
DAILY: dict[str, Any] = {"timely_number": 1, "timely_datepart": "day"}
OLD, FRESH = day(18), day(20, 11)
DAG = {"integration": "AIRFLOW", "jobType": "DAG", "processingType": "BATCH"}


class WatchedWorld(World):
    """A world with pipelines in it."""

    def type(self, **more: Any) -> int:
        return int(self._insert("pipeline_type", {"name": uuid4().hex, **more}, "id"))

    def pipeline(self, name: str = "load", kind: int | None = None, **more: Any) -> int:
        job = {"job_namespace": "airflow", "job_name": name}
        key = node_key(NodeKind.JOB, "airflow", name)
        values = {"name": name, "pipeline_type_id": kind or self.type(), "job_key": key, **job, **more}
        return int(self._insert("pipeline", values, "id"))

    def execution(self, pipeline: int, start: datetime, seconds: int | None = None, **more: Any) -> UUID:
        """One that took so many seconds, or still runs."""
        ended: dict[str, Any] = {}
        if seconds is not None:
            ended = {"end_date": start + timedelta(seconds=seconds), "duration_seconds": seconds}
            ended |= {"completed_successfully": True}
        values = {"run_id": uuid4(), "pipeline_id": pipeline, "start_date": start, **ended, **more}
        found: UUID = self._insert("pipeline_execution", values, "run_id")
        return found

    def history(self, pipeline: int, seconds: int, count: int = 10) -> None:
        for number in range(count):
            self.execution(pipeline, day(1 + number), seconds)

    def check(self, now: datetime = NOW, **more: Any) -> Report:
        return run_check(self.connection, now, **more)


@pytest.fixture(scope="module")
def watched_url(postgres_url: str) -> Iterator[str]:
    with shared_database(postgres_url) as url:
        yield url


@pytest.fixture
def watched(watched_url: str) -> Iterator[WatchedWorld]:
    with rolled_back(watched_url) as connection:
        yield WatchedWorld(connection)


def unclaimed_job(watched: WatchedWorld, facet: Any = None, name: str = "load", **more: Any) -> int:
    """A job that no pipeline is, with a completed run in the past."""
    job = watched.job(name, namespace="dags", **more)
    watched.run(job, OLD, ended_at=OLD, counts_at=OLD, end_state="COMPLETE")
    if facet is not None:
        watched.facet(job, "jobType", facet)
    return job
