"""The API: native routes, their documentation and their errors, put together."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import cache
from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, Depends, FastAPI
from fastapi.concurrency import run_in_threadpool
from fastapi_offline import FastAPIOffline
from starlette.responses import RedirectResponse

from headwater.api import documentation, errors
from headwater.api.documentation import Document
from headwater.api.parameters import storable, visible
from headwater.api.routes import (
    analytics,
    assets,
    compliance,
    datasets,
    events,
    graph,
    impact,
    job_health,
    jobs,
    pipeline,
    quarantine,
    runs,
    sql,
)
from headwater.api.services import Services

DESCRIPTION = """
Where data comes from and goes to, from one history of [OpenLineage](https://openlineage.io) events.

* **Names**: any parameter that takes a name takes `namespace/name`, an alias, or the end of a name if
  only one ends so. What is unknown or ambiguous is answered with the nearest names.
* **Pages**: lists take `limit` and `cursor` and tell the `total`; send `next_cursor` back for the next page.
* **Reading your own writes**: a write answers with its `position`; any read takes it as `min_position`.
* **Errors** are `application/problem+json` with a stable `code` and a `hint`.
"""

TAGS = [
    {
        "name": "graph",
        "description": "What reaches what: upstream, downstream, paths, and changes over time.",
    },
    {
        "name": "assets",
        "description": "The catalog: what people declare, and what producers show.",
    },
    {
        "name": "impact",
        "description": "A change before it is made: what it affects, and what a schema would break.",
    },
    {"name": "compliance", "description": "Where sensitive data goes, and what is left of its class there."},
    {
        "name": "analytics",
        "description": "What batch jobs find out of the whole graph: effective classes, reach, the closure.",
    },
    {
        "name": "datasets",
        "description": "Tables, views, topics, files and dashboards, and what is known of them.",
    },
    {"name": "jobs", "description": "What reads and writes datasets."},
    {"name": "runs", "description": "What ran when, how it ended, and what it touched."},
    {"name": "events", "description": "The log itself, event by event."},
    {"name": "sql", "description": "The SQL that runs carry, and what could not be read of it."},
    {
        "name": "quarantine",
        "description": "Events, or parts of them, that could not be read; and another try.",
    },
    {"name": "pipeline", "description": "How far behind the log the answers are."},
]

ROUTES = (
    *(graph, impact, compliance, analytics, assets, datasets, job_health, jobs, runs, events, sql),
    *(quarantine, pipeline),
)

Resource = Callable[[], AbstractAsyncContextManager[Any]]


def create_app(
    services: Services,
    routers: Sequence[APIRouter] = (),
    resources: Sequence[Resource] = (),
    documents: Sequence[Document] = (),
) -> FastAPI:
    """The app; `resources` are opened after the services and closed before them.

    `documents` are those of the dialects, shown at `/docs` beside our own.
    """
    # Its documentation pages load nothing from elsewhere: they work where the internet does not.
    app: FastAPI = FastAPIOffline(
        docs_url=None,
        title="Headwater",
        version=version("headwater"),
        description=DESCRIPTION,
        openapi_tags=TAGS,
        lifespan=_lifespan(services, resources),
    )
    errors.install(app)
    reading = [Depends(storable), Depends(visible(services.live, services.visible_wait_seconds))]
    for routes in ROUTES:
        app.include_router(
            routes.build_router(services), prefix="/api/v1", dependencies=reading, responses=errors.PROBLEMS
        )
    for router in routers:
        app.include_router(router)
    app.add_api_route("/", _home, include_in_schema=False)
    app.openapi = _documented(app)  # type: ignore[method-assign]
    documentation.install(app, documents)
    return app


def _lifespan(
    services: Services, resources: Sequence[Resource]
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            stack.push_async_callback(run_in_threadpool, services.stop)
            await run_in_threadpool(services.start)
            for resource in resources:
                await stack.enter_async_context(resource())
            yield

    return lifespan


def _home() -> RedirectResponse:
    return RedirectResponse("/docs")


def _documented(app: FastAPI) -> Callable[[], dict[str, Any]]:
    """OpenAPI with our problem in place of FastAPI's own validation error."""
    generate = app.openapi

    @cache
    def openapi() -> dict[str, Any]:
        document = generate()
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        schemas["Problem"] = errors.Problem.model_json_schema()
        for name in ("HTTPValidationError", "ValidationError"):
            schemas.pop(name, None)
        for operation in _operations(document):
            _tell_our_problem(operation["responses"])
        return document

    return openapi


def _operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [operation for route in document["paths"].values() for operation in route.values()]


def _tell_our_problem(responses: dict[str, Any]) -> None:
    """Routers of dialects come with FastAPI's own 422, which our handlers never answer with."""
    told = responses.get("422", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if told.get("$ref", "").endswith("/HTTPValidationError"):
        responses["422"] = errors.PROBLEMS[422]
