"""What each request takes, read from its signature: for whoever makes commands or tools from requests."""

import inspect
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from typing_extensions import Doc

from headwater.client.request import Request, WireName

Build = Callable[..., Request[Any]]


@dataclass(frozen=True, slots=True)
class RequestParameter:
    """`key` is what it is called on the wire, `choices` what there is to choose from, if that is known."""

    name: str
    key: str
    kind: Any
    help: str
    required: bool

    @property
    def alternatives(self) -> tuple[Any, ...]:
        return alternatives_of(self.kind)

    @property
    def choices(self) -> tuple[str, ...]:
        literal = next((part for part in self.alternatives if get_origin(part) is Literal), None)
        return get_args(literal) if literal else ()


def parameters_of(build: Build) -> Iterator[RequestParameter]:
    # The help text and the name on the wire are notes inside `Annotated`.
    hints = get_type_hints(build, include_extras=True)
    for name, parameter in inspect.signature(build).parameters.items():
        kind, notes = _unwrapped(hints[name])
        key = next((note.name for note in notes if isinstance(note, WireName)), name)
        text = next((note.documentation for note in notes if isinstance(note, Doc)), "")
        yield RequestParameter(name, key, kind, text, parameter.default is inspect.Parameter.empty)


def alternatives_of(kind: Any) -> tuple[Any, ...]:
    """The types that something of this type can have, without None."""
    parts = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
    return tuple(part for part in parts if part is not types.NoneType)


def answer_of(build: Build) -> Any:
    """The type of the answer."""
    return get_args(get_type_hints(build)["return"])[0]


def _unwrapped(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    if get_origin(hint) is Annotated:
        kind, *notes = get_args(hint)
        return kind, tuple(notes)
    return hint, ()
