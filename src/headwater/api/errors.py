"""From errors to answers: whatever goes wrong is told in one shape, `application/problem+json`."""

import logging
from http import HTTPStatus
from typing import Any

import psycopg
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from psycopg_pool import PoolTimeout
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from headwater import errors
from headwater.dialects.problem import MEDIA_TYPE, problem, retry_headers, status_of

logger = logging.getLogger(__name__)


class Problem(BaseModel):
    """Why a request was not answered, and what to do next."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "type": "urn:headwater:error:entity-not-found",
                    "title": "Entity not found",
                    "status": 404,
                    "detail": "no dataset named `sales.ordrs`",
                    "code": "entity-not-found",
                    "hint": errors.EntityNotFoundError.hint,
                    "nearest": ["ecommerce_warehouse/shopflow.sales.orders"],
                }
            ]
        }
    )

    type: str
    title: str
    status: int
    detail: str
    code: str
    hint: str
    field: str | None = None
    nearest: list[str] | None = None
    candidates: list[str] | None = None


def install(app: FastAPI) -> None:
    """Answer every error in our shape."""
    app.add_exception_handler(errors.HeadwaterError, _known)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    for unreachable in (psycopg.OperationalError, PoolTimeout):
        app.add_exception_handler(unreachable, _unreachable)
    app.add_exception_handler(Exception, _unexpected)


def _known(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, errors.HeadwaterError)
    return JSONResponse(problem(error), status_of(error), retry_headers(error), MEDIA_TYPE)


def _invalid(request: Request, error: Exception) -> JSONResponse:
    """FastAPI found a parameter or body that does not fit: the first fault is named, all are told."""
    assert isinstance(error, RequestValidationError)
    if broken := next((fault for fault in error.errors() if fault["type"] == "json_invalid"), None):
        why, place = broken["ctx"]["error"], broken["loc"][-1]
        return _known(request, errors.NotJsonError(f"{why} at character {place}"))
    faults = [(_field(fault["loc"]), str(fault["msg"])) for fault in error.errors()]
    (field, reason), *others = faults
    told = "; ".join([reason, *(f"{where}: {why}" for where, why in others)])
    return _known(request, errors.BadParameterError(field, told))


def _field(location: tuple[Any, ...]) -> str:
    """Where the fault is, without FastAPI's word for the kind of parameter."""
    return ".".join(str(part) for part in location[1:]) or str(location[0])


def _http(request: Request, error: Exception) -> JSONResponse:
    """No such route, or not with this method."""
    assert isinstance(error, HTTPException)
    code = HTTPStatus(error.status_code).phrase.lower().replace(" ", "-")
    body = _body(error.status_code, code, str(error.detail), "see /docs for what there is")
    return JSONResponse(body, error.status_code, error.headers, MEDIA_TYPE)


def _unreachable(request: Request, error: Exception) -> JSONResponse:
    logger.warning("the store can't be reached", exc_info=error)
    return _known(request, errors.NotReadyError("the store can't be reached right now"))


def _unexpected(request: Request, error: Exception) -> JSONResponse:
    """Nothing of what went wrong inside is told outside; the log has it."""
    logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    body = _body(500, "internal", "something went wrong on our side", "the server's log says what happened")
    return JSONResponse(body, 500, media_type=MEDIA_TYPE)


def _body(status: int, code: str, detail: str, hint: str) -> dict[str, Any]:
    return {
        "type": f"urn:headwater:error:{code}",
        "title": code.replace("-", " ").capitalize(),
        "status": status,
        "detail": detail,
        "code": code,
        "hint": hint,
    }


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {
        "description": HTTPStatus(status).phrase,
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for status in (400, 404, 409, 422, 503)
}
