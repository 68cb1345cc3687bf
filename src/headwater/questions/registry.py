"""The registry: each question is entered once, and its route, client call, command and tool are made from it.

A question is a function of a `Reading`; what changes something is a function of a `Writing` and is entered
with `write`. The docstring is the documentation, the annotations are the parameters.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import Parameter as Inspected
from inspect import cleandoc, signature
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from headwater.access.scopes import AccessScope
from headwater.answers.base import Answer

Method = Literal["GET", "POST", "DELETE"]
Function = TypeVar("Function", bound=Callable[..., Answer])
# Not None: that is a default of its own, and most filters have it.
REQUIRED = Inspected.empty


@dataclass(frozen=True, slots=True)
class Parameter:
    """What the documentation says of a parameter, and what is checked; stands in its `Annotated` type."""

    description: str = ""
    examples: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    name: str | None = None
    """What it is called outside, where Python does not allow the name."""
    former_names: tuple[str, ...] = ()
    """Names that it had before; they still work, and are not documented."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A parameter of one question."""

    python_name: str
    type: Any
    default: Any
    parameter: Parameter

    @property
    def name(self) -> str:
        return self.parameter.name or self.python_name

    @property
    def required(self) -> bool:
        return self.default is REQUIRED


@dataclass(frozen=True, slots=True)
class Question:
    """All that routes, client calls, commands and tools need to know."""

    name: str
    method: Method
    path: str
    topic: str
    function: Callable[..., Answer]
    answer: type[Answer]
    arguments: tuple[Argument, ...]
    body: type[BaseModel] | None = None
    """The shape of the request's body; its fields are parameters as well."""
    body_name: str = ""
    writes: bool = False
    lists: tuple[str, ...] = ()
    """The parts of the answer that go on with the next page."""
    status: int = 200
    created: Callable[[Any], bool] | None = field(default=None, repr=False)
    """Of a write: whether the answer tells of something new, which is 201 instead of 200."""
    scope: AccessScope = AccessScope.READ
    """What a caller needs for it."""

    @property
    def description(self) -> str:
        return cleandoc(self.function.__doc__ or "")

    def in_path(self, argument: Argument) -> bool:
        return f"{{{argument.name}}}" in self.path


QUESTIONS: dict[str, Question] = {}
"""By name, in the order in which they were entered."""


def question(
    path: str,
    *,
    topic: str,
    lists: tuple[str, ...] = (),
    method: Method = "GET",
    scope: AccessScope = AccessScope.READ,
) -> Callable[[Function], Function]:
    """Enter a function of a `Reading` as a question."""

    def enter(function: Function) -> Function:
        _enter(function, path, topic, method, lists=lists, scope=scope)
        return function

    return enter


def write(
    path: str,
    *,
    topic: str,
    method: Method = "POST",
    status: int = 200,
    created: Callable[[Any], bool] | None = None,
    scope: AccessScope = AccessScope.MANAGE,
) -> Callable[[Function], Function]:
    """Enter a function of a `Writing`: it changes something, so it is no tool and no command."""

    def enter(function: Function) -> Function:
        _enter(function, path, topic, method, writes=True, status=status, created=created, scope=scope)
        return function

    return enter


def _enter(function: Callable[..., Answer], path: str, topic: str, method: Method, **more: Any) -> None:
    name = function.__name__
    if name in QUESTIONS:
        raise ValueError(f"two questions are called `{name}`")
    # Without the extras, the `Parameter` of each annotation would be dropped.
    hints = get_type_hints(function, include_extras=True)
    answer = hints.pop("return")
    _context, *rest = signature(function).parameters.values()
    bodies = [one.name for one in rest if _is_body(hints[one.name])]
    if bodies:
        more |= {"body": hints[bodies[0]], "body_name": bodies[0]}
    arguments = tuple(_argument(one, hints[one.name]) for one in rest if one.name not in bodies)
    QUESTIONS[name] = Question(name, method, path, topic, function, answer, arguments, **more)


def _is_body(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _argument(inspected: Inspected, hint: Any) -> Argument:
    if get_origin(hint) is not Annotated:
        return Argument(inspected.name, hint, inspected.default, Parameter())
    kind, *notes = get_args(hint)
    parameter = next((note for note in notes if isinstance(note, Parameter)), Parameter())
    # Other notes, such as validators, are pydantic's: they stay on the type.
    for note in notes:
        if note is not parameter:
            kind = Annotated[kind, note]
    return Argument(inspected.name, kind, inspected.default, parameter)
