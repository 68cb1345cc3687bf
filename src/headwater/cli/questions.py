"""The commands that ask more than one question, or write a report, such as lineage and pii."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from headwater.cli.checking import check
from headwater.cli.commands import DEFAULT_LIMIT, build_commands
from headwater.cli.console import UrlOption
from headwater.cli.deciding import decide_suggestions
from headwater.cli.incidents import incidents
from headwater.cli.investigating import investigate, timeline
from headwater.cli.joining_namespaces import join_namespaces
from headwater.cli.searching import search
from headwater.cli.setting_aside import set_aside
from headwater.cli.subscribing import subscribe, unsubscribe
from headwater.documents.formats import Format


class Direction(StrEnum):
    UPSTREAM = "upstream"
    DOWNSTREAM = "downstream"
    BOTH = "both"
    # Earlier names, which scripts may hold.
    UP = "up"
    DOWN = "down"


SHORT = {Direction.UP: Direction.UPSTREAM, Direction.DOWN: Direction.DOWNSTREAM}


class ReportFormat(StrEnum):
    MD = "md"
    HTML = "html"
    CSV = "csv"
    JSON = "json"


class JudgementFormat(StrEnum):
    TABLE = "table"
    JSON = "json"


Name = Annotated[
    str, typer.Argument(help="A dataset, job or column: `namespace/name`, or a unique end of it.")
]
Column = Annotated[str | None, typer.Option("--column", help="One column of it.")]
AsOf = Annotated[
    str | None, typer.Option("--as-of", help="As it was at this time, such as 2026-04-20T01:00:00Z.")
]
Depth = Annotated[
    int | None, typer.Option("--depth", help="Maximum number of hops. Default no maximum.", min=1)
]
Form = Annotated[Format, typer.Option("--format", help="Output format.")]
Limit = Annotated[int, typer.Option("--limit", help="Maximum number of rows.", min=1)]
Indirect = Annotated[
    bool, typer.Option("--indirect", help="Between columns, follow filters, joins and groupings as well.")
]


def register(app: typer.Typer) -> None:
    for command in (
        lineage,
        pii,
        decide_suggestions,
        breaking_changes,
        search,
        investigate,
        timeline,
        incidents,
        check,
        subscribe,
        unsubscribe,
        set_aside,
        join_namespaces,
    ):
        app.command()(command)
    for name, command in build_commands():
        app.command(name)(command)


def lineage(
    name: Name,
    direction: Annotated[Direction, typer.Option("--direction", help="Which side of it.")] = Direction.BOTH,
    column: Column = None,
    as_of: AsOf = None,
    depth: Depth = None,
    indirect: Indirect = False,
    form: Form = Format.TABLE,
    limit: Limit = DEFAULT_LIMIT,
    url: UrlOption = None,
) -> None:
    """The graph around NAME, node by node. Exit 1 when there is something."""
    from headwater.cli.asking import ask
    from headwater.cli.views import LINEAGE
    from headwater.client import requests

    sides = {Direction.UPSTREAM: requests.graph_upstream, Direction.DOWNSTREAM: requests.graph_downstream}
    # With both sides, these names are the keys of the JSON output.
    asked = {
        side.value: build(name, column, as_of=as_of, depth=depth, indirect=indirect or None)
        for side, build in sides.items()
        if SHORT.get(direction, direction) in (side, Direction.BOTH)
    }
    ask(LINEAGE, asked, form, limit, url)


def pii(
    column: Annotated[
        str | None, typer.Option("--column", help="One column, such as crm.customers.email.")
    ] = None,
    classification: Annotated[
        str | None, typer.Option("--classification", help="All columns of it, such as restricted.")
    ] = None,
    tag: Annotated[str | None, typer.Option("--tag", help="All columns with this tag.")] = None,
    as_of: AsOf = None,
    form: Annotated[ReportFormat, typer.Option("--format", help="Output format.")] = ReportFormat.MD,
    output: Annotated[
        Path | None, typer.Option("--output", help="File to write to. Default standard output.")
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", help="Maximum number of source columns.", min=1)
    ] = DEFAULT_LIMIT,
    url: UrlOption = None,
) -> None:
    """A report on where personal data flows, to hand over. Exit 1 when it flows anywhere."""
    from headwater.cli.judging import report_pii

    asked = {"column": column, "classification": classification, "tag": tag}
    given = {name: value for name, value in asked.items() if value}
    if len(given) != 1:
        raise typer.BadParameter("give one of --column, --classification and --tag")
    report_pii(given, as_of, form.value, output, limit, url)


def breaking_changes(
    asset: Annotated[str, typer.Argument(help="The dataset that is to change.")],
    file: Annotated[Path, typer.Argument(help="YAML or JSON with its proposed `columns`.")],
    form: Annotated[JudgementFormat, typer.Option("--format", help="Output format.")] = JudgementFormat.TABLE,
    url: UrlOption = None,
) -> None:
    """What the proposed columns of ASSET would break, and whom. Exit 1 when it is breaking or risky."""
    from headwater.cli.judging import judge_columns

    judge_columns(asset, file, form is JudgementFormat.JSON, url)
