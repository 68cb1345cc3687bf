"""Watcher's own error shape: `detail` is a sentence, or a list of faults that name the field."""

from typing import Any

import msgspec

from headwater.dialects.contract import ErrorResponse, ErrorShape, InvalidField, Reply, RequestFailure
from headwater.dialects.watcher import replies
from headwater.errors import BadCursorError, BadInputError

SENTENCES = {
    404: "No such row.",
    409: "Does not fit the present state; nothing was changed.",
    413: "The body is larger than the limit, counted after decompression.",
    415: "A Content-Encoding other than gzip.",
    503: "Come back after the seconds in Retry-After.",
}


def refused(failure: RequestFailure) -> Reply:
    headers = {**failure.headers, "content-type": "application/json"}
    if failure.faults:
        # A body that is no JSON is a fault like any other here.
        return _reply(422, [_fault(fault) for fault in failure.faults], headers)
    error = failure.error
    if isinstance(error, BadInputError) and error.field:
        # Of what is judged behind the framework, only cursors come in the query.
        part = "query" if isinstance(error, BadCursorError) else "body"
        fault = InvalidField("value_error", (part, error.field), error.reason)
        return _reply(failure.status, [_fault(fault)], headers)
    return _reply(failure.status, _printable(failure.detail), headers)


def _reply(status: int, detail: Any, headers: dict[str, str]) -> Reply:
    return Reply(status, msgspec.json.encode({"detail": detail}), headers)


def _fault(fault: InvalidField) -> dict[str, Any]:
    """Without the input: it may hold what no JSON can."""
    place = [part if isinstance(part, int) else _printable(str(part)) for part in fault.location]
    return {"type": fault.type, "loc": place, "msg": _printable(fault.message)}


def _printable(text: str) -> str:
    # Half of a surrogate pair in what a client sent would make the refusal itself fail.
    return text.encode("utf-8", "replace").decode()


SHAPE = ErrorShape(
    refused,
    {
        **{status: ErrorResponse(description, replies.Refusal) for status, description in SENTENCES.items()},
        400: ErrorResponse("A body that is not UTF-8, or a cursor of another server.", replies.Unreadable),
        422: ErrorResponse("A field that can't be used; nothing was changed.", replies.Invalid),
    },
)
