"""Watcher's own error shape: `detail` is a sentence, or a list of faults that name the field."""

from collections.abc import Callable, Coroutine
from typing import Any

import psycopg
from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from psycopg_pool import PoolTimeout
from starlette.exceptions import HTTPException

from headwater.dialects.problem import retry_headers, status_of
from headwater.dialects.watcher import replies
from headwater.errors import BadCursorError, BadInputError, HeadwaterError, NotReadyError

Handler = Callable[[Request], Coroutine[Any, Any, Response]]

RESPONSES: dict[int | str, dict[str, Any]] = {
    404: {"model": replies.Refusal, "description": "No such row"},
    409: {"model": replies.Refusal, "description": "Does not fit the present state; nothing was changed"},
    422: {"model": replies.Invalid, "description": "A field that can't be used; nothing was changed"},
    503: {"model": replies.Refusal, "description": "Come back after the seconds in Retry-After"},
}


class WatcherRoute(APIRoute):
    """A route that answers its errors itself: elsewhere they are told as problem+json."""

    def get_route_handler(self) -> Handler:
        answer = super().get_route_handler()

        async def told(request: Request) -> Response:
            try:
                return await answer(request)
            except RequestValidationError as error:
                return _reply(422, [_fault(**fault) for fault in error.errors()])
            except BadInputError as error:
                part = "query" if isinstance(error, BadCursorError) else "body"
                return _reply(status_of(error), [_fault("value_error", (part, error.field), error.reason)])
            except HeadwaterError as error:
                return _reply(status_of(error), str(error), retry_headers(error))
            except HTTPException as error:
                return _reply(error.status_code, str(error.detail), error.headers)
            except (psycopg.OperationalError, PoolTimeout):
                waiting = NotReadyError("the store can't be reached right now")
                return _reply(503, str(waiting), retry_headers(waiting))

        return told


def _fault(type: str, loc: tuple[Any, ...], msg: str, **_more: Any) -> dict[str, Any]:
    """Without the input: it may hold what no JSON can."""
    place = [part if isinstance(part, int) else _printable(str(part)) for part in loc]
    return {"type": type, "loc": place, "msg": _printable(msg)}


def _printable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _reply(status: int, detail: Any, headers: Any = None) -> JSONResponse:
    return JSONResponse({"detail": detail}, status, headers)
