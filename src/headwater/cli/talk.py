"""How commands speak and end: data on stdout, talk on stderr, 0 clean, 1 found, 3 could not complete."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

from headwater.errors import HeadwaterError
from headwater.settings import Settings

talk = Console(stderr=True, highlight=False)
show = Console(highlight=False)

FOUND, COULD_NOT = 1, 3

UrlOption = Annotated[
    str | None, typer.Option("--url", help="Address of a running Headwater.", envvar="HEADWATER_URL")
]


def address(url: str | None) -> str:
    """The one told, or where `headwater up` listens by default."""
    settings = Settings()
    return url or f"http://{settings.host}:{settings.port}"


@contextmanager
def errors_told() -> Iterator[None]:
    try:
        yield
    except HeadwaterError as error:
        near = (*getattr(error, "nearest", ()), *getattr(error, "candidates", ()))
        give_up(str(error), error.hint, near)


def give_up(problem: str, hint: str, near: Sequence[str] = ()) -> NoReturn:
    talk.print(f"[red]error[/]: {escape(problem)}")
    for name in near:
        talk.print(f"  perhaps: {name}", markup=False, soft_wrap=True)
    talk.print(f"hint: {hint}", markup=False)
    sys.exit(COULD_NOT)
