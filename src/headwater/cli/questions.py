"""The commands that ask a running Headwater: what is affected, where it comes from, what changed."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from headwater.cli.formats import Format
from headwater.cli.talk import UrlOption


class Direction(StrEnum):
    UP = "up"
    DOWN = "down"
    BOTH = "both"


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
    int | None, typer.Option("--depth", help="How many hops to go; to the end if not told.", min=1)
]
Form = Annotated[Format, typer.Option("--format", help="How to show it.")]
Limit = Annotated[int, typer.Option("--limit", help="How many rows at the most.", min=1)]
Indirect = Annotated[
    bool, typer.Option("--indirect", help="Between columns, follow filters, joins and groupings as well.")
]
DEFAULT_LIMIT = 200


def register(app: typer.Typer) -> None:
    for command in (impact, upstream, lineage, paths, diff, pii, breaking_changes):
        app.command()(command)


def impact(
    name: Name,
    column: Column = None,
    as_of: AsOf = None,
    depth: Depth = None,
    form: Form = Format.TABLE,
    limit: Limit = DEFAULT_LIMIT,
    url: UrlOption = None,
) -> None:
    """What a change of NAME, or of one of its columns, affects. Exit 1 when there is something."""
    from headwater.cli.asking import ask
    from headwater.cli.views import IMPACT
    from headwater.client import requests

    request = requests.downstream_impact(name, column, as_of=as_of, depth=depth)
    ask(IMPACT, {"impact": request}, form, limit, url)


def upstream(
    name: Name,
    column: Column = None,
    as_of: AsOf = None,
    depth: Depth = None,
    form: Form = Format.TABLE,
    limit: Limit = DEFAULT_LIMIT,
    url: UrlOption = None,
) -> None:
    """What NAME, or one of its columns, is made from. Exit 1 when there is something."""
    from headwater.cli.asking import ask
    from headwater.cli.views import UPSTREAM
    from headwater.client import requests

    request = requests.upstream_lineage(name, column, as_of=as_of, depth=depth)
    ask(UPSTREAM, {"upstream": request}, form, limit, url)


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

    sides = {"upstream": direction is not Direction.DOWN, "downstream": direction is not Direction.UP}
    asked = {
        side: requests.lineage(
            name,
            side,  # type: ignore[arg-type]
            column=column,
            as_of=as_of,
            depth=depth,
            indirect=indirect or None,
        )
        for side, wanted in sides.items()
        if wanted
    }
    ask(LINEAGE, asked, form, limit, url)


def paths(
    source: Annotated[str, typer.Argument(help="Where the data starts: a dataset, or `dataset#column`.")],
    target: Annotated[str, typer.Argument(help="Where it ends.")],
    as_of: AsOf = None,
    indirect: Indirect = False,
    form: Form = Format.TABLE,
    limit: Annotated[int, typer.Option("--limit", help="How many paths at the most.", min=1, max=100)] = 20,
    url: UrlOption = None,
) -> None:
    """How data gets from SOURCE to TARGET, shortest way first. Exit 1 when there is a way."""
    from headwater.cli.asking import ask
    from headwater.cli.views import PATHS
    from headwater.client import requests

    request = requests.paths(source, target, as_of=as_of, indirect=indirect or None, limit=limit)
    ask(PATHS, {"paths": request}, form, limit, url)


def diff(
    earlier: Annotated[str, typer.Option("--from", help="The earlier time, such as 2026-04-19T00:00:00Z.")],
    name: Annotated[str | None, typer.Argument(help="Compare only what touches it.")] = None,
    later: Annotated[str | None, typer.Option("--to", help="The later time; now if not told.")] = None,
    column: Column = None,
    form: Form = Format.TABLE,
    limit: Limit = DEFAULT_LIMIT,
    url: UrlOption = None,
) -> None:
    """Which edges of the graph appeared and vanished between two times. Exit 1 when some did."""
    from headwater.cli.asking import ask
    from headwater.cli.views import DIFF
    from headwater.client import requests

    ask(DIFF, {"diff": requests.diff(earlier, later, name=name, column=column)}, form, limit, url)


def pii(
    column: Annotated[
        str | None, typer.Option("--column", help="One column, such as crm.customers.email.")
    ] = None,
    classification: Annotated[
        str | None, typer.Option("--classification", help="All columns of it, such as restricted.")
    ] = None,
    tag: Annotated[str | None, typer.Option("--tag", help="All columns with this tag.")] = None,
    as_of: AsOf = None,
    form: Annotated[
        ReportFormat, typer.Option("--format", help="How to write the report.")
    ] = ReportFormat.MD,
    output: Annotated[
        Path | None, typer.Option("--output", help="File to write to; stdout if not told.")
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", help="How many source columns at the most.", min=1)
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
    form: Annotated[
        JudgementFormat, typer.Option("--format", help="How to show it.")
    ] = JudgementFormat.TABLE,
    url: UrlOption = None,
) -> None:
    """What the proposed columns of ASSET would break, and whom. Exit 1 when it is breaking or risky."""
    from headwater.cli.judging import judge_columns

    judge_columns(asset, file, form is JudgementFormat.JSON, url)
