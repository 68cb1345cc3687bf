"""The API process: the app, the front door before it, and the log they write to."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

import uvicorn
from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from headwater import questions
from headwater.api import documentation
from headwater.api.access import Access, build_access
from headwater.api.allowed_hosts import AllowedHosts
from headwater.api.app import create_app
from headwater.api.body import BodyBudget
from headwater.api.connections import ClientDisconnects, IdleTimeoutProtocol
from headwater.api.dialect_app import dialect_app
from headwater.api.direct_reads import DirectReads
from headwater.api.documentation import OpenApiDocument
from headwater.api.errors import PROBLEM_SHAPE
from headwater.api.flushing import flushing
from headwater.api.front_door import App, Application, FrontDoor
from headwater.api.health import dependencies
from headwater.api.kafka_logs import Logs, build_logs
from headwater.api.metrics import Counts, MeasuredApp, MeasuredLog
from headwater.api.own_traces import OwnTraces, build_traces
from headwater.api.probes import build_router as build_probes_router
from headwater.api.process import Process, build_process
from headwater.api.redaction_counts import write_counts
from headwater.api.request_ids import RequestIds
from headwater.api.session import build_router as build_session_router
from headwater.api.sign_in import build_router as build_sign_in_router
from headwater.api.team_counts import keep_team_counts
from headwater.api.turns import Turns
from headwater.api.web_app import BUILD, WebApp
from headwater.dialects import (
    atlas,
    breaksight,
    hub,
    openlineage,
    otlp,
    queries,
    reports,
    tracker,
    watcher,
)
from headwater.dialects.contract import Dialect
from headwater.errors import SetupError
from headwater.log.postgres import PostgresLog
from headwater.log.protocol import EventLog
from headwater.log.telemetry import TelemetryLog
from headwater.questions.operations.event_redaction import build_redaction
from headwater.questions.operations.ingest import Ingest
from headwater.questions.operations.telemetry_ingest import TelemetryIngest
from headwater.questions.reading import system_clock
from headwater.questions.teams.admission import TeamAdmission
from headwater.questions.teams.telemetry_admission import TelemetryAdmission
from headwater.settings import Settings, split_names
from headwater.store.lake.lake import Lake

GRACE_SECONDS = 10
# Longer than proxies keep idle connections, so that they close first and never meet a closed one.
KEEP_ALIVE_SECONDS = 75
SWITCH_SECONDS = 0.0005
# As uvicorn itself ends then.
STARTUP_FAILURE = 3


def serve(settings: Settings, listening: int | None = None) -> None:
    """Answer until stopped, or until the process that started this one is gone.

    `listening` is the number of a socket that this process inherited; else it opens its own.
    """
    # Threads that walk the graph give way to the event loop sooner than Python's 5 ms.
    sys.setswitchinterval(SWITCH_SECONDS)
    config = uvicorn.Config(
        build(settings),
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http=IdleTimeoutProtocol,
        access_log=False,
        # The command has set up logging: uvicorn must not set up its own.
        log_config=None,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        server_header=False,
    )
    server = uvicorn.Server(config)
    with suppress(KeyboardInterrupt):
        server.run(None if listening is None else [socket.socket(fileno=listening)])
    if not server.started:
        sys.exit(STARTUP_FAILURE)


@dataclass(frozen=True, slots=True)
class Applications:
    """What the front door leads to."""

    native: FastAPI
    dialects: tuple[tuple[Dialect, FastAPI], ...]
    process: Process
    access: Access
    counts: Counts
    traces: OwnTraces | None = None

    def documents(self) -> dict[str, dict[str, Any]]:
        """Every OpenAPI document by name, the native one first."""
        own = {documentation.NATIVE: self.native.openapi()}
        return own | {dialect.name: app.openapi() for dialect, app in self.dialects}


def build(settings: Settings) -> App:
    """The whole ASGI application."""
    applications = build_applications(settings)
    native = Application(applications.native, PROBLEM_SHAPE)
    hosts = AllowedHosts.from_settings(settings.host, settings.allowed_hosts, settings.cors_origins)
    door = FrontDoor(
        native,
        applications.dialects,
        settings.max_body_bytes,
        settings.root_path,
        BodyBudget(settings.max_bodies_bytes),
        hosts,
        applications.process.incomplete,
        WebApp(BUILD),
        applications.access.control,
        applications.access.audit,
        DirectReads(applications.process, questions.load().values()).find,
    )
    prefix = f"/{settings.root_path.strip('/')}" if settings.root_path.strip("/") else ""
    measured = MeasuredApp(door, applications.counts, prefix)
    named = RequestIds(measured, applications.traces)
    app, origins = ClientDisconnects(named), split_names(settings.cors_origins)
    return CORSMiddleware(app, origins, allow_methods=["*"], allow_headers=["*"]) if origins else app


def build_applications(settings: Settings) -> Applications:
    """The native application and that of each dialect, over one object graph; nothing is connected yet."""
    if settings.database_url is None:
        raise SetupError("HEADWATER_DATABASE_URL is not set", "start the API with `headwater up`")
    process = _process(settings, settings.database_url)
    ahead = timedelta(seconds=settings.max_ahead_seconds)
    log = PostgresLog(settings.database_url, settings.max_pending_bytes, ahead)
    telemetry_log = TelemetryLog(settings.database_url, settings.max_pending_bytes)
    redaction = build_redaction(settings.redact, settings.redact_file)
    counts, traces = Counts(), build_traces(settings.otlp_endpoint)
    admission = TeamAdmission(settings.team_events_per_second)
    logs = build_logs(settings, log, telemetry_log)

    def ingest_into(first: EventLog) -> Ingest:
        measured = MeasuredLog(first, counts)
        return Ingest(measured, settings.mask_facet_sql, redaction, admission, counts.rejected)

    # Queries and reports are events of ours alone: nobody else reads them from a topic.
    ingest, direct = ingest_into(logs.events), ingest_into(log)
    of_telemetry = TelemetryAdmission(settings.team_items_per_second)
    telemetry_ingest = TelemetryIngest(logs.telemetry, admission=of_telemetry, redaction=redaction)

    def seen() -> dict[str, str]:
        return dependencies(process, log, settings.home, logs.producer)

    spoken = (
        *build_dialects(process, ingest, telemetry_ingest, seen),
        queries.dialect(direct, settings.keep_sql_literals),
        reports.dialect(direct, process.reading),
    )
    dialects = tuple((dialect, dialect_app(dialect)) for dialect in spoken)
    documents = [OpenApiDocument(dialect.name, dialect.title, app.openapi) for dialect, app in dialects]
    access = build_access(settings, process, dialects)
    counts.ingest_paths = frozenset(_ingest_paths(spoken))
    routers = [
        build_session_router(access.sessions, access.provider is not None),
        build_sign_in_router(access.sign_ins(settings.oidc_redirect_url)),
        build_probes_router(process, log, counts, seen),
    ]
    lifetime = partial(_writing, process, (log, telemetry_log), logs, ingest, of_telemetry, traces)
    native = create_app(process, [lifetime, access.running], documents, routers)
    return Applications(native, dialects, process, access, counts, traces)


@asynccontextmanager
async def _writing(
    process: Process,
    tables: Sequence[PostgresLog | TelemetryLog],
    logs: Logs,
    ingest: Ingest,
    of_telemetry: TelemetryAdmission,
    traces: OwnTraces | None,
) -> AsyncIterator[None]:
    """While the block lasts, events are taken, and what is counted of them is written down."""
    for log in tables:
        await log.start()
    logs.start()
    watch = asyncio.create_task(_leave_with_parent(os.getppid()))
    async with AsyncExitStack() as stack:
        keep_counts = partial(keep_team_counts, process, ingest.admission, of_telemetry)
        await keep_counts()
        await stack.enter_async_context(flushing(keep_counts))
        if (redaction := ingest.redaction) is not None:
            await stack.enter_async_context(flushing(lambda: write_counts(process, redaction)))
        yield
    watch.cancel()
    await asyncio.to_thread(logs.stop)
    for log in reversed(tables):
        await log.stop()
    if traces is not None:
        await asyncio.to_thread(traces.stop)


def _process(settings: Settings, database_url: str) -> Process:
    return build_process(
        database_url,
        visible_wait_seconds=settings.visible_wait_seconds,
        statement_seconds=settings.statement_seconds,
        heavy=Turns(settings.heavy_reads, settings.heavy_reads_per_key, settings.heavy_seconds_per_key),
        pool_size=settings.pool_size,
        proof_seconds=settings.proof_seconds,
        lake=Lake(settings.home, settings.lake_url),
    )


def _ingest_paths(dialects: Iterable[Dialect]) -> Iterator[str]:
    for route in (route for dialect in dialects for route in dialect.hot_routes):
        yield from (route.path, *route.aliases)


def build_dialects(
    process: Process,
    ingest: Ingest,
    telemetry_ingest: TelemetryIngest,
    dependencies: Callable[[], dict[str, str]],
) -> tuple[Dialect, ...]:
    """Every dialect that is spoken here."""

    def healthy() -> bool:
        return dependencies()["postgresql"] == "healthy"

    return (
        openlineage.dialect(ingest),
        otlp.dialect(telemetry_ingest),
        hub.dialect(ingest, telemetry_ingest, dependencies, system_clock, process.writing),
        atlas.dialect(process.reading, healthy),
        watcher.dialect(process.writing, process.in_bounded_thread),
        tracker.dialect(process.writing, process.in_bounded_thread),
        breaksight.dialect(process.reading, process.in_bounded_thread),
    )


async def _leave_with_parent(parent: int) -> None:
    """A supervisor that was killed can't stop its children: they notice and go by themselves."""
    while os.getppid() == parent:
        await asyncio.sleep(1.0)
    os.kill(os.getpid(), signal.SIGTERM)
