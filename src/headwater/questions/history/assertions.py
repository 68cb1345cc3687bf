"""Results of tests over time: of one test, of a dataset, of all; or only what fails now."""

from typing import Annotated, Any

import msgspec

from headwater.answers.base import Node
from headwater.answers.history import AssertionPage, AssertionResult
from headwater.questions.history.filters import OfDataset, OfNamespace, Since, Until, dataset_ids, named
from headwater.questions.parameters import Column, Cursor, Limit, OfTeam
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.store.queries import assertion_results
from headwater.store.queries.assertion_results import AssertionFilter, AssertionRow
from headwater.store.queries.paging import DEFAULT_LIMIT

TestName = Annotated[str | None, Parameter("Filter by name of the test.", examples=("not_null",))]
Success = Annotated[bool | None, Parameter("Filter by whether the test passed. False lists failed tests.")]
Latest = Annotated[
    bool,
    Parameter("Only the newest result of each test: with `success=false`, what fails now. Default false."),
]


@question("/assertions", topic="history", lists=("items",))
def list_assertions(
    reading: Reading,
    dataset: OfDataset = None,
    namespace: OfNamespace = None,
    column: Column = None,
    test: TestName = None,
    success: Success = None,
    latest: Latest = False,
    since: Since = None,
    until: Until = None,
    team: OfTeam = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> AssertionPage:
    """Results of tests, newest first: all of them over time, the failed ones, or the newest of each test."""
    connection = reading.connection
    wanted = AssertionFilter(
        datasets=dataset_ids(connection, dataset),
        namespace=namespace,
        column=column,
        test=test,
        success=success,
        since=since,
        until=until,
        # None is no filter.
        latest=latest or None,
        team=known_team(connection, team),
    )
    page = assertion_results.listed(connection, wanted, limit, cursor)
    names = named(connection, (number for row in page.items for number in (row.dataset_id, row.job_id)))
    items = tuple(_result(row, names) for row in page.items)
    return AssertionPage(items, page.total, page.next_cursor)


def _result(row: AssertionRow, names: dict[int | None, Node]) -> AssertionResult:
    said = row.value if isinstance(row.value, dict) else {}
    return AssertionResult(
        at=row.at,
        dataset=names[row.dataset_id],
        column=row.field,
        name=row.name,
        success=row.success,
        severity=row.severity,
        expected=_text(said.get("expected")),
        actual=_text(said.get("actual")),
        job=names.get(row.job_id),
        run_id=row.run_id,
        event_id=row.event_id,
        value=row.value,
    )


def _text(value: Any) -> str | None:
    """Producers send numbers, texts and lists here."""
    if value is None or isinstance(value, str):
        return value
    return msgspec.json.encode(value).decode()
