"""Schema changes of all datasets, newest first, each judged by who read the dataset at the time."""

from collections.abc import Sequence
from typing import Annotated

from headwater.answers.history import DatasetChanges
from headwater.graph import reach
from headwater.questions import resolve
from headwater.questions.history.filters import OfDataset, OfNamespace, Since, Until, dataset_ids
from headwater.questions.history.judged_changes import JudgedVersion, judged, to_changes
from headwater.questions.parameters import Column, Cursor, Limit, OfTeam
from headwater.questions.reading import PRESENT, Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.simulator.schema_diff import Verdict
from headwater.store.queries import nodes, schema_history
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.schema_history import VersionFilter

# Whether a change is breaking is found out one by one: so many at the most for one page.
MAX_JUDGED, AT_ONCE = 1000, 100

Breaking = Annotated[
    bool | None, Parameter("Filter by whether the change broke its readers: by a verdict of `breaking`.")
]


UpstreamOf = Annotated[
    str | None,
    Parameter(
        "Filter by datasets that feed this dataset or job.", examples=("revenue_etl_pipeline",), min_length=1
    ),
]


@question("/changes", topic="history", lists=("items",))
def list_changes(
    reading: Reading,
    dataset: OfDataset = None,
    namespace: OfNamespace = None,
    column: Column = None,
    upstream_of: UpstreamOf = None,
    breaking: Breaking = None,
    since: Since = None,
    until: Until = None,
    team: OfTeam = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> DatasetChanges:
    """Schema changes across datasets, newest first: what changed, how bad it was, and which run did it."""
    wanted = VersionFilter(
        datasets=_datasets(reading, dataset, upstream_of),
        namespace=namespace,
        column=column,
        since=since,
        until=until,
        team=known_team(reading.connection, team),
        changed=True,
        # What only gains columns breaks nobody, and need not be read to know that.
        narrowing=True if breaking else None,
    )
    if breaking is None:
        page = schema_history.listed(reading.connection, wanted, limit, cursor)
        return DatasetChanges(to_changes(reading, judged(reading, page.items)), page.total, page.next_cursor)
    found, next_cursor = _filtered(reading, wanted, breaking, limit, cursor)
    return DatasetChanges(to_changes(reading, found), None, next_cursor)


def _datasets(reading: Reading, dataset: str | None, upstream_of: str | None) -> Sequence[int] | None:
    named = dataset_ids(reading.connection, dataset)
    if upstream_of is None:
        return named
    below = resolve.entity(reading.connection, upstream_of, field="upstream_of")
    members = nodes.members(reading.connection, below.id)
    feeding: list[int] = reach(reading.graph, members, "upstream", at=PRESENT).nodes.tolist()
    return feeding if named is None else [one for one in named if one in set(feeding)]


def _filtered(
    reading: Reading, wanted: VersionFilter, breaking: bool, limit: int, cursor: str | None
) -> tuple[list[JudgedVersion], str | None]:
    """Page after page, until there are enough, or as many were judged as one request may."""
    found: list[JudgedVersion] = []
    for _ in range(MAX_JUDGED // AT_ONCE):
        rows, following = schema_history.page(reading.connection, wanted, AT_ONCE, cursor)
        for one in judged(reading, rows):
            if (one.verdict == Verdict.BREAKING) == breaking:
                found.append(one)
            if len(found) == limit:
                more = following or one.row is not rows[-1]
                return found, schema_history.cursor_after(one.row) if more else None
        cursor = following
        if cursor is None:
            break
    return found, cursor
