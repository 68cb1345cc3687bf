"""`headwater access`: ask to see something of another team, decide, and take back."""

from typing import Annotated

import typer

from headwater.cli.console import UrlOption, exit_on_error, print_note

app = typer.Typer(no_args_is_help=True, help="Ask for access to what another team owns, grant and refuse it.")

Number = Annotated[
    int, typer.Argument(help="Number, as `headwater access-requests` or `access-grants` shows.")
]
Until = Annotated[
    str | None, typer.Option("--until", help="When it ends, such as 2027-01-01T00:00:00Z. Default never.")
]
Team = Annotated[str | None, typer.Option("--team", help="Team that asks. Default that of the key.")]
Comment = Annotated[str | None, typer.Option("--comment", help="What you have to say to it.")]


@app.command()
def request(
    asset: Annotated[str, typer.Argument(help="Name of a dataset or job, or of its stand-in.")],
    reason: Annotated[str, typer.Option("--reason", help="Why it is needed.")],
    team: Team = None,
    until: Until = None,
    url: UrlOption = None,
) -> None:
    """Ask to see something of another team."""
    from headwater.cli.running import open_client

    with exit_on_error(), open_client(url) as client:
        made = client.request_access(asset=asset, reason=reason, team=team, expires_at=until).request
    print_note(f"request {made.id} of {made.team} for {made.asset}; an admin decides")


@app.command()
def grant(number: Number, comment: Comment = None, until: Until = None, url: UrlOption = None) -> None:
    """Grant a request."""
    from headwater.cli.running import open_client

    with exit_on_error(), open_client(url) as client:
        made = client.grant_access(number, comment=comment, expires_at=until).request
    print_note(f"{made.team} may see {made.asset}")


@app.command()
def refuse(number: Number, comment: Comment = None, url: UrlOption = None) -> None:
    """Refuse a request."""
    from headwater.cli.running import open_client

    with exit_on_error(), open_client(url) as client:
        made = client.refuse_access(number, comment=comment).request
    print_note(f"request {made.id} of {made.team} is refused")


@app.command()
def give(
    team: Annotated[str, typer.Argument(help="Name of a team.")],
    asset: Annotated[str, typer.Argument(help="Name of a dataset or job.")],
    until: Until = None,
    url: UrlOption = None,
) -> None:
    """Let a team see something without a request."""
    from headwater.cli.running import open_client

    with exit_on_error(), open_client(url) as client:
        made = client.give_access(team=team, asset=asset, expires_at=until).grant
    print_note(f"grant {made.id}: {made.team} may see {made.asset}")


@app.command()
def revoke(number: Number, url: UrlOption = None) -> None:
    """Take a grant back."""
    from headwater.cli.running import open_client

    with exit_on_error(), open_client(url) as client:
        made = client.take_access_back(number).grant
    print_note(f"{made.team} may see {made.asset} no longer")
