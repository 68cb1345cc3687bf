"""How commands print and end: data on stdout, the rest on stderr; 0 clean, 1 found, 3 could not complete."""

import getpass
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

from headwater.documents.formats import printable, printable_lines
from headwater.errors import HeadwaterError

if TYPE_CHECKING:
    from headwater.settings import Settings

stderr = Console(stderr=True, highlight=False)
stdout = Console(highlight=False)

FOUND, COULD_NOT = 1, 3
# Routes in hints that have another name as commands; all others are called alike.
COMMANDS = (
    ("GET /api/v1/search?q=", "`headwater search`"),
    ("GET /api/v1/pipeline", "`headwater status`"),
    ("GET /api/v1/health", "`headwater status`"),
    ("see /docs for", "the command with -h says"),
    ("; /docs lists the parameters of each route", "; the command with -h lists its options"),
)
ROUTE = re.compile(r"GET /api/v1/([a-z-]+)\b(?![/?])")


@dataclass
class Given:
    """Options that stand before the command."""

    token: str | None = None


given = Given()

UrlOption = Annotated[
    str | None, typer.Option("--url", help="Address of a running Headwater.", envvar="HEADWATER_URL")
]


def login_name() -> str | None:
    """Who sits at the terminal; in some containers nobody with a name does."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return None


def api_token() -> str | None:
    """The key that commands ask with: of `--token`, the environment, or a file."""
    if given.token:
        return given.token
    settings = read_settings()
    if settings.token or settings.token_file is None:
        return settings.token
    try:
        return settings.token_file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        fail(f"HEADWATER_TOKEN_FILE can't be read: {error}", "name a file that holds an API key")


def address(url: str | None) -> str:
    """The given one, or where `headwater up` listens by default."""
    settings = read_settings()
    return url or settings.url or f"http://{settings.host}:{settings.port}"


def read_settings(**given: object) -> "Settings":
    """Of options, those that were given; a None would go before what the environment says."""
    # A third of a command's start, which what asks no server need not wait for.
    from headwater.settings import load_settings

    with exit_on_error():
        return load_settings(**{name: value for name, value in given.items() if value is not None})


@contextmanager
def exit_on_error() -> Iterator[None]:
    try:
        yield
    except HeadwaterError as error:
        near = (*getattr(error, "nearest", ()), *getattr(error, "candidates", ()))
        fail(str(error), error.hint, near)


def print_note(text: str) -> None:
    # Without markup: a name in brackets is a name, not a style.
    stderr.print(printable_lines(text), markup=False, soft_wrap=True)


def fail(problem: str, hint: str, near: Sequence[str] = ()) -> NoReturn:
    stderr.print(f"[red]error[/]: {escape(printable_lines(problem))}", soft_wrap=True)
    for name in near:
        stderr.print(f"  perhaps: {printable(name)}", markup=False, soft_wrap=True)
    stderr.print(f"hint: {printable(shell_hint(hint))}", markup=False, soft_wrap=True)
    sys.exit(COULD_NOT)


def shell_hint(hint: str) -> str:
    """The server's hint, which names routes, with the commands that ask the same.

    >>> shell_hint("list runs with GET /api/v1/runs"), shell_hint("see /docs for what the parameter takes")
    ('list runs with `headwater runs`', 'the command with -h says what the parameter takes')
    """
    for route, command in COMMANDS:
        hint = hint.replace(route, command)
    return ROUTE.sub(lambda found: f"`headwater {found[1]}`", hint)
