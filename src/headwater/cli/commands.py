"""Commands from the client's requests, one for each question: arguments, options and help follow from it."""

import inspect
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

import typer

from headwater.cli.console import UrlOption
from headwater.cli.views import VIEWS
from headwater.client import requests
from headwater.client.parameters import Build, RequestParameter, answer_of, parameters_of
from headwater.documents.formats import Format, ListFormat

DEFAULT_LIMIT = 200
FORMAT_HELP = "Output format. A table shows what fits the terminal, the others every field."
# These stand without an option's name before them, as does what is required to find one thing.
ARGUMENTS = ("asset", "search", "name")
REQUIRED_ARGUMENTS = (
    *("run_id", "event_id", "work_id", "source", "target"),
    *("fingerprint", "simulation_id", "trace_id"),
)
# Asked by a command with more to say, or not a question that a person asks from a shell.
BY_HAND = (
    *("graph_upstream", "graph_downstream", "flows", "breaking_changes", "simulate"),
    *("pipeline_status", "search", "investigate", "entity_timeline"),
    *("list_incidents", "incident", "check"),
)
NAMES = {"work_item": "work"}


def build_commands() -> Iterator[tuple[str, Callable[..., None]]]:
    """The name and function of each command."""
    for build in requests.READS:
        name = build.__name__
        if name not in BY_HAND:
            yield NAMES.get(name, name.removeprefix("list_").replace("_", "-")), _command(build)


def _command(build: Build) -> Callable[..., None]:
    fields = list(parameters_of(build))
    pages = any(field.name == "cursor" for field in fields)
    taken = [field for field in fields if not (pages and field.name in ("limit", "cursor"))]

    def command(form: Any, url: str | None, **given: Any) -> None:
        from headwater.cli.asking import ask_and_show

        limit = given.pop("limit") if pages else DEFAULT_LIMIT
        ask_and_show(build(**given), form, limit, url)

    answers_a_graph = answer_of(build) in VIEWS
    command.__doc__ = (build.__doc__ or "") + (" Exit 1 when there is something." if answers_a_graph else "")
    command.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [*map(_parameter, taken), *_common(build, pages)]
    )
    return command


def _parameter(field: RequestParameter) -> inspect.Parameter:
    kind = _shell_type(field)
    option = f"--{field.key.replace('_', '-')}"
    if field.key == field.name and (
        field.name in ARGUMENTS or (field.required and field.name in REQUIRED_ARGUMENTS)
    ):
        note = typer.Argument(metavar=field.name.upper(), help=field.help)
    elif kind is bool:
        note = typer.Option(f"{option}/--no-{option[2:]}", help=field.help)
    else:
        note = typer.Option(option, help=field.help)
    annotation = Annotated[kind if field.required else kind | None, note]  # type: ignore[valid-type]
    default = inspect.Parameter.empty if field.required else None
    return inspect.Parameter(
        field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )


def _shell_type(field: RequestParameter) -> Any:
    """What a shell can give: a choice, a flag, a number, or else a text."""
    if field.choices:
        return Literal[field.choices]
    return next((simple for simple in (bool, int, float) if simple in field.alternatives), str)


def _common(build: Build, pages: bool) -> Iterator[inspect.Parameter]:
    forms: Any = Format if answer_of(build) in VIEWS else ListFormat
    yield _keyword("form", Annotated[forms, typer.Option("--format", help=FORMAT_HELP)], forms.TABLE)
    if pages:
        rows = typer.Option("--limit", help="Maximum number of rows.", min=1)
        yield _keyword("limit", Annotated[int, rows], DEFAULT_LIMIT)
    yield _keyword("url", UrlOption, None)


def _keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
