"""For machines that watch this one: `/healthz`, `/readyz`, and `/metrics` for Prometheus."""

from collections.abc import Callable, Sequence

import psutil
import psycopg
from fastapi import APIRouter, Response
from psycopg_pool import PoolTimeout
from pydantic import BaseModel, ConfigDict

from headwater import __version__
from headwater.access.callers import current_caller
from headwater.api.metrics import CONTENT_TYPE, Counts, Metric, exposition, gauge
from headwater.api.process import Process
from headwater.errors import BoundToTeamsError
from headwater.log.postgres import PostgresLog
from headwater.questions.operations.status import is_alive
from headwater.store.queries import kafka_offsets, own_metrics, pipeline
from headwater.store.queries.kafka_offsets import PartitionLag
from headwater.store.work import depth

Dependencies = Callable[[], dict[str, str]]
# Without these no event is durable; a pipeline that is behind only makes it visible later.
NEEDED = ("postgresql", "disk")


class Alive(BaseModel):
    """The process answers."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"status": "alive"}]})

    status: str


class Readiness(BaseModel):
    """Whether events can be taken, and what that depends on."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"ready": True, "dependencies": {"postgresql": "healthy"}}]}
    )

    ready: bool
    dependencies: dict[str, str]


def build_router(process: Process, log: PostgresLog, counts: Counts, dependencies: Dependencies) -> APIRouter:
    router = APIRouter(tags=["pipeline"])

    @router.get("/healthz")
    def healthz() -> Alive:
        """Whether the process lives; nothing else is looked at. Restart it when this does not answer."""
        return Alive(status="alive")

    not_ready = {"model": Readiness, "description": "Events can't be taken now."}

    @router.get("/readyz", responses={503: not_ready})
    def readyz(response: Response) -> Readiness:
        """Whether events can be taken; 503 when not. Send traffic elsewhere until it is 200 again."""
        states = {name: state for name, state in dependencies().items() if name in NEEDED}
        ready = all(state == "healthy" for state in states.values())
        if not ready:
            response.status_code = 503
            response.headers["Retry-After"] = "1"
        return Readiness(ready=ready, dependencies=states)

    scraped = {"description": "In the text format of Prometheus.", "content": {"text/plain": {}}}
    bound = {"description": "The key is bound to teams."}

    @router.get("/metrics", response_class=Response, responses={200: scraped, 403: bound})
    def metrics() -> Response:
        """Headwater about itself, for Prometheus: requests and their times, events taken and refused, what
        waits in the log, how far the pipeline is behind, its last batch, and the work of the worker."""
        if current_caller.get().teams is not None:
            raise BoundToTeamsError("this counts what everybody sends, and this key is bound to teams")
        found = [*counts.metrics(), *_log_metrics(log), *_store_metrics(process), *_process_metrics()]
        return Response(exposition(found), media_type=CONTENT_TYPE)

    return router


def _log_metrics(log: PostgresLog) -> list[Metric]:
    return [
        gauge("log_waiting_bytes", "Size of events that wait for their commit.", log.waiting_bytes),
        gauge("log_waiting_requests", "Requests that wait for their commit.", log.waiting_requests),
        gauge("log_failing", "Whether the last write to the log failed.", log.failing),
    ]


def _kafka_lag(partitions: Sequence[PartitionLag]) -> Metric:
    # A topic's name has letters, digits, dots, dashes and underscores alone.
    values = {f'topic="{one.topic}",partition="{one.partition}"': float(one.lag) for one in partitions}
    return Metric("headwater_kafka_lag_messages", "gauge", "Messages of Kafka not in the log yet.", values)


def _store_metrics(process: Process) -> list[Metric]:
    """Also where the store can't be reached: that is what they say then."""
    now = process.clock()
    try:
        with process.pool.connection(timeout=1.0) as connection:
            state, work = pipeline.status(connection, now), depth(connection)
            beside, partitions = own_metrics.depths(connection), kafka_offsets.lags(connection)
    except (psycopg.Error, PoolTimeout, OSError):
        return [gauge("store_up", "Whether the database answers.", 0)]
    waiting = process.pool.get_stats().get("requests_waiting", 0)
    return [
        gauge("store_up", "Whether the database answers.", 1),
        gauge("log_position", "The newest position of the log.", state.head),
        gauge("pipeline_position", "The position up to which the store shows the log.", state.position),
        gauge("pipeline_lag_events", "Events that are not visible yet.", state.lag_events),
        gauge("pipeline_lag_seconds", "Age of the oldest event that is not visible.", state.lag_seconds),
        gauge("pipeline_batch_events", "Events of the last batch.", state.batch_events),
        gauge("pipeline_batch_seconds", "Time that the last batch took.", state.batch_seconds),
        gauge("pipeline_rebuilding", "Whether the store is being rebuilt.", state.rebuilding is not None),
        gauge("worker_up", "Whether the worker was seen in the last seconds.", is_alive(state, now)),
        Metric("headwater_pipeline_batches_total", "counter", "Batches published.", {"": state.batch}),
        Metric("headwater_pipeline_events_total", "counter", "Events published.", {"": state.events}),
        gauge("quarantined_events", "Events of which something could not be read.", beside.quarantined),
        gauge("notifications_waiting", "Messages to people that wait.", beside.messages),
        gauge("telemetry_lag_requests", "Requests of telemetry that are not served yet.", beside.telemetry),
        gauge("telemetry_batch_seconds", "Time that the last batch of telemetry took.", beside.batch_seconds),
        _kafka_lag(partitions),
        gauge("connections_waiting", "Requests that wait for a connection to the database.", waiting),
        gauge("work_waiting", "Requests to the worker that wait for their turn.", work.waiting),
        gauge("work_running", "Requests to the worker that are under way.", work.running),
    ]


def _process_metrics() -> list[Metric]:
    process = psutil.Process()
    times = process.cpu_times()
    version = {f'version="{__version__}"': 1.0}
    # Prometheus's own names, which its dashboards look for.
    return [
        Metric("headwater_build_info", "gauge", "The version of Headwater.", version),
        Metric(
            "process_cpu_seconds_total",
            "counter",
            "Processor time of the API process.",
            {"": times.user + times.system},
        ),
        Metric(
            "process_resident_memory_bytes",
            "gauge",
            "Memory of the API process.",
            {"": process.memory_info().rss},
        ),
    ]
