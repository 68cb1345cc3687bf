"""The API process: the app, the front door before it, and the log they write to."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
import uvicorn
from fastapi import FastAPI

from headwater.api import documentation
from headwater.api.allowed_hosts import AllowedHosts
from headwater.api.app import create_app
from headwater.api.body import BodyBudget
from headwater.api.dialect_app import dialect_app
from headwater.api.documentation import OpenApiDocument
from headwater.api.errors import PROBLEM_SHAPE
from headwater.api.front_door import App, Application, FrontDoor
from headwater.api.impatient import ImpatientProtocol
from headwater.api.process import Process, build_process
from headwater.dialects import atlas, hub, openlineage, tracker, watcher
from headwater.dialects.contract import Dialect
from headwater.errors import SetupError
from headwater.log.postgres import PostgresLog
from headwater.questions.operations.ingest import Ingest
from headwater.questions.operations.status import is_publishing, pipeline_status
from headwater.questions.reading import system_clock
from headwater.settings import Settings

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

    def documents(self) -> dict[str, dict[str, Any]]:
        """Every OpenAPI document by name, the native one first."""
        own = {documentation.NATIVE: self.native.openapi()}
        return own | {dialect.name: app.openapi() for dialect, app in self.dialects}


def build(settings: Settings) -> App:
    """The whole ASGI application."""
    applications = build_applications(settings)
    native = Application(applications.native, PROBLEM_SHAPE)
    hosts = AllowedHosts.from_settings(settings.host, settings.allowed_hosts)
    return FrontDoor(
        native,
        applications.dialects,
        settings.max_body_bytes,
        settings.root_path,
        BodyBudget(settings.max_bodies_bytes),
        hosts,
    )


def build_applications(settings: Settings) -> Applications:
    """The native application and that of each dialect, over one object graph; nothing is connected yet."""
    if settings.database_url is None:
        raise SetupError("HEADWATER_DATABASE_URL is not set", "start the API with `headwater up`")
    process = build_process(
        settings.database_url,
        visible_wait_seconds=settings.visible_wait_seconds,
        statement_seconds=settings.statement_seconds,
        heavy_reads=settings.heavy_reads,
    )
    log = PostgresLog(settings.database_url, settings.max_pending_bytes)
    ingest = Ingest(log)

    @asynccontextmanager
    async def writing() -> AsyncIterator[None]:
        await log.start()
        watch = asyncio.create_task(_leave_with_parent(os.getppid()))
        yield
        watch.cancel()
        await log.stop()

    dialects = tuple((dialect, dialect_app(dialect)) for dialect in build_dialects(process, ingest, log))
    documents = [OpenApiDocument(dialect.name, dialect.title, app.openapi) for dialect, app in dialects]
    return Applications(create_app(process, [writing], documents), dialects)


def build_dialects(process: Process, ingest: Ingest, log: PostgresLog) -> tuple[Dialect, ...]:
    """Every dialect that is spoken here."""

    def dependencies() -> dict[str, str]:
        return _dependencies(process, log)

    def healthy() -> bool:
        return dependencies()["postgresql"] == "healthy"

    return (
        openlineage.dialect(ingest),
        hub.dialect(ingest, dependencies, system_clock),
        atlas.dialect(process.reading, healthy),
        watcher.dialect(process.writing),
        tracker.dialect(process.writing),
    )


def _dependencies(process: Process, log: PostgresLog) -> dict[str, str]:
    """What this server depends on, each as it is right now."""
    try:
        with process.reading() as reading:
            publishing = is_publishing(pipeline_status(reading), system_clock())
    except (psycopg.Error, OSError):
        return {"postgresql": "unhealthy", "pipeline": "unknown", "kafka": "not configured"}
    return {
        "postgresql": "unhealthy" if log.failing else "healthy",
        "pipeline": "healthy" if publishing else "unhealthy",
        "kafka": "not configured",
    }


async def _leave_with_parent(parent: int) -> None:
    """A supervisor that was killed can't stop its children: they notice and go by themselves."""
    while os.getppid() == parent:
        await asyncio.sleep(1.0)
    os.kill(os.getpid(), signal.SIGTERM)
