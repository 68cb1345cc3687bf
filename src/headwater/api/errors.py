"""From errors to answers: each becomes a `RequestFailure`, and that a reply in the shape of who was asked."""

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any

import psycopg
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from psycopg_pool import PoolTimeout
from starlette.exceptions import HTTPException

from headwater import errors
from headwater.dialects.contract import ErrorShape, InvalidField, RequestFailure
from headwater.dialects.problem import MEDIA_TYPE, Problem, problem_shape, retry_headers, status_of

__all__ = ["PROBLEMS", "PROBLEM_SHAPE", "Problem", "failure_of", "install"]

logger = logging.getLogger(__name__)

PROBLEM_SHAPE = problem_shape({status: HTTPStatus(status).phrase for status in (400, 404, 409, 422, 503)})


def install(app: FastAPI, shape: ErrorShape = PROBLEM_SHAPE) -> None:
    """Answer every error in this shape."""

    def answer(request: Request, error: Exception) -> Response:
        failure = failure_of(error, f"{request.method} {request.url.path}")
        reply = shape.answer(failure, request.headers)
        return Response(reply.body, reply.status, dict(reply.headers))

    # With `Exception`, as Starlette would answer what nobody foresaw in plain text.
    kinds = (errors.HeadwaterError, RequestValidationError, HTTPException, *UNREACHABLE, Exception)
    for kind in kinds:
        app.add_exception_handler(kind, answer)


# A parameter that takes some words, in any case.
CHOICES = re.compile(r"(?:\(\?i\))?\^\(([\w|]+)\)\$")

UNREACHABLE = (psycopg.OperationalError, PoolTimeout)


def failure_of(error: Exception, request: str = "a request") -> RequestFailure:
    """What went wrong, in words for outside; what nobody foresaw goes to the server's log alone."""
    for kind, described in DESCRIBED:
        if isinstance(error, kind):
            return described(error)
    logger.error("%s failed", request, exc_info=error)
    detail, hint = "something went wrong on our side", "the server's log says what happened"
    return RequestFailure(500, "internal", detail, hint)


def _known(error: errors.HeadwaterError) -> RequestFailure:
    return RequestFailure(
        status_of(error), error.code, str(error), error.hint, error, headers=retry_headers(error)
    )


def _invalid(error: RequestValidationError) -> RequestFailure:
    """FastAPI found a parameter or body that does not fit: the first fault is named, all are described."""
    faults = tuple(
        InvalidField(fault["type"], tuple(fault["loc"]), str(fault["msg"])) for fault in error.errors()
    )
    # A body that can't be parsed has no fields to name.
    if broken := next((fault for fault in error.errors() if fault["type"] == "json_invalid"), None):
        why, place = broken["ctx"]["error"], broken["loc"][-1]
        return replace(_known(errors.NotJsonError(f"{why} at character {place}")), faults=faults)
    first, *others = faults
    messages = [_plain_message(fault) for fault in error.errors()]
    described = [f"{_field(fault)}: {says}" for fault, says in zip(others, messages[1:], strict=True)]
    reason = "; ".join([messages[0], *described])
    return replace(_known(errors.BadParameterError(_field(first), reason)), faults=faults)


def _plain_message(fault: Mapping[str, Any]) -> str:
    """Without pydantic's word for its own error, and with the choices instead of their pattern.

    >>> _plain_message({"type": "string_pattern_mismatch", "ctx": {"pattern": "(?i)^(FAIL|ABORT)$"}})
    'must be one of FAIL, ABORT'
    """
    choices = CHOICES.fullmatch(fault.get("ctx", {}).get("pattern", ""))
    if choices:
        return f"must be one of {choices[1].replace('|', ', ')}"
    return str(fault["msg"]).removeprefix("Value error, ")


def _field(fault: InvalidField) -> str:
    """Where the fault is, without FastAPI's word for the kind of parameter."""
    return ".".join(str(part) for part in fault.location[1:]) or str(fault.location[0])


def _http(error: HTTPException) -> RequestFailure:
    """No such route, or not with this method."""
    code = HTTPStatus(error.status_code).phrase.lower().replace(" ", "-")
    hint = "see /docs for what there is"
    return RequestFailure(error.status_code, code, str(error.detail), hint, headers=dict(error.headers or {}))


def _cancelled(error: Exception) -> RequestFailure:
    logger.warning("a statement took too long", exc_info=error)
    return _known(errors.TooSlowError("the store did not answer in time"))


def _foreign(error: Exception) -> RequestFailure:
    """What would be written is not the caller's to see: a view refuses it."""
    return _known(errors.BoundToTeamsError("this belongs to another team"))


def _unreachable(error: Exception) -> RequestFailure:
    logger.warning("the store can't be reached", exc_info=error)
    return _known(errors.StoreUnavailableError("the store can't be reached right now"))


# In this order: a cancelled statement is an `OperationalError`, too.
DESCRIBED: tuple[tuple[Any, Callable[[Any], RequestFailure]], ...] = (
    (errors.HeadwaterError, _known),
    (RequestValidationError, _invalid),
    (HTTPException, _http),
    (psycopg.errors.QueryCanceled, _cancelled),
    (psycopg.errors.WithCheckOptionViolation, _foreign),
    (UNREACHABLE, _unreachable),
)

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {
        "description": refusal.description,
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for status, refusal in PROBLEM_SHAPE.refusals.items()
}
