"""Personal data that nobody has declared yet: what looks like it, and the decision of people on it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from headwater.answers.suggestions import ColumnSuggestion, SuggestionPage, SuggestionsDecided
from headwater.errors import BadInputError
from headwater.model.ids import NodeKind
from headwater.questions import resolve
from headwater.questions.catalog.asset_events import columns_event
from headwater.questions.parameters import Cursor, Limit, OfTeam
from headwater.questions.reading import Reading, Writing
from headwater.questions.registry import Parameter, question, write
from headwater.questions.teams.stored_teams import known_team
from headwater.store.analytics import SUGGEST
from headwater.store.queries import analytics, nodes
from headwater.store.queries.column_suggestions import SuggestionFilter, catalog_columns, suggestions
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import DEFAULT_LIMIT

MOST_DECISIONS = 10_000

SuggestionState = Annotated[
    Literal["suggested", "accepted", "rejected"] | None,
    Parameter("Filter by state.", examples=("suggested",)),
]
OfRule = Annotated[
    str | None, Parameter("Filter by rule. Case-insensitive.", examples=("email",), min_length=1)
]
LeastConfidence = Annotated[
    float | None, Parameter("Only those at least as certain.", examples=("0.9",), minimum=0, maximum=1)
]
OfDataset = Annotated[
    str | None, Parameter("Only columns of this dataset.", examples=("sales.orders",), min_length=1)
]


@question("/compliance/suggestions", topic="compliance", lists=("items",))
def list_suggestions(
    reading: Reading,
    state: SuggestionState = None,
    rule: OfRule = None,
    confidence: LeastConfidence = None,
    dataset: OfDataset = None,
    team: OfTeam = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> SuggestionPage:
    """Columns that look like personal data by their name, type or description, the most certain first."""
    connection, members = reading.connection, None
    if dataset is not None:
        found = resolve.entity(connection, dataset, resolve.DATASET, field="dataset")
        members = nodes.members(connection, found.id)
    wanted = SuggestionFilter(state, rule, confidence, members, known_team(connection, team))
    page = suggestions(connection, wanted, limit, cursor)
    known = nodes.names(connection, [row.column_id for row in page.items])
    run = analytics.computed(connection, SUGGEST)
    return SuggestionPage(
        items=tuple(
            ColumnSuggestion(known[row.column_id].answer, row.rule, row.confidence, row.state)
            for row in page.items
            if row.column_id in known
        ),
        total=page.total,
        next_cursor=page.next_cursor,
        computed_at=run.computed_at if run else None,
        position=run.position if run else None,
    )


class DecisionRequest(BaseModel):
    """Columns as `namespace/dataset#column`; those of one dataset become one event."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"accept": ["crm/customers#email"], "reject": ["crm/customers#city"]}]
        },
    )

    accept: list[str] = Field(default=[], max_length=MOST_DECISIONS, description="These are personal data.")
    reject: list[str] = Field(default=[], max_length=MOST_DECISIONS, description="These are not.")


@write("/compliance/suggestions/decisions", topic="compliance")
def decide_suggestions(writing: Writing, decision: DecisionRequest) -> SuggestionsDecided:
    """Declare columns personal, or not personal: all or none. Later ingestion does not undo it."""
    both = set(decision.accept) & set(decision.reject)
    if both:
        raise BadInputError("reject", f"`{min(both)}` is accepted as well")
    if not decision.accept and not decision.reject:
        raise BadInputError("accept", "give columns to accept or to reject")
    decided: dict[NodeName, dict[str, bool]] = defaultdict(dict)
    for field, names, personal in (("accept", decision.accept, True), ("reject", decision.reject, False)):
        for place, name in enumerate(names):
            dataset, column = _column(writing, name, f"{field}.{place}")
            decided[dataset][column] = personal
    declared = catalog_columns(writing.connection, [dataset.id for dataset in decided])
    now = writing.clock()
    events = [
        columns_event(dataset, _merged(declared.get(dataset.id, []), flags), now)
        for dataset, flags in decided.items()
    ]
    return SuggestionsDecided(
        len(set(decision.accept)), len(set(decision.reject)), len(decided), writing.append(events)
    )


def _column(writing: Writing, name: str, field: str) -> tuple[NodeName, str]:
    dataset, mark, column = name.partition("#")
    if not mark or not column:
        raise BadInputError(field, f"`{name}` must name a column, as `namespace/dataset#column`")
    plain = dataset.removeprefix(f"{NodeKind.COLUMN}:").removeprefix(f"{NodeKind.DATASET}:")
    node = resolve.entity(writing.connection, plain, resolve.DATASET, field=field)
    return node, resolve.column_of(writing.connection, node, column).field


def _merged(declared: Sequence[Mapping[str, Any]], flags: Mapping[str, bool]) -> list[dict[str, Any]]:
    """All that the catalog says of the columns: it is sent as a whole, so nothing may be left out.

    >>> _merged([{"name": "id", "tags": ["key"]}, {"name": "email"}], {"email": True, "city": False})
    ... # doctest: +NORMALIZE_WHITESPACE
    [{'name': 'id', 'tags': ['key']}, {'name': 'email', 'is_pii': True}, {'name': 'city', 'is_pii': False}]
    """
    columns = {str(one.get("name")): dict(one) for one in declared}
    for name, personal in flags.items():
        columns[name] = columns.get(name, {"name": name}) | {"is_pii": personal}
    return list(columns.values())
