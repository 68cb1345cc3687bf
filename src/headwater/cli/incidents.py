"""`headwater incidents`: what is wrong, one row a cause; or one incident as a page."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from headwater.cli.commands import DEFAULT_LIMIT
from headwater.cli.console import UrlOption

if TYPE_CHECKING:
    from headwater.answers.incidents import IncidentDetail, IncidentPage, IncidentSummary
    from headwater.documents.document import Document, Section
    from headwater.documents.formats import Drawing, Grid

HEADERS = ("incident", "state", "cause", "sure", "tier", "pipelines", "tables", "tests", "opened", "assignee")


OwnerOption = Annotated[
    str | None, typer.Option("--owner", help="Filter by who owns a part of it, or works on it.")
]
SinceOption = Annotated[
    str | None, typer.Option("--since", help="Filter by its last failure: at this time or later.")
]


class IncidentFormat(StrEnum):
    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"
    HTML = "html"


def incidents(
    incident: Annotated[
        str | None, typer.Argument(metavar="INCIDENT", help="One of them, such as INC-7. Default a list.")
    ] = None,
    state: Annotated[
        Literal["open", "acknowledged", "resolved", "muted"] | None, typer.Option(help="Filter by state.")
    ] = None,
    owner: OwnerOption = None,
    tier: Annotated[str | None, typer.Option(help="Filter by tier.")] = None,
    since: SinceOption = None,
    form: Annotated[IncidentFormat, typer.Option("--format", help="Output format.")] = IncidentFormat.TABLE,
    limit: Annotated[int, typer.Option("--limit", help="Maximum number of rows.", min=1)] = DEFAULT_LIMIT,
    url: UrlOption = None,
) -> None:
    """What is wrong, one row a cause; or one incident with all that belongs to it."""
    from headwater.cli.investigating import show
    from headwater.client import requests
    from headwater.model.incidents import incident_number

    if incident is None:
        asked = requests.list_incidents(state=state, owner=owner, tier=tier, since=since)
        show(asked, form, limit, url, list_document, _no_drawing, list_grid)
        return
    number = incident_number(incident)
    if not (number.isascii() and number.isdigit()):
        raise typer.BadParameter("give a number or a name such as INC-7", param_hint="INCIDENT")
    show(requests.incident(int(number)), form, limit, url, page, _no_drawing, tree_grid)


def list_grid(found: "IncidentPage") -> "Grid":
    from headwater.documents.formats import Grid

    return Grid(HEADERS, tuple(map(_cells, found.items)))


def _cells(one: "IncidentSummary") -> tuple[str, ...]:
    from headwater.documents.words import moment

    numbers = (one.counts.pipelines, one.counts.tables, one.counts.tests)
    sure = f"{one.confidence} % {one.label}"
    who = one.assignee or ""
    return (
        one.name,
        one.state,
        one.title,
        sure,
        one.tier or "",
        *map(str, numbers),
        moment(one.opened_at),
        who,
    )


def list_document(found: "IncidentPage") -> "Document":
    from headwater.documents.document import Document, Section

    counts = found.counts
    numbers = (counts.open, counts.acknowledged, counts.resolved, counts.muted)
    lead = "{} open, {} acknowledged, {} resolved, {} muted.".format(*numbers)
    grid = list_grid(found) if found.items else None
    none = () if grid else ("None of these.",)
    return Document("Incidents", lead, (), (Section("By cause", none, grid),))


def tree_grid(found: "IncidentDetail") -> "Grid":
    from headwater.documents.formats import Grid
    from headwater.documents.words import moment

    rows = tuple(
        (
            f"{'  ' * row.depth}{row.name}",
            row.role.replace("_", " "),
            row.says[:200],
            moment(row.at) if row.at else (f"due {moment(row.due_at)}" if row.due_at else ""),
            ", ".join(row.owners[:2]),
        )
        for row in found.tree
    )
    return Grid(("thing", "role", "what happened", "when", "owner"), rows)


def page(found: "IncidentDetail") -> "Document":
    from headwater.documents.document import Document, Section
    from headwater.documents.formats import Grid
    from headwater.documents.words import moment

    step = found.next_step
    todo = [step.action, *([step.sql] if step.sql else [])]
    if step.deadline and step.deadline_of:
        todo.append(f"Before {moment(step.deadline)}, when {step.deadline_of.name} is written next.")
    story = tuple(
        (moment(one.at), one.kind.replace("_", " "), one.by or "", one.text) for one in found.activity[:50]
    )
    return Document(
        title=f"{found.name}: {found.title}",
        lead=found.summary,
        facts=tuple(_facts(found)),
        sections=(
            Section("Next step", tuple(todo)),
            Section("What belongs to it", (), tree_grid(found)),
            _recovery(found),
            Section("Activity", (), Grid(("when", "what", "who", "says"), story)),
        ),
    )


def _facts(found: "IncidentDetail") -> Sequence[tuple[str, str]]:
    from headwater.documents.words import count, moment

    counts = found.counts
    affected = ", ".join(
        (count(counts.pipelines, "pipeline"), count(counts.tables, "table"), count(counts.tests, "test"))
    )
    return (
        ("state", found.state),
        ("confidence", f"{found.confidence} % {found.label}"),
        ("severity", found.severity),
        ("tier", found.tier or ""),
        ("affected", affected),
        ("at risk", str(counts.at_risk)),
        ("opened", moment(found.opened_at)),
        ("assignee", found.assignee or "nobody"),
        ("owners", ", ".join(found.owners[:10])),
        ("read since by", ", ".join(one.name for one in found.readers[:10]) or "nobody known"),
    )


def _recovery(found: "IncidentDetail") -> "Section":
    from headwater.documents.document import Section
    from headwater.documents.formats import Grid

    rows = tuple((str(one.order), str(one.job), one.says) for one in found.recovery[:50])
    if not rows:
        return Section("Recovery plan", ("None is known.",))
    return Section("Recovery plan", (), Grid(("order", "job", "what"), rows))


def _no_drawing(_found: object) -> "Drawing":
    from headwater.documents.formats import Drawing

    return Drawing()
