"""What a dialect is. The API serves whatever is described this way; it knows no dialect by name."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from fastapi import APIRouter
from pydantic import BaseModel

from headwater.access.scopes import AccessScope
from headwater.errors import HeadwaterError
from headwater.questions.reading import Reading, Writing

Result = TypeVar("Result")
OpenReading = Callable[[], AbstractContextManager[Reading]]
OpenWriting = Callable[[], AbstractContextManager[Writing]]
"""How a call gets what it is answered from: opened for one request, closed after it."""


class BoundedThreads(Protocol):
    """Runs in a thread what walks the graph, beside so many others at the most; the rest wait for their turn.

    What waits for something else, such as a position, must not do so in here.
    """

    async def __call__(self, function: Callable[[], Result], /) -> Result: ...


Headers = Mapping[str, str]
"""Header fields by name in lower case; of a repeated one, the last."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as it goes out. `Content-Length` is added to the headers."""

    status: int
    body: bytes
    headers: Headers = field(default_factory=dict)


HotHandler = Callable[[Headers, bytes], Awaitable[Reply]]
"""Takes headers and the whole body, with gzip undone; what it raises is answered in the dialect's shape."""


@dataclass(frozen=True, slots=True)
class HotRoute:
    """A POST that the front door hands to the dialect itself.

    For calls that come by the thousand: a FastAPI route with models costs several times what taking an event
    costs. `operation` describes it as OpenAPI does; `aliases` are other paths of the call, named there.
    """

    path: str
    handler: HotHandler
    # FastAPI never sees the call, so this part of the OpenAPI document can't be derived.
    operation: Mapping[str, Any]
    aliases: tuple[str, ...] = ()


DirectHandler = Callable[[Headers, bytes], Awaitable[Reply | None]]
"""Answers a POST as the dialect's route would; None leaves it to the route."""


@dataclass(frozen=True, slots=True)
class InvalidField:
    """A part of a request that can't be used: `location` leads there, `body` or `query` first."""

    type: str
    location: tuple[str | int, ...]
    message: str


@dataclass(frozen=True, slots=True)
class RequestFailure:
    """Why a request was not answered, before it takes the shape of a dialect.

    `error` is None for what the framework refuses (no such path, wrong method) and for what nobody foresaw.
    """

    status: int
    code: str
    detail: str
    hint: str
    error: HeadwaterError | None = None
    faults: tuple[InvalidField, ...] = ()
    headers: Headers = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ErrorResponse:
    """A status that a dialect refuses requests with: why, and the shape of the body."""

    description: str
    model: type[BaseModel]


@dataclass(frozen=True, slots=True)
class ErrorShape:
    """How a dialect says that it did not answer."""

    reply: Callable[[RequestFailure], Reply]
    refusals: Mapping[int, ErrorResponse]
    # For the OpenAPI document alone; a reply carries a content-type of its own.
    media_type: str = "application/json"
    reply_to: Callable[[RequestFailure, Headers], Reply] | None = None
    """For a dialect whose replies depend on the headers of the request."""

    def answer(self, failure: RequestFailure, headers: Headers) -> Reply:
        return self.reply(failure) if self.reply_to is None else self.reply_to(failure, headers)


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way of speaking to Headwater.

    All that lies at or below `paths` is the dialect's, errors included; of two dialects that own a path, the
    one with the longer entry answers. `/` owns itself alone. The OpenAPI document is made from `title`,
    `description`, `routers` and `hot_routes`, and served at `/openapi/<name>.json`.
    """

    name: str
    title: str
    description: str
    paths: tuple[str, ...]
    errors: ErrorShape
    routers: tuple[APIRouter, ...] = ()
    hot_routes: tuple[HotRoute, ...] = ()
    scopes: Mapping[str, AccessScope] = field(default_factory=dict)
    """What a caller needs for calls that are no reads, by method and path, such as `PATCH /pipeline`; reads
    need `read` and hot routes `ingest`."""
    direct_posts: Mapping[str, DirectHandler] = field(default_factory=dict)
    """By path: calls of `routers` that the front door answers where they are plain, without FastAPI."""
