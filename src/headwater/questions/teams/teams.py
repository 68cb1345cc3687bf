"""Teams: list them, see what one owns and sends, make or change one."""

from dataclasses import asdict
from datetime import timedelta
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from headwater.answers.teams import Team, TeamDay, TeamDetail, TeamPage, TeamWritten
from headwater.model.teams import RetentionKind
from headwater.questions.parameters import Cursor, Limit, storable
from headwater.questions.reading import Reading, Writing
from headwater.questions.registry import Parameter, question, write
from headwater.questions.teams.stored_teams import DEFAULT_TEAM, change_team, create_team, find_team
from headwater.store import retention
from headwater.store.queries import team_days, teams
from headwater.store.queries.paging import DEFAULT_LIMIT, decode, page_of
from headwater.store.queries.teams import TEAMS, OverQuota, TeamRow

# The Hub's own rules, kept so that a team that is made here can be made there.
NAME_PATTERN = "^[a-z0-9]([a-z0-9-]{1,48})[a-z0-9]$"
MIN_QUOTA, MAX_QUOTA = 1_000, 10_000_000
MIN_RETENTION, MAX_RETENTION = 1, 365
MAX_TEXT, MOST_PEOPLE, MOST_TAGS = 2_000, 200, 100

Text = Annotated[str, AfterValidator(storable), Field(max_length=MAX_TEXT)]
# Few stars: each of them makes a pattern slower to try.
Pattern = Annotated[
    str, AfterValidator(storable), Field(min_length=1, max_length=200, pattern=r"^[^*]*(\*[^*]*){0,4}$")
]
DatasetPattern = Annotated[
    str, AfterValidator(storable), Field(min_length=1, max_length=1_000, pattern=r"^[^*]*(\*[^*]*){0,4}$")
]
People = Annotated[list[Annotated[Text, Field(min_length=1)]], Field(max_length=MOST_PEOPLE)]
Tags = Annotated[dict[Text, Text], Field(max_length=MOST_TAGS)]
Quota = Annotated[int, Field(ge=MIN_QUOTA, le=MAX_QUOTA)]
ItemQuota = Annotated[int, Field(ge=MIN_QUOTA, le=10**12)]
Retention = Annotated[int, Field(ge=MIN_RETENTION, le=MAX_RETENTION)]
Rate = Annotated[int, Field(ge=1, le=1_000_000)]
RECENT, SHOWN_DAYS = timedelta(hours=24), timedelta(days=30)

TeamName = Annotated[str, Parameter("Name of a team.", examples=("finance-data",))]


class TeamRequest(BaseModel):
    """A team to make or change; what is left out stays as it is."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        use_attribute_docstrings=True,
        json_schema_extra={
            "examples": [
                {"name": "finance-data", "display_name": "Finance data", "patterns": ["airflow-finance"]}
            ]
        },
    )

    name: Annotated[str, Field(pattern=NAME_PATTERN)]
    """Lower-case letters, digits and inner dashes; 3 to 50 characters."""
    display_name: Annotated[Text, Field(min_length=1)] | None = None
    """Default the name."""
    description: Text | None = None
    owners: People | None = None
    viewers: People | None = None
    patterns: Annotated[list[Pattern], Field(max_length=MOST_PEOPLE)] | None = None
    """Namespaces of jobs that belong to it, beside its own name; `*` stands for any text."""
    dataset_patterns: Annotated[list[DatasetPattern], Field(max_length=MOST_PEOPLE)] | None = None
    """Datasets that belong to it, whoever writes them, as `namespace/name`; `*` stands for any text."""
    daily_event_quota: Quota | None = None
    over_quota: OverQuota | None = None
    """What happens to events beyond the quota: `mark` takes and marks them, `refuse` refuses them."""
    events_per_second: Rate | None = None
    """Events a second that it may send, twice as many in a burst."""
    daily_item_quota: ItemQuota | None = None
    """Spans, points and log records a day; no limit unless given."""
    items_per_second: Rate | None = None
    """Spans, points and log records a second that it may send, twice as many in a burst."""
    storage_retention_days: Retention | None = None
    """How long raw events, spans and points are kept after they were received."""
    retention_days: dict[RetentionKind, Retention] | None = None
    """By kind, where it differs; `runs` and `queries` are kept for good unless they stand here."""
    tags: Tags | None = None


@question("/teams", topic="teams", lists=("items",))
def list_teams(reading: Reading, limit: Limit = DEFAULT_LIMIT, cursor: Cursor = None) -> TeamPage:
    """Teams by name, `default` included."""
    after = decode(cursor, tuple[str])
    rows = sorted((*TEAMS.all_rows(reading.connection), DEFAULT_TEAM), key=lambda row: row.name)
    later = [row for row in rows if after is None or row.name > after[0]]
    page = page_of(later[: limit + 1], len(rows), limit, lambda row: (row.name,))
    return TeamPage(tuple(map(as_answer, page.items)), page.total, page.next_cursor)


@question("/teams/{name}", topic="teams")
def team(reading: Reading, name: TeamName) -> TeamDetail:
    """A team, what belongs to it, and what it sent."""
    row, now = find_team(reading.connection, name), reading.clock()
    found = teams.activity(reading.connection, name, now - RECENT)
    days = team_days.lately(reading.connection, name, now.date() - SHOWN_DAYS)
    today = days[0] if days and days[0].day == now.date() else None
    return TeamDetail(
        team=as_answer(row),
        namespaces=teams.namespaces(reading.connection, name),
        **asdict(found),
        events_today=today.events if today else 0,
        items_today=today.items if today else 0,
        over_quota=today is not None and _is_spent(row, today),
        removed=retention.removed(reading.connection, name),
        days=days,
    )


@write("/teams", topic="teams", created=lambda answer: answer.created)
def write_team(writing: Writing, request: TeamRequest) -> TeamWritten:
    """Make a team, or change what is given of it."""
    given = {name: value for name, value in request.model_dump().items() if value is not None}
    connection, now = writing.connection, writing.clock()
    if request.name == DEFAULT_TEAM.name or teams.by_name(connection, request.name) is not None:
        changes: dict[str, Any] = {name: value for name, value in given.items() if name != "name"}
        return TeamWritten(as_answer(change_team(connection, request.name, changes, now)), created=False)
    values = {"display_name": request.name} | given
    return TeamWritten(as_answer(create_team(connection, values, now)), created=True)


def _is_spent(row: TeamRow, today: TeamDay) -> bool:
    items = row.daily_item_quota
    return today.events + today.refused >= row.daily_event_quota or (
        items is not None and today.items + today.items_refused >= items
    )


def as_answer(row: TeamRow) -> Team:
    fields = {name: value for name, value in asdict(row).items() if name != "id"}
    people = {name: tuple(fields[name]) for name in ("owners", "viewers", "patterns", "dataset_patterns")}
    return Team(**(fields | people))
