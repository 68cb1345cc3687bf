"""`headwater investigate` and `headwater timeline`: what explains an alert, and all that happened."""

import sys
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeVar

import typer

from headwater.cli.commands import DEFAULT_LIMIT
from headwater.cli.console import UrlOption
from headwater.client import requests
from headwater.client.request import Request

T = TypeVar("T")


class InvestigationFormat(StrEnum):
    TABLE = "table"
    JSON = "json"
    MARKDOWN = "markdown"
    HTML = "html"
    MERMAID = "mermaid"


class TimelineFormat(StrEnum):
    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"
    HTML = "html"
    MERMAID = "mermaid"


Alerted = Annotated[
    str | None,
    typer.Argument(metavar="NAME", help="What alerted: a dataset, column, dashboard or job. Or give --run."),
]
At = Annotated[str | None, typer.Option("--at", help="When it alerted: nothing later counts. Default now.")]
LookbackDays = Annotated[
    float | None, typer.Option(help="How many days before a cause is sought, up to 90. Default 2.")
]
Column = Annotated[str | None, typer.Option("--column", help="One column of it.")]
FailedRun = Annotated[
    str | None, typer.Option("--run", help="The run that failed, instead of NAME: its job, when it ended.")
]
Model = Annotated[
    Literal["default", "baseline"] | None,
    typer.Option(help="`baseline` scores by time, type, severity and distance alone. Default `default`."),
]
Since = Annotated[str | None, typer.Option("--since", help="From this time on.")]
Until = Annotated[str | None, typer.Option("--until", help="Before this time.")]


def investigate(
    name: Alerted = None,
    at: At = None,
    lookback_days: LookbackDays = None,
    column: Column = None,
    run: FailedRun = None,
    model: Model = None,
    form: Annotated[
        InvestigationFormat, typer.Option("--format", help="Output format.")
    ] = InvestigationFormat.TABLE,
    url: UrlOption = None,
) -> None:
    """Which recorded change explains an alert, with its proof; or that nothing recorded does."""
    from headwater.documents import post_mortem

    if name is None and run is None:
        raise typer.BadParameter("give what alerted, or --run")
    request = requests.investigate(
        asset=name, at=at, lookback_days=lookback_days, column=column, run=run, model=model
    )
    show(request, form, 1, url, post_mortem.post_mortem, post_mortem.drawing)


def timeline(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The dataset or job, any name of it.")],
    upstream: Annotated[
        bool, typer.Option("--upstream", help="What happened upstream of it as well.")
    ] = False,
    since: Since = None,
    until: Until = None,
    form: Annotated[TimelineFormat, typer.Option("--format", help="Output format.")] = TimelineFormat.TABLE,
    limit: Annotated[int, typer.Option("--limit", help="Maximum number of rows.", min=1)] = DEFAULT_LIMIT,
    url: UrlOption = None,
) -> None:
    """All that happened to a dataset and the jobs that write it: versions, runs, tests, signals, drops."""
    from headwater.cli import timeline_view

    request = requests.entity_timeline(name, upstream=upstream or None, since=since, until=until)
    show(request, form, limit, url, timeline_view.document, timeline_view.drawing, timeline_view.grid)


def show(
    request: Request[T],
    form: str,
    limit: int,
    url: str | None,
    document: Callable[[T], Any],
    drawing: Callable[[T], Any],
    grid: Callable[[T], Any] | None = None,
) -> None:
    """Data on stdout; JSON is the server's answer as it came."""
    from headwater.cli import asking
    from headwater.cli.console import address, exit_on_error
    from headwater.cli.document_view import print_document
    from headwater.cli.running import connect
    from headwater.cli.simulation_formats.markdown import plain
    from headwater.documents import document as documents
    from headwater.documents import formats

    with exit_on_error(), connect(address(url)) as client:
        whole = asking.gather(client, request, limit)
        found = asking.typed(request, whole)
    if form == "json":
        sys.stdout.write(formats.pretty_json(whole))
    elif form == "mermaid":
        sys.stdout.write(formats.mermaid(drawing(found)))
    elif form == "markdown":
        # It is pasted where names become mentions and links: those are kept from it.
        sys.stdout.write(documents.markdown(document(found), plain))
    elif form == "html":
        sys.stdout.write(documents.html(document(found)))
    elif grid and form == "csv":
        sys.stdout.write(formats.csv_text(grid(found)))
    else:
        print_document(document(found))
    if request.lists:
        asking.print_limits(whole, len(whole[request.lists[0]]), None)
    asking.exit_if_incomplete(whole)
