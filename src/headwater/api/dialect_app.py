"""A dialect as an application of its own: its routes, its errors in its own shape, its OpenAPI document."""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import BaseModel

from headwater.api import errors
from headwater.dialects.contract import Dialect, ErrorShape

REFERENCE = "#/components/schemas/{model}"


def dialect_app(dialect: Dialect) -> FastAPI:
    """Answers what is not hot; `app.openapi()` describes hot routes as well."""
    app = FastAPI(
        title=dialect.title,
        version=version("headwater"),
        description=dialect.description,
        # The native application serves the documents of all.
        openapi_url=None,
        generate_unique_id_function=_operation_id,
    )
    refusals = _responses(dialect.errors)
    for router in dialect.routers:
        app.include_router(router, responses=refusals)
    for route in dialect.hot_routes:
        # Only reached with another method: POST is answered before.
        for path in (route.path, *route.aliases):
            app.add_api_route(path, _never, methods=["POST"], include_in_schema=False)
    errors.install(app, dialect.errors)
    app.openapi = _documented(app, dialect)  # type: ignore[method-assign]
    return app


def _operation_id(route: APIRoute) -> str:
    return route.name


def _never() -> None:
    """The front door answers instead."""


def _responses(shape: ErrorShape) -> dict[int | str, dict[str, Any]]:
    return {
        status: {
            "description": refusal.description,
            "content": {
                shape.media_type: {"schema": {"$ref": REFERENCE.format(model=refusal.model.__name__)}}
            },
        }
        for status, refusal in shape.refusals.items()
    }


def _documented(app: FastAPI, dialect: Dialect) -> Any:
    generate = app.openapi

    @cache
    def openapi() -> dict[str, Any]:
        document = generate()
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        for refusal in dialect.errors.refusals.values():
            schemas.update(_schemas(refusal.model))
        hot = {
            route.path: {"post": _operation(route.operation, dialect.errors)} for route in dialect.hot_routes
        }
        document["paths"] = {**hot, **document["paths"]}
        return document

    return openapi


def _schemas(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of a model and of all that it is made of, by name."""
    schema = model.model_json_schema(ref_template=REFERENCE)
    return {**schema.pop("$defs", {}), model.__name__: schema}


def _operation(described: Mapping[str, Any], shape: ErrorShape) -> dict[str, Any]:
    refusals = {str(status): response for status, response in _responses(shape).items()}
    return {**described, "responses": {**described["responses"], **refusals}}
