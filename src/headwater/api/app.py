"""The API: native routes, their documentation and their errors, put together."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import cache
from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.concurrency import run_in_threadpool
from fastapi_offline import FastAPIOffline
from starlette.responses import RedirectResponse

from headwater import questions
from headwater.access.policy import Policy
from headwater.answers.base import Answer
from headwater.answers.documentation import schemas
from headwater.api import documentation, errors, mcp, routes
from headwater.api.documentation import OpenApiDocument
from headwater.api.process import Process

DESCRIPTION = """
Where data comes from and goes to, from one history of [OpenLineage](https://openlineage.io) events.

* **Names**: any parameter that takes a name takes `namespace/name`, an alias, or the end of a name if
  only one ends so. What is unknown or ambiguous is answered with the nearest names.
* **Pages**: lists take `limit` and `cursor` and give the `total`; send `next_cursor` back for the next page.
* **Reading your own writes**: a write answers with its `position`; any read takes it as `min_position`.
* **After an upgrade** that changes what events mean, the store is rebuilt from the log. Until that is done,
  every answer has a field `incomplete` with the reason, and a header `Headwater-Incomplete`.
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
    {
        "name": "simulations",
        "description": "A change before it is made: which texts it breaks, how, and what to do.",
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
    {"name": "telemetry", "description": "Traces with their runs and datasets, and metrics over time."},
    {"name": "events", "description": "The log itself, event by event."},
    {"name": "sql", "description": "The SQL that runs carry, and what could not be read of it."},
    {
        "name": "quarantine",
        "description": "Events, or parts of them, that could not be read; and another try.",
    },
    {"name": "teams", "description": "Who sends what, and how much."},
    {"name": "access", "description": "Who may ask and change what, and what was done with which key."},
    {"name": "pipeline", "description": "How far behind the log the answers are."},
    {"name": "connectors", "description": "What reads other systems, how far it is, and how it went."},
]

Resource = Callable[[], AbstractAsyncContextManager[Any]]


def create_app(
    process: Process,
    resources: Sequence[Resource] = (),
    documents: Sequence[OpenApiDocument] = (),
    routers: Sequence[APIRouter] = (),
) -> FastAPI:
    """The app; `resources` are opened after the process and closed before it.

    `documents` are those of the dialects, shown at `/docs` beside our own; `routers` hold what is no
    question.
    """
    opened = [*resources]
    # Its documentation pages load nothing from elsewhere: they work where the internet does not.
    app: FastAPI = FastAPIOffline(
        docs_url=None,
        title="Headwater",
        version=version("headwater"),
        description=DESCRIPTION,
        openapi_tags=TAGS,
        lifespan=_lifespan(process, opened),
        separate_input_output_schemas=False,
    )
    app.state.process = process
    errors.install(app)
    known = tuple(questions.load().values())
    app.include_router(routes.build_router(known))
    for router in routers:
        app.include_router(router)
    app.add_api_route("/", _home, include_in_schema=False)
    # The lifespan looks at this list only when the application starts, so that this is opened as well.
    scopes = ((one.method, f"{routes.PREFIX}{one.path}", one.scope) for one in known)
    opened.append(mcp.install(app, Policy.of_routes(scopes)))
    app.openapi = _documented(app, [question.answer for question in known])  # type: ignore[method-assign]
    documentation.install(app, documents)
    return app


def _lifespan(
    process: Process, resources: Sequence[Resource]
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            # Before the start: one that fails halfway has to be stopped as well.
            stack.push_async_callback(run_in_threadpool, process.stop)
            await run_in_threadpool(process.start)
            for resource in resources:
                await stack.enter_async_context(resource())
            yield

    return lifespan


def _home() -> RedirectResponse:
    return RedirectResponse("/docs")


def _documented(app: FastAPI, answers: Sequence[type[Answer]]) -> Callable[[], dict[str, Any]]:
    """OpenAPI with the schemas of our answers, and our problem instead of FastAPI's validation error."""
    generate = app.openapi

    @cache
    def openapi() -> dict[str, Any]:
        document = generate()
        known = document.setdefault("components", {}).setdefault("schemas", {})
        for name in ("HTTPValidationError", "ValidationError"):
            known.pop(name, None)
        known |= schemas(answers)
        known["Problem"] = errors.Problem.model_json_schema()
        document["components"]["schemas"] = dict(sorted(known.items()))
        return document

    return openapi
