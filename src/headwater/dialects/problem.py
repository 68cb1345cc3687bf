"""Which HTTP status an error of ours is, and its problem+json body: one shape for all native routes."""

from collections.abc import Mapping
from typing import Any

from headwater import errors

MEDIA_TYPE = "application/problem+json"

STATUS: Mapping[type[errors.HeadwaterError], int] = {
    errors.NotJsonError: 400,
    errors.BadCursorError: 400,
    errors.TooLargeError: 413,
    errors.BadEncodingError: 415,
    errors.BadInputError: 422,
    errors.NotFoundError: 404,
    errors.AmbiguousNameError: 409,
    errors.ConflictError: 409,
    errors.NotReadyError: 503,
    errors.HeadwaterError: 500,
}


def status_of(error: errors.HeadwaterError) -> int:
    """The status of the nearest class that has one."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def problem(error: errors.HeadwaterError) -> dict[str, Any]:
    body: dict[str, Any] = {
        "type": f"urn:headwater:error:{error.code}",
        "title": error.code.replace("-", " ").capitalize(),
        "status": status_of(error),
        "detail": str(error),
        "code": error.code,
        "hint": error.hint,
    }
    facts = {name: getattr(error, name, None) for name in ("field", "nearest", "candidates", "limit")}
    return body | {name: value for name, value in facts.items() if value}


def retry_headers(error: errors.HeadwaterError) -> dict[str, str]:
    return {"Retry-After": str(error.retry_after)} if isinstance(error, errors.NotReadyError) else {}
