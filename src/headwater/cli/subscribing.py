"""`headwater subscribe` and `headwater unsubscribe`: hear of changes of an asset."""

from typing import Annotated, Literal

import typer

from headwater.cli.console import UrlOption


def subscribe(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The dataset or job.")],
    channel: Annotated[str, typer.Option("--channel", help="A channel of the routing file.")],
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            help="Who subscribes. Default your login name; with a key, its holder.",
            show_default=False,
        ),
    ] = None,
    upstream: Annotated[
        bool, typer.Option("--upstream", help="Changes of what it is made from as well.")
    ] = False,
    kind: Annotated[
        Literal["schema", "lineage"] | None, typer.Option("--kind", help="Of this kind alone. Default both.")
    ] = None,
    severity: Annotated[
        Literal["compatible", "risky", "breaking"], typer.Option("--severity", help="The least that counts.")
    ] = "risky",
    url: UrlOption = None,
) -> None:
    """Hear of schema or lineage changes of NAME, or upstream of it."""
    from headwater.cli.console import address, exit_on_error, login_name, print_note
    from headwater.cli.running import connect
    from headwater.client import requests

    kinds = [kind] if kind else None
    request = requests.subscribe(
        name, channel, by=by or login_name(), upstream=upstream, kinds=kinds, severity=severity
    )
    with exit_on_error(), connect(address(url)) as client:
        made = client.send(request)
    print_note(f"subscription {made.id}: {made.by} hears of {made.node} in {made.channel}")


def unsubscribe(
    number: Annotated[
        int, typer.Argument(metavar="NUMBER", help="As `headwater subscriptions` lists it.", min=1)
    ],
    url: UrlOption = None,
) -> None:
    """End a subscription."""
    from headwater.cli.console import address, exit_on_error, print_note
    from headwater.cli.running import connect
    from headwater.client import requests

    with exit_on_error(), connect(address(url)) as client:
        ended = client.send(requests.unsubscribe(number))
    print_note(f"subscription {ended.id} of {ended.by} has ended")
