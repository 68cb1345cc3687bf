"""`headwater join-namespaces`: let one namespace be another, also for datasets that come later."""

from typing import Annotated

import typer

from headwater.cli.console import UrlOption


def join_namespaces(
    namespace: Annotated[str, typer.Argument(help="The namespace whose datasets are other names.")],
    same_as: Annotated[str, typer.Argument(help="The namespace whose datasets stay the ones to be shown.")],
    prefix: Annotated[
        str, typer.Option("--prefix", help="What names have in front there, such as a database and a dot.")
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say how many datasets it would join today.")
    ] = False,
    url: UrlOption = None,
) -> None:
    """Let one namespace be another, for datasets that come later as well."""
    from headwater.cli.console import address, exit_on_error, print_note
    from headwater.cli.running import connect
    from headwater.client import requests

    request = requests.join_namespaces(namespace, same_as, prefix=prefix, dry_run=dry_run)
    with exit_on_error(), connect(address(url)) as client:
        joined = client.send(request)
    many = f"{joined.datasets} dataset{'' if joined.datasets == 1 else 's'}"
    if joined.event_id is None:
        print_note(f"{joined.namespace} would be {joined.same_as}: {many} joined today")
        return
    print_note(f"{joined.namespace} is {joined.same_as}: {many} joined today, and later ones as they come")
    print_note(f"`headwater set-aside {joined.event_id} --why …` takes it back")
