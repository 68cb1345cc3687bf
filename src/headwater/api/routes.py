"""Routes from the registry: one for each question and each write, below `/api/v1`."""

from collections.abc import Awaitable, Callable, Iterable
from functools import cache, partial
from inspect import Parameter as Inspected
from inspect import Signature
from typing import Annotated, Any
from urllib.parse import parse_qsl, urlencode

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.routing import APIRoute
from starlette.responses import Response

from headwater.answers.base import Answer
from headwater.api import errors
from headwater.api.parameters import known, storable, visible
from headwater.api.process import Process, process_of
from headwater.errors import BadParameterError
from headwater.questions.registry import REQUIRED, Argument, Question

PREFIX = "/api/v1"
SCHEMAS = "#/components/schemas"
# What walks the graph: many at once would keep the processor from everything else.
HEAVY_TOPICS = ("graph", "impact", "compliance", "analytics", "history", "investigations")
# Whoever acts on an incident, or subscribes, changes nothing of the data that it is about.
GIVEN_TOPICS = ("incidents",)
encoder = msgspec.json.Encoder()


@cache
def build_router(questions: tuple[Question, ...]) -> APIRouter:
    """Routes whose path says more come first, so that `/jobs/{name}/health` is no name of a job.

    They find their process when they are asked. FastAPI takes a quarter of a second to read their signatures,
    which all applications of a process share.
    """
    router = APIRouter(prefix=PREFIX)
    for question in sorted(questions, key=_specific_first):
        router.add_api_route(
            _route_path(question),
            _endpoint(question),
            methods=[question.method],
            name=question.name,
            operation_id=question.name,
            summary=question.name.replace("_", " ").capitalize(),
            description=question.description,
            tags=[question.topic],
            status_code=201 if question.created else question.status,
            # Answers have their types and are encoded by msgspec: FastAPI must not check them once more.
            response_model=None,
            response_class=Response,
            responses={**errors.PROBLEMS, **_documented_success(question)},
            dependencies=[Depends(storable), Depends(known(_query_names(question))), Depends(visible)],
            route_class_override=_route_class(question),
        )
    return router


def _specific_first(question: Question) -> tuple[bool, int]:
    # FastAPI takes the first route that fits, so fixed paths go first, then the longer ones.
    return "{" in question.path, -question.path.count("/")


def _route_path(question: Question) -> str:
    """A name holds slashes, so a text in the path goes on to its end."""
    path = question.path
    for argument in question.arguments:
        if argument.type is str:
            path = path.replace(f"{{{argument.name}}}", f"{{{argument.name}:path}}")
    return path


def _query_names(question: Question) -> list[str]:
    return [argument.name for argument in question.arguments if not question.in_path(argument)]


def _endpoint(question: Question) -> Callable[..., Any]:
    async def endpoint(http_request: Request, **arguments: Any) -> Response:
        process = process_of(http_request)
        body, status = await runner(process, question)(partial(answered, process, question, arguments))
        return Response(body, status, media_type="application/json")

    endpoint.__signature__ = Signature(list(_parameters(question)))  # type: ignore[attr-defined]
    endpoint.__name__ = question.name
    return endpoint


def runner(process: Process, question: Question) -> Callable[..., Awaitable[Any]]:
    """Where a question is answered: a thread, and for heavy ones a turn before it."""
    return process.in_bounded_thread if question.topic in HEAVY_TOPICS else run_in_threadpool


def answered(process: Process, question: Question, arguments: dict[str, Any]) -> tuple[bytes, int]:
    """The answer as it goes out, and its status."""
    given = question.topic in GIVEN_TOPICS
    with process.writing(given) if question.writes else process.reading() as context:
        answer = question.function(context, **arguments)
    return with_reason(encoder.encode(answer), process.incomplete()), _status(question, answer)


def with_reason(body: bytes, incomplete: str | None) -> bytes:
    """An answer that may lack something says why, in one more field.

    >>> with_reason(b'{"total":0}', "the store is being rebuilt")
    b'{"total":0,"incomplete":"the store is being rebuilt"}'
    """
    if incomplete is None or not body.endswith(b"}") or body == b"{}":
        return body
    return b'%s,"incomplete":%s}' % (body[:-1], encoder.encode(incomplete))


def _status(question: Question, answer: Answer) -> int:
    if question.created is None:
        return question.status
    return 201 if question.created(answer) else 200


def _parameters(question: Question) -> Iterable[Inspected]:
    yield Inspected("http_request", Inspected.KEYWORD_ONLY, annotation=Request)
    for argument in question.arguments:
        yield Inspected(
            argument.python_name,
            Inspected.KEYWORD_ONLY,
            default=Inspected.empty if argument.default is REQUIRED else argument.default,
            annotation=Annotated[argument.type, _declared(question, argument)],
        )
    if question.body is not None:
        yield Inspected(question.body_name, Inspected.KEYWORD_ONLY, annotation=question.body)


def _declared(question: Question, argument: Argument) -> Any:
    kind, parameter = (Path if question.in_path(argument) else Query), argument.parameter
    return kind(
        alias=argument.name if argument.name != argument.python_name else None,
        description=parameter.description or None,
        examples=list(parameter.examples) or None,
        ge=parameter.minimum,
        le=parameter.maximum,
        min_length=parameter.min_length,
        max_length=parameter.max_length,
        pattern=parameter.pattern,
    )


def _documented_success(question: Question) -> dict[int | str, dict[str, Any]]:
    schema = {"$ref": f"{SCHEMAS}/{question.answer.__name__}"}
    described = {"description": "Success.", "content": {"application/json": {"schema": schema}}}
    if question.created is None:
        return {question.status: described}
    return {
        201: described | {"description": "It was not known before."},
        200: described | {"description": "It was known, and is updated."},
    }


def _route_class(question: Question) -> type[APIRoute]:
    """Names that parameters had before are read as the names that they have now."""
    former = {
        old: argument.name for argument in question.arguments for old in argument.parameter.former_names
    }
    if not former:
        return APIRoute

    class FormerNames(APIRoute):
        def get_route_handler(self) -> Callable[[Request], Awaitable[Response]]:  # type: ignore[override]
            handle = super().get_route_handler()

            async def renamed(request: Request) -> Response:
                request.scope["query_string"] = _renamed(request.scope["query_string"], former)
                return await handle(request)

            return renamed

    return FormerNames


def _renamed(query: bytes, former: dict[str, str]) -> bytes:
    """Both names at once are refused: whichever won, the other would have been ignored in silence."""
    pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    names = {name for name, _ in pairs}
    for old in sorted(names & former.keys()):
        if former[old] in names:
            raise BadParameterError(
                old, f"the former name of `{former[old]}`, which is there as well: send one"
            )
    if not names & former.keys():
        return query
    return urlencode([(former.get(name, name), value) for name, value in pairs]).encode("latin-1")
