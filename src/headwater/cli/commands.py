"""Commands from the client's requests, one for each question: arguments, options and help follow from it."""

import inspect
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import typer
from typing_extensions import Doc

from headwater.cli.console import UrlOption
from headwater.cli.formats import Format, ListFormat
from headwater.cli.views import VIEWS
from headwater.client import requests
from headwater.client.request import Key, Request

DEFAULT_LIMIT = 200
# These stand without an option's name before them, if anything does.
ARGUMENTS = ("asset", "search", "name", "run_id", "event_id", "work_id", "source", "target")
# Asked by a command with more to say, or not a question that a person asks from a shell.
BY_HAND = ("graph_upstream", "graph_downstream", "flows", "breaking_changes", "pipeline_status")
NAMES = {"work_item": "work"}


@dataclass(frozen=True, slots=True)
class Field:
    """One parameter of a request."""

    name: str
    kind: Any
    help: str
    required: bool
    option: str


def build_commands() -> Iterator[tuple[str, Callable[..., None]]]:
    """The name and function of each command."""
    for build in requests.READS:
        name = build.__name__
        if name not in BY_HAND:
            yield NAMES.get(name, name.removeprefix("list_").replace("_", "-")), _command(build)


def _command(build: Callable[..., Request[Any]]) -> Callable[..., None]:
    fields = list(_fields(build))
    pages = any(field.name == "cursor" for field in fields)
    taken = [field for field in fields if not (pages and field.name in ("limit", "cursor"))]

    def command(form: Any, url: str | None, **given: Any) -> None:
        from headwater.cli.asking import ask_and_show

        limit = given.pop("limit") if pages else DEFAULT_LIMIT
        ask_and_show(build(**given), form, limit, url)

    answers_a_graph = get_args(get_type_hints(build)["return"])[0] in VIEWS
    command.__doc__ = (build.__doc__ or "") + (" Exit 1 when there is something." if answers_a_graph else "")
    command.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [*map(_parameter, taken), *_common(build, pages)]
    )
    return command


def _fields(build: Callable[..., Any]) -> Iterator[Field]:
    hints = get_type_hints(build, include_extras=True)
    for name, parameter in inspect.signature(build).parameters.items():
        kind, notes = _unwrapped(hints[name])
        key = next((note.name for note in notes if isinstance(note, Key)), name)
        text = next((note.documentation for note in notes if isinstance(note, Doc)), "")
        required = parameter.default is inspect.Parameter.empty
        yield Field(name, kind, text, required, f"--{key.replace('_', '-')}")


def _unwrapped(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    if get_origin(hint) is Annotated:
        kind, *notes = get_args(hint)
        return kind, tuple(notes)
    return hint, ()


def _parameter(field: Field) -> inspect.Parameter:
    kind = _shell_type(field.kind)
    if field.name in ARGUMENTS and field.option == f"--{field.name.replace('_', '-')}":
        note = typer.Argument(metavar=field.name.upper(), help=field.help)
    elif kind is bool:
        note = typer.Option(f"{field.option}/--no-{field.option[2:]}", help=field.help)
    else:
        note = typer.Option(field.option, help=field.help)
    annotation = Annotated[kind if field.required else kind | None, note]  # type: ignore[valid-type]
    default = inspect.Parameter.empty if field.required else None
    return inspect.Parameter(
        field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )


def _shell_type(kind: Any) -> Any:
    """What a shell can give: a choice, a flag, a number, or else a text."""
    parts = [part for part in _alternatives(kind) if part is not types.NoneType]
    literal = next((part for part in parts if get_origin(part) is Literal), None)
    return literal or next((simple for simple in (bool, int, float) if simple in parts), str)


def _alternatives(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)


def _common(build: Callable[..., Any], pages: bool) -> Iterator[inspect.Parameter]:
    (answer,) = get_args(get_type_hints(build)["return"])
    forms: Any = Format if answer in VIEWS else ListFormat
    yield _keyword("form", Annotated[forms, typer.Option("--format", help="Output format.")], forms.TABLE)
    if pages:
        rows = typer.Option("--limit", help="Maximum number of rows.", min=1)
        yield _keyword("limit", Annotated[int, rows], DEFAULT_LIMIT)
    yield _keyword("url", UrlOption, None)


def _keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
