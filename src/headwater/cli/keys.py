"""`headwater keys`: make, list and revoke API keys of a running server."""

import sys
from typing import Annotated

import typer

from headwater.access.scopes import AccessScope
from headwater.cli.console import UrlOption, exit_on_error, print_note, stdout
from headwater.documents.formats import ListFormat

DEFAULT_LIMIT = 100

app = typer.Typer(no_args_is_help=True, help="Make, list and revoke API keys.")

ScopeOption = Annotated[
    list[AccessScope],
    typer.Option("--scope", help="What it may do. May be repeated."),
]
Limit = Annotated[int, typer.Option("--limit", help="Maximum number of rows.", min=1)]
Form = Annotated[ListFormat, typer.Option("--format", help="Output format.")]


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="What people call it; it stands in the audit log.")],
    scope: ScopeOption,
    team: Annotated[
        list[str] | None,
        typer.Option("--team", help="Team whose data it may see. May be repeated. Default everybody's."),
    ] = None,
    expires: Annotated[
        str | None,
        typer.Option("--expires", help="From when on it is refused, such as 2027-01-01T00:00:00Z."),
    ] = None,
    url: UrlOption = None,
) -> None:
    """Make a key, and print it this once."""
    from headwater.cli.running import open_client

    with exit_on_error(), open_client(url) as client:
        made = client.create_key(
            name=name, scopes=[one.value for one in scope], teams=team or None, expires_at=expires
        )
    stdout.print(made.token, soft_wrap=True)
    print_note(f"key {made.key.id} ({', '.join(made.key.scopes)}); keep it now, it can't be shown again")


@app.command("list")
def list_all(form: Form = ListFormat.TABLE, limit: Limit = DEFAULT_LIMIT, url: UrlOption = None) -> None:
    """All keys, newest first."""
    from headwater.cli.asking import ask_and_show
    from headwater.client.requests import list_keys

    ask_and_show(list_keys(), form, limit, url)


@app.command()
def revoke(
    key_id: Annotated[str, typer.Argument(help="Id of the key, as `headwater keys list` shows it.")],
    url: UrlOption = None,
) -> None:
    """Refuse a key from now on."""
    from headwater.cli.running import open_client

    with exit_on_error(), open_client(url) as client:
        revoked = client.revoke_key(key_id).key
    print_note(f"key {revoked.id} ({revoked.name}) is refused from now on")


def audit(
    caller: Annotated[str | None, typer.Option("--caller", help="Name of a key.")] = None,
    refused: Annotated[
        bool | None, typer.Option("--refused/--admitted", help="Those that were refused, or were not.")
    ] = None,
    since: Annotated[str | None, typer.Option("--since", help="Requests at or after this time.")] = None,
    form: Form = ListFormat.TABLE,
    limit: Limit = DEFAULT_LIMIT,
    url: UrlOption = None,
) -> None:
    """Who asked, changed and was refused what, newest first."""
    from headwater.cli.asking import ask_and_show
    from headwater.client.requests import list_audit_entries

    ask_and_show(list_audit_entries(caller=caller, refused=refused, since=since), form, limit, url)


@app.command()
def generate() -> None:
    """Print a new key for HEADWATER_ADMIN_KEY, without asking a server."""
    import secrets

    from headwater.access.keys import ID_BYTES, SECRET_BYTES, new_token

    sys.stdout.write(f"{new_token(secrets.token_bytes(ID_BYTES + SECRET_BYTES))}\n")
