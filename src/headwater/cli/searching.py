"""`headwater search`: what fits the words, the best first, one line each."""

from typing import Annotated, Literal

import typer

from headwater.cli.console import UrlOption
from headwater.client import requests
from headwater.documents.formats import ListFormat

DEFAULT_RESULTS = 20

SearchKind = Literal["dataset", "job", "column", "owner", "tag", "query"]
Words = Annotated[list[str], typer.Argument(metavar="WORDS", help="Words in any order, or their beginnings.")]
Form = Annotated[ListFormat, typer.Option("--format", help="Output format.")]


def search(
    words: Words,
    kind: Annotated[SearchKind | None, typer.Option("--kind", help="Filter by kind of result.")] = None,
    namespace: Annotated[str | None, typer.Option("--namespace", help="Filter by namespace.")] = None,
    owner: Annotated[str | None, typer.Option("--owner", help="Filter by owner.")] = None,
    tier: Annotated[str | None, typer.Option("--tier", help="Filter by tier.")] = None,
    tag: Annotated[str | None, typer.Option("--tag", help="Filter by tag.")] = None,
    type: Annotated[str | None, typer.Option("--type", help="Filter by type, such as TABLE.")] = None,
    dropped: Annotated[bool, typer.Option("--dropped", help="Find what was dropped as well.")] = False,
    form: Form = ListFormat.TABLE,
    limit: Annotated[int, typer.Option("--limit", help="Maximum number of rows.", min=1)] = DEFAULT_RESULTS,
    url: UrlOption = None,
) -> None:
    """Datasets, jobs, columns, owners, tags and queries by words of names, labels, descriptions and SQL."""
    from headwater.cli.search_view import show_results

    request = requests.search(
        " ".join(words),
        kind=kind,
        namespace=namespace,
        owner=owner,
        tier=tier,
        tag=tag,
        type=type,
        dropped=dropped or None,
    )
    show_results(request, form, limit, url)
