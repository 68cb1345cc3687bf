"""What people and pagers said of datasets and jobs, newest first."""

from typing import Annotated, Literal

from headwater.answers.base import Node
from headwater.answers.history import ReportedSignal, SignalPage
from headwater.questions import resolve
from headwater.questions.history.filters import OfNamespace, Since, Until, named
from headwater.questions.parameters import Cursor, Limit, OfTeam
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.store.queries import nodes, signals
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.signals import SignalFilter, SignalRow

OfEntity = Annotated[
    str | None,
    Parameter(
        "Filter by dataset or job; a name as for `/lineage`.", examples=("sales.orders",), min_length=1
    ),
]
Severity = Annotated[Literal["info", "warning", "error", "critical"] | None, Parameter("Filter by severity.")]
Source = Annotated[str | None, Parameter("Filter by where it was said.", examples=("slack",))]


@question("/signals", topic="history", lists=("items",))
def list_signals(
    reading: Reading,
    entity: OfEntity = None,
    namespace: OfNamespace = None,
    severity: Severity = None,
    source: Source = None,
    since: Since = None,
    until: Until = None,
    team: OfTeam = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> SignalPage:
    """What people and pagers said of datasets and jobs, newest first."""
    connection = reading.connection
    about = None if entity is None else resolve.entity(connection, entity, field="entity")
    members = None if about is None else nodes.members(connection, about.id)
    wanted = SignalFilter(members, namespace, severity, source, since, until, known_team(connection, team))
    page = signals.listed(connection, wanted, limit, cursor)
    names = named(connection, (row.node_id for row in page.items))
    return SignalPage(tuple(_signal(row, names) for row in page.items), page.total, page.next_cursor)


def _signal(row: SignalRow, names: dict[int | None, Node]) -> ReportedSignal:
    return ReportedSignal(
        at=row.at,
        node=names[row.node_id],
        column=row.field,
        source=row.source,
        author=row.author,
        severity=row.severity,
        text=row.text,
        link=row.link,
        event_id=row.event_id,
    )
