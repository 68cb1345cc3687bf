"""`headwater set-aside`: let an event count no more, or again."""

from typing import Annotated

import typer

from headwater.cli.console import UrlOption


def set_aside(
    event_id: Annotated[
        str, typer.Argument(metavar="EVENT_ID", help="As `headwater events` and `quarantine` list it.")
    ],
    why: Annotated[
        str | None, typer.Option("--why", help="The reason, for those who look for the event.")
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            help="Who sets it aside. Default your login name; with a key, its holder.",
            show_default=False,
        ),
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Let it count again.")] = False,
    url: UrlOption = None,
) -> None:
    """Let an event count no more, such as one from a clock that ran ahead. It stays in the log."""
    from headwater.cli.console import address, exit_on_error, login_name, print_note
    from headwater.cli.running import connect
    from headwater.client import requests

    if not undo and not why:
        raise typer.BadParameter("give the reason with --why, or --undo")
    request = (
        requests.take_event_back(event_id)
        if undo
        else requests.set_event_aside(event_id, why or "", by=by or login_name())
    )
    with exit_on_error(), connect(address(url)) as client:
        asked = client.send(request)
    print_note(f"{event_id} {'counts again' if undo else 'is set aside'} once everything is rebuilt")
    print_note(f"`headwater work {asked.id}` says how far that is")
