"""Versions of schemas, newest first: what each looks like and what it changed."""

from headwater.answers.history import DatasetSchema, DatasetSchemaPage
from headwater.questions.history.filters import OfDataset, OfNamespace, Since, Until, dataset_ids
from headwater.questions.history.judged_changes import answered, judged
from headwater.questions.parameters import Column, Cursor, Limit, OfTeam
from headwater.questions.reading import Reading
from headwater.questions.registry import question
from headwater.questions.teams.stored_teams import known_team
from headwater.store.queries import schema_history
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.schema_history import VersionFilter


@question("/schema-versions", topic="history", lists=("items",))
def list_schema_versions(
    reading: Reading,
    dataset: OfDataset = None,
    namespace: OfNamespace = None,
    column: Column = None,
    since: Since = None,
    until: Until = None,
    team: OfTeam = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> DatasetSchemaPage:
    """Schema versions of one dataset or of all, newest first, with their columns and what each changed."""
    wanted = VersionFilter(
        datasets=dataset_ids(reading.connection, dataset),
        namespace=namespace,
        column=column,
        since=since,
        until=until,
        team=known_team(reading.connection, team),
    )
    page = schema_history.listed(reading.connection, wanted, limit, cursor)
    found = judged(reading, page.items)
    items = tuple(
        DatasetSchema(**fields, valid_to=one.row.valid_to, fields=tuple(one.row.after))
        for one, fields in zip(found, answered(reading, found), strict=True)
    )
    return DatasetSchemaPage(items, page.total, page.next_cursor)
