"""The API process: the app, the front door before it, and the log they write to."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import uvicorn
from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from headwater.api import documentation
from headwater.api.access import Access, build_access
from headwater.api.allowed_hosts import AllowedHosts
from headwater.api.app import create_app
from headwater.api.body import BodyBudget
from headwater.api.dialect_app import dialect_app
from headwater.api.documentation import OpenApiDocument
from headwater.api.errors import PROBLEM_SHAPE
from headwater.api.front_door import App, Application, FrontDoor
from headwater.api.hang_ups import HangUps
from headwater.api.health import dependencies
from headwater.api.impatient import ImpatientProtocol
from headwater.api.metrics import Counts, MeasuredApp, MeasuredLog
from headwater.api.probes import build_router as build_probes_router
from headwater.api.process import Process, build_process
from headwater.api.redaction_counts import keeping_counts
from headwater.api.session import build_router as build_session_router
from headwater.api.web_app import BUILD, WebApp
from headwater.dialects import (
    atlas,
    breaksight,
    hub,
    openlineage,
    queries,
    reports,
    tracker,
    watcher,
)
from headwater.dialects.contract import Dialect
from headwater.errors import SetupError
from headwater.log.postgres import PostgresLog
from headwater.questions.operations.event_redaction import build_redaction
from headwater.questions.operations.ingest import Ingest
from headwater.questions.reading import system_clock
from headwater.settings import Settings, split_names

GRACE_SECONDS = 10
# Longer than proxies keep idle connections, so that they close first and never meet a closed one.
KEEP_ALIVE_SECONDS = 75
SWITCH_SECONDS = 0.0005


def serve(settings: Settings) -> None:
    """Answer until stopped, or until the process that started this one is gone."""
    # Threads that walk the graph give way to the event loop sooner than Python's 5 ms.
    sys.setswitchinterval(SWITCH_SECONDS)
    uvicorn.run(
        build(settings),
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http=ImpatientProtocol,
        access_log=False,
        # The command has set up logging: uvicorn must not set up its own.
        log_config=None,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        server_header=False,
    )


@dataclass(frozen=True, slots=True)
class Applications:
    """What the front door leads to."""

    native: FastAPI
    dialects: tuple[tuple[Dialect, FastAPI], ...]
    process: Process
    access: Access
    counts: Counts

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
    )
    prefix = f"/{settings.root_path.strip('/')}" if settings.root_path.strip("/") else ""
    measured = MeasuredApp(door, applications.counts, prefix)
    app, origins = HangUps(measured), split_names(settings.cors_origins)
    return CORSMiddleware(app, origins, allow_methods=["*"], allow_headers=["*"]) if origins else app


def build_applications(settings: Settings) -> Applications:
    """The native application and that of each dialect, over one object graph; nothing is connected yet."""
    if settings.database_url is None:
        raise SetupError("HEADWATER_DATABASE_URL is not set", "start the API with `headwater up`")
    process = build_process(
        settings.database_url,
        visible_wait_seconds=settings.visible_wait_seconds,
        statement_seconds=settings.statement_seconds,
        heavy_reads=settings.heavy_reads,
        pool_size=settings.pool_size,
        proof_seconds=settings.proof_seconds,
    )
    ahead = timedelta(seconds=settings.max_ahead_seconds)
    log = PostgresLog(settings.database_url, settings.max_pending_bytes, ahead)
    redaction = build_redaction(settings.redact, settings.redact_file)
    counts = Counts()
    ingest = Ingest(MeasuredLog(log, counts), settings.mask_facet_sql, redaction)

    def seen() -> dict[str, str]:
        return dependencies(process, log, settings.home)

    @asynccontextmanager
    async def writing() -> AsyncIterator[None]:
        await log.start()
        watch = asyncio.create_task(_leave_with_parent(os.getppid()))
        async with keeping_counts(process, redaction):
            yield
        watch.cancel()
        await log.stop()

    spoken = (
        *build_dialects(process, ingest, seen),
        queries.dialect(ingest, settings.keep_sql_literals),
        reports.dialect(ingest, process.reading),
    )
    dialects = tuple((dialect, dialect_app(dialect)) for dialect in spoken)
    documents = [OpenApiDocument(dialect.name, dialect.title, app.openapi) for dialect, app in dialects]
    access = build_access(settings, process, dialects)
    counts.ingest_paths = frozenset(_ingest_paths(spoken))
    routers = [build_session_router(access.sessions), build_probes_router(process, log, counts, seen)]
    native = create_app(process, [writing, access.running], documents, routers)
    return Applications(native, dialects, process, access, counts)


def _ingest_paths(dialects: Iterable[Dialect]) -> Iterator[str]:
    for route in (route for dialect in dialects for route in dialect.hot_routes):
        yield from (route.path, *route.aliases)


def build_dialects(
    process: Process, ingest: Ingest, dependencies: Callable[[], dict[str, str]]
) -> tuple[Dialect, ...]:
    """Every dialect that is spoken here."""

    def healthy() -> bool:
        return dependencies()["postgresql"] == "healthy"

    return (
        openlineage.dialect(ingest),
        hub.dialect(ingest, dependencies, system_clock, process.writing),
        atlas.dialect(process.reading, healthy),
        watcher.dialect(process.writing, process.in_turn),
        tracker.dialect(process.writing, process.in_turn),
        breaksight.dialect(process.reading, process.in_turn),
    )


async def _leave_with_parent(parent: int) -> None:
    """A supervisor that was killed can't stop its children: they notice and go by themselves."""
    while os.getppid() == parent:
        await asyncio.sleep(1.0)
    os.kill(os.getpid(), signal.SIGTERM)
