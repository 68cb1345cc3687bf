"""Queries, most used first, and all that is known of one."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec

from headwater.answers.queries import QueryDetails, QueryItem, QueryPage
from headwater.errors import BadParameterError, QueryNotFoundError
from headwater.questions import resolve
from headwater.questions.parameters import Cursor, Limit, Moment, OfTeam
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.store.queries import query_log
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.query_log import QueryFilter

Role = Literal["projected", "filtered", "joined", "grouped", "ordered", "windowed", "written"]

OfDataset = Annotated[
    str | None, Parameter("Filter by dataset that the query references.", examples=("shopflow.sales.orders",))
]
OfColumn = Annotated[
    str | None,
    Parameter("Filter by column of the dataset; a star counts as all of them.", examples=("amount_usd",)),
]
OfUser = Annotated[str | None, Parameter("Filter by user.", examples=("priya.data",))]
OfRole = Annotated[Role | None, Parameter("Filter by role of the dataset or column.")]
Since = Annotated[
    Moment | None,
    Parameter("Filter by use: runs since this day, in UTC.", examples=("2026-04-01T00:00:00Z",)),
]
Spoken = Annotated[str | None, Parameter("Filter by SQL dialect.", examples=("postgres",))]
InText = Annotated[str | None, Parameter("Part of the text. Case-insensitive.", examples=("amount_usd",))]
Kind = Annotated[
    Literal["query", "job_text", "all"],
    Parameter("`query`: run by people. `job_text`: run by jobs alone. Default `query`."),
]
Fingerprint = Annotated[str, Parameter("As in the list of queries.", pattern="^[0-9a-fA-F-]{32,36}$")]


@question("/queries", topic="queries", lists=("items",))
def list_queries(
    reading: Reading,
    dataset: OfDataset = None,
    column: OfColumn = None,
    user: OfUser = None,
    role: OfRole = None,
    since: Since = None,
    dialect: Spoken = None,
    text: InText = None,
    kind: Kind = "query",
    team: OfTeam = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> QueryPage:
    """Queries, most used first."""
    connection = reading.connection
    if dataset is None and (column is not None or role is not None):
        raise BadParameterError("dataset", "required with a column or a role")
    chosen = resolve.entity(connection, dataset, resolve.DATASET, "dataset").id if dataset else None
    wanted = QueryFilter(
        *(None if kind == "all" else kind, chosen, column, role, user),
        *(dialect and dialect.lower(), text, since),
        team=known_team(connection, team),
    )
    page = query_log.page(connection, wanted, limit, cursor)
    items = query_log.items(connection, [row.key for row in page.items])
    return QueryPage(
        items=tuple(
            _with_use(items[row.key.hex], row.runs, row.is_query)
            for row in page.items
            if row.key.hex in items
        ),
        total=page.total,
        next_cursor=page.next_cursor,
    )


@question("/queries/{fingerprint}", topic="queries")
def query(reading: Reading, fingerprint: Fingerprint) -> QueryDetails:
    """All that is known of a query: who runs it, how often, and what it references."""
    connection = reading.connection
    try:
        key = UUID(fingerprint)
    except ValueError as error:
        raise BadParameterError("fingerprint", "must have 32 hexadecimal digits") from error
    found = query_log.text_of(connection, key)
    if found is None:
        raise QueryNotFoundError(fingerprint)
    references = query_log.references(connection, key)
    return QueryDetails(
        query=_with_use(query_log.items(connection, [key])[key.hex], found.runs, found.is_query),
        text=found.text,
        users=query_log.users(connection, [key]),
        dashboards=query_log.dashboards(connection, key),
        jobs=query_log.jobs(connection, key),
        days=query_log.days(connection, key),
        references=references.items,
        references_total=references.total,
        analysed=found.analysed,
        problems=tuple(found.problems),
        errors=tuple(found.errors),
    )


def _with_use(item: QueryItem, runs: int, is_query: bool) -> QueryItem:
    return msgspec.structs.replace(item, runs=runs, kind="query" if is_query else "job_text")
