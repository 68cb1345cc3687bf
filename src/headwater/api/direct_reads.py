"""Plain reads answered before FastAPI: what its layers cost is several times what a small answer costs.

Only what is plain is taken: each parameter at most once, known, and of a value whose meaning is beyond doubt.
Everything else (a time, a mistake, a parameter's former name) is left to the route, which reads and checks it
as it is documented. So there is one place that says what is wrong with a request.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin
from urllib.parse import parse_qsl

from headwater.api.parameters import MIN_POSITION
from headwater.api.process import Process
from headwater.api.routes import PREFIX, answered, runner
from headwater.dialects.contract import Reply
from headwater.questions.registry import Argument, Parameter, Question

JSON = {"content-type": "application/json"}
Read = Callable[[dict[str, Any]], Awaitable[bytes]]
Convert = Callable[[str], Any]
WHOLE_NUMBER = re.compile(r"0|[1-9]\d{0,17}", re.ASCII)
FLAGS = {"true": True, "false": False}


class NotPlainError(ValueError):
    """This request is for the route."""


class DirectReads:
    """By path: what is asked there, and how its parameters are read."""

    def __init__(self, process: Process, questions: Iterable[Question]) -> None:
        self._process = process
        self._reads = {f"{PREFIX}{one.path}": _DirectRead(process, one) for one in questions if _fits(one)}

    def find(self, path: str, query: bytes) -> Callable[[], Awaitable[Reply]] | None:
        """What answers this request; None where that is the route's."""
        read = self._reads.get(path)
        if read is None:
            return None
        try:
            arguments = read.arguments(query, self._process.live.position)
        except NotPlainError:
            return None
        return partial(read.answer, arguments)


class _DirectRead:
    def __init__(self, process: Process, question: Question) -> None:
        self._run = runner(process, question)
        self._answered = partial(answered, process, question)
        self._known = {one.name: (one.python_name, _convert(one)) for one in question.arguments}
        self._required = frozenset(one.python_name for one in question.arguments if one.required)
        self._defaults = {one.python_name: one.default for one in question.arguments if not one.required}

    def arguments(self, query: bytes, position: int) -> dict[str, Any]:
        given: dict[str, Any] = {}
        for name, text in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
            if name == MIN_POSITION:
                python_name, value = name, _visible(text, position)
            elif name in self._known:
                python_name, convert = self._known[name]
                value = convert(text)
            else:
                raise NotPlainError(name)
            if python_name in given:
                raise NotPlainError(name)
            given[python_name] = value
        given.pop(MIN_POSITION, None)
        if not self._required <= given.keys():
            raise NotPlainError("a parameter is missing")
        return self._defaults | given

    async def answer(self, arguments: dict[str, Any]) -> Reply:
        body, status = await self._run(partial(self._answered, arguments))
        return Reply(status, body, JSON)


def _fits(question: Question) -> bool:
    return question.method == "GET" and "{" not in question.path and not question.writes


def _visible(text: str, position: int) -> int:
    wanted = _whole_number(text, Parameter())
    if wanted > position:
        raise NotPlainError(MIN_POSITION)
    return wanted


def _convert(argument: Argument) -> Convert:
    """From the text of a parameter to its value, by its type."""
    parameter, kind = argument.parameter, _without_none(argument.type)
    if kind is str and parameter.pattern is None:
        return partial(_text, parameter=parameter)
    if kind is int:
        return partial(_whole_number, parameter=parameter)
    if kind is bool:
        return partial(_one_of, values=FLAGS)
    if get_origin(kind) is Literal:
        return partial(_one_of, values={str(value): value for value in get_args(kind)})
    return _not_plain


def _without_none(kind: Any) -> Any:
    if get_origin(kind) not in (Union, UnionType):
        return kind
    kinds = [one for one in get_args(kind) if one is not NoneType]
    return kinds[0] if len(kinds) == 1 else None


def _text(text: str, parameter: Parameter) -> str:
    longest = len(text) if parameter.max_length is None else parameter.max_length
    if "\x00" in text or not (parameter.min_length or 0) <= len(text) <= longest:
        raise NotPlainError(text)
    return text


def _whole_number(text: str, parameter: Parameter) -> int:
    if not WHOLE_NUMBER.fullmatch(text):
        raise NotPlainError(text)
    number = int(text)
    most = number if parameter.maximum is None else parameter.maximum
    if not (parameter.minimum or 0) <= number <= most:
        raise NotPlainError(text)
    return number


def _one_of(text: str, values: Mapping[str, Any]) -> Any:
    if text not in values:
        raise NotPlainError(text)
    return values[text]


def _not_plain(text: str) -> Any:
    raise NotPlainError(text)
