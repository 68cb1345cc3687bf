"""`headwater check`: a circuit breaker for any orchestrator. It fails open when Headwater is away."""

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from headwater.cli.console import COULD_NOT, FOUND, UrlOption, exit_on_error, print_note

if TYPE_CHECKING:
    from headwater.answers.checks import DataCheck


class CheckFormat(StrEnum):
    TABLE = "table"
    JSON = "json"


def check(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The dataset or job that you are about to use.")
    ],
    fail_closed: Annotated[
        bool, typer.Option("--fail-closed", help="Exit 3 when Headwater can't be asked, instead of 0.")
    ] = False,
    timeout: Annotated[
        float, typer.Option("--timeout", help="Seconds to wait for an answer.", min=0.1, max=600)
    ] = 10.0,
    form: Annotated[CheckFormat, typer.Option("--format", help="Output format.")] = CheckFormat.TABLE,
    url: UrlOption = None,
) -> None:
    """Whether to run on this data now. Exit 1 when something is wrong with it or upstream of it.

    Exit 0 with a warning when Headwater is away.
    """
    from headwater.documents.formats import pretty_json

    with exit_on_error():
        whole, found = _asked(name, timeout, url)
    if found is None:
        raise typer.Exit(COULD_NOT if fail_closed else 0)
    if form is CheckFormat.JSON:
        sys.stdout.write(pretty_json(whole))
    else:
        _print(found)
    if not found.go:
        raise typer.Exit(FOUND)


def _asked(name: str, timeout: float, url: str | None) -> "tuple[dict[str, Any], DataCheck | None]":
    from headwater.cli.asking import typed
    from headwater.cli.console import address, api_token
    from headwater.client import Headwater, requests
    from headwater.client.errors import NoAnswerError, ServerNotReadyError, UnreadableAnswerError

    request, options = requests.check(name), {"timeout": timeout, "patience": timeout}
    try:
        with Headwater(address(url), token=api_token(), read_your_writes=False, **options) as client:
            whole = client.send(request.as_json())
        return whole, typed(request, whole)
    except (NoAnswerError, ServerNotReadyError, UnreadableAnswerError) as error:
        print_note(f"warning: Headwater could not be asked, so nothing is known of {name}: {error}")
        return {}, None


def _print(found: "DataCheck") -> None:
    from headwater.cli.tables import print_table
    from headwater.documents.formats import Grid
    from headwater.documents.words import count, moment

    rows = tuple(
        (one.kind.replace("_", " "), str(one.node or ""), moment(one.at), one.says) for one in found.reasons
    )
    if rows:
        print_table(Grid(("what", "where", "since", "says"), rows))
    for one in found.muted:
        print_note(f"muted: {one.says}")
    for line in found.missing:
        print_note(line)
    words = "go" if found.go else f"no: {count(found.reasons_total, 'reason')}"
    print_note(f"{found.asset}: {words}; {count(found.upstream, 'asset')} upstream looked at")
