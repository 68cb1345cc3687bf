"""`application/problem+json`: how native routes refuse, and dialects that have no shape of their own."""

from collections.abc import Mapping
from typing import Any

import msgspec
from pydantic import BaseModel, ConfigDict

from headwater import errors
from headwater.dialects.contract import ErrorResponse, ErrorShape, Reply, RequestFailure

MEDIA_TYPE = "application/problem+json"

# The class nearest to the error's own decides, so the order of these lines does not matter.
STATUS: Mapping[type[errors.HeadwaterError], int] = {
    errors.NotJsonError: 400,
    errors.BadCursorError: 400,
    # As the Hub answers; only its dialect raises it.
    errors.NameTakenError: 400,
    errors.TooLargeError: 413,
    errors.TooManyEventsError: 413,
    errors.BadEncodingError: 415,
    errors.BadInputError: 422,
    # Final: no client sends again what is forbidden.
    errors.QuotaSpentError: 403,
    errors.UnauthenticatedError: 401,
    errors.ForbiddenError: 403,
    errors.NotFoundError: 404,
    errors.AmbiguousNameError: 409,
    errors.ConflictError: 409,
    errors.SlowRequestError: 408,
    errors.TooManyRequestsError: 429,
    errors.NotReadyError: 503,
    errors.HeadwaterError: 500,
}


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


def status_of(error: errors.HeadwaterError) -> int:
    """The status of the nearest class that has one."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def retry_headers(error: errors.HeadwaterError) -> dict[str, str]:
    if isinstance(error, errors.SlowRequestError):
        # The body is still incomplete, so no next request can follow on this connection.
        return {"Connection": "close"}
    if isinstance(error, errors.UnauthenticatedError):
        return {"WWW-Authenticate": 'Bearer realm="headwater"'}
    if isinstance(error, errors.NotReadyError | errors.TooManyRequestsError):
        return {"Retry-After": str(error.retry_after)}
    return {}


def problem(failure: RequestFailure) -> dict[str, Any]:
    body: dict[str, Any] = {
        "type": f"urn:headwater:error:{failure.code}",
        "title": failure.code.replace("-", " ").capitalize(),
        "status": failure.status,
        "detail": failure.detail,
        "code": failure.code,
        "hint": failure.hint,
    }
    # Members that only some errors have; where there is nothing to say they are left out, not null.
    facts = {name: getattr(failure.error, name, None) for name in ("field", "nearest", "candidates", "limit")}
    return body | {name: value for name, value in facts.items() if value}


def problem_reply(failure: RequestFailure) -> Reply:
    body = msgspec.json.encode(problem(failure))
    return Reply(failure.status, body, {**failure.headers, "content-type": MEDIA_TYPE})


def problem_shape(descriptions: Mapping[int, str]) -> ErrorShape:
    """Problems with these statuses, each with what it means."""
    refusals = {status: ErrorResponse(description, Problem) for status, description in descriptions.items()}
    return ErrorShape(problem_reply, refusals, MEDIA_TYPE)
